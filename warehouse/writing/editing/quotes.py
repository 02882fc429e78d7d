"""Words of an article that a comment is about, found again after it was edited.

The words are kept with what stands around them, as in the W3C's TextQuoteSelector, so that no edit
has to move anything: they are looked for when they are shown. Words that were changed in part are
found by the longest run that is left of them; of words that are gone nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from warehouse.errors import BadInput
from warehouse.proof import checks
from warehouse.results.records import Article
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Found, Quote, Spot
from warehouse.writing.editing.spots import Paragraph

AROUND = 40  # characters kept of what stands before and after
LEFT = 0.5  # share of the words that must be left in one run
FEWEST = 2  # words of a run, where there were as many
AS_THEY_STAND = "Quote a few words as they stand."


def quoted(article: Article, spot: Spot, start: int, end: int) -> Quote:
    """``text[start:end]`` of a paragraph. Raises BadInput where nothing stands there."""
    text = spots.find(article, spot).text
    exact = text[start:end].strip()
    if not exact:
        raise BadInput("A comment is about some words.", "Select them first.")
    start = text.index(exact, max(0, start))
    end = start + len(exact)
    around = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return Quote(spot.section, exact, *around)


def of_words(article: Article, words: str) -> Quote:
    """The first place of these words. Raises BadInput."""
    for paragraph in spots.paragraphs(article):
        if (place := span(paragraph, words)) is not None:
            return quoted(article, paragraph.spot, *place)
    raise BadInput(f"“{words}” does not stand in this article.", AS_THEY_STAND)


def span(paragraph: Paragraph, words: str) -> tuple[int, int] | None:
    """The first place of these words in its text, wherever their lines end."""
    wanted = r"\s+".join(map(re.escape, words.split()))
    place = re.search(wanted, paragraph.text) if wanted else None
    return place.span() if place else None


def found(quote: Quote, article: Article) -> Found | None:
    """Where the words stand now, the likeliest place of several; None where they are gone."""
    paragraphs = spots.paragraphs(article)
    places = [
        (paragraph, at) for paragraph in paragraphs for at in _all(paragraph.text, quote.exact)
    ]
    if places:
        paragraph, at = max(places, key=lambda place: _fits(quote, *place))
        return Found(paragraph.spot, at, at + len(quote.exact), exact=True)
    runs = [run for paragraph in paragraphs if (run := _run(quote, paragraph)) is not None]
    best = max(runs, key=lambda run: (run[0], run[1].spot.section == quote.section), default=None)
    return best[1] if best else None


def said(text: str) -> str:
    """The words of a comment. Raises BadInput where there are none."""
    text = text.strip()
    if not text:
        raise BadInput("The comment says nothing.")
    return text


def _all(text: str, exact: str) -> Iterator[int]:
    at = text.find(exact)
    while at >= 0:
        yield at
        at = text.find(exact, at + 1)


def _fits(quote: Quote, paragraph: Paragraph, at: int) -> tuple[int, bool]:
    """How much of what stood around the words stands there still."""
    text, end = paragraph.text, at + len(quote.exact)
    before = text[max(0, at - AROUND) : at][::-1]
    same = _shared(before, quote.before[::-1]) + _shared(text[end : end + AROUND], quote.after)
    return same, paragraph.spot.section == quote.section


def _shared(one: str, other: str) -> int:
    """Length of the common beginning."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return at
    return min(len(one), len(other))


def _run(quote: Quote, paragraph: Paragraph) -> tuple[int, Found] | None:
    """The longest run of the quoted words in a paragraph, where it is long enough."""
    wanted = quote.exact.split()
    words = list(_words(paragraph.text))
    matcher = SequenceMatcher(None, wanted, [word for word, _ in words], autojunk=False)
    run = matcher.find_longest_match()
    least = max(min(FEWEST, len(wanted)), LEFT * len(wanted))
    if run.size < least or not checks.content(" ".join(wanted[run.a : run.a + run.size])):
        return None
    first, last = words[run.b], words[run.b + run.size - 1]
    return run.size, Found(paragraph.spot, first[1], last[1] + len(last[0]), exact=False)


def _words(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    for word in text.split():
        at = text.index(word, at)
        yield word, at
        at += len(word)
