"""The bytes of one picture to pixels, by MuPDF, which sets it as a page: turned as its camera says,
on white paper, no larger than it is.

What its head claims is looked at before anything is unpacked. By its first bytes, for MuPDF would
take a page of HTML for a picture too.
"""

from __future__ import annotations

from indexers.detect import PICTURES
from indexers.errors import NotReadable
from indexers.paged.pdf import pymupdf, tight
from indexers.records import Picture

SMALLEST_PX = 64  # a side: what is smaller is an icon or a rule
MOST_PIXELS = 50_000_000
LARGEST_POINTS = (480.0, 640.0)  # as it is shown
_POINTS_A_PIXEL = 0.75
_KINDS = {**PICTURES, b"GIF8": "gif", b"BM": "bmp"}
_DAMAGED = "the picture is damaged"
_SIGNS_OF_DAMAGE = ("error", "premature end")  # MuPDF draws what it could unpack
_DAMAGE = (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase)


def drawn(data: bytes, scale: float) -> Picture:
    """``scale`` pixels to the point, fewer where it has fewer. Raises NotReadable."""
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), "")
    if not kind:
        raise NotReadable("this kind of picture is not drawn")
    pymupdf.TOOLS.reset_mupdf_warnings()
    try:
        size = _size(data)
        _check(*size)
        with pymupdf.open(stream=data, filetype=kind) as document:
            page = document.load_page(0)
            sheet = page.rect
            if (sheet.width > sheet.height) != (size[0] > size[1]):
                size = size[1], size[0]
            width = _width_points(*size)
            across = max(1, round(min(size[0], max(scale, 0.05) * width)))
            matrix = pymupdf.Matrix(across / sheet.width, across / sheet.width)
            pixels = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csRGB, alpha=False)
            said = pymupdf.TOOLS.mupdf_warnings()  # which are gone then
            if any(sign in said for sign in _SIGNS_OF_DAMAGE):
                raise NotReadable(_DAMAGED)
            return Picture(pixels.width, pixels.height, pixels.width / width, tight(pixels))
    except _DAMAGE as error:
        raise NotReadable(_DAMAGED) from error


def _size(data: bytes) -> tuple[int, int]:
    """In pixels, by its head."""
    buffer = pymupdf.mupdf.fz_new_buffer_from_copied_data(data)
    image = pymupdf.mupdf.fz_new_image_from_buffer(buffer)
    return image.w(), image.h()


def _check(width: int, height: int) -> None:
    if min(width, height) < SMALLEST_PX:
        raise NotReadable("the picture is too small")
    if width * height > MOST_PIXELS:
        raise NotReadable(f"the picture has {width:,} × {height:,} pixels, more than are drawn")


def _width_points(width: int, height: int) -> float:
    most = min(side / pixels for side, pixels in zip(LARGEST_POINTS, (width, height), strict=True))
    return width * min(_POINTS_A_PIXEL, most)
