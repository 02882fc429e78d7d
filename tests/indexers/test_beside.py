from __future__ import annotations

from pathlib import Path
from typing import Any

import made_pdfs
import pytest

from indexers.paged import beside
from indexers.reading import read
from indexers.records import Reading

WORDS = "The contract of sale was signed here by the river."
ANNEX = b"The annex holds the real terms."


def contract() -> Any:
    document = made_pdfs.new(1)
    made_pdfs.write_lines(document[0], [WORDS])
    return document


def saved(document: Any, folder: Path) -> Reading:
    document.save(str(folder / "a.pdf"))
    return read(folder / "a.pdf")


def test_files_within_a_pdf_are_read_by_themselves(tmp_path: Path) -> None:
    document = contract()
    document.embfile_add("annex", ANNEX, filename="annex.txt")
    document.embfile_add("odd", b"\0", filename="odd.xyz")
    document.embfile_add("none", b"", filename="none.txt")
    document[0].add_file_annot((50, 200), ANNEX + b" Again.", "hangs.txt")
    reading = saved(document, tmp_path)
    assert reading.text == WORDS
    assert [(one.name, one.suffix, one.data) for one in reading.enclosed] == [
        ("annex.txt", ".txt", ANNEX),
        ("hangs.txt", ".txt", ANNEX + b" Again."),
    ]
    assert {(one.what, one.reason) for one in reading.losses} == {
        ("attachment odd.xyz", "this kind of file is not supported"),
        ("attachment none.txt", "it is empty or damaged"),
    }


def test_what_is_not_read_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = contract()
    document.embfile_add("film", b"x" * 2000, filename="film.xyz")
    for name in ("first.txt", "second.txt"):
        document.embfile_add(name, ANNEX, filename=name)
    unpacked: list[int] = []
    real = type(document).embfile_get

    def get(one: Any, index: int) -> bytes:
        unpacked.append(index)
        return bytes(real(one, index))

    monkeypatch.setattr(type(document), "embfile_get", get)
    found, losses = beside.beside_pages(document, 100)
    assert [one.name for one in found] == ["first.txt", "second.txt"]
    assert unpacked == [1, 2]
    assert [one.what for one in losses] == ["attachment film.xyz"]


def test_files_larger_than_may_come_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_BYTES", len(ANNEX))
    document = contract()
    for name in ("first.txt", "second.txt"):
        document.embfile_add(name, ANNEX, filename=name)
    reading = saved(document, tmp_path)
    assert [one.name for one in reading.enclosed] == ["first.txt"]
    assert [one.what for one in reading.losses] == ["attachment second.txt"]


def test_more_files_than_are_read_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MOST_FILES", 2)
    document = contract()
    for number in range(3):
        document.embfile_add(f"{number}.txt", ANNEX, filename=f"{number}.txt")
        document[0].add_file_annot((50, 200), ANNEX, f"hangs-{number}.txt")
    reading = saved(document, tmp_path)
    assert len(reading.enclosed) == 4
    assert [(one.what, one.reason) for one in reading.losses] == [
        ("attachments", "only the first 2 of 3 are read"),
        ("attachments on pages", "only the first 2 of 3 are read"),
    ]


def test_comments_are_counted(tmp_path: Path) -> None:
    document = contract()
    page = document[0]
    page.add_text_annot((50, 200), "The lawyer objects.")
    marked = page.add_highlight_annot(page.search_for("contract"))
    page.add_underline_annot(page.search_for("river"))
    page.add_freetext_annot((50, 300, 400, 330), "Revoked.")
    marked.set_info(content="A wrong name.")
    marked.update()
    reading = saved(document, tmp_path)
    assert "Revoked." in reading.text
    assert [(one.what, one.reason) for one in reading.losses] == [("comments", "not read: 2")]


def test_remarks_of_drawings_are_counted(tmp_path: Path) -> None:
    document = contract()
    page = document[0]
    corners = [(50, 300), (90, 300), (90, 340)]
    drawn = [
        page.add_ink_annot([corners]),
        page.add_line_annot(*corners[:2]),
        page.add_polygon_annot(corners),
        page.add_polyline_annot(corners),
        page.add_stamp_annot((50, 400, 150, 440)),
    ]
    for one in drawn:
        one.set_info(content="The lawyer objects.")
        one.update()
    losses = saved(document, tmp_path).losses
    assert [(one.what, one.reason) for one in losses] == [("comments", "not read: 5")]


@pytest.mark.parametrize("key", ["Order", "OFF", ""])
def test_layers_that_are_switched_off_are_told(tmp_path: Path, key: str) -> None:
    """Without a use, which many files do not tell, and without the list that viewers show."""
    document = contract()
    for name, on in (("shown", True), ("proof", False)):
        layer = document.add_ocg(name, on=on)
        document[0].insert_text((72, 200), f"Words that are {name}", oc=layer)
        document.xref_set_key(layer, "Usage", "null")
    root = document.pdf_catalog()
    if key == "OFF":
        document.xref_set_key(root, "OCProperties/D/BaseState", "/OFF")
    if key:
        document.xref_set_key(root, f"OCProperties/D/{key}", "null")
    reading = saved(document, tmp_path)
    assert "Words that are shown" in reading.text and "proof" not in reading.text
    assert [(one.what, one.reason) for one in reading.losses] == [
        ("layers", "switched off, and so not read: 1")
    ]


@pytest.mark.parametrize("drawn", ["true", "false"])
def test_forms_that_another_program_draws_are_told(tmp_path: Path, drawn: str) -> None:
    document = contract()
    fields = document.get_new_xref()
    document.update_object(fields, "<<>>")
    document.update_stream(fields, b"<xdp/>")
    root = document.pdf_catalog()
    document.xref_set_key(root, "AcroForm", f"<</Fields[]/XFA {fields} 0 R>>")
    document.xref_set_key(root, "NeedsRendering", drawn)
    losses = saved(document, tmp_path).losses
    assert [one.what for one in losses] == (["form"] if drawn == "true" else [])
