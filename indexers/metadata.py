"""What a file says of itself: title, authors, date; as far as it can be believed."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NO_TITLE = re.compile(
    r"^(?:untitled|title|document\d*|microsoft word - .*|powerpoint presentation|slide \d+|"
    r".*\.(?:docx?|dvi|tex|indd|pdf|html?|qxd|ps|fm|odt|rtf|txt|pages)|[\W\d_]*)$",
    re.IGNORECASE,
)
_DATE = re.compile(r"^(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?")
_BETWEEN_AUTHORS = re.compile(r"\s*(?:;|,(?!\s*(?:jr|sr|ph\.?d))|\band\b|&|\n)\s*", re.IGNORECASE)
_NO_AUTHOR = re.compile(r"^(?:unknown|admin(?:istrator)?|user|root|author|anonymous)?$", re.I)


def title(metadata: Mapping[str, str]) -> str:
    """What the file calls itself, unless that is the name of a file or of a program."""
    own = re.sub(r"\s+", " ", metadata.get("title", "")).strip()
    return own[:300] if len(own) >= 3 and not _NO_TITLE.match(own) else ""


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
