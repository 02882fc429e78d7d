"""Files without pages with pictures in them, made by the tests: what stands where is known."""

from __future__ import annotations

import base64
import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import docx
import pptx
import pymupdf
from docx.shared import Inches
from pptx.util import Inches as SlideInches

CAPTION = "Figure 1: The dam of Brielle and its sluices, seen from the river."
UNNUMBERED = "The mill of Brielle at night, with its lamps lit."
BEFORE = "The town kept a book of all that was built at the river."
BETWEEN = "Cheese was sold on Fridays, and nobody was let off."
AFTER = "Each spring the masters of the dike counted the stones."
BLUE, GREEN = (178, 204, 255), (20, 204, 56)

_OPEN = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = " ".join(
    f'xmlns:{one}="{_OPEN}{one}:1.0"' for one in ("office", "text", "draw", "style", "presentation")
)
_SPACES += ' xmlns:xlink="http://www.w3.org/1999/xlink"'


def png(colour: tuple[int, int, int] = BLUE, size: tuple[int, int] = (600, 300)) -> bytes:
    """That colour with a dark line across."""
    image = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, *size), False)
    image.set_rect(image.irect, colour)
    image.set_rect((size[0] // 2, 0, size[0] // 2 + 5, size[1]), (90, 0, 0))
    data: bytes = image.tobytes("png")
    return data


def claiming(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and has a line of its pixels."""
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes(3 * min(width, 10_000) + 1))),
        (b"IEND", b""),
    )
    made = b"\x89PNG\r\n\x1a\n"
    for name, body in parts:
        made += struct.pack(">I", len(body)) + name + body + struct.pack(">I", _sum(name + body))
    return made


def _sum(data: bytes) -> int:
    return zlib.crc32(data)


def docx_file(path: Path, image: bytes | None = None) -> Path:
    """The dam with a caption of that style under it, the mill with one that has no number."""
    made = docx.Document()
    made.add_paragraph(BEFORE)
    made.add_picture(BytesIO(image or png()), width=Inches(4))
    made.add_paragraph(CAPTION)
    made.add_paragraph(BETWEEN)
    made.add_picture(BytesIO(png(GREEN, (300, 400))), width=Inches(2))
    made.add_paragraph(UNNUMBERED, style="Caption")
    made.add_paragraph(AFTER)
    made.save(str(path))
    return path


def odt_file(path: Path, image: bytes | None = None, href: str = "Pictures/dam.png") -> Path:
    """As LibreOffice has it: a caption stands in a box around its picture."""
    frame = f'<draw:frame><draw:image xlink:href="{href}"/></draw:frame>'
    box = '<draw:frame><draw:text-box><text:p text:style-name="{}">{}{}</text:p>'
    box += "</draw:text-box></draw:frame>"
    mill = '<draw:frame><draw:image xlink:href="Pictures/mill.png"/></draw:frame>'
    body = (
        f"<text:p>{BEFORE}</text:p><text:p>{box.format('P1', frame, CAPTION)}</text:p>"
        f"<text:p>{BETWEEN}</text:p><text:p>{box.format('P2', mill, UNNUMBERED)}</text:p>"
        f"<text:p>{AFTER}</text:p>"
    )
    parents = (("P1", "Standard"), ("P2", "Illustration"), ("Illustration", "Caption"))
    styles = "".join(
        f'<style:style style:name="{name}" style:family="paragraph"'
        f' style:parent-style-name="{parent}"/>'
        for name, parent in parents
    )
    return _opened(path, "text", styles, body, image)


def odp_file(path: Path) -> Path:
    frame = '<draw:frame><draw:image xlink:href="Pictures/dam.png"/></draw:frame>'
    words = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    pages = f"<draw:page>{frame}{words.format(BEFORE)}{words.format(CAPTION)}</draw:page>"
    pages += f"<draw:page>{words.format(AFTER)}</draw:page>"
    return _opened(path, "presentation", "", pages, None)


def _opened(path: Path, kind: str, styles: str, body: str, image: bytes | None) -> Path:
    content = (
        f"<office:document-content {_SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
        "</office:body></office:document-content>"
    )
    return packed(
        path,
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}".encode(),
            "content.xml": content.encode(),
            "Pictures/dam.png": image or png(),
            "Pictures/mill.png": png(GREEN, (300, 400)),
        },
    )


def epub_file(path: Path, src: str = "../images/dam.png", image: bytes | None = None) -> Path:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    return packed(
        path,
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "OEBPS/book.opf": package.encode(),
            "OEBPS/text/one.xhtml": page(src, "../images/mill.png").encode(),
            "OEBPS/images/dam.png": image or png(),
            "OEBPS/images/mill.png": png(GREEN, (300, 400)),
        },
    )


def page(dam: str, mill: str) -> str:
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The town</title></head><body>'
        f'<article><h1>The dam</h1><p>{BEFORE}</p><p><img alt="" src="{dam}"/></p><p>{CAPTION}</p>'
        f'<p>{BETWEEN}</p><figure><img alt="" src="{mill}"/><figcaption><p>{UNNUMBERED}</p>'
        f"</figcaption></figure><p>{AFTER}</p></article></body></html>"
    )


def data_address(image: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(image).decode()}"


def html_file(path: Path, dam: str = "") -> Path:
    """Its pictures within it."""
    mill = data_address(png(GREEN, (300, 400)))
    path.write_text(page(dam or data_address(png()), mill), "utf-8")
    return path


def mhtml_file(path: Path) -> Path:
    """As a browser saves a page, its pictures beside it: one by its place, one by its id."""
    parts = [
        ("text/html", "http://town.example/dam", "", page("img/dam.png", "cid:mill@x").encode()),
        ("image/png", "http://town.example/img/dam.png", "", png()),
        ("image/png", "", "<mill@x>", png(GREEN, (300, 400))),
    ]
    lines = [b"MIME-Version: 1.0", b'Content-Type: multipart/related; boundary="edge"', b""]
    for kind, place, id, body in parts:
        lines += [b"--edge", f"Content-Type: {kind}".encode(), b"Content-Transfer-Encoding: base64"]
        lines += [f"Content-Location: {place}".encode()] if place else []
        lines += [f"Content-ID: {id}".encode()] if id else []
        lines += [b"", base64.encodebytes(body)]
    path.write_bytes(b"\r\n".join([*lines, b"--edge--", b""]))
    return path


def pptx_file(path: Path) -> Path:
    """Slides: the dam, and its caption above other words; the mill in the layout for one."""
    made = pptx.Presentation()
    dam = made.slides.add_slide(made.slide_layouts[5])
    dam.shapes.title.text = "The dam"
    dam.shapes.add_picture(BytesIO(png()), SlideInches(1), SlideInches(2))
    for words in (BEFORE, CAPTION):
        box = dam.shapes.add_textbox(SlideInches(1), SlideInches(5), SlideInches(5), SlideInches(1))
        box.text_frame.text = words
    mill = made.slides.add_slide(made.slide_layouts[8])
    mill.shapes.title.text = "The mill"
    mill.placeholders[1].insert_picture(BytesIO(png(GREEN, (300, 400))))
    mill.placeholders[2].text = UNNUMBERED
    made.save(str(path))
    return path


def packed(path: Path, members: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, data, kind)
    return path


MAKERS = {
    "docx": docx_file,
    "odt": odt_file,
    "odp": odp_file,
    "epub": epub_file,
    "html": html_file,
    "mhtml": mhtml_file,
    "pptx": pptx_file,
}


def made(folder: Path, kind: str) -> Path:
    return MAKERS[kind](folder / f"town.{kind}")
