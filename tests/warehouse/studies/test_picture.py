"""Pages as PNG files with words lit."""

from __future__ import annotations

import pymupdf

from indexers.records import Picture
from warehouse.studies.exporting.picture import LIGHT, lit, png

WHITE, BLACK = b"\xff\xff\xff", b"\x00\x00\x00"


def page() -> Picture:
    """20 x 10 points at two pixels to the point: white, with a black left half."""
    row = BLACK * 20 + WHITE * 20
    return Picture(40, 20, 2.0, row * 20)


def pixel(picture: Picture, x: int, y: int) -> tuple[int, ...]:
    at = (y * picture.width + x) * 3
    return tuple(picture.rgb[at : at + 3])


def test_light_falls_on_paper_and_not_on_ink() -> None:
    shone = lit(page(), [(8, 4, 14, 6)])
    assert pixel(shone, 24, 10) == LIGHT
    assert pixel(shone, 17, 10) == (0, 0, 0)
    assert pixel(shone, 39, 10) == (255, 255, 255)
    assert pixel(shone, 24, 19) == (255, 255, 255)
    assert page().rgb == lit(page(), []).rgb


def test_boxes_beyond_the_page_are_cut() -> None:
    shone = lit(page(), [(-50, -50, 500, 500), (100, 100, 120, 110)])
    assert pixel(shone, 39, 19) == LIGHT


def test_the_file_is_what_others_read() -> None:
    picture = lit(page(), [(8, 4, 14, 6)])
    pixmap = pymupdf.Pixmap(png(picture))
    assert (pixmap.width, pixmap.height, pixmap.n) == (40, 20, 3)
    assert bytes(pixmap.samples) == picture.rgb
