"""How an answer was found, in the export, in the terminal and in the stored result."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs
from test_export import HOSTILE, Page, answer, library  # noqa: F401

from warehouse.cli.research import shown
from warehouse.library import Library
from warehouse.results.provenance import Item, Roll, Route, Way
from warehouse.results.records import Answer, Article, Block, Decision, Recollection
from warehouse.studies.exporting import export
from warehouse.studies.report import how_found

MANY = Roll("Could not be read", tuple(Item("", f"file {at}", "damaged") for at in range(25)))


@pytest.fixture
def counted(library: Library) -> Answer:  # noqa: F811
    rolls = (Roll(f"Found for {HOSTILE}", (Item("ab", HOSTILE, "1953", (1, 2)),)), MANY)
    way = Way(Route("count", "model", "90% likely"), "Gone through.", rolls)
    return structs.replace(answer(library), way=way)


def test_an_export_says_how_it_was_found_with_its_lists(
    counted: Answer,
    library: Library,  # noqa: F811
) -> None:
    html = export.html(counted, library)
    page = Page(html)
    assert "Understood as a question for a number" in page.text
    assert "List 2: Could not be read (25)" in page.text
    assert page.tags.count("details") == 2
    assert {"script", "img"}.isdisjoint(page.tags)
    assert "file 24 (damaged)" in page.text
    text = export.markdown(counted, library)
    assert "## How it was found" in text and "- file 24 (damaged)" in text
    assert "](" not in text.replace("\\]", "").replace("]:", "")


def test_the_terminal_shows_the_beginning_of_long_lists(counted: Answer) -> None:
    said = shown(counted)
    assert "List 2: Could not be read (25)" in said
    assert "file 19" in said and "file 20" not in said
    assert "5 more; --lists shows all" in said
    assert "file 24" in shown(counted, lists=True)
    assert "Read 2 of 4 documents, 1 could not be read; 1 passage used." in said


def test_who_decided_what_is_for_experts(counted: Answer) -> None:
    taken = (Decision("the steps", "model", "80% agree"), Decision("what to open", "fit"))
    decided = structs.replace(counted, research=structs.replace(counted.research, decisions=taken))
    said = shown(decided)
    assert "For experts: the steps: by the model: 80% agree" in said
    assert "For experts: what to open: by the program, from examples" in said


def test_an_absence_is_exported_with_what_came_nearest(
    counted: Answer,
    library: Library,  # noqa: F811
) -> None:
    absent = structs.replace(
        counted, absent=True, claims=(), nearest=(counted.research.evidence[0].place,)
    )
    assert "The nearest passages" in Page(export.html(absent, library)).text


def test_an_answer_of_an_earlier_version_is_still_read(
    counted: Answer,
    library: Library,  # noqa: F811
) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(counted))
    assert msgspec.convert(stored, Answer).way == counted.way
    del stored["way"]
    old = msgspec.convert(stored, Answer)
    assert (how_found.lines(old), how_found.rolls(old)) == ((), ())
    assert how_found.covered(old).startswith("Read 2 of 4 documents")


def test_a_checked_text_says_how_it_was_checked(counted: Answer) -> None:
    checked = structs.replace(counted, method="check", way=None)
    assert how_found.lines(checked) == (how_found.CHECKED,)
    assert how_found.CHECKED in " ".join(shown(checked).split())


def test_an_article_names_the_thoughts_it_began_from(library: Library) -> None:  # noqa: F811
    thought = Recollection("t1", "The dam broke in 1953.", "What broke?", 2.0, 0.7, (1,))
    of = answer(library)
    chain = structs.replace(of.research, recollections=(thought,))
    empty = Block(1, "", "", ())
    made = Article("Dams", "Dams", "aware", empty, (), chain, of.coverage, of.spend)
    assert how_found.rolls(structs.replace(made, research=of.research)) == ()
    for said in (export.html(made, library), export.markdown(made, library)):
        assert "List 1: Thoughts used (1)" in said
        assert thought.text in said


def test_a_density_is_never_rounded_down_to_nothing(counted: Answer) -> None:
    cover = structs.replace(counted.coverage, density_before=0.0013, density_after=0.4)
    assert how_found.dense(cover).startswith("Density under 0.01 → 0.40")


def test_the_terminal_says_how_many_calls_were_replayed(counted: Answer) -> None:
    spend = structs.replace(counted.spend, calls=8, replayed=2)
    assert "8 model calls, 2 of them replayed" in shown(structs.replace(counted, spend=spend))
