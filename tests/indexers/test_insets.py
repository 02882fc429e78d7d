"""Pictures of files without pages: where they stand, their captions by the word of the file, and
one drawn; what a hostile file says of them.
"""

from __future__ import annotations

from pathlib import Path

import docx
import pictured
import pptx
import pymupdf
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.shared import Inches
from pictured import BLUE, CAPTION, GREEN, UNNUMBERED, claiming, made, png

from indexers.errors import NotReadable, ReaderFailed
from indexers.readers import ReaderPool
from indexers.records import Inset, Reading


def around(reading: Reading, inset: Inset) -> tuple[str, str]:
    """The paragraph before it and the one after."""
    before, after = reading.text[: inset.at].rstrip(), reading.text[inset.at :].lstrip()
    return before.rpartition("\n\n")[2], after.partition("\n\n")[0]


@pytest.mark.parametrize("kind", pictured.MAKERS)
def test_where_pictures_stand_is_told_and_one_is_drawn(
    pool: ReaderPool, tmp_path: Path, kind: str
) -> None:
    path = made(tmp_path, kind)
    reading = pool.read(path)
    colours = []
    for inset, caption in zip(reading.insets, (CAPTION, UNNUMBERED), strict=False):
        place = reading.pages[inset.page]
        assert place.start <= reading.text.index(caption) < place.end
        if kind not in ("pptx", "odp"):
            assert caption in around(reading, inset)
        drawn = pool.inset(path, inset.part, 1.0)
        assert len(drawn.rgb) == 3 * drawn.width * drawn.height
        colours.append(tuple(drawn.rgb[:3]))
    assert colours == ([BLUE] if kind == "odp" else [BLUE, GREEN])


@pytest.mark.parametrize("kind", ["docx", "odt", "epub", "html", "pptx"])
def test_a_paragraph_may_be_a_caption_by_the_word_of_the_file(
    pool: ReaderPool, tmp_path: Path, kind: str
) -> None:
    reading = pool.read(made(tmp_path, kind))
    assert [reading.text[at:].partition("\n\n")[0] for at in reading.captions] == [UNNUMBERED]


def test_it_has_no_more_pixels_than_in_the_file(pool: ReaderPool, tmp_path: Path) -> None:
    path = made(tmp_path, "odt")
    drawn = pool.inset(path, "Pictures/dam.png", 100.0)
    assert (drawn.width, drawn.height) == (600, 300)
    small = pool.inset(path, "Pictures/dam.png", 0.5)
    assert small.width / small.scale == pytest.approx(drawn.width / drawn.scale, rel=0.01)


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (claiming(100_000, 100_000), "damaged"),
        (claiming(9_000, 9_000), "9,000 × 9,000 pixels, more than are drawn"),
        (png()[:200], "damaged"),
        (png(size=(600, 20)), "too small"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'/>", "not drawn"),
        (b"<html><body>Words</body></html>", "not drawn"),
        (b"\x01\0\0\0" + bytes(36) + b" EMF", "not drawn"),
        (b"", "not drawn"),
    ],
)
def test_what_is_no_picture_is_refused(
    pool: ReaderPool, tmp_path: Path, image: bytes, reason: str
) -> None:
    path = pictured.odt_file(tmp_path / "a.odt")
    parts = {"mimetype": b"application/vnd.oasis.opendocument.text", "Pictures/dam.png": image}
    pictured.packed(path, parts)
    with pytest.raises(NotReadable, match=reason):
        pool.inset(path, "Pictures/dam.png", 1.0)
    assert pool.inset(made(tmp_path, "html"), _parts(pool, tmp_path / "town.html")[0], 1.0).width


def test_a_changed_byte_leaves_no_blank_picture(pool: ReaderPool, tmp_path: Path) -> None:
    image = bytearray(png())
    image[len(image) // 2] ^= 0xFF
    path = pictured.odt_file(tmp_path / "a.odt", bytes(image))
    with pytest.raises(NotReadable, match="damaged"):
        pool.inset(path, "Pictures/dam.png", 1.0)


def test_a_picture_that_unpacks_to_too_much(pool: ReaderPool, tmp_path: Path) -> None:
    path = pictured.odt_file(tmp_path / "bomb.odt", png() + bytes(130 * 1024 * 1024))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(NotReadable, match="more than is read"):
        pool.inset(path, "Pictures/dam.png", 1.0)


@pytest.mark.parametrize("away", ["../../secret.png", "/etc/passwd", "http://evil.example/a.png"])
def test_what_lies_outside_the_file_is_none_of_its_pictures(
    pool: ReaderPool, tmp_path: Path, away: str
) -> None:
    (tmp_path.parent / "secret.png").write_bytes(png())
    for path in (
        pictured.odt_file(tmp_path / "a.odt", href=away),
        pictured.epub_file(tmp_path / "a.epub", src=away),
        pictured.html_file(tmp_path / "a.html", dam=away),
    ):
        assert len(_parts(pool, path)) == 1
        with pytest.raises(NotReadable, match="no such picture"):
            pool.inset(path, away, 1.0)


def test_a_picture_that_a_word_document_links_to_is_not_fetched(
    pool: ReaderPool, tmp_path: Path
) -> None:
    document = docx.Document(str(made(tmp_path, "docx")))
    part = document.part
    away = part.relate_to("http://evil.example/a.png", RELATIONSHIP_TYPE.IMAGE, is_external=True)
    for blip in document.element.body.iter("{*}blip"):
        blip.attrib[next(key for key in blip.attrib if key.endswith("embed"))] = away
    document.save(str(tmp_path / "linked.docx"))
    assert _parts(pool, tmp_path / "linked.docx") == []


def test_pictures_of_headers_and_hidden_slides_are_not_told(
    pool: ReaderPool, tmp_path: Path
) -> None:
    letter = docx.Document(str(made(tmp_path, "docx")))
    (tmp_path / "logo.png").write_bytes(png((1, 2, 3)))
    run = letter.sections[0].header.paragraphs[0].add_run("The town")
    run.add_picture(str(tmp_path / "logo.png"), width=Inches(1))
    letter.save(str(tmp_path / "letter.docx"))
    assert len(_parts(pool, tmp_path / "letter.docx")) == 2
    talk = pptx.Presentation(str(made(tmp_path, "pptx")))
    talk.slides[0]._element.set("show", "0")
    talk.save(str(tmp_path / "hidden.pptx"))
    [left] = pool.read(tmp_path / "hidden.pptx").insets
    assert left.page == 1


def test_a_picture_that_a_page_hides_is_not_told(pool: ReaderPool, tmp_path: Path) -> None:
    path = made(tmp_path, "html")
    text = path.read_text("utf-8").replace('<img alt="" src', '<img style="display:none" src', 1)
    path.write_text(text, "utf-8")
    assert len(_parts(pool, path)) == 1


def test_only_files_without_pages_have_such_pictures(pool: ReaderPool, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Words.", "utf-8")
    (tmp_path / "a.png").write_bytes(png())
    for name in ("a.txt", "a.png"):
        with pytest.raises(NotReadable):
            pool.inset(tmp_path / name, "a.png", 1.0)
    with pytest.raises((NotReadable, ReaderFailed)):
        pool.inset(tmp_path / "gone.docx", "a.png", 1.0)


def _parts(pool: ReaderPool, path: Path) -> list[str]:
    return [inset.part for inset in pool.read(path).insets]


def test_a_photograph_that_was_cut_off_is_refused(pool: ReaderPool, tmp_path: Path) -> None:
    drawn = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 400, 300))
    drawn.set_rect(drawn.irect, (200, 40, 60))
    whole = drawn.tobytes("jpg")
    path = pictured.odt_file(tmp_path / "a.odt", whole)
    parts = {"mimetype": b"application/vnd.oasis.opendocument.text"}
    pictured.packed(path, {**parts, "Pictures/dam.png": whole})
    assert pool.inset(path, "Pictures/dam.png", 1.0).width
    pictured.packed(path, {**parts, "Pictures/dam.png": whole[: len(whole) // 2]})
    with pytest.raises(NotReadable, match="damaged"):
        pool.inset(path, "Pictures/dam.png", 1.0)
