"""The years, months and centuries of a sentence, in the languages of lexicon.toml."""

from __future__ import annotations

import re

from warehouse.proof.numbers import GAPS, written


def _words(text: str) -> list[str]:
    return text.split()


MONTHS = _words(
    "january february march april may june july august september october november december"
)
_ELSEWHERE = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
)
_BY_NAME = {name: name for name in MONTHS} | {name[:3]: name for name in MONTHS}
_BY_NAME["sept"] = "september"
_LOWER = {
    name: month
    for names in _ELSEWHERE
    for name, month in zip(_words(names), MONTHS, strict=True)
    if name not in _BY_NAME
}
_MONTH = re.compile(
    rf"\b(?P<name>{'|'.join(sorted((*_BY_NAME, *_LOWER), key=len, reverse=True))})\b\.?",
    re.IGNORECASE,
)
_HAN_MONTH = re.compile(r"(?<!\d)(\d{1,2})月")
_YEAR = re.compile(
    r"(?<![A-Za-z\d_.,$€£])(?P<year>(?:1[0-9]|20)\d{2})(?P<decade>s?)(?![A-Za-z\d_%]|[.,]\d)"
)
_OF_TIME = frozenset(
    _words(
        "in of since from until till to by before after during around circa between and early late "
        "mid year years the this that spring summer autumn winter im jahr seit bis vor nach von "
        "ab um en depuis avant après vers año desde hasta antes hacia y et und a"
    )
)
_PERSONS = (
    r"(?:people|persons?|men|women|children|inhabitants|soldiers|einwohnern?|menschen|personen"
    r"|habitant[es]*s|personnes|personas)"
)
_COUNTED = re.compile(rf"\s(?:[a-z]+\s)?(?:{_PERSONS}|(?![a-z]*(?:ss|us|is)\b)[a-z]{{3,}}s)\b")
_PEOPLE = re.compile(rf"\s{_PERSONS}\b", re.IGNORECASE)
_LAST_WORD = re.compile(r"([^\W\d_]+)\s$")
_ISO = re.compile(r"\b\d{4}-(\d{2})-(\d{2})\b")


def years(text: str, decades: bool = False) -> list[str]:
    """The years of the text as written, in their order; not the "1200" of "1200 people".

    ``decades``: the "1950s" count as 1950, too.
    """
    plain = GAPS.sub(" ", text)
    found = [one for one in _YEAR.finditer(plain) if decades or not one["decade"]]
    if not found:
        return []
    measured = {one.at for one in written(plain) if one.unit or one.value >= 10_000}
    return [
        one["year"]
        for one in found
        if one.start() not in measured and not _counts_things(plain, one.start(), one.end())
    ]


def _counts_things(text: str, start: int, end: int) -> bool:
    """Does a number that could be a year say how many? "Had 1200 members", not "in 1953 floods"."""
    before = _LAST_WORD.search(text, 0, start)
    if before is not None and before[1].casefold() in _OF_TIME:
        return False
    if _PEOPLE.match(text, end):
        return True
    if before is None or before[1][0].isupper():  # a beginning, a bracket, a name: "Smith 1998"
        return False
    return bool(_COUNTED.match(text, end))


def months(text: str) -> set[str]:
    """The months named or written in ISO dates, by their English names in lower case.

    A name of another language counts beside a number: "mars" is a planet, too.
    """
    found = {MONTHS[int(month) - 1] for month, _ in _ISO.findall(text) if 1 <= int(month) <= 12}
    found |= {MONTHS[int(one) - 1] for one in _HAN_MONTH.findall(text) if 1 <= int(one) <= 12}
    for match in _MONTH.finditer(text):
        near = text[max(0, match.start() - 4) : match.start()] + text[match.end() : match.end() + 5]
        name = match["name"].lower()
        dated = any(letter.isdigit() for letter in near)
        sure = len(name) > 3 and name != "march"
        if dated if name in _LOWER else match["name"][0].isupper() and (sure or dated):
            found.add(_LOWER.get(name) or _BY_NAME[name])
    return found
