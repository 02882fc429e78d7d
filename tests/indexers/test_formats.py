"""One suite for every format that flows: nothing is dropped without a word, and offsets are exact.

Each format has one file that holds what its readers tend to lose. The text expected of it is
written out whole, so that nothing can be missing or doubled.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import made_books
import made_mail
import made_office
import pytest

from indexers.errors import NotReadable
from indexers.passages import cut
from indexers.readers import ReaderPool
from indexers.reading import read
from indexers.records import Reading


class Case(NamedTuple):
    """``labels`` name the places, ``losses`` are (what, reason), all of them."""

    make: Callable[[Path], Path]
    suffix: str
    kind: str
    title: str
    blocks: list[str]
    labels: list[str]
    losses: tuple[tuple[str, str], ...] = ()
    packed: bool = True


CASES = {
    "docx": Case(
        made_office.letter,
        ".docx",
        "document",
        "Letters from the tower",
        [
            "The northern tower",
            "Forty ledgers were missing. Nobody counted them.This sentence was inserted.",
            "The shelves",
            "- one box of letters",
            "1. first step",
            "2. second step",
            "Shelf\tLedgers\nfirst\t12\nsecond\t0",
            "After the fire",
            "A controlled sentence.",
            "Beside a box.",
            "A sentence in a box.",
            "A remark hangs here.",
            "Yew: Is this true?",
            "Annals of the tower",
            "This sentence is hidden.",
        ],
        ["The northern tower", "After the fire", "comments", "headers and footers", "hidden text"],
        (
            ("text", "pieces deleted under tracked changes: 1 left out"),
            ("text", "pieces hidden from the eye: 1 kept apart"),
        ),
    ),
    "epub": Case(
        made_books.book,
        ".epub",
        "book",
        "The northern tower",
        [
            "The ledgers",
            "Forty ledgers were missing…",
            "The shelves",
            "Shelf\tLedgers\nfirst\t12",
            "No heading, and not",
            "well formed.",
        ],
        ["The ledgers", "The fire"],
        (
            ("OEBPS/cover.xhtml", "a picture without text"),
            ("OEBPS/text/three.xhtml", "the chapter is missing from the file"),
        ),
    ),
    "xlsx": Case(
        made_office.workbook,
        ".xlsx",
        "sheet",
        "Harvests",
        [
            "Harvest of the valley\nVillage\tSince\tShare\tTons\tSound\tTotal\n"
            "Row 3\tVillage: Oak End\tSince: 1998-03-04\tShare: 12.5 %\tTons: 12\tSound: TRUE"
            "\tTotal: =D3*2\n"
            "Row 4\tSince: 1999-03-04 17:30\tShare: 50 %\tTons: 0.3\tSound: FALSE\tTotal: n/a",
            "Far below",
            "Comment on A3: Who counted?",
            "Row 2\t7\t8",
        ],
        ["Harvest", "Notes (hidden)"],
    ),
    "csv": Case(
        made_office.commas,
        ".csv",
        "sheet",
        "",
        [
            "Name\tStadt\tEinwohner\nRow 2\tName: Zoë\tStadt: Köln; am Rhein\tEinwohner: 1.084.831"
            "\nRow 3\tName: Max\tStadt: Gießen\tEinwohner: 93.000"
        ],
        ["rows 1–3"],
        packed=False,
    ),
    "pptx": Case(
        made_office.talk,
        ".pptx",
        "slides",
        "A talk",
        [
            "The northern tower",
            "What was lost",
            "The shelves",
            "Shelf\tLedgers\nfirst\t12",
            "A box in a group.",
            "Notes: Say that the fire was later.",
        ],
        ["slide 1", "slide 2", "slide 3 (hidden)", "slide 4"],
        (("charts", "not read: 1"), ("slide 4", "no text")),
    ),
    "odt": Case(
        made_office.open_text,
        ".odt",
        "document",
        "A paper",
        [
            "The tower",
            "Forty ledgers[1] were missing.",
            "[1] See the inventory.",
            "Yew: True?",
            "In a box.",
            "- one box",
            "- two boxes",
            "In a section.",
            "Shelf\tLedgers\nfirst\t12",
            "The fire",
            "Nothing was found.",
        ],
        ["The tower", "The fire"],
        (("text", "pieces deleted under tracked changes: 1 left out"),),
    ),
    "ods": Case(
        made_office.open_workbook,
        ".ods",
        "sheet",
        "A paper",
        ["Village\tShare\nRow 2\tVillage: Oak End\tShare: 12.5 %"],
        ["Harvest"],
    ),
    "odp": Case(
        made_office.open_talk,
        ".odp",
        "slides",
        "A paper",
        ["The tower", "Many words.", "Notes: Speak up.", "No title here."],
        ["slide 1", "slide 2"],
    ),
    "eml": Case(
        made_mail.one,
        ".eml",
        "mail",
        "The ledgers – again",
        [
            "The ledgers – again",
            "From: Birch Öak <birch@tower.example>\nTo: ash@tower.example\n"
            "Date: Thu, 06 May 2021 10:00:00 +0200\nSubject: The ledgers – again",
            "Forty ledgers were missing when the inventory was made at last, "
            "and nobody could say who had carried them away.",
            "> So you said.\n> Twice.",
            "Attachment: notes.txt (less than 1 KB)",
            "Attachment: odd.xyz (less than 1 KB)",
            "Fwd: the shelf",
            "From: yew@tower.example\nSubject: Fwd: the shelf",
            "Only in HTML.",
            "a\t1",
        ],
        [""],
        (("attachment odd.xyz", "this kind of file is not supported"),),
        packed=False,
    ),
    "mbox": Case(
        made_mail.box,
        ".mbox",
        "mail",
        "",
        [
            "Türme",
            "From: a@b.example\nDate: x\nSubject: Türme",
            "The first.",
            "(no subject)",
            "From: a@b.example\nDate: x",
            "The second.",
            "From here on it is quoted.",
            "Third",
            "From: a@b.example\nDate: x\nSubject: Third",
        ],
        ["message 1", "message 2", "message 3"],
        packed=False,
    ),
}

every = pytest.mark.parametrize("name", CASES)


def made(name: str, folder: Path) -> tuple[Case, Path, Reading]:
    case = CASES[name]
    path = case.make(folder / f"file{case.suffix}")
    return case, path, read(path)


@every
def test_all_the_text_is_there_once(tmp_path: Path, name: str) -> None:
    case, _, reading = made(name, tmp_path)
    assert reading.text.split("\n\n") == case.blocks
    assert (reading.kind, reading.title) == (case.kind, case.title)


@every
def test_places_are_named_and_losses_told(tmp_path: Path, name: str) -> None:
    case, _, reading = made(name, tmp_path)
    assert [page.label for page in reading.pages] == case.labels
    assert [(loss.what, loss.reason) for loss in reading.losses] == list(case.losses)


@every
def test_offsets_are_exact(tmp_path: Path, name: str) -> None:
    _, _, reading = made(name, tmp_path)
    inked = {at for at, letter in enumerate(reading.text) if not letter.isspace()}
    for ranges in (reading.pages, reading.sentences, cut(reading, 60, 1)):
        covered: set[int] = set()
        for one in ranges:
            assert 0 <= one.start <= one.end <= len(reading.text)
            covered.update(range(one.start, one.end))
        assert inked <= covered
    starts = [page.start for page in reading.pages]
    assert starts == sorted(starts)
    for section in reading.sections:
        assert section.start < section.end <= len(reading.text)
        assert not reading.text[section.start].isspace()


@every
def test_the_bytes_decide_and_not_the_name(tmp_path: Path, name: str) -> None:
    case, path, reading = made(name, tmp_path)
    names = {"mail": (".bin", ""), "sheet": ()}
    for suffix in (".pdf", ".bin", "") if case.packed else names[case.kind]:
        assert read(path.rename(tmp_path / f"other{suffix}")) == reading
        path = tmp_path / f"other{suffix}"


@every
def test_a_file_cut_short_is_refused(tmp_path: Path, name: str) -> None:
    case, path, _ = made(name, tmp_path)
    if case.packed:
        path.write_bytes(path.read_bytes()[:-200])
        with pytest.raises(NotReadable, match="damaged"):
            read(path)


@every
def test_a_reader_process_says_the_same(tmp_path: Path, pool: ReaderPool, name: str) -> None:
    _, path, reading = made(name, tmp_path)
    assert pool.read(path) == reading
