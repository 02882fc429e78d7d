"""The numbers by which works are known: DOI, arXiv, ISBN; and dates as they are printed.

Each is taken only where its own form (for an ISBN its check digit) bears it out.
"""

from __future__ import annotations

import re

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"'<>{}|\\^\[\]`]+", re.I)
_NAMED_DOI = re.compile(r"(?:\bdoi\b\s*[:.]?\s*|doi\.org/)" + _DOI.pattern, re.I)
_DOI_TAIL = ".,;:*…)’”"
_ARXIV = re.compile(
    r"\barxiv(?:\.org)?[:.\s/]*(?:abs/|pdf/)?(\d{4}\.\d{4,5}|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d{7})",
    re.I,
)
_ISBN = re.compile(r"\bISBN(?:[- ]?1[03])?[:\s]*((?:97[89][-\s]?)?\d[\d\s-]{7,14}[\dXx])", re.I)

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero",
            "february feb februar février febrero",
            "march mar märz mars marzo",
            "april apr avril abril",
            "may mai mayo",
            "june jun juni juin junio",
            "july jul juli juillet julio",
            "august aug août agosto",
            "september sept sep septembre septiembre",
            "october oct oktober okt octobre octubre",
            "november nov novembre noviembre",
            "december dec dezember dez décembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"1[5-9]\d\d|20\d\d"
"""In prose: what else has four digits is seldom a year."""
_EARLY = r"1[0-4]\d\d|0?[1-9]\d\d"
_AROUND = re.compile(r"^[\s(\[]*(?:ca?\.?\s*)?|[\s)\]?]*$", re.I)
_EARLY_PLAIN = re.compile(
    rf"({_EARLY})(?:[-/.](0?[1-9]|1[0-2])(?:[-/.]([0-2]?\d|3[01])(?:[T ][\d:.,Z+-]*)?)?)?"
)
_EARLY_OTHERS = re.compile(  # 1480–1520, 12.05.1450; 1234/2010 is more likely a number
    rf"(1[0-4]\d\d)[-–/]+(?:\d\d|[2-9]\d\d|1[0-6]\d\d)|\d\d?[-/.]\d\d?[-/.]({_EARLY})"
)


def _dates(year: str) -> tuple[re.Pattern[str], ...]:
    return (
        re.compile(rf"\b({year})-(\d\d)-(\d\d)\b"),
        re.compile(
            rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?{_MONTH},?\s+(?:de\s+)?({year})\b",
            re.I,
        ),
        re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+({year})\b", re.I),
        re.compile(rf"\b{_MONTH},?\s+({year})\b", re.I),
    )


_DATES, _EARLY_DATES = _dates(_YEAR), _dates(_EARLY)


def doi(text: str) -> str:
    """The first DOI that is named as one, else the only one; in lower case, or ""."""
    named = _NAMED_DOI.search(text)
    if named is not None:
        return clean_doi(named.group())
    dois = {clean_doi(written) for written in _DOI.findall(text)}
    return dois.pop() if len(dois) == 1 else ""


def clean_doi(text: str) -> str:
    """A DOI from however it is written (as a link, with ``doi:``); "" where there is none."""
    match = _DOI.search(text)
    if match is None:
        return ""
    bare = match.group().rstrip(_DOI_TAIL)
    if "(" in bare and ")" not in bare:
        bare += ")" if match.group()[len(bare) :].startswith(")") else ""
    return bare.lower()


def arxiv(text: str) -> str:
    """``2402.12317``, without its version; "" where there is none."""
    match = _ARXIV.search(text)
    return match.group(1) if match else ""


def isbn(text: str) -> str:
    """The first ISBN whose check digit is right, digits only; "" where there is none."""
    return next(filter(None, map(clean_isbn, _ISBN.findall(text))), "")


def clean_isbn(text: str) -> str:
    """The digits of an ISBN; "" where the check digit is wrong."""
    digits = re.sub(r"[^\dXx]", "", text).upper()
    for length in (13, 10):
        if len(digits) >= length and _checks(digits[:length]):
            return digits[:length]
    return ""


def _checks(digits: str) -> bool:
    if "X" in digits[:-1]:
        return False
    if len(digits) == 10:
        values = [10 if digit == "X" else int(digit) for digit in digits]
        return (
            sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11
            == 0
        )
    if "X" in digits or not digits.startswith(("978", "979")):
        return False
    return sum(int(digit) * (1, 3)[at % 2] for at, digit in enumerate(digits)) % 10 == 0


def date(text: str) -> str:
    """The first date printed in words or in ISO form: ``YYYY-MM-DD`` or ``YYYY-MM``; or ""."""
    matches = [
        (match.start(), at, match) for at, form in enumerate(_DATES) if (match := form.search(text))
    ]
    return _iso(*min(matches, key=lambda one: one[:2])[1:]) if matches else ""


def _iso(form: int, match: re.Match[str]) -> str:
    parts = match.groups()
    if form == 0:
        year, month, day = parts[0], int(parts[1]), int(parts[2])
    elif form == 1:
        year, month, day = parts[2], _MONTHS[parts[1].lower()], int(parts[0])
    elif form == 2:
        year, month, day = parts[2], _MONTHS[parts[0].lower()], int(parts[1])
    else:
        year, month, day = parts[1], _MONTHS[parts[0].lower()], 0
    return _of_numbers(year, month, day)


def _of_numbers(year: str, month: int, day: int) -> str:
    if not 1 <= month <= 12:
        return year.zfill(4)
    whole = f"{year.zfill(4)}-{month:02}"
    return f"{whole}-{day:02}" if 1 <= day <= 31 else whole


def year(text: str) -> str:
    """The year of a date in prose, wherever it stands in it; ""."""
    match = re.search(rf"(?<!\d)({_YEAR})(?!\d)", text)
    return match.group(1) if match else ""


def year_of(field: str) -> str:
    """The year of a field with a date, from 100 on: ``950`` of ``0950-05``; ""."""
    return iso(field)[:4].lstrip("0")


def iso(text: str) -> str:
    """A date as a form field has it (2019, 2019/3/12, 2019-03-12T10:00, March 2019, c. 950) in ISO
    form, its year with four digits.
    """
    plain = re.match(rf"\s*({_YEAR})(?:[-/.](\d{{1,2}})(?:[-/.](\d{{1,2}}))?)?", text)
    if plain is not None:
        plain_year, month, day = plain.groups(default="0")
        return _of_numbers(plain_year, int(month), int(day))
    return _early(text) or date(text) or ("" if text.startswith("-") else year(text))


def _early(field: str) -> str:
    """A date before 1500, where the field is nothing else: most numbers are no years."""
    bare = _AROUND.sub("", field)
    if plain := _EARLY_PLAIN.fullmatch(bare):
        plain_year, month, day = plain.groups(default="0")
        return _of_numbers(plain_year, int(month), int(day))
    if plain := _EARLY_OTHERS.fullmatch(bare):
        return _of_numbers(plain[1] or plain[2], 0, 0)
    matches = ((at, form.fullmatch(bare)) for at, form in enumerate(_EARLY_DATES))
    return next((_iso(at, match) for at, match in matches if match), "")
