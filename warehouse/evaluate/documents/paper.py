"""A plain PDF of text lines, written byte by byte: a document of any length to measure with."""

from __future__ import annotations

from collections.abc import Sequence

LINES = 44
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>"


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """One page for each list of lines, A4, 11 points."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        _FONT,
    ]
    for i, lines in enumerate(pages):
        content = _content(lines)
        page = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]"
            f" /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * i} 0 R >>"
        )
        stream = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)
        objects += [page.encode(), stream]
    return _file(objects)


def _content(lines: Sequence[str]) -> bytes:
    shown = b" T* ".join(b"(" + _escaped(line) + b") Tj" for line in lines)
    return b"BT /F1 11 Tf 16 TL 56 770 Td " + shown + b" ET"


def _escaped(line: str) -> bytes:
    line = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return line.encode("cp1252", "replace")


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)
