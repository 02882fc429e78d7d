"""Every kind of bad file, made here, and what the user gets for it."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
import pymupdf
import pytest

from indexers.errors import NeedsPassword, NotReadable
from indexers.reading import read
from indexers.records import BLANK


def refused(path: Path) -> str:
    with pytest.raises(NotReadable) as error:
        read(path)
    assert str(error.value) == f"not readable: {error.value.reason}"
    return error.value.reason


@pytest.mark.parametrize("name", ["a.pdf", "a.html", "a.mhtml", "a.txt"])
def test_an_empty_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.touch()
    assert refused(path) == "the file is empty"


def test_junk_with_the_name_of_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "junk.pdf"
    path.write_bytes(bytes(range(256)) * 40)
    assert refused(path) == "this is not a PDF file, whatever its name says"


def test_a_head_of_a_pdf_and_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "head.pdf"
    path.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
    assert refused(path).startswith("the file is damaged or cut short")


def test_a_pdf_cut_short_before_its_first_page(tmp_path: Path) -> None:
    whole = made_pdfs.simple(tmp_path / "whole.pdf", pages=20).read_bytes()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: len(whole) // 20])
    assert refused(path).startswith("the file is damaged or cut short")


def test_a_damaged_pdf_keeps_what_is_left_and_says_so(tmp_path: Path) -> None:
    whole = made_pdfs.simple(tmp_path / "whole.pdf").read_bytes()
    path = tmp_path / "damaged.pdf"
    path.write_bytes(whole[: whole.rindex(b"xref")])
    reading = read(path)
    assert len(reading.pages) == 3
    assert "sheet number 2 of many" in reading.text
    assert reading.losses[0].what == "file"
    assert "damaged" in reading.losses[0].reason


def test_an_encrypted_pdf_needs_its_password(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    made_pdfs.write_lines(document[0], ["Behind the lock there is a sentence."])
    path = made_pdfs.save(
        document,
        tmp_path / "locked.pdf",
        encryption=pymupdf.PDF_ENCRYPT_AES_256,
        user_pw="yew",
        owner_pw="oak",
    )
    with pytest.raises(NeedsPassword):
        read(path)
    with pytest.raises(NeedsPassword):
        read(path, "birch")
    assert read(path, "yew").text == "Behind the lock there is a sentence."


def test_pages_that_are_pictures_are_kept_and_named(tmp_path: Path) -> None:
    document = made_pdfs.new(3)
    made_pdfs.write_lines(document[0], made_pdfs.wrapped(made_pdfs.PROSE))
    made_pdfs.picture_only(document[1])
    reading = read(made_pdfs.save(document, tmp_path / "scan.pdf"))
    assert [page.problem for page in reading.pages] == ["", "no text", BLANK]
    assert [(loss.what, loss.reason) for loss in reading.losses] == [("page 2", "no text")]
    assert all(page.start == page.end == len(reading.text) for page in reading.pages[1:])
    assert reading.figures == 1


def test_nothing_but_pictures_is_still_a_reading(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    for page in document:
        made_pdfs.picture_only(page)
    reading = read(made_pdfs.save(document, tmp_path / "scan.pdf"))
    assert reading.text == ""
    assert reading.sentences == ()
    assert len(reading.losses) == 2


def test_one_broken_page_of_many(tmp_path: Path) -> None:
    document = made_pdfs.new(30)
    for index, page in enumerate(document):
        made_pdfs.write_lines(page, [f"This is sheet number {index + 1} of many."])
    made_pdfs.break_page(document, 16)
    reading = read(made_pdfs.save(document, tmp_path / "broken.pdf"))
    bad = [page for page in reading.pages if page.problem]
    assert [page.index for page in bad] == [16]
    assert bad[0].problem.startswith("not readable: ")
    assert [loss.what for loss in reading.losses] == ["page 17"]
    assert reading.text.count("This is sheet number") == 29


def test_a_page_that_is_missing_from_the_tree(tmp_path: Path) -> None:
    document = made_pdfs.new(5)
    for page in document:
        made_pdfs.write_lines(page, ["A line of text that can be read."])
    document.update_object(document[2].xref, "<< /Type /Catalog >>")
    reading = read(made_pdfs.save(document, tmp_path / "tree.pdf"))
    assert reading.text.count("A line of text") == 4


@pytest.mark.parametrize(
    "page",
    [
        b"<html><body></body></html>",
        b"<!doctype html><script>var a = 'words';</script>",
        b"<p hidden>unseen</p><style>p { color: red }</style>",
    ],
)
def test_a_web_page_without_text(tmp_path: Path, page: bytes) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(page)
    assert refused(path) == "there is no text in this page"


def test_an_archive_without_a_page(tmp_path: Path) -> None:
    path = tmp_path / "a.mhtml"
    path.write_bytes(b"From: x\r\nContent-Type: image/png\r\n\r\nabc")
    assert refused(path) == "there is no web page in this file"


def test_a_kind_that_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\x03\x04 and more")
    assert refused(path) == "this is a damaged archive"
    path.write_bytes(b"\x7fELF and more")
    assert refused(path) == "this kind of file is not supported"
    assert refused(tmp_path / "nowhere.pdf") == "the file is gone"
    (tmp_path / "b.txt").write_bytes(b"\x00\x01\x02" * 30)
    assert refused(tmp_path / "b.txt") == "this is not a text file, whatever its name says"
