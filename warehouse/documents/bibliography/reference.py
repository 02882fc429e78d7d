"""A reference in words, as it stands in a list of literature: author, year, title, where.

Author-date in the manner of APA, without its italics.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from indexers.text import identifiers
from warehouse.documents.bibliography.entry import Entry
from warehouse.store.catalog.people import Name

NO_DATE = "n.d."
MOST_NAMED = 20
_RUN = re.compile(r"\b[A-Z]{2,3}\b")  # initials without their stops, or a name in capitals
_UNSAYABLE = re.compile(r"\b[B-DF-HJ-NP-TV-XZ]{2,3}\b")
_ROLE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_BETWEEN_NAMES = re.compile(r"[\s.\-\u2010\u2011]+")


def reference(entry: Entry) -> str:
    """One line; what is not known is left out."""
    who = _people(entry.authors or entry.editors)
    if not entry.authors and entry.editors:
        who += " (Eds.)" if len(entry.editors) > 1 else " (Ed.)"
    year = f"({identifiers.year_of(entry.date) or NO_DATE})"
    head = [_ended(who), f"{year}.", _ended(entry.title)] if who else [entry.title, f"{year}."]
    where = [_container(entry), entry.publisher]
    parts = [*head, *(_ended(part) for part in where if part), _address(entry)]
    return " ".join(filter(None, parts))


def _people(names: Sequence[Name]) -> str:
    given = " ".join(map(_given, names))
    small = any(map(str.islower, given))  # then names are not in capitals
    said = [_initialled(name, _RUN if small else _UNSAYABLE) for name in names[:MOST_NAMED]]
    if len(names) > MOST_NAMED:
        return ", ".join([*said, "et al."])
    return f"{', '.join(said[:-1])}, & {said[-1]}" if len(said) > 1 else "".join(said)


def _given(name: Name) -> str:
    return " ".join(_ROLE.sub(" ", unicodedata.normalize("NFC", name.given)).split())


def _initialled(name: Name, runs: re.Pattern[str]) -> str:
    """``runs`` are of initials."""
    given = _given(name)
    if not name.family.isupper():
        given = runs.sub(lambda run: " ".join(run[0]), given)
    initials = [f"{letter}." for letter in map(_initial, _BETWEEN_NAMES.split(given)) if letter]
    said = " ".join(initials) or given
    return f"{name.family}, {said}" if said else name.family


def _initial(part: str) -> str:
    """Its first letter; "" where that is of a script that has no small and capital letters."""
    signs = (sign for sign in part if unicodedata.category(sign) in ("Lu", "Ll", "Lt", "Lo", "Nd"))
    letter = next(signs, "")  # behind an apostrophe, or the letter that stands for one
    return letter if letter.lower() != letter.upper() else ""


def _container(entry: Entry) -> str:
    issue = f"({entry.issue})" if entry.issue else ""
    volume = f"{entry.volume}{issue}"
    return ", ".join(filter(None, [entry.container, volume, entry.pages]))


def _address(entry: Entry) -> str:
    if entry.doi:
        return f"https://doi.org/{entry.doi}"
    return f"https://arxiv.org/abs/{entry.arxiv}" if entry.arxiv else entry.url


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
