"""What the words of a question limit it to, of all that a catalog knows: read without the library.

Kinds of file, languages, lengths and sizes, authors, tags, and what is missing in the documents;
dates are read by spans.py. Each limit knows where it stands in the question, so that what is left
of the question can be told: what no limit explains may not be passed over in silence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from warehouse.question import spans
from warehouse.question.vocabulary import WRITING
from warehouse.search import languages
from warehouse.search.collections.fields import KINDS
from warehouse.search.names import names

What = Literal["dated", "added", "language", "kind", "pages", "size", "without", "author", "tag"]
FAR = 4  # characters between "by" and a name, from which on it is not by them
_KIND_WORDS = {
    **{
        word: kind
        for word, kind in KINDS.items()
        if word not in ("document", "text", "page", "web", "word", "book")
    },
    "web page": "web",
    "webpage": "web",
    "webseite": "web",
    "website": "web",
    "page web": "web",
    "página web": "web",
    "网页": "web",
    "word document": "document",
    "word file": "document",
    "word-datei": "document",
    "text file": "text",
    "textdatei": "text",
    "fichier texte": "text",
    "tabelle": "sheet",
    "邮件": "mail",
}
_KIND = re.compile(
    rf"(?<![a-z\d])(?P<word>{'|'.join(sorted(map(re.escape, _KIND_WORDS), key=len, reverse=True))})"
    r"(?:s|es|n|en)?(?:-?(?:dateien|datei))?(?![a-z\d])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_IN = frozenset(re.split(" ", "in auf en into written"))
_NOUN = re.compile(rf"(?:{WRITING}|ones?|pages?|texts?|seiten|something|anything)", re.IGNORECASE)
_ENDINGS = ("", "e", "en", "er", "es", "s", "n")  # deutsche, allemands, alemanes
_HAN_LANGUAGE = re.compile(r"(?:中|英|德|法|西班牙|日|韩|俄|意大利|葡萄牙)(?:文|语)")
_MORE = (
    r"(?:more|longer|bigger|larger|greater|over|above|mehr|länger|größer|über|plus|más"
    r"|超过|多于|大于)"
)
_LESS = (
    r"(?:fewer|less|shorter|smaller|under|below|weniger|kürzer|kleiner|unter|moins|menos|少于|小于)"
)
_UNITS = {
    **dict.fromkeys(("page", "pages", "seite", "seiten", "página", "páginas", "页"), 0.0),
    **dict.fromkeys(("byte", "bytes", "octets"), 1.0),
    **dict.fromkeys(("kb", "ko", "kilobyte", "kilobytes"), 1e3),
    **dict.fromkeys(("mb", "mo", "megabyte", "megabytes"), 1e6),
    **dict.fromkeys(("gb", "go", "gigabyte", "gigabytes"), 1e9),
}
_LONG = re.compile(
    rf"(?:(?:with|of|mit|de|avec|con) )?(?:(?P<more>{_MORE})|(?P<less>{_LESS})"
    r"|(?P<least>at least|mindestens|au moins|al menos)"
    r"|(?P<most>at most|up to|höchstens|au plus|como máximo)|(?P<just>exactly|genau|exactement))"
    r" ?(?:(?:in size|in length|than|als|que|de|longs?|longues?|grands?|grandes?|largos?|largas?)"
    rf" )*(?P<count>\d[\d.,]*) ?(?P<unit>{'|'.join(sorted(_UNITS, key=len, reverse=True))})"
    r"(?![a-zäöü])(?: (?:long|lang|in size))?",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\b(?:without|do(?:es)?(?: not|n't) have|ha(?:s|ve|d) no|with no|lack(?:s|ing)?"
    r"|miss(?:es|ing)|ohne|haben keine[nrs]?"
    r"|sans|n'ont pas d[e']|sin)"
    r" ?(?:an?|any|the|their|une?|un|una)? ?"
    r"(?P<what>authors?|autor(?:en|es|a)?|auteurs?|dates?|datum|years?|fecha|languages?|sprache"
    r"|langue|idioma|tags?|text|texte|texto)\b",
    re.IGNORECASE,
)
_MISSING = {"au": "an author", "d": "a date", "y": "a date", "f": "a date", "te": "text"}
_MISSING |= {"l": "a language", "s": "a language", "i": "a language", "ta": "a tag"}
_BY = re.compile(
    r"\b(?:(?:written |authored )?by|author|von|autora?|par|auteur|por)\b:?(?: the\b)?",
    re.IGNORECASE,
)
_TAGGED = re.compile(
    r"\b(?:tagged(?: as| with)?|with (?:the )?tag)s? (?P<mark>[\"“„]?)(?P<tag>[^\"”“?.!,]+)",
    re.IGNORECASE,
)


class Limit(Struct, frozen=True):
    """``words`` as in "dated 2019". ``first`` and ``last`` are inclusive: years, Unix seconds for
    what was added, pages or bytes; ``values`` are codes, kinds, a name, or what is missing.
    ``start`` and ``end`` say where it stands in the question.
    """

    what: What
    words: str
    start: int
    end: int
    first: float = -math.inf
    last: float = math.inf
    values: tuple[str, ...] = ()


def read(question: str, now: float | None = None) -> list[Limit]:
    """All limits of a question; ``now`` is Unix seconds, for "last week"."""
    found: list[Limit] = []
    for reader in (_missing, _tag, _size, _kind, _language):
        found += reader(blanked(question, found))
    if (span := spans.read(blanked(question, found), now)) is not None:
        what: What = "added" if span.added else "dated"
        found.append(Limit(what, span.words, span.start, span.end, span.first, span.last))
    return [*found, *_author(blanked(question, found))]


def without(question: str) -> str:
    """The question without its limits, on one line; kinds of file stay, as what is asked for."""
    said = [one for one in read(question) if one.what != "kind"]
    return " ".join(blanked(question, said).split())


def blanked(question: str, limits: Sequence[Limit]) -> str:
    """The question with blanks in the place of its limits."""
    for one in limits:
        question = question[: one.start] + " " * (one.end - one.start) + question[one.end :]
    return question


def _missing(question: str) -> Iterator[Limit]:
    if found := _WITHOUT.search(question):
        said = found["what"].lower()
        what = next(_MISSING[said[:size]] for size in (2, 1) if said[:size] in _MISSING)
        yield Limit("without", f"without {what}", found.start(), found.end(), values=(what,))


def _tag(question: str) -> Iterator[Limit]:
    """What stands in quotation marks, else all the words that follow: the library knows the tag."""
    if found := _TAGGED.search(question):
        values = (found["tag"].strip(), "quoted" if found["mark"] else "")
        yield Limit("tag", f"tagged “{values[0]}”", found.start(), found.end(), values=values)


def _size(question: str) -> Iterator[Limit]:
    for found in _LONG.finditer(question):
        number, unit = found["count"].rstrip(".,"), found["unit"].lower()
        if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number):
            number = re.sub(r"[.,]", "", number)
        count = float(number.replace(",", "."))
        step = _UNITS[unit] or 1.0
        low, high = -math.inf, math.inf
        low = (count * step + 1) if found["more"] else low
        high = (count * step - 1) if found["less"] else high
        low = count * step if found["least"] or found["just"] else low
        high = count * step if found["most"] or found["just"] else high
        than = next(
            said
            for name, said in (
                ("more", "more than"),
                ("less", "fewer than" if not _UNITS[unit] else "less than"),
                ("least", "at least"),
                ("most", "at most"),
                ("just", "exactly"),
            )
            if found[name]
        )
        called = {0.0: "pages", 1.0: "bytes", 1e3: "kB", 1e6: "MB", 1e9: "GB"}[_UNITS[unit]]
        words = f"with {than} {found['count'].rstrip('.,')} {called}"
        what: What = "size" if _UNITS[unit] else "pages"
        yield Limit(what, words, found.start(), found.end(), low, high)


def _kind(question: str) -> Iterator[Limit]:
    """Several kinds are alternatives: "PDFs and e-books"."""
    found = [
        one
        for one in _KIND.finditer(question)
        if not re.match(r"(?:mail|picture|image)", one["word"], re.I) or _is_head(question, one)
    ]
    kinds = tuple(dict.fromkeys(_KIND_WORDS[one["word"].lower()] for one in found))
    if kinds:
        words = f"of the kind {' or '.join(f'“{kind}”' for kind in kinds)}"
        first, *rest = found
        yield Limit("kind", words, first.start(), first.end(), values=kinds)
        for one in rest:
            yield Limit("kind", "", one.start(), one.end())


def _is_head(question: str, found: re.Match[str]) -> bool:
    """Is it what is asked for, as the e-mails are in "e-mails from 2010"?"""
    return bool(
        re.match(
            r"(?:[\w'-]+ ){0,3}$|.*\b(?:my|all|many)\s+(?:\w+ )?$", question[: found.start()], re.I
        )
    )


def _language(question: str) -> Iterator[Limit]:
    words = list(_WORD.finditer(question))
    said: list[tuple[str, int, int]] = []
    for at, word in enumerate(words):
        code = _code(word.group())
        before = words[at - 1] if at else None
        after = words[at + 1].group() if at + 1 < len(words) else ""
        beside = (before is not None and _NOUN.fullmatch(before.group())) or _NOUN.fullmatch(after)
        led = before is not None and before.group().lower() in _IN
        more = bool(said) and before is not None and said[-1][1] <= before.start() <= word.start()
        joined = more and before is not None and before.group().lower() in ("or", "and", "oder")
        if code and after.lower() not in ("america",) and (beside or led or joined):
            start = before.start() if led and before is not None else word.start()
            said.append((code, start, word.end()))
    said += [
        (code, one.start(), one.end())
        for one in _HAN_LANGUAGE.finditer(question)
        if (code := languages.code_of(one.group()))
    ]
    codes = tuple(dict.fromkeys(code for code, _, _ in said))
    if codes:
        words_ = f"in {' or '.join(map(languages.name_of, codes))}"
        (_, start, end), *rest = said
        yield Limit("language", words_, start, end, values=codes)
        for _, start, end in rest:
            yield Limit("language", "", start, end)


def _code(word: str) -> str:
    """The language that a word names, whatever its ending; "" for a word that names none."""
    plain = word.lower()
    stems = (plain.removesuffix(ending) for ending in _ENDINGS if plain.endswith(ending))
    return next((code for stem in stems if len(stem) > 3 and (code := languages.code_of(stem))), "")


def _author(question: str) -> Iterator[Limit]:
    """A name right after "by"."""
    for spoken in _BY.finditer(question):
        following = question[spoken.end() :]
        called = next(iter(names(following)), "")
        if called and following.index(called) <= FAR:
            end = spoken.end() + following.index(called) + len(called)
            yield Limit("author", f"by {called}", spoken.start(), end, values=(called,))
            return
