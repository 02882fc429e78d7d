"""What a file says of itself: title, authors, dates, identifiers; as far as it can be believed.

Readers hand over what their format calls these things under common names (``author``,
``creationDate`` as in a PDF; ``date`` for a date of publication); ``told`` makes of it what the
catalog keeps: each value with where it was found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from indexers.records import Told
from indexers.text import identifiers

MOST_BYTES = 4 * 1024 * 1024
LONGEST_CHARS = 300
_NO_TITLE = re.compile(
    r"^(?:untitled|title|document\d*|microsoft word - .*|powerpoint presentation|slide \d+|"
    r".*\.(?:docx?|dvi|tex|indd|pdf|html?|qxd|ps|fm|odt|rtf|txt|pages)|[\W\d_]*)$",
    re.IGNORECASE,
)
_DATE = re.compile(r"^(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?")
_BETWEEN_AUTHORS = re.compile(r"\s*(?:;|,(?!\s*(?:jr|sr|ph\.?d))|\band\b|&|\n)\s*", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:;|\band\b|&)\s*", re.IGNORECASE)
_LINES = re.compile(r"\s*\n\s*")
_ONE_NAME = re.compile(r"^\s*[\w'’-]+,\s*(?:[\w'’-]+|(?:\w\.[\s-]*)+)\s*$")
_ADDRESS = re.compile(r"\s*[<(]?\S+@[^\s>)]+[>)]?")
_NO_AUTHOR = re.compile(
    r"^(?:unknown|admin(?:istrator)?|user|root|author|anonymous|(?:and )?others\.?|et al\.?)?$",
    re.I,
)
_ROLE = re.compile(r"^(?:(?:with|[a-z]+) ){0,3}by\s+", re.IGNORECASE)  # "maintained by"
_WITHIN_A_BODY = re.compile(r"\b(?:of|for)\b")
_PLAIN = ("container", "publisher", "volume", "issue", "url", "type")


def title(metadata: Mapping[str, str]) -> str:
    """What the file calls itself, unless that is the name of a file or of a program."""
    named = _line(metadata.get("title", ""))
    return named if len(named) >= 3 and not _NO_TITLE.match(named) else ""


def authors(metadata: Mapping[str, str]) -> tuple[str, ...]:
    """Names in their order. Where line breaks (one is enough, at the end too) or semicolons part
    them, and where two words stand around one comma, a comma parts ``Family, Given``.
    """
    whole = metadata.get("author", "")
    if "\n" in whole or _ONE_NAME.match(whole):
        parts = _LINES
    else:
        parts = _LISTED if ";" in whole else _BETWEEN_AUTHORS
    names = [_ADDRESS.sub("", name).strip() for name in parts.split(whole)]
    names = [_ROLE.sub("", name) for name in _bodies_whole(names)]
    kept = [name for name in names if not _NO_AUTHOR.match(name) and _is_written(name)]
    return tuple(dict.fromkeys(name[:100] for name in kept))[:30]


def _bodies_whole(names: Sequence[str]) -> list[str]:
    """ "Centers for Disease Control", "Prevention" are one: no person has one word for a name."""
    whole: list[str] = []
    for name in names:
        if whole and name and " " not in name and _WITHIN_A_BODY.search(whole[-1]):
            whole[-1] = f"{whole[-1]} and {name}"
        else:
            whole.append(name)
    return whole


def _is_written(name: str) -> bool:
    """Letters and little else; what a broken text string leaves is none."""
    letters = sum(mark.isalpha() or mark.isspace() for mark in name)
    return letters >= 0.7 * len(name) and name[0].isalpha()


def date(metadata: Mapping[str, str]) -> str:
    """``YYYY-MM-DD`` (or less, as the file has it) of its publication, else of its creation."""
    return identifiers.iso(metadata.get("date", "")) or made(metadata)


def made(metadata: Mapping[str, str]) -> str:
    """When the file was made, which is seldom when the work appeared."""
    match = _DATE.match(metadata.get("creationDate") or metadata.get("modDate") or "")
    if match is None or not 1900 <= int(match.group(1)) <= 2200:
        return ""
    year, month, day = match.groups()
    if month is None or not 1 <= int(month) <= 12:
        return year
    return f"{year}-{month}-{day}" if day and 1 <= int(day) <= 31 else f"{year}-{month}"


def told(metadata: Mapping[str, str]) -> tuple[Told, ...]:
    """Every value the file gives, with "file" as its origin; its creation date as "made"."""
    whole = metadata.get("identifier", "")
    numbers = f"{metadata.get('doi', '')} {whole}"
    values = {
        "title": title(metadata),
        "date": identifiers.iso(metadata.get("date", "")),
        "doi": identifiers.clean_doi(numbers),
        "arxiv": identifiers.arxiv(whole) or identifiers.arxiv(metadata.get("subject", "")),
        "isbn": identifiers.clean_isbn(metadata.get("isbn", ""))
        or identifiers.isbn(f"ISBN {whole}"),
        "pages": _line(metadata.get("pages", "")) or _span(metadata),
        **{name: _line(metadata.get(name, "")) for name in _PLAIN},
    }
    if not values["doi"]:
        values["doi"] = identifiers.clean_doi(metadata.get("subject", ""))
    facts = [Told(field, (value,), "file") for field, value in values.items() if value]
    names = authors(metadata)
    facts += [Told("authors", names, "file")] if names else []
    when = made(metadata)
    return (*facts, *([Told("date", (when,), "made")] if when else ()))


def _span(metadata: Mapping[str, str]) -> str:
    first, last = _line(metadata.get("firstPage", "")), _line(metadata.get("lastPage", ""))
    return f"{first}–{last}" if first and last and first != last else first


def _line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_CHARS].strip()
