"""The parts of an export that say how an answer was found: what came nearest, and the lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexers.placenames import place_name
from warehouse.render import line
from warehouse.results.records import Answer, Article
from warehouse.studies.report import how_found, nearest_passages

if TYPE_CHECKING:
    from warehouse.library import Library


def near(result: Answer | Article, library: Library) -> Iterator[str]:
    """What came nearest, where nothing answers."""
    places = result.nearest if isinstance(result, Answer) and result.absent else ()
    passages = nearest_passages.in_words(library, places)
    if passages:
        yield '<h2 id="nearest">The nearest passages</h2>'
    for passage in passages:
        where = ", ".join(filter(None, [passage.title, place_name(passage.page_label)]))
        yield f"<h4>{line(where)}</h4><p>{line(nearest_passages.shortened(passage.text))}</p>"


def lists(result: Answer | Article) -> Iterator[str]:
    """What the figures were counted from, each folded under its name."""
    rolls = how_found.rolls(result)
    if rolls:
        yield '<h2 id="lists">Lists</h2>'
    for number, roll in enumerate(rolls, start=1):
        heading = line(how_found.heading(number, roll))
        yield f'<details id="l{number}"><summary>{heading}</summary><ol>'
        for item in roll.items:
            yield f"<li>{line(how_found.told(item))}</li>"
        yield "</ol></details>"
