"""What a study of a kind does: the methods that answer, the check of a text, the article."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from warehouse.answering import check_text, routing
from warehouse.methods.registry import METHODS
from warehouse.results.records import Answer, Article
from warehouse.studies.study_rows import Kind as Kind
from warehouse.writing import composed
from warehouse.writing.retold import article
from warehouse.writing.ways import RETELL

Result = Answer | Article
Work = Callable[..., Result]

WORKS: Mapping[tuple[str, str], Work] = {
    **{("ask", name): partial(routing.ask, method=method) for name, method in METHODS.items()},
    ("ask", check_text.METHOD): check_text.check,
    **{("write", name): partial(composed.write, method=method) for name, method in METHODS.items()},
    ("write", RETELL.name): article.write,
}
"""By a method of the registry, or one of its own."""
