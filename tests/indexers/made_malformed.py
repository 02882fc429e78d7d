"""Files that are not what they should be: cut, with bits turned, under another name, or made to
harm. The same number and seed make the same files.
"""

from __future__ import annotations

import itertools
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import made_books
import made_mail
import made_office
import made_pdfs

SEED = 20261122
_PAIRS = itertools.pairwise("abcdefgh")
_TIMES_20 = "".join(f'<!ENTITY {name} "{20 * f"&{before};"}">' for before, name in _PAIRS)
LAUGHS = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">{_TIMES_20}]>'
WORD = "word/document.xml"
WORD_NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def page(path: Path) -> Path:
    body = "".join(f"<p>Paragraph {n} of a page about ledgers and mills.</p>" for n in range(40))
    path.write_text(f"<!doctype html><title>Mills</title><article><h1>Mills</h1>{body}</article>")
    return path


GOOD: dict[str, Callable[[Path], Path]] = {
    ".pdf": made_pdfs.simple,
    ".html": page,
    ".docx": made_office.letter,
    ".xlsx": made_office.workbook,
    ".pptx": made_office.talk,
    ".epub": made_books.book,
    ".eml": made_mail.one,
}


def make(folder: Path, number: int = 300, tricks: bool = True) -> list[Path]:
    """``number`` files: those made to harm once each (``tricks``), then mutations of good ones."""
    folder.mkdir(parents=True, exist_ok=True)
    good = {suffix: write(folder / f"good{suffix}") for suffix, write in GOOD.items()}
    bytes_of = {suffix: path.read_bytes() for suffix, path in good.items()}
    for path in good.values():
        path.unlink()
    made = list(harmful(folder, bytes_of)) if tricks else []
    dice = random.Random(SEED)
    suffixes = list(GOOD)
    while len(made) < number:
        suffix = suffixes[len(made) % len(suffixes)]
        kind = MUTATIONS[len(made) // len(suffixes) % len(MUTATIONS)]
        raw, name = kind(bytes_of[suffix], dice), suffix
        if kind is renamed:
            name = dice.choice([other for other in suffixes if other != suffix])
        path = folder / f"{len(made):03}-{kind.__name__}-{suffix[1:]}{name}"
        path.write_bytes(raw)
        made.append(path)
    return made


def cut(raw: bytes, dice: random.Random) -> bytes:
    return raw[: dice.randrange(1, len(raw))]


def turned(raw: bytes, dice: random.Random) -> bytes:
    """One bit in every 500 bytes or so."""
    changed = bytearray(raw)
    for _ in range(max(1, len(raw) // 500)):
        changed[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def hollowed(raw: bytes, dice: random.Random) -> bytes:
    """A stretch of zeros, as a failing disk leaves it."""
    start = dice.randrange(len(raw))
    length = dice.randrange(1, max(2, len(raw) // 4))
    return raw[:start] + bytes(min(length, len(raw) - start)) + raw[start + length :]


def stirred(raw: bytes, dice: random.Random) -> bytes:
    """Two stretches in each other's place."""
    a, b, c = sorted(dice.randrange(len(raw)) for _ in range(3))
    return raw[:a] + raw[b:c] + raw[a:b] + raw[c:]


def doubled(raw: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(raw))
    return raw[:at] + raw[: dice.randrange(1, len(raw))] + raw[at:]


def noise(raw: bytes, dice: random.Random) -> bytes:
    """The right beginning, then anything."""
    return raw[:64] + dice.randbytes(len(raw))


def renamed(raw: bytes, dice: random.Random) -> bytes:
    return raw


MUTATIONS = (cut, turned, hollowed, stirred, doubled, noise, renamed)


def harmful(folder: Path, good: dict[str, bytes]) -> Iterator[Path]:
    """One of each trick we know."""
    texts = {
        "deep.html": "<div>" * 200_000 + "words at the bottom",
        "wide.html": "<p>" + "a" * 30_000_000,
        "laughs.html": LAUGHS + "<p>&h;</p>",
        "entities.html": "<p>" + "&#x110000;&#0;&#xD800;" * 1000 + "words</p>",
        "tables.html": "<table><tr><td>" * 20_000 + "words",
        "no-end.eml": "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
        + "--b\n" * 90_000,
        "headers.eml": "".join(f"X-{n}: {'y' * 900}\n" for n in range(20_000)) + "\nwords",
        "lines.csv": "," * 5_000_000,
        "quote.csv": '"' + "word, " * 1_000_000,
        "nul.txt": "\0" * 1_000_000,
        "one-line.txt": "word " * 2_000_000,
        "empty.pdf": "",
        "head.pdf": "%PDF-1.7\n",
    }
    for name, text in texts.items():
        yield _written(folder / f"harm-{name}", text.encode())
    for name, objects in _pdfs().items():
        yield _written(folder / f"harm-{name}.pdf", _pdf(objects))
    yield _written(folder / "harm-nested.eml", _nested_mail(400))
    yield _written(folder / "harm-huge.png", _huge_png())
    for name, parts in _packed().items():
        path = folder / f"harm-{name}"
        path.write_bytes(good[path.suffix])
        yield made_office.rewritten(path, parts)
    yield _bomb(folder / "harm-bomb.docx", WORD, 3 * 2**30)
    yield _bomb(folder / "harm-bomb.epub", "OEBPS/big.xhtml", 2**30)


def _packed() -> dict[str, dict[str, bytes]]:
    run = "<w:r><w:t>words</w:t></w:r>"
    document = f"<w:document {WORD_NS}><w:body>{{}}</w:body></w:document>"
    deep = "<w:tbl><w:tr><w:tc>" * 20_000 + f"<w:p>{run}</w:p>"
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension '
        'ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576" t="s"><v>99999999</v>'
        '</c></row><row r="-5"><c r="ZZZZZZ9"><v>1e999</v></c></row></sheetData></worksheet>'
    )
    return {
        "laughs.docx": {WORD: (LAUGHS + document.format(f"<w:p>{run}&h;</w:p>")).encode()},
        "deep.docx": {WORD: document.format(deep).encode()},
        "external.docx": {
            WORD: (
                '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
                + document.format(f"<w:p>{run}<w:r><w:t>&e;</w:t></w:r></w:p>")
            ).encode()
        },
        "far.xlsx": {"xl/worksheets/sheet1.xml": sheet.encode()},
        "loop.pptx": {
            "ppt/_rels/presentation.xml.rels": b'<Relationships xmlns="http://schemas.openxml'
            b'formats.org/package/2006/relationships"><Relationship Id="rId1" Type="x" '
            b'Target="../../../../etc/passwd"/></Relationships>'
        },
        "spine.epub": {"META-INF/container.xml": b"<container><rootfiles/></container>"},
    }


def _bomb(path: Path, part: str, size_bytes: int) -> Path:
    """A part of that many spaces in a small file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("mimetype" if path.suffix == ".epub" else "[Content_Types].xml", "")
        with packed.open(part, "w", force_zip64=True) as out:
            for _ in range(size_bytes // 2**24):
                out.write(b" " * 2**24)
    return path


def _pdfs() -> dict[str, list[str]]:
    stream = "<</Length 44>>stream\nBT /F1 12 Tf 72 720 Td (Words.) Tj ET\nendstream"
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    start = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 "
    whole = start + "{}]/Resources<</Font<</F1 5 0 R>>>>>>"
    pages = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
    catalog = "<</Type/Catalog/Pages 2 0 R>>"
    form = (
        "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>"
        "/Length 6>>stream\n/X Do \nendstream"
    )
    used = start + "200 200]/Resources<</XObject<</X 4 0 R>>>>>>"
    return {
        "parent-loop": [catalog, "<</Type/Pages/Kids[2 0 R]/Count 1>>"],
        "count": [
            catalog,
            "<</Type/Pages/Kids[3 0 R]/Count 2000000000>>",
            whole.format("200 200"),
            stream,
            font,
        ],
        "vast-page": [catalog, pages, whole.format("1000000000 1000000000"), stream, font],
        "no-page": [catalog, pages, whole.format("0 -7"), stream, font],
        "form-loop": [catalog, pages, used, form],
        "outline-loop": [
            "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>",
            pages,
            whole.format("200 200"),
            stream,
            font,
            "<</First 7 0 R/Last 7 0 R/Count 1>>",
            "<</Title(Again)/Parent 6 0 R/Next 7 0 R/First 6 0 R/Dest[3 0 R/Fit]>>",
        ],
        "deep-array": [catalog, pages, "[" * 100_000 + "]" * 100_000],
    }


def _pdf(objects: list[str]) -> bytes:
    body = "%PDF-1.7\n"
    for number, text in enumerate(objects, start=1):
        body += f"{number} 0 obj\n{text}\nendobj\n"
    return (body + "trailer<</Root 1 0 R>>\n%%EOF\n").encode()


def _nested_mail(depth: int) -> bytes:
    raw = b"Subject: innermost\n\nwords"
    for _ in range(depth):
        raw = b"Content-Type: message/rfc822\n\n" + raw
    return b"Subject: outer\n" + raw


def _huge_png() -> bytes:
    """A head that promises 60,000 by 60,000 dots, and nothing behind it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def _written(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path
