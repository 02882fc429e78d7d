"""What a document says about itself: title, authors, date; and what can be counted cheaply."""

from __future__ import annotations

import re
from collections.abc import Mapping

from indexers.assembly import Assembled, Block
from indexers.headings import body_size

_NO_TITLE = re.compile(
    r"^(?:untitled|title|document\d*|microsoft word - .*|powerpoint presentation|slide \d+|"
    r".*\.(?:docx?|dvi|tex|indd|pdf|html?|qxd|ps|fm|odt|rtf|txt|pages)|[\W\d_]*)$",
    re.IGNORECASE,
)
_DATE = re.compile(r"^(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?")
_BETWEEN_AUTHORS = re.compile(r"\s*(?:;|,(?!\s*(?:jr|sr|ph\.?d))|\band\b|&|\n)\s*", re.IGNORECASE)
_NO_AUTHOR = re.compile(r"^(?:unknown|admin(?:istrator)?|user|root|author|anonymous)?$", re.I)
_CAPTION = re.compile(
    r"^(fig(?:ure|\.)?|abb(?:ildung|\.)|tab(?:le|elle|leau|\.)|scheme)\s*(\d+(?:\.\d+)*|[IVX]+)\b",
    re.I,
)


def title(metadata: Mapping[str, str], assembled: Assembled) -> str:
    """The file's own title where it is one, else the largest words of the first page."""
    return own_title(metadata) or _largest(assembled)


def own_title(metadata: Mapping[str, str]) -> str:
    """What the file calls itself, unless that is the name of a file or of a program."""
    own = re.sub(r"\s+", " ", metadata.get("title", "")).strip()
    return own[:300] if len(own) >= 3 and not _NO_TITLE.match(own) else ""


def _largest(assembled: Assembled) -> str:
    first = next((page.index for page in assembled.pages if page.words), -1)
    blocks = [
        block
        for block in assembled.blocks
        if block.page == first and block.kind != "code" and _is_title(assembled.text, block)
    ]
    if not blocks:
        return ""
    size = max(block.size for block in blocks)
    if size < 1.05 * body_size(assembled.blocks):
        return ""
    picked = [block for block in blocks if block.size > 0.95 * size]
    if len(picked) > 3:
        picked = picked[:1]
    words = " ".join(assembled.text[block.start : block.end] for block in picked)
    return re.sub(r"\s+", " ", words).strip()[:300]


def _is_title(text: str, block: Block) -> bool:
    words = text[block.start : block.end]
    return 3 <= len(words) <= 300 and sum(map(str.isalpha, words)) >= max(3, len(words) // 3)


def authors(metadata: Mapping[str, str]) -> tuple[str, ...]:
    names = _BETWEEN_AUTHORS.split(metadata.get("author", "").strip())
    kept = [name.strip() for name in names if not _NO_AUTHOR.match(name.strip())]
    return tuple(dict.fromkeys(name[:100] for name in kept))[:30]


def date(metadata: Mapping[str, str]) -> str:
    """``YYYY-MM-DD`` (or less, as the file has it) of its creation."""
    found = _DATE.match(metadata.get("creationDate") or metadata.get("modDate") or "")
    if found is None or not 1900 <= int(found.group(1)) <= 2200:
        return ""
    year, month, day = found.groups()
    if month is None or not 1 <= int(month) <= 12:
        return year
    return f"{year}-{month}-{day}" if day and 1 <= int(day) <= 31 else f"{year}-{month}"


def count_tables_and_figures(assembled: Assembled) -> tuple[int, int]:
    """Captions with different numbers; where none names a table, blocks of rows and cells."""
    tables: set[str] = set()
    figures: set[str] = set()
    rows = 0
    for block in assembled.blocks:
        if block.kind == "table" and block.lines >= 3:
            rows += 1
        found = _CAPTION.match(assembled.text[block.start : block.start + 40])
        if found is not None:
            (tables if found.group(1)[0] in "tT" else figures).add(found.group(2))
    return len(tables) or rows, len(figures)
