"""Documents whose text is not what is printed are found out, those in order are left in peace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_pdf

from indexers.errors import ReaderFailed, Stopped
from indexers.readers import ReaderPool
from indexers.records import OcrPage, OcrWord
from warehouse.cli import main
from warehouse.documents.inspecting import comparing, quality
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run

OTHER = "Sheep graze quietly beyond wooden fences while several painters mixed colours before \
breakfast others preferred sketching boats along distant shoreline musicians rehearsed slowly"
PRINTED = """The archive was moved to the northern tower
in the spring of that year, when forty
ledgers were found to be missing from the
shelves. Nobody could explain where they
had gone, and the keeper wrote a letter."""


def of_seven_pages(library: Library, tmp_path: Path) -> Document:
    path = write_pdf(tmp_path / "seven.pdf", [prose(number) for number in range(7)])
    [document] = library.add([path], Run())
    return document


def seen(page: int, words: str) -> OcrPage:
    line = tuple(OcrWord(50, 300, 76, 312, word) for word in words.split())
    return OcrPage(page, 0.95, 10.0, (line,), sures=(0.95,))


def looking(library: Library, monkeypatch: pytest.MonkeyPatch, words: str = OTHER) -> list[int]:
    """A reader that sees these words on every page; returns the pages it was asked for."""
    asked: list[int] = []

    def recognise(path: Path, page: int, password: str, cancelled: Callable[[], bool]) -> OcrPage:
        if cancelled():
            raise Stopped
        asked.append(page)
        return seen(page, words)

    monkeypatch.setattr(library.readers, "recognise", recognise)
    return asked


def test_pages_are_spread_evenly_and_always_the_same(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = of_seven_pages(library, tmp_path)
    asked = looking(library, monkeypatch)
    comparing.compare(library, document.id, 3, Run())
    assert asked == [1, 3, 5]
    comparing.compare(library, document.id, 3, Run())
    assert asked == [1, 3, 5]
    assert [page.quality < 0.2 for page in library.catalog.pages(document.id)] == [
        number in asked for number in range(7)
    ]


def test_the_document_is_doubtful_and_stays_so_when_read_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = of_seven_pages(library, tmp_path)
    looking(library, monkeypatch)
    comparing.compare(library, document.id, 3, Run())
    found = quality.of(library, document.id)
    assert found.score < 0.2
    assert found.agreed.startswith("The whole document is doubtful: OCR agrees with ")
    assert all("its text is not what is printed" in page.flaw for page in found.poor)
    library.read_again(document.id, [], Run())
    assert quality.of(library, document.id) == found


def test_one_in_order_keeps_its_scores(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [document] = library.add([write_pdf(tmp_path / "one.pdf", [prose(1)])], Run())
    before = library.catalog.pages(document.id)
    looking(library, monkeypatch, prose(1))
    [one] = comparing.compare(library, document.id, 3, Run())
    assert one.said == "100% of its words agree with OCR"
    assert library.catalog.pages(document.id) == before
    assert quality.of(library, document.id).agreed == "OCR agrees with 100% of 1 page of it"


def test_stopped_or_killed_it_goes_on_where_it_was(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = of_seven_pages(library, tmp_path)
    asked = looking(library, monkeypatch)
    run = Run(lambda step: run.cancel() if len(asked) == 2 else None)
    with pytest.raises(Cancelled):
        comparing.compare(library, document.id, 3, run)
    assert asked == [1, 3]
    assert len(quality.of(library, document.id).compared) == 2
    comparing.compare(library, document.id, 3, Run())
    assert asked == [1, 3, 5]


def test_a_page_that_ocr_cannot_read_is_said_and_not_tried_for_ever(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = of_seven_pages(library, tmp_path)

    def dies(*given: Any, **named: Any) -> OcrPage:
        raise ReaderFailed("the reader died on it")

    monkeypatch.setattr(library.readers, "recognise", dies)
    [one] = comparing.compare(library, document.id, 1, Run())
    assert one.said == "OCR cannot tell: the reader died on it"
    assert quality.of(library, document.id).agreed == ""
    assert looking(library, monkeypatch) == []
    assert comparing.compare(library, document.id, 1, Run()) == [one]


def test_a_page_read_anew_meanwhile_keeps_its_score(library: Library, tmp_path: Path) -> None:
    document = of_seven_pages(library, tmp_path)
    page = library.catalog.pages(document.id)[1]
    older = type(page)(1, "2", page.start, page.end - 1, 1, 1, quality=0.1, flaw="old")
    library.catalog.keep_compared(document.id, seen(1, OTHER), older)
    assert library.catalog.pages(document.id)[1] == page


def test_unasked_only_the_doubtful_are_compared(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = of_seven_pages(library, tmp_path)
    [bad] = library.add([write_pdf(tmp_path / "bad.pdf", [prose(8)])], Run())
    with library.catalog.write() as connection:
        connection.execute("UPDATE pages SET quality = 0.6 WHERE document = ?", (bad.id,))
    asked = looking(library, monkeypatch)
    looked_at: set[str] = set()
    [(document, found)] = comparing.compare_doubtful(library, looked_at, Run())
    assert document.id == bad.id and comparing.is_doubtful(found)
    assert (asked, looked_at) == ([0], {good.id, bad.id})
    assert comparing.unasked(library, looked_at) == []
    assert comparing.compare_doubtful(library, set(), Run()) == []
    assert asked == [0]


def test_what_has_no_text_of_its_own_cannot_be_compared(library: Library, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<html><body><p>{prose(1)}</p></body></html>")
    [document] = library.add([page], Run())
    with pytest.raises(BadInput, match="no pages with a text of their own"):
        comparing.compare(library, document.id, 3, Run())


def test_the_terminal_says_what_ocr_saw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        document = of_seven_pages(library, tmp_path)
        looking(library, monkeypatch)
        comparing.compare(library, document.id, 3, Run())
    at = ["--warehouse", str(tmp_path / "w")]
    assert main([*at, "quality", document.id[:12], "--sample", "3"]) == 0
    said = capsys.readouterr().out
    assert "its text is not what is printed: OCR agrees with" in said
    assert "page 2: " in said and "of its words agree with OCR" in said
    assert "The whole document is doubtful: OCR agrees with" in said
    assert main([*at, "quality", "--doubtful"]) == 0
    said = capsys.readouterr().out
    assert "PDF files looked at: 1, compared with OCR: 0, with another text than" in said
    assert main([*at, "quality"]) != 0
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        [bad] = library.add([write_pdf(tmp_path / "bad.pdf", [prose(8)])], Run())
        with library.catalog.write() as connection:
            connection.execute("UPDATE pages SET quality = 0.6 WHERE document = ?", (bad.id,))
    monkeypatch.setattr(ReaderPool, "recognise", lambda *given, **named: seen(0, OTHER))
    assert main([*at, "quality", "--doubtful"]) == 0
    said = capsys.readouterr().out
    assert f"{bad.id[:12]}  " in said and ": The whole document is doubtful: OCR agrees" in said
    assert "looked at: 2, compared with OCR: 1, with another text than is printed: 1." in said


def picture_with_text(path: Path, text: str) -> Path:
    """A scan of ``PRINTED`` with an invisible text over it, as OCR programs leave it."""
    with pymupdf.open() as printed, pymupdf.open() as made:
        paper = printed.new_page(width=420, height=300)
        paper.insert_text((30, 80), PRINTED.split("\n"), fontsize=16)
        page = made.new_page(width=420, height=300)
        page.insert_image(page.rect, pixmap=paper.get_pixmap(dpi=150))
        page.insert_textbox((30, 60, 400, 280), text, fontsize=14, render_mode=3)
        made.save(str(path))
    return path


def test_invisible_text_over_a_picture_is_held_against_the_picture(tmp_path: Path) -> None:
    settings = SETTINGS.__class__(readers=1, passage_tokens=60, reader_memory_mb=3072)
    with Library(tmp_path / "w", settings, HashingEmbedder()) as library:
        right, wrong = library.add(
            [
                picture_with_text(tmp_path / "right.pdf", PRINTED),
                picture_with_text(tmp_path / "wrong.pdf", OTHER),
            ],
            Run(),
        )
        for document in (right, wrong):
            assert [page.ocr for page in library.catalog.pages(document.id)] == [0]
            comparing.compare(library, document.id, 3, Run())
        assert quality.of(library, right.id).poor == ()
        [page] = quality.of(library, wrong.id).poor
        assert page.quality < 0.2
        assert page.flaw == f"its text is not what is printed: OCR agrees with {page.quality:.0%}"
