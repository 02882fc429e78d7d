"""Notes made on real pages, and written out."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from msgspec import structs

from warehouse import cli
from warehouse.documents import notes
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run

WORDS = "The dam broke in the spring of 1824."


def paper(folder: Path) -> Path:
    made = pymupdf.open()
    for words in (WORDS, "Nothing followed."):
        made.new_page().insert_text((72, 100), words)
    made.set_metadata({"title": "Floods", "author": "A. Weaver"})
    path = folder / "floods.pdf"
    made.save(path)
    made.close()
    return path


def test_a_highlight_has_its_words_and_rectangles(library: Library, tmp_path: Path) -> None:
    document = library.add([paper(tmp_path)], Run())[0]
    at = library.catalog.text(document.id).index("dam broke")
    made = notes.make(library.catalog, document.id, at - 1, at + 10, "blue")
    assert made.words == "dam broke" and made.page_label == "1"
    ((page, boxes),) = made.boxes
    assert page == 0 and len(boxes) == 1 and boxes[0][2] - boxes[0][0] > 20
    assert library.catalog.annotations(document.id) == [made]
    with pytest.raises(BadInput):
        notes.make(library.catalog, document.id, at - 1, at)


def test_a_highlight_over_two_pages_names_both(library: Library, tmp_path: Path) -> None:
    catalog = library.catalog
    document = library.add([paper(tmp_path)], Run())[0]
    made = notes.make(catalog, document.id, len(WORDS) - 5, catalog.length(document.id))
    assert [page for page, _ in made.boxes] == [0, 1] and made.page_label == "1–2"
    assert "(pp. 1–2)" in notes.markdown(catalog, [document])
    library.read_again(document.id, (), Run())
    assert catalog.annotations(document.id)[0].page_label == "1–2"


def test_notes_are_written_as_markdown(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = library.add([paper(tmp_path)], Run())[0]
    made = notes.make(library.catalog, document.id, 0, len(WORDS))
    written = structs.replace(made, note="Compare <the> diary.\n\nAnd *this*.", colour="rose")
    library.catalog.save_annotation(written)
    text = notes.markdown(library.catalog, library.catalog.documents())
    assert text.startswith("# Floods\n\nA. Weaver\n\n" + f"> {WORDS} (p. 1)\n")
    assert "Compare \\<the\\> diary.\n\nAnd \\*this\\*." in text
    folder = library.folder
    library.close()
    assert cli.main(["--warehouse", str(folder), "notes", document.id[:8]]) == 0
    assert f"> {WORDS} (p. 1)" in capsys.readouterr().out
    out = tmp_path / "notes.md"
    assert cli.main(["--warehouse", str(folder), "notes", "--out", str(out)]) == 0
    assert out.read_text() == text
    assert cli.main(["--warehouse", str(folder), "notes", "--out", str(out)]) == 1
