"""Questions by the model: grounded in the document, once, for the newest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from shelf import HashingEmbedder, write_html

from warehouse.documents.questions import waiting_for, write_questions
from warehouse.documents.renewing import renew_headers
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.run import Run
from warehouse.settings import Settings

TEXT = "A water mill grinds grain at the river Lune. The miller Anna Kahn owned it until 1902. " * 3


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", Settings(), HashingEmbedder()) as made:
        made.add([write_html(tmp_path / "mill.html", "The mill", TEXT)], Run())
        yield made


def test_what_the_document_does_not_speak_of_is_dropped(library: Library) -> None:
    (document,) = library.catalog.documents()
    plain = library.catalog.header(document.id)
    assert plain is not None and plain.asked_by == "plain"
    assert waiting_for(library) == []
    library.set_header(structs.replace(plain, made_by="model"))
    said = {
        "questions": [
            "Who owned the water mill at the Lune?",
            "Which king of Sweden burnt the cathedral?",
            "What does this document say?",
        ]
    }
    engine = ScriptedEngine([Line("suggested_questions", "", said)])
    assert write_questions(library, engine, Run(foreground=False)) == 1
    after = library.catalog.header(document.id)
    assert after is not None and after.asked_by == "model"
    assert after.questions == ("Who owned the water mill at the Lune?",)
    assert write_questions(library, engine, Run(foreground=False)) == 0


def test_a_reply_of_no_use_leaves_the_quick_ones(library: Library) -> None:
    (document,) = library.catalog.documents()
    plain = library.catalog.header(document.id)
    assert plain is not None
    asked = structs.replace(plain, made_by="model", questions=("What is a mill?",))
    library.set_header(asked)
    engine = ScriptedEngine(
        [Line("suggested_questions", "", {"questions": ["Contents of it all"]})]
    )
    write_questions(library, engine, Run(foreground=False))
    after = library.catalog.header(document.id)
    assert after is not None and after.questions == ("What is a mill?",)


def test_headers_of_an_older_muniment_are_renewed_once(library: Library) -> None:
    (document,) = library.catalog.documents()
    plain = library.catalog.header(document.id)
    assert plain is not None
    old = structs.replace(plain, summary="Permission is granted.", questions=(), asked_by="")
    library.set_header(old)
    assert renew_headers(library, Run(foreground=False)) == 1
    assert library.catalog.header(document.id) == plain
    library.set_header(structs.replace(old, made_by="model"))
    assert renew_headers(library, Run(foreground=False)) == 1
    after = library.catalog.header(document.id)
    assert after is not None and after.summary == old.summary and after.asked_by == "plain"
    assert renew_headers(library, Run(foreground=False)) == 0
