"""Is a question about the library itself? Told by its words alone.

It asks for documents, or for what a catalog knows of them, and everything else in it is a limit
(limits.py) or a word of asking (remainder.py): "which PDFs are longer than 100 pages?". A word that
is left makes it a question about what documents say, unless it plainly speaks of *my* library.
"""

from __future__ import annotations

import re

from warehouse.question import limits, remainder, spans
from warehouse.question.vocabulary import (
    ANYTHING,
    DOCUMENT,
    HAVE,
    HOW_MANY,
    MINE,
    TELLS,
    UTMOST,
    WHICH,
    WRITING,
)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


_UNREAD = (
    r"(?:(?:could|can|did|was|were|have|has)(?: ?n[o']t|not) (?:be |been )?"
    r"(?:read|opened|parsed|taken in)|unreadable|(?:need|want|have)s? (?:a )?password"
    r"|not (?:yet )?(?:been )?(?:be )?(?:read|opened|parsed)|(?:read|open)able)"
)
_SHUT = r"(?:failed|locked|encrypted)"  # banks fail and doors are locked, too
_UNREADABLE = _any(
    rf"\b(?:{WHICH}|were there)\b.*\b(?:{WRITING}|pages?|imports?)\b.*\b{_UNREAD}\b",
    rf"^(?:why|is|are|was|were|can|could)\b.*(?:\b{WRITING}\b|\.\w{{2,4}}\b).*\b{_UNREAD}\b",
    rf"\b(?:{WHICH}|were there)\b.*\b(?:{DOCUMENT}|pages?|imports?)\b.*\b{_SHUT}"
    r"(?: to (?:be )?(?:read|load|open)\w*)?\W*$",
    rf"^(?:(?:show|tell|give) me |list |name )?(?:all |everything )?(?:that|what|which(?: ones?)?"
    rf"|{HOW_MANY})(?: (?:is|are|was|were|has|have|had))? (?:{_UNREAD}|{_SHUT})"
    r"(?: to (?:be )?(?:read|load|open)\w*)?(?: yet)?(?: in (?:my|the|this) \w+)?\W*$",
    r"\b(?:nicht (?:ge)?lesbar|nicht gelesen werden|unlesbar|illisibles?|ilegibles?"
    r"|pas (?:pu )?être lus?|no se pud\w+ leer)\b",
)
_KNOWN_OF = (
    r"(?:pages?|passages?|words?|collections?|tags?|languages?|authors?|seiten|sprachen|autoren"
    r"|langues|auteurs|idiomas|autores|páginas|years?|file types?|duplicates?|duplikate|doublons"
    r"|duplicados)"
)
_OF_LIBRARY = _any(
    rf"\b{HOW_MANY}\b.*\b(?:{WRITING}|{_KNOWN_OF})\b.*\b{MINE}\b",
    rf"\b{MINE}\b.*\b{HOW_MANY}\b",
    rf"^(?:{WHICH}|who|are there|is there|have i|do i have)\b.*\b(?:{WRITING}|{_KNOWN_OF}"
    rf"|kinds? of {DOCUMENT})\b.*\b{MINE}\b",
    rf"^do i have\b.*\b(?:{DOCUMENT}|{_KNOWN_OF})\b",
    rf"^{WHICH} (?:all )?(?:of )?(?:my |the |meine |mes |mis )?{DOCUMENT}\b(?: (?:are|is|were))?"
    r"(?: there)?(?: (?:from|in|by|of|since|before|after|between|dated|written|added|imported|aus"
    r"|auf|von|vor|nach|de|en|desde)\b.*)?\W*$",
    rf"\b{UTMOST} (?:\w+ )?{DOCUMENT}\b(?! by\b| of\b)",
    rf"\b{UTMOST} (?:\w+ )?{WRITING}\b(?:\W*$| (?:that )?(?:i have|do i have|have i|is there"
    r"|there is)\b| (?:in|of) (?:my|this|our)\b)",
    r"^what(?: is|'s|s)? (?:do i have|have i|there )?\s?in (?:my|the|this|our) (?:library|warehouse"
    r"|collection)\W*$",
    r"^(?:how (?:big|large)) is (?:my|the|this|our) (?:library|warehouse|collection)\W*$",
    r"^what did i (?:add|import|drop)\b",
    r"^was ist in (?:meiner|der) bibliothek\W*$",
)
_ON_A_TOPIC = re.compile(rf"\b(?:{WRITING}|{ANYTHING})\b.*\b{TELLS}\b", re.IGNORECASE)
_BEGUN = _any(rf"^(?:{WHICH}|who|was|{HAVE}|{DOCUMENT})\b")
_DOCUMENTS = _any(rf"\b{DOCUMENT}\b", rf"\b{MINE}\b", rf"\b{HAVE} {ANYTHING}\b")
_WRITINGS = _any(rf"\b{WRITING}\b")
_THE_ONE = _any(
    r"\b(?:the|this|that|der|die|das|dem|le|la|el) (?:document|file|pdf|paper|report|article|book"
    r"|letter|manual|study|dokument|datei|bericht|buch|rapport|livre|informe|libro)\b"
)
_MADE = re.compile(
    r"\b(?:published|writt?en?|wrote|created|made|printed|geschrieben|écrits?|escritos?)\b"
)


def unreadable(asked: str) -> str:
    """The words by which ``asked`` wants to know what could not be read; "" where it does not."""
    return _found(_UNREADABLE, asked)


def speaks_of_it(asked: str) -> str:
    """The words by which ``asked`` is a question about the library; "" where it is none."""
    if _ON_A_TOPIC.search(limits.without(asked)):
        return ""
    return _found(_OF_LIBRARY, asked) or _nothing_left(asked)


def _nothing_left(asked: str) -> str:
    """``asked`` itself where it asks for documents by what the catalog knows, and nothing else."""
    if not _BEGUN.search(asked) or _THE_ONE.search(asked):
        return ""
    said = limits.read(asked)
    rest = limits.blanked(asked, said)
    kinds = any(one.what == "kind" for one in said)
    documents = kinds or bool(_DOCUMENTS.search(rest))
    added = bool(spans.ADDED.search(rest)) and any(one.what == "added" for one in said)
    others = bool(_WRITINGS.search(rest)) and not _MADE.search(rest)
    if not (documents or added or others) or remainder.unexplained(rest):
        return ""
    return asked


def _found(pattern: re.Pattern[str], asked: str) -> str:
    found = pattern.search(asked)
    return found.group() if found else ""
