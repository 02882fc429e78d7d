"""How far the text that a page's file claims agrees with what OCR sees printed on it.

A text layer may be made of ordinary words and still be another text: a wrong table of letters, an
old recognition of a scan, words laid invisibly over a picture. Only the picture can tell. Words
are counted without regard to their order, folded for case, accents, ligatures and hyphens:

    printed  the share of the words OCR is sure of that the text layer has
    own      the share of the words of the text layer that OCR has

Neither judges signs, numbers, formulas or short words, which OCR misreads, and which any two texts
share. What stands where running heads do is not asked of the text, which is without them. A word of
some length counts as found inside others, too: OCR runs words together, and cuts them at lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from msgspec import Struct

from indexers.records import OcrPage

DOUBTFUL = 0.5
_SURE = 0.8
_FEWEST_WORDS = 20
_MARGIN = 0.08
_INSIDE_CHARS = 5
_WHOLE = 0.7
_SAMPLE_CHARS = 3000
_SCRIPTS = ("LATIN", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC")
_NOT_DECOMPOSED = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010\u2011]\n?(?=[^\W\d_])")
_EAST = "\u3041-\u30ff\u3400-\u9fff"
_BETWEEN_EAST = re.compile(rf"(?<=[{_EAST}])\s+(?=[{_EAST}])")
_EASTERN = re.compile(rf"[{_EAST}]{{2,}}")
_WORD = re.compile(rf"[^\W\d_{_EAST}]{{4,}}")


class Agreement(Struct, frozen=True):
    printed: float
    own: float

    @property
    def share(self) -> float:
        """Both in one: their harmonic mean, 0 to 1."""
        total = self.printed + self.own
        return 2 * self.printed * self.own / total if total else 0.0

    @property
    def flaw(self) -> str:
        """What is wrong, in words; "" where they agree well enough."""
        if self.share >= DOUBTFUL:
            return ""
        if self.own >= _WHOLE:
            return f"its text lacks what is printed: it has {self.printed:.0%} of what OCR sees"
        return f"its text is not what is printed: OCR agrees with {self.share:.0%}"


def agreement(text: str, seen: OcrPage, height: float) -> Agreement | None:
    """``text`` is the page's own, ``height`` that of the page in points.

    None where OCR is sure of too few words to tell, or does not know the script of the text.
    """
    folded = _folded(text)
    if _is_strange(folded):
        return None
    sure = _words(_folded("\n".join(_certain(seen, height))))
    if sure.total() < _FEWEST_WORDS:
        return None
    lines = "\n".join(" ".join([word.text for word in line]) for line in seen.lines)
    picture = _folded(lines)
    return Agreement(_share(sure, folded), _share(_words(folded), picture))


def _certain(seen: OcrPage, height: float) -> list[str]:
    """Lines OCR is sure of, without those where running heads and page numbers stand."""
    sures = seen.sures or (seen.sure,) * len(seen.lines)
    return [
        " ".join([word.text for word in line])
        for line, sure in zip(seen.lines, sures, strict=True)
        if sure >= _SURE
        and line
        and line[0].y1 / height > _MARGIN
        and line[0].y0 / height < 1 - _MARGIN
    ]


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_NOT_DECOMPOSED)
    plain = "".join([letter for letter in plain if not unicodedata.combining(letter)])
    return _BETWEEN_EAST.sub("", _HYPHEN.sub("", plain))


def _words(folded: str) -> Counter[str]:
    """Words of four letters and more; pairs of neighbours in scripts without spaces."""
    words = Counter(_WORD.findall(folded))
    for run in _EASTERN.findall(folded):
        words.update(run[at : at + 2] for at in range(len(run) - 1))
    return words


def _share(words: Counter[str], folded: str) -> float:
    """The share of ``words`` that stand in another text, each as often as it does there."""
    theirs = _words(folded)
    squeezed = "".join(re.findall(r"[^\W\d_]+", folded))
    shared = 0
    for word, count in words.items():
        known = theirs[word]
        if not known and len(word) >= _INSIDE_CHARS:
            known = squeezed.count(word)
        shared += min(count, known)
    return shared / words.total() if words else 0.0


def _is_strange(folded: str) -> bool:
    """Whether most letters are of a script that OCR has no letters for, and would misread."""
    letters = [letter for letter in folded[:_SAMPLE_CHARS] if letter.isalpha()]
    names = [unicodedata.name(letter, "") for letter in letters]
    strange = sum(bool(name) and not name.startswith(_SCRIPTS) for name in names)
    return 2 * strange > len(letters)
