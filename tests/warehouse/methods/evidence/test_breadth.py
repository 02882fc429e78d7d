"""Which sentences tell of a matter as a whole."""

from __future__ import annotations

from pathlib import Path

from shelf import SETTINGS, HashingEmbedder

from warehouse.library import Library
from warehouse.methods.evidence.breadth import KEPT, spread
from warehouse.methods.evidence.sentences import Line

CALLED = "Lune Bridge is an old iron bridge over a river, the Lune."
AGAIN = "Lune Bridge is an old iron bridge over a river, the Lune, today."
PAID = "A county toll on carts at Lune Bridge paid for Lune Bridge."
OTHER = "Bakers in Halton heated ovens with peat and slow embers."


def line(document: str, text: str, at: int = 0, near: float = 0.0) -> Line:
    start = 1000 * at
    return Line(document, document, "", start, start + len(text), text, False, 0.1, near)


def told(lines: list[Line], tmp_path: Path, topic: str = "Lune Bridge") -> list[str]:
    with Library(tmp_path / "library", SETTINGS, HashingEmbedder(512)) as library:
        return [one.line.text for one in spread(topic, lines, library)]


def test_what_says_most_of_it_comes_first_and_its_repetition_late(tmp_path: Path) -> None:
    lines = [line("Tolls", PAID), line("Bridges", CALLED), line("Bridges", AGAIN, 1)]
    found = told(lines, tmp_path)
    assert found[0] in (CALLED, AGAIN)
    assert found[1] == PAID


def test_what_is_about_something_else_stays_away(tmp_path: Path) -> None:
    assert OTHER not in told([line("Ovens", OTHER), line("Bridges", CALLED)], tmp_path)


def test_the_title_says_what_a_sentence_is_about(tmp_path: Path) -> None:
    silent = "Carts paid one penny each way until the war began."
    lines = [line("Lune Bridge: tolls", silent), line("Ovens", OTHER)]
    assert told(lines, tmp_path) == [silent]


def test_a_part_of_it_is_told_from_what_speaks_of_that_part(tmp_path: Path) -> None:
    tolls = "Carts paid one penny each way until the war began."
    arches = "The works cast the arches of Lune Bridge in iron and set them in one summer."
    lines = [line("Lune Bridge: tolls", tolls), line("Lune Bridge: arches", arches)]
    assert told(lines, tmp_path, "the tolls of Lune Bridge") == [tolls]
    assert set(told(lines, tmp_path)) == {tolls, arches}


def test_a_heading_or_a_cry_says_too_little(tmp_path: Path) -> None:
    assert told([line("Lune Bridge", "The Lune Bridge!")], tmp_path) == []
    assert told([], tmp_path) == []


def test_items_of_lists_count_only_where_nothing_else_is_said(tmp_path: Path) -> None:
    item = "the arches of iron for Lune Bridge, by the works;"
    assert told([line("Bridges", item), line("Bridges", CALLED, 1)], tmp_path) == [CALLED]
    assert told([line("Bridges", item)], tmp_path) == [item]


def test_there_is_an_end_to_it(tmp_path: Path) -> None:
    lines = [line("Bridges", f"Lune Bridge had arch number {at} of iron.", at) for at in range(40)]
    assert len(told(lines, tmp_path)) == KEPT
