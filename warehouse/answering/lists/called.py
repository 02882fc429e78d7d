"""What documents call by the noun of a list: "Low Mill", "paper mill", "river Lune".

Asked for mills, a small model picks Caton, where the mill stands, and passes the mill over. But
most things on a list are called what the list calls them, and that is read off the words, in every
sentence of a document and not in the nearest alone. A plural is no name ("three mills"), the noun
alone is none ("the mill"), and what another word ends is another thing ("Mill Lane"), unless the
noun always stands first ("River Lune"). Whether it belongs is judged as of anything that is picked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from warehouse.ingest.headers_plain import is_common
from warehouse.methods.evidence.sentences import Line
from warehouse.question.topics import Topic
from warehouse.search import analyzer

SHORTEST = 3
LONGEST = 4  # words before the noun
PLAIN = 2  # of them written small
COMPOUND = 5  # letters of a noun that may end a longer word; 4 of a capitalised one: "Mühle"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# One or two short words, and what is written with a capital: "of the Lune".
_PLACE = re.compile(r"(?: [^\W\dA-Z_]{1,5}){1,2}((?: [^\W\d_a-z][\w'’-]*)+)")
_CASES = re.compile(r"(?:n|en|e|s|es)$")


class Called(Struct, frozen=True):
    """``first``: the noun stands before the name and nothing before the noun."""

    name: str
    line: Line
    first: bool = False

    @property
    def proper(self) -> bool:
        """Is it a name, and not a description that may be of another thing elsewhere?"""
        return any(word[:1].isupper() for word in self.name.split()[1:]) or (
            self.name[:1].isupper() and len(self.name.split()) > 1
        )

    @property
    def whole(self) -> bool:
        """Is the noun part of the name: "Low Mill", but "SPSS format"?"""
        return self.proper and self.name.split()[-1][:1].isupper()


def things(topic: Topic, lines: Sequence[Line]) -> list[Called]:
    """What the lines call by the noun of the list, in their order.

    What the list says before the noun must stand in the line, too: "operating systems".
    """
    noun, besides = _noun(topic)
    stems = frozenset(analyzer.terms(noun))
    if len(stems) != 1 or not _WORD.fullmatch(noun):
        return []
    found = [
        one
        for line in lines
        if not besides or besides <= frozenset(analyzer.terms(line.framed))
        for one in _of_line(line, noun, stems)
    ]
    if any(one.proper and not one.first for one in found):
        found = [one for one in found if not one.first]
    return found


def may_name(topic: Topic, text: str) -> bool:
    """Does the noun of the list stand in the text, in any form? Told fast."""
    noun = _uninflected(_noun(topic)[0])
    return len(noun) >= SHORTEST and noun in text.casefold()


def names_it(topic: Topic, line: Line) -> bool:
    """Does the noun of the list stand in the line?"""
    return bool(frozenset(analyzer.terms(_noun(topic)[0])) & set(analyzer.terms(line.text)))


def _noun(topic: Topic) -> tuple[str, frozenset[str]]:
    """(what the things are called, the terms of the words before it)."""
    noun = topic.head
    before = topic.words[: topic.words.find(noun)]
    return noun, frozenset(analyzer.terms(" ".join(filter(_tells, before.split()))))


def _tells(word: str) -> bool:
    return not is_common(word)


def _of_line(line: Line, noun: str, stems: frozenset[str]) -> Iterator[Called]:
    words = list(_WORD.finditer(line.text))
    for at, word in enumerate(words):
        if not _is_noun(word[0], noun, stems):
            continue
        capital = word[0][0].isupper()
        if not capital and word[0].casefold() == noun.casefold():  # "three mills"
            continue
        start = _begin(line.text, words, at, capital)
        end, named = _end(line.text, words, at)
        compound = len(_uninflected(word[0])) > len(_uninflected(noun)) + 1
        if start < at or compound:
            if named and capital:  # "Halton Mill Lane"
                continue
            place = _PLACE.match(line.text, word.end())
            stop = place.end() if place and not capital else word.end()
            yield Called(" ".join(line.text[words[start].start() : stop].split()), line)
        elif named:
            yield Called(line.text[word.start() : end], line, first=True)
        elif place := _PLACE.match(line.text, word.end()):
            yield Called(" ".join(line.text[word.start() : place.end()].split()), line)


def _is_noun(word: str, noun: str, stems: frozenset[str]) -> bool:
    if not word.isalpha():
        return False
    if word.endswith(("ed", "ing")) and not noun.endswith(("ed", "ing")):
        return False
    if frozenset(analyzer.terms(word)) == stems:
        return True
    ending, bare = _uninflected(noun), _uninflected(word)
    return len(ending) >= COMPOUND - word[0].isupper() and bare.endswith(ending)


def _uninflected(word: str) -> str:
    return _CASES.sub("", word.casefold())


def _begin(text: str, words: Sequence[re.Match[str]], at: int, capital: bool) -> int:
    """The first word of the name that ends with the noun at ``at``."""
    start = at
    while start and at - start < (LONGEST if capital else PLAIN):
        before = words[start - 1]
        if text[before.end() : words[start].start()] != " " or _is_no_part(before[0]):
            break
        if capital and not before[0][0].isupper():
            break
        start -= 1
    return start


def _is_no_part(word: str) -> bool:
    return is_common(word)


def _end(text: str, words: Sequence[re.Match[str]], at: int) -> tuple[int, bool]:
    """(end of the capitalised words after the noun, are there any)."""
    end = at
    while end + 1 < len(words):
        after = words[end + 1]
        if text[words[end].end() : after.start()] != " " or not after[0][0].isupper():
            break
        end += 1
    return words[end].end(), end > at
