"""Bytes to text: what the bytes themselves say, then UTF-8, then a guess."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)""")


def decode(data: bytes, declared: str = "") -> str:
    """Never raises: what cannot be decoded becomes U+FFFD."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    for name in (declared, _in_page(data), "utf-8"):
        text = _try(data, name)
        if text is not None:
            return text
    return _guess(data)


def _in_page(data: bytes) -> str:
    found = _XML.match(data[:200]) or _META.search(data[:4096])
    return found.group(1).decode("ascii", "replace") if found else ""


def _try(data: bytes, name: str) -> str | None:
    if not name:
        return None
    try:
        # What pages call Latin-1 is Windows-1252, says the HTML standard.
        known = codecs.lookup(name).name
        return data.decode("cp1252" if known in ("iso8859-1", "ascii") else known)
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes  # slow to load, seldom needed

    best = from_bytes(data[:200_000]).best()
    return data.decode(best.encoding if best else "cp1252", "replace")
