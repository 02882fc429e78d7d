from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from made_books import CONTAINER

from indexers.flowing.epub import read_epub
from indexers.records import Reading

PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{}</p></body></html>'
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


def from_book(
    folder: Path, manifest: str, spine: str, parts: dict[str, str], metadata: str = "<metadata/>"
) -> Reading:
    path = folder / "a.epub"
    references = "".join(f'<itemref idref="{id}"/>' for id in spine.split())
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf">'
        f"{metadata}<manifest>{manifest}</manifest><spine>{references}</spine></package>"
    )
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("mimetype", "application/epub+zip")
        made.writestr("META-INF/container.xml", CONTAINER)
        made.writestr("OEBPS/book.opf", package)
        for name, text in parts.items():
            made.writestr(f"OEBPS/{name}", text)
    return read_epub(path, lambda done, total: None)


def item(id: str, kind: str, more: str = "") -> str:
    return f'<item id="{id}" href="{id}" media-type="{kind}" {more}/>'


def test_chapters_of_other_types_are_read(tmp_path: Path) -> None:
    manifest = (
        item("a", "application/xhtml+xml") + item("b", "text/xml") + item("c", "image/svg+xml")
    )
    parts = {
        "a": PAGE.format("The first."),
        "b": PAGE.format("The second."),
        "c": DRAWN.format("<text>The <tspan>third.</tspan></text><rect/>"),
    }
    reading = from_book(tmp_path, manifest, "a b c", parts)
    assert reading.text == "The first.\n\nThe second.\n\nThe third."
    assert reading.losses == ()


def test_a_drawn_page_without_words_is_told(tmp_path: Path) -> None:
    manifest = item("a", "application/xhtml+xml") + item("c", "image/svg+xml")
    parts = {"a": PAGE.format("The first."), "c": DRAWN.format("<rect/>")}
    losses = from_book(tmp_path, manifest, "a c", parts).losses
    assert [(one.what, one.reason) for one in losses] == [("OEBPS/c", "a picture without text")]


def test_what_stands_in_for_a_chapter_that_cannot_be_read(tmp_path: Path) -> None:
    manifest = item("p", "image/png", 'fallback="q"') + item("q", "application/xhtml+xml")
    parts = {"p": "png", "q": PAGE.format("In its place.")}
    reading = from_book(tmp_path, manifest, "p", parts)
    assert reading.text == "In its place."
    assert reading.losses == ()


def test_chapters_that_are_not_read_are_told(tmp_path: Path) -> None:
    manifest = (
        item("a", "application/xhtml+xml")
        + item("p", "image/png", 'fallback="p"')
        + item("t", "text/plain")
    )
    reading = from_book(
        tmp_path, manifest, "a p t gone", {"a": PAGE.format("One."), "p": "", "t": ""}
    )
    assert [(one.what, one.reason) for one in reading.losses] == [
        ("OEBPS/p", "this kind of chapter is not read (image/png)"),
        ("OEBPS/t", "this kind of chapter is not read (text/plain)"),
        ("gone", "the chapter is missing from the file"),
    ]


CHAPTERS = (
    "<h1>The mill</h1><p>One.</p><h2>Wheels</h2><p>Two.</p><h1>CHAPTER II<br/>The fire</h1>"
    "<p>Three.</p>"
)
NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol>'
    '<li><a href="a">The mill</a><ol><li><a href="a#w">Wheels</a></li></ol></li>'
    '<li><a href="a#f">Chapter II. The fire</a></li></ol></nav></body></html>'
)
NCX = (
    '<ncx><navMap><navPoint><navLabel><text>The mill</text></navLabel><content src="a"/><navPoint>'
    '<navLabel><text>Wheels</text></navLabel><content src="a#w"/></navPoint></navPoint><navPoint>'
    '<navLabel><text>Chapter II. The fire</text></navLabel><content src="a#f"/></navPoint>'
    "</navMap></ncx>"
)


@pytest.mark.parametrize(
    "contents",
    [{"nav": NAV}, {"ncx": NCX}, {"nav": NAV, "ncx": NCX}],
    ids=" ".join,
)
def test_each_chapter_of_a_file_is_a_place(tmp_path: Path, contents: dict[str, str]) -> None:
    manifest = (
        item("a", "application/xhtml+xml")
        + item("nav", "application/xhtml+xml", 'properties="nav"')
        + item("ncx", "application/x-dtbncx+xml")
    )
    parts = {"a": PAGE.replace("<p>{}</p>", CHAPTERS), **contents}
    reading = from_book(tmp_path, manifest, "a", parts)
    assert [(one.label, reading.text[one.start : one.end]) for one in reading.pages] == [
        ("The mill", "The mill\n\nOne.\n\nWheels\n\nTwo."),
        ("Chapter II. The fire", "CHAPTER II The fire\n\nThree."),
    ]
    assert reading.losses == ()


def test_a_mark_of_a_note_does_not_stick_to_the_number_before_it(tmp_path: Path) -> None:
    mark = '<a xmlns:e="http://www.idpf.org/2007/ops" e:type="noteref" href="#n">12</a>'
    parts = {"a": PAGE.format(f"It fell in 1204{mark}.")}
    reading = from_book(tmp_path, item("a", "application/xhtml+xml"), "a", parts)
    assert reading.text == "It fell in 1204¹²."


@pytest.mark.parametrize(("said", "code"), [("spa", "es"), ("ger", "de"), ("und", "")])
def test_a_language_of_three_letters_is_known(tmp_path: Path, said: str, code: str) -> None:
    metadata = f"<metadata><language>{said}</language></metadata>"
    manifest = item("a", "application/xhtml+xml")
    book = from_book(tmp_path, manifest, "a", {"a": PAGE.format("Words")}, metadata)
    assert book.language == code
