"""What a sentence of an article must not be: cut off, about the article itself, or said before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indexers.records import Loss
from warehouse.methods.evidence.prose import OF_ITS_PLACE, is_torso
from warehouse.proof import checks, cited
from warehouse.proof.cited import Sentence
from warehouse.proof.contradictions import facts
from warehouse.search.embedding import Embed
from warehouse.writing.sentences.said import SaidSoFar, adds

SAME = 0.75
FEWEST_SHARED = 3
SMALL = 3  # letters of a word that a sentence may be cut off after
STAGE = "writing"
_ITSELF = re.compile(
    r"\b(?:th(?:is|e|ese)|our|following|provided)\s+"
    r"(?:above\s+|following\s+|provided\s+|next\s+)*"
    r"(?:article|section|notes?|text|opening|paragraph|summary|passage|essay)s?\b"
    r"|\bin (?:summary|conclusion)\b|\b(?:as mentioned|as noted) (?:above|earlier|before)\b"
    r"|\b(?:we|let us|let's) (?:will )?(?:explore|discuss|look at|delve)\b"
    r"|^(?:it|they) (?:then |also )*(?:goes on to|discuss|explain|describe|highlight)",
    re.IGNORECASE,
)

_OF_A_SOURCE = re.compile(
    r"\b(?:this|these|our) (?:essay|manual|chapter|section|document|guide|book|paper|report|page"
    r"|tutorial|article|appendix|tool|package)s?\b"
    rf"|{OF_ITS_PLACE}"
    r"|\b(?:fig(?:ure|ura|s?\.)|tab(?:le|elle|leau|la|ella)|abb(?:ildung|\.)|equation|listing)"
    r"s? ?\d"
    r"|\b(?-i:[Ww]e|us|[Oo]urs?|[Mm]y|[Ww]ir|uns|[Uu]nser\w*|[Nn]ous|notre|nos|nosotros"
    r"|nuestr\w+|noi|nostr\w+|me|[Ll]et['’]s)\b"
    r"|(?-i:(?:^|[,;:(—–]\s*|\b[a-z]\w* )I(?:['’](?:m|ve|ll|d)"  # and not "World War I was"
    r"| (?:am|was|have|had|will|would|can|could|do|did|think))\b)",
    re.IGNORECASE,
)
_MIXED = re.compile(r"[a-z][\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", re.IGNORECASE)
_GLUED = re.compile(r"[^\W\d_]{2}[.,;:][^\W\d_]{2}|[,;:][.,;:]")
_AROUND = ".,;:!?()[]\"'“”„"
_SIGNS = re.compile(r"[^\w\s.,;:!?()\[\]{}\"'“”„‘’«»/%&$€£°+=#@*…–—‐‑。！？、，：；（）「」-]")
_MARKS, _NO_INCHES = re.compile('["“”„]'), re.compile(r'(?<!\d)["“”„]')
_QUOTED = re.compile(r"[“\"«„][^”\"»“]*[”\"»“]")


class Filter:
    """Lets through what may stand in the article; what may not is a loss with its reason.

    One filter for a whole article: it knows what was said before; with ``embed`` by the meaning of
    sentences, too. ``source`` is the text of the notes: a sentence may say "this section" where
    they do.
    """

    def __init__(self, embed: Embed | None = None) -> None:
        self._said: list[tuple[str, frozenset[str]]] = []
        self._meant = SaidSoFar(embed) if embed is not None else None
        self.losses: list[Loss] = []

    def through(self, sentences: Iterable[Sentence], source: str) -> list[Sentence]:
        """The good ones of a reply."""
        kept = []
        for sentence in sentences:
            if reason := self._wrong(sentence.text, source):
                self.losses.append(Loss(STAGE, sentence.text, reason))
                continue
            self.say(sentence.text)
            kept.append(sentence)
        return kept

    def say(self, text: str) -> None:
        """From now on ``text`` was said."""
        self._said.append((text, checks.content(text)))
        if self._meant is not None:
            self._meant.say(text)

    def forget(self, text: str) -> None:
        """``text`` is not said after all."""
        self._said = [earlier for earlier in self._said if earlier[0] != text]
        if self._meant is not None:
            self._meant.forget(text)

    def repeats(self, text: str) -> bool:
        """Were nearly all words of the sentence said in one before, that has all its facts, too?"""
        words = checks.content(text)
        near = [earlier for earlier, said in self._said if is_repeated(words, said)]
        return any(not adds(facts(text), facts(earlier)) for earlier in near)

    def says_again(self, texts: Sequence[str]) -> list[bool]:
        """Of each: was it said before, in these words or by its meaning?"""
        meant = self._meant.again(texts) if self._meant is not None else [False] * len(texts)
        return [self.repeats(text) or again for text, again in zip(texts, meant, strict=True)]

    def _wrong(self, text: str, source: str) -> str:
        ended = text.rstrip("\"'”’») ").endswith(tuple(cited.ENDERS))
        if len(text) >= cited.SENTENCE_CHARACTERS - 3 and not ended:
            return "cut off at the length limit"
        if speaks_of_itself(text, source):
            return "speaks of the article, not of its topic"
        if self.repeats(text):
            return "says again what another sentence says"
        return ""


def speaks_of_itself(text: str, source: str = "") -> bool:
    """Is it about the article or its notes, in words that ``source`` does not use?"""
    match = _ITSELF.search(text)
    if match is None:
        return False
    return not source or checks.fold(match[0]) not in checks.fold(source)


def has_voice_of_source(text: str) -> bool:
    """Does it say "we", "I am", "this manual", "in Figure 3" or "the above rules", as a source may
    and an article may not?
    """
    return bool(_OF_A_SOURCE.search(_QUOTED.sub("", text)))


def is_garbled(text: str, source: str) -> bool:
    """Has it what ``source`` has not: a word of two scripts, two glued by an underscore or a full
    stop, marks one after the other, or a sign that is no writing? Or a quotation or bracket that
    never ends, or an end behind which something is missing, or that of half a sentence?
    """
    if text.rstrip().endswith((":", "：")) or _breaks_off(text, source) or is_torso(text):
        return True
    if text.count("(") != text.count(")") and source.count("(") == source.count(")"):
        return True
    known = frozenset(source.split())
    if all(len(marks.findall(text)) % 2 for marks in (_MARKS, _NO_INCHES)):
        return True
    return any(
        "_" in word or _GLUED.search(word) or (not word.isascii() and _MIXED.search(word))
        for word in text.split()
        if word not in known and word.strip(_AROUND) not in source
    ) or any(sign[0] not in source for sign in _SIGNS.finditer(text))


def other_voice(text: str, source: str) -> bool:
    """Is it not the article that speaks: of itself, as its source, or in no language?"""
    return speaks_of_itself(text, source) or has_voice_of_source(text) or is_garbled(text, source)


def _breaks_off(text: str, source: str) -> bool:
    """Does it end with a small word, where the source always goes on ("7.6 out" of 10)?"""
    words = checks.fold(text).rstrip(_AROUND + " ").split()[-2:]
    if len(words) < 2 or len(words[-1]) > SMALL or not words[-1].isalpha():
        return False
    pattern = rf"(?<!\w){re.escape(words[0])}\s+{re.escape(words[1])}(?!\w)(.?)"
    after = re.findall(pattern, checks.fold(source) + ".")
    return bool(after) and all(sign.isspace() for sign in after)


def is_repeated(words: frozenset[str], said: frozenset[str]) -> bool:
    """A sentence that adds much to an earlier one is no repetition of it."""
    shared = len(words & said)
    return shared >= FEWEST_SHARED and shared >= SAME * len(words)
