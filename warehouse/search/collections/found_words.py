"""What a list of found documents shows of each: the words of the query in title and best sentence.

Ranges are half open and count the characters of the text they stand beside.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warehouse.records import Place
from warehouse.search import analyzer
from warehouse.search.collections.query import All, Any, Node, Phrase, Word
from warehouse.search.collections.word_matches import Range, Standing, runs

SHOWN_CHARS = 240
BEFORE_CHARS = 40


class Seen(Struct, frozen=True):
    """``title`` and ``marks`` are where the words stand in the title and in ``text``, which is
    what the document says there; ``place`` is None, and ``text`` empty, where only the title has
    them.
    """

    title: tuple[Range, ...] = ()
    text: str = ""
    marks: tuple[Range, ...] = ()
    place: Place | None = None
    page_label: str = ""


def seen(
    title: str, standing: Standing | None, words: Node, language: str, languages: Sequence[str]
) -> Seen:
    """``language`` is the document's, ``languages`` those that a query is analysed as."""
    in_title = marks(title, words, language, languages)
    if standing is None:
        return Seen(in_title)
    said = _around(standing, words, language, languages)
    marked = marks(said, words, language, languages)
    return Seen(in_title, said, marked, standing.place, standing.page_label)


def marks(text: str, words: Node, language: str, languages: Sequence[str]) -> tuple[Range, ...]:
    """Where words and phrases of a query stand in a text, in order; not what it rules out."""
    said = analyzer.located(text, language)
    ranges: set[Range] = set()
    for part in _positive(words):
        if isinstance(part, Phrase) or _is_run(part.text):
            ranges.update(runs(said, part.text, language))
        else:
            choices = analyzer.alternatives(part.text, languages)
            terms = {term for ways in choices for way in ways for term in way}
            ranges.update((token.start, token.end) for token in said if token.term in terms)
    return tuple(sorted(ranges))


def _is_run(word: str) -> bool:
    return analyzer.is_unspaced(word) or analyzer.is_code(word)


def _positive(node: Node) -> list[Word | Phrase]:
    match node:
        case Word() | Phrase():
            return [node]
        case All(parts) | Any(parts):
            return [leaf for part in parts for leaf in _positive(part)]
    return []


def _around(standing: Standing, words: Node, language: str, languages: Sequence[str]) -> str:
    """The sentence and what follows it, on one line; from a little before its first word where
    that stands far in.
    """
    whole = " ".join(standing.hit.text.split())
    sentence = " ".join(standing.text.split())
    said = whole[max(0, whole.find(sentence)) :]
    first = next(iter(marks(said[: 4 * SHOWN_CHARS], words, language, languages)), (0, 0))[0]
    if first > SHOWN_CHARS // 3:
        said = "… " + said[first - BEFORE_CHARS :].partition(" ")[2]
    return said[:SHOWN_CHARS]
