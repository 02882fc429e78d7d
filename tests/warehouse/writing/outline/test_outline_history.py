"""Outlines one after another, kept small, with the way back."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from indexers.records import Loss
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.writing.outline import outline_history
from warehouse.writing.outline.outline_history import MOST, History
from warehouse.writing.outline.outlining import Heading, Outline

TEXT = "The deck was widened in 1934. " * 10


def an_outline(number: int) -> Outline:
    pieces = tuple(
        Evidence(at, Place("a" * 64, 0, at, at + 300), TEXT, "Lune Bridge", "1", "", "deck", 0.5)
        for at in range(40)
    )
    below = (Heading("Below", "", (pieces[30:],), "Say who", (), 1),)
    sections = (Heading(f"Part {number}", "", (pieces[:20], pieces[20:30]), "", below, 0),)
    lost = tuple(Loss("outlining", f"Page {at}", "nearer ones", "a", at, at) for at in range(40))
    return Outline("The bridge", sections, ("deck",), ("The deck",), number, lost)


def kept(history: History, folder: Path) -> History:
    (folder / outline_history.NAME).write_bytes(outline_history.packed(history))
    return outline_history.read(folder)


def test_it_is_read_as_it_was_kept_and_what_outlines_share_stands_in_it_once(
    tmp_path: Path,
) -> None:
    history = History()
    for number in range(MOST + 20):
        history = kept(history.changed(an_outline(number)), tmp_path)
    assert history.outlines == tuple(an_outline(number) for number in range(19, MOST + 20))
    assert history.at == MOST
    written = (tmp_path / outline_history.NAME).read_text("utf-8")
    assert written.count(TEXT) == 40 and len(written) < 100_000


def test_an_outline_of_another_article_is_no_step(tmp_path: Path) -> None:
    first, second = an_outline(1), an_outline(2)
    other = structs.replace(an_outline(3), base=("Trams",))
    history = History((first, other, second), 2)

    def fit(outline: Outline) -> Outline | None:
        return outline if outline.base == first.base else None

    back = history.stepped(-1, second, fit)
    assert back is not None and back.at == 0
    assert back.stepped(-1, first, fit) is None
    again = back.stepped(1, first, fit)
    assert again is not None and again.at == 2


def test_what_reads_the_same_is_no_step() -> None:
    first = an_outline(1)
    drafted = structs.replace(first, redrafted=9, losses=())
    history = History((an_outline(0), first, drafted), 2)
    back = history.stepped(-1, drafted, lambda outline: outline)
    assert back is not None and back.at == 0
