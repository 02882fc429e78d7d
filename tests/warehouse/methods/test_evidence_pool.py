"""What searches bring: not all of one document while others are nearly as near, nor of one half."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, write_html

from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.methods.evidence.evidence_pool import Breadth, EvidencePool, spread
from warehouse.records import Hit
from warehouse.run import Run


def hit(document: str, dense: float) -> Hit:
    return Hit(f"{document}{dense}", document, document, "", 0, "1", 0, 9, "words", 1.0, dense)


def documents(*found: tuple[str, float], most: int = 4) -> str:
    return "".join(one.document for one in spread([hit(*one) for one in found], most))


def test_a_document_has_half_while_others_are_nearly_as_near() -> None:
    manual = [("a", 0.8), ("a", 0.78), ("a", 0.77), ("a", 0.76)]
    assert documents(*manual, ("b", 0.7), ("c", 0.65)) == "aabc"
    assert documents(*manual, ("b", 0.7), ("c", 0.3)) == "aaba", "what is far is no substitute"
    assert documents(*manual) == "aaaa"


def test_what_is_found_among_the_best_stays_however_far_it_is() -> None:
    """It may have the words."""
    assert documents(("a", 0.8), ("b", 0.1), ("a", 0.7), ("c", 0.1), ("d", 0.79)) == "abac"
    assert documents() == ""


MILLS = "The strike of the weavers began in the weavers strike hall."
BOATS = "The lake ferries are ferries that cross the lake."


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(512)) as library:
        pages = [("Mills", MILLS)] * 4 + [("Boats", BOATS)]
        library.add(
            [
                write_html(tmp_path / f"{at}.html", title, f"{text} {at}.")
                for at, (title, text) in enumerate(pages)
            ],
            Run(),
        )
        yield Context.of(library, ScriptedEngine([]), SETTINGS, Run())


def begun(task: str, context: Context, most: int) -> tuple[list[str], str]:
    """What is searched for, of each search the best passages read; and the words found."""
    pool = EvidencePool(task, context, Breadth(passages=most, kept=4, topical=True))
    searches = [one.search.text for one in pool.begin()]
    return searches, " ".join(one.text for one in pool.evidence)


def test_the_half_of_a_topic_that_nothing_found_tells_of_is_searched_for(context: Context) -> None:
    task = "The strike of the weavers and the lake ferries"
    searches, told = begun(task, context, 1)
    assert searches in ([task, "lake ferries"], [task, "strike weavers"])
    assert "weavers strike hall" in told and "cross the lake" in told
    assert begun("The strike of the weavers", context, 1)[0] == ["The strike of the weavers"]


def test_what_the_library_has_nothing_of_is_not_searched_for(context: Context) -> None:
    task = "The strike of the weavers: zeppelins on Mars"
    assert begun(task, context, 1)[0] == [task]


def test_what_is_left_out_is_not_found_again(context: Context) -> None:
    breadth = Breadth(passages=4, kept=4, topical=True)
    before = EvidencePool(MILLS, context, breadth)
    before.ask([MILLS, BOATS])
    boats = [piece.place for piece in before.evidence if "lake" in piece.text]
    pool = EvidencePool(MILLS, context, breadth)
    pool.leave_out(boats)
    pool.ask([MILLS, BOATS])
    assert boats and pool.evidence
    assert not [piece for piece in pool.evidence if piece.place in boats]
