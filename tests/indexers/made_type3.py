"""A PDF file whose font is drawn in dots, as old TeX made them: codes, and no names of letters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import made_pdfs

_SIZE = 123
NOTHING: Mapping[int, int] = {}


def bitmaps(path: Path, lines: list[bytes], means: Mapping[int, int] = NOTHING) -> Path:
    """One page of these codes, all drawn as the same box; every letter is half its size wide.

    ``means`` says what letters the file says that codes are.
    """
    document = made_pdfs.new(1)
    page = document[0]
    glyph, font, stream = (document.get_new_xref() for _ in range(3))
    document.update_object(glyph, "<<>>")
    document.update_stream(glyph, b"50 0 5 0 45 70 d1 5 0 40 70 re f", new=True)
    names = [f"a{code}" for code in range(_SIZE) if code != 32]
    drawn = " ".join(f"/{name} {glyph} 0 R" for name in names)
    listed = " ".join(f"{name[1:]}/{name}" for name in names)
    document.update_object(
        font,
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 50 70]/FontMatrix[.01 0 0 .01 0 0]"
        f"/CharProcs<<{drawn}>>/Encoding<</Type/Encoding/Differences[{listed}]>>"
        f"/FirstChar 0/LastChar {_SIZE - 1}/Widths[{' '.join(['50'] * _SIZE)}]>>",
    )
    if means:
        table = document.get_new_xref()
        pairs = "".join(f"<{code:02x}> <{letter:04x}>\n" for code, letter in means.items())
        document.update_object(table, "<<>>")
        cmap = (
            "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> "
            f"endcodespacerange {len(means)} beginbfchar {pairs} endbfchar endcmap end"
        )
        document.update_stream(table, cmap.encode(), new=True)
        document.xref_set_key(font, "ToUnicode", f"{table} 0 R")
    document.xref_set_key(page.xref, "Resources", f"<</Font<</F0 {font} 0 R>>>>")
    shown = b" T* ".join(b"<" + line.hex().encode() + b"> Tj" for line in lines)
    document.update_object(stream, "<<>>")
    document.update_stream(stream, b"BT /F0 10 Tf 14 TL 72 700 Td " + shown + b" ET", new=True)
    document.xref_set_key(page.xref, "Contents", f"{stream} 0 R")
    return made_pdfs.save(document, path)
