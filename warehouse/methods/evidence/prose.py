"""Sentences as prose: whole ones of words, and whether one can be understood by itself.

Only such sentences can be told in an article; one that leans on what stands before it is evidence
together with that.
"""

from __future__ import annotations

import re

from indexers.text import cells
from indexers.text.sentences import NOTE
from warehouse.proof.units import begins_with_day

SHORTEST, LONGEST = 25, 450
FEWEST_WORDS = 5
TERM_WORDS = 3
HANGING_WORDS = 8  # of "When you run it." without what it belongs to, at most
LABEL_WORDS, LABEL_LETTERS = 6, 60  # of a term above what explains it, at most
LETTERS = 0.78
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENDS = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")
_NOTED = re.compile(rf"{NOTE}+$")
_POINTS = re.compile(
    r"^\(?(?:please )?(?:see|cf|compare|refer to)\b|\bthis (?:chapter|section|appendix|manual)\b"
    r"|\bsee (?:also |the )?(?:\[?\d|chapter|section|appendix|manual)|\b(?:page|chapter) \d"
    r"|\b(?:earlier|later|next|previous|following) (?:chapter|section|page)s?\b"
    r"|\b(?:first|last|next|previous|following) subsections?\b|\bin the following[,.]"
    r"|\b(?:given|listed|shown|as|seen|described|explained|discussed|mentioned)"
    r"(?: \w+){0,3} (?:below|above)\b|\b(?:is|are) (?:described|explained|discussed) in\b"
    r"|^(?:more |further |full )?(?:details|information)\b.{0,120}"
    r"(?:\b(?:can|may) be found (?:in|at|on)\b|\b(?:is|are) in (?-i:[A-Z§]))",
    re.IGNORECASE,
)
OF_ITS_PLACE = (
    r"\bthe (?:above|foregoing|aforementioned)\b|\b(?:above|afore)-?mentioned\b"
    r"|\bthe (?:table|figure|image|picture|chart|graph|map|box|example|list|section|description"
    r"|diagram|note|rule|step|command|code|discussion)s? (?:above|below)\b"
    r"(?! (?:the|an?|it|all|\d))"
    r"|\b(?:described|listed|shown|given|discussed|presented|explained|documented) here\b"
    r"|\b(?:oben|unten) ?(?:genannt|stehend|beschrieben|erwähnt)\w*|\bobige\w*"
    r"|\bci-dess(?:us|ous)\b|\bsusmentionné\w*|\b(?:arriba|antes) mencionad\w*"
    r"|\bsopra (?:menzionat|citat|descritt)\w*"
)
"""Of words that are understood only where they stand in their source, as "the above rules"."""
_POINTERS = (
    "it|its|they|their|them|he|she|his|her|this|that|these|those|such|there|here|both|one|some"
    "|others?|each"
)
_JOINERS = (
    "then|but|and|or|so|however|therefore|thus|also|otherwise|instead|because|additionally"
    "|moreover|furthermore|meanwhile|hence|in addition|in other words|for (?:example|instance)"
    "|another|(?:around|at) the same time"
)
_POINTS_BACK = re.compile(rf"(?:{_POINTERS})\b", re.IGNORECASE)
_LEANS = re.compile(
    rf"(?:{_POINTERS}|{_JOINERS})\b"
    r"|[a-z]+ly,? (?:it|its|they|their|he|she|his|her|this|these|those)\b",  # "Usually it rains"
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"The ([a-z][a-z-]+)\b(?! of\b)")
_OF_BEFORE = re.compile(
    r"\b(?:this|these|those|such) (?!(?:as|that|an?|of|who|which|whose|for|in|on)\b)([a-z-]+)"
    rf"|^\W*(?:\w+ )?do(?:ing)? (?:so|this)\b|{OF_ITS_PLACE}",
    re.IGNORECASE,
)
_STEM = 6  # letters
_QUOTES = "\"'“‘("
_INSIDE = re.compile(r"[\"'“‘«„\s]*(?:[,;:!?)\]}、，；：。！？]|\.\s)")
_HANGING = re.compile(r"(?:until|while|because)\b[^,;:]*$", re.I)
_TORSO = re.compile(
    r"(?:(?:when|whenever|if|unless|although)\b"
    r"|to\b(?!.*\b(?:is|are|was|were|means|meant|requires?|takes?|took|seems?)\b))[^,;:]*$",
    re.IGNORECASE,
)
_NOTES = re.compile(r"(?:(?:\[(?:note |nb )?(?:[‡†*] ?)?\d{1,3}\]|[¹²³⁰⁴-⁹]+)\s*)+(?=\S)")
_ITEM = re.compile(r"\s*(?:[•*–-]|\(?(?:\d{1,3}|[a-z])[.)])\s+")
_BULLET = re.compile(r"\s*[•*–-]\s+")
_ASIDE = re.compile(rf"\s*[(（].*[)）][.。]?{NOTE}*\s*$", re.DOTALL)
_ASKS = re.compile(rf"[?？؟\u037e]['\"”’»)\]]*{NOTE}*\s*$")


def is_prose(text: str) -> bool:
    """A whole sentence of words: no heading, table row, list lead, line of code or pointer."""
    text = _NOTED.sub("", " ".join(text.split()))
    if not SHORTEST <= len(text) <= LONGEST or not _ENDS.search(text) or points_elsewhere(text):
        return False
    if is_torso(text) or (_HANGING.match(text) and len(text.split()) <= HANGING_WORDS):
        return False
    letters = sum(letter.isalpha() for letter in text)
    words = _WORD.findall(text)
    dense = letters >= LETTERS * len(text.replace(" ", ""))
    return dense and (len(words) >= FEWEST_WORDS or not text.isascii())


def is_torso(text: str) -> bool:
    """Is it a clause without the one that it belongs to, such as "To build it from its source."?"""
    return bool(_TORSO.match(text.lstrip(_QUOTES))) and len(text.split()) <= HANGING_WORDS


def begins_inside(text: str) -> bool:
    """Does it begin with what only stands within a sentence or at its end, such as a comma?"""
    return _INSIDE.match(text) is not None


def points_elsewhere(text: str) -> bool:
    """Does it send the reader to another place, instead of telling something?"""
    return bool(_POINTS.search(text))


def is_term(text: str) -> bool:
    """ "Claim." before its definition, which says nothing without it."""
    return len(text.split()) <= TERM_WORDS and text.endswith((".", ":"))


def leans(text: str) -> bool:
    """Does the sentence begin with a word that points back or joins, such as "it" or "but"?"""
    return bool(_LEANS.match(text.lstrip(_QUOTES)))


def points_back(text: str) -> bool:
    """Does it begin with a word that stands for something named before?"""
    return bool(_POINTS_BACK.match(text.lstrip(_QUOTES)))


def is_told_before(text: str, around: str) -> bool:
    """Does it begin with "The initiative", and ``around``, title and heading, name none?"""
    match = _DEFINITE.match(text.lstrip(_QUOTES))
    return match is not None and match[1].removesuffix("s") not in around.casefold()


def speaks_of_untold(text: str, around: str = "") -> bool:
    """Does it speak, anywhere, of "these tools" that neither it nor ``around`` names before, or of
    "the above tools"?
    """
    for match in _OF_BEFORE.finditer(text):
        before = f"{around} {text[: match.start()]}".casefold()
        if not match[1] or match[1].casefold().removesuffix("s")[:_STEM] not in before:
            return True
    return False


def is_item(text: str) -> bool:
    """Does it begin with the mark or the number of a list?"""
    return _ITEM.match(text) is not None and not begins_with_day(text)


def is_bullet(text: str) -> bool:
    """Does it begin with the mark of a list, and no number? Articles of a law have these."""
    return _BULLET.match(text) is not None


def is_aside(text: str) -> bool:
    """Is it a question, or all in brackets? It belongs to what stands beside it."""
    return bool(_ASKS.search(text) or _ASIDE.match(text))


def is_label(text: str) -> bool:
    """A short line that is no sentence, no item and no row, such as the name of an option above
    what it does.
    """
    text = text.strip()
    short = len(text.split()) <= LABEL_WORDS and len(text) <= LABEL_LETTERS
    if not short or not any(map(str.isalpha, text)) or cells.has_cells(text) or is_item(text):
        return False
    return text[-1] not in ".!?…:;,。！？：；、،؛।"


def is_fragment(text: str) -> bool:
    """An item of a list that goes on from what introduces it: "4. vote on resolutions"."""
    return is_item(text) and without_mark(text)[:1].islower()


def without_mark(text: str) -> str:
    """An item of a list without its mark or number, a sentence without the marks of the notes to
    the one before it; other text as it is.
    """
    before = (_ITEM if is_item(text) else _NOTES).match(text)
    return text[before.end() :] if before is not None else text
