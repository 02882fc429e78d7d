"""Names in text, and the documents that are called by them.

A question that needs two steps names its second document only in the evidence of the first: a
film's page names the director, a report names the standard it follows. So every document title is
looked for in the question and in what was found; those documents become candidates (a *link*),
and the other names become searches. Works on capitalised scripts; elsewhere it finds nothing and
the written sub-queries carry the load.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from warehouse.search.analyzer import COMBINING, bare, is_whole, signed_names
from warehouse.search.common_words import is_common

_LETTERS = rf"[^\W_]+(?:[{COMBINING}]+[^\W_]*)*"
_WORD = re.compile(rf"{_LETTERS}(?:['’.&-](?!s\b){_LETTERS})*")
_BETWEEN = rf"(?:(?![{COMBINING}])[\W_])+"
_ELIDED = re.compile(r"[^\W\d_]['’][^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?:]")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_JOINERS = frozenset(re.split(" ", "of the and de du la le von van der den di da y und"))
_OPENERS = frozenset(
    re.split(
        r"\s+",
        """the a an in on at it its he she they this that these those his her their who what when
        where which why how is are was were do does did has have had if as by for from and or but
        with after before during since while to of both not no yes there here also however
        between""",
    )
)
# What a reader tells the program to do, at the head of a question: "Describe Lune Bridge". Without
# them the name there is another, and a plan that does not repeat the word is not followed.
_BIDDING = frozenset(
    re.split(
        r"\s+",
        """tell describe explain compare list summarise summarize beschreibe beschreib erkläre
        erklär vergleiche nenne erzähle décris décrivez explique expliquez comparez explica
        compara""",
    )
)
LONGEST_QUERY = 300  # characters
TITLE_WORDS = 10
SHORT_TITLE = 3


def normal(text: str) -> str:
    """Folded for comparison: no accents, no case, words only."""
    return " ".join(words_of(bare(text)))


def normal_name(text: str) -> str:
    """``normal`` with the signs that belong to names: C++ is not C."""
    plain = bare(text)
    words: list[str] = []
    at = 0
    for start, end in signed_names(plain):
        words += [*words_of(plain[at:start]), plain[start:end]]
        at = end
    return " ".join([*words, *words_of(plain[at:])])


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


def places(words: str, text: str) -> list[tuple[int, int]]:
    """Where in ``text`` the words stand whole one after the other, however they are written."""
    wanted = normal(words).split()
    plain, origin = _bare(text)
    if not wanted or wanted[0] not in plain:
        return []
    matches = re.finditer(_BETWEEN.join(map(re.escape, wanted)), plain)
    whole = (match.span() for match in matches if is_whole(plain, *match.span()))
    return [(origin[start], origin[end]) for start, end in whole]


def stands_in(words: str, text: str) -> bool:
    """Do the words stand whole in ``text`` one after the other, however they are written?"""
    return bool(places(words, text))


def all_stand_in(words: str, text: str) -> bool:
    """Does each of the words stand in ``text`` as a whole one, in whatever order?"""
    needed = normal(words).split()
    return bool(needed) and all(stands_in(word, text) for word in needed)


@functools.lru_cache(maxsize=10_000)
def _bare(text: str) -> tuple[str, Sequence[int]]:
    """And where each of its characters comes from; the sequence is one longer."""
    if text.isascii():
        return text.lower(), range(len(text) + 1)
    parts = [bare(letter) for letter in text]
    origin = [at for at, part in enumerate(parts) for _ in part]
    return "".join(parts), [*origin, len(text)]


def names(text: str) -> list[str]:
    """Runs of capitalised words and numbers, each once, in order; openers like "The" left out."""
    runs: dict[str, None] = {}
    run: list[str] = []
    last = 0
    opens = False
    for word in _WORD.finditer(text):
        gap = text[last : word.start()]
        if run and gap.strip():
            _close(run, runs, opens)
        if not text[: word.start()].strip() and word.group().casefold() in _BIDDING:
            continue
        if _capital(word.group()) or (run and word.group() in _JOINERS):
            opens = opens if run else not last or bool(_SENTENCE_END.search(gap))
            run.append(word.group())
        else:
            _close(run, runs, opens)
        last = word.end()
    _close(run, runs, opens)
    return list(runs)


def _close(run: list[str], found: dict[str, None], opens: bool) -> None:
    """``opens``: it begins a sentence, where "Can" and "Will" alone are no names."""
    if opens and len(run) == 1 and is_common(run[0]):
        run.clear()
    while run and (run[0].casefold() in _OPENERS or run[0] in _JOINERS):
        run.pop(0)
    while run and run[-1] in _JOINERS:
        run.pop()
    if run and not all(word.isdigit() for word in run) and len("".join(run)) > 2:
        found[" ".join(run)] = None
    run.clear()


def _capital(word: str) -> bool:
    if _ELIDED.match(word) and word[2].islower():  # "I'm", "J'ai"; not "O'Brien"
        return False
    return word[0].isupper() or word[0].isdigit()


def of_title(title: str) -> str:
    """What it names, without what tells it from others: "Lune Bridge (film)"."""
    return _ASIDE.sub("", title)


class TitleIndex:
    """Which documents does a text call by their title?"""

    def __init__(self, titles: Iterable[tuple[str, str]]) -> None:
        """``titles`` are (document id, title)."""
        self._by_title: dict[str, list[str]] = defaultdict(list)
        for document, title in titles:
            for form in {normal(title), normal(of_title(title))}:
                if len(form) > SHORT_TITLE and len(form.split()) <= TITLE_WORDS:
                    self._by_title[form].append(document)

    def mentioned(self, text: str) -> list[str]:
        """Documents whose title stands in ``text`` as a name, longest titles first."""
        words = list(_WORD.finditer(text))
        folded = [normal(word.group()) for word in words]
        ids: dict[str, None] = {}
        taken: set[int] = set()
        for size in range(min(TITLE_WORDS, len(words)), 0, -1):
            for first in range(len(words) - size + 1):
                span = range(first, first + size)
                if not _capital(words[first].group()) or taken.intersection(span):
                    continue
                documents = self._by_title.get(" ".join(folded[first : first + size]))
                if documents and not _is_opener(words[first].group(), size):
                    taken.update(span)
                    ids.update(dict.fromkeys(documents))
        return list(ids)


def _is_opener(word: str, size: int) -> bool:
    return size == 1 and word.casefold() in _OPENERS


def new_queries(texts: Sequence[str], asked: set[str], limit: int) -> list[str]:
    """At most ``limit`` of ``texts`` that were not asked before, whitespace tidied."""
    fresh: list[str] = []
    for text in texts:
        tidy = " ".join(text.split())[:LONGEST_QUERY].strip()
        key = normal(tidy) or tidy.casefold()
        if tidy and key not in asked and len(fresh) < limit:
            asked.add(key)
            fresh.append(tidy)
    return fresh
