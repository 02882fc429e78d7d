"""Letters and words as they are to be spelled in the canonical text.

Ligatures and odd spaces become plain letters, and so do the old-style digits, small capitals and
raised letters that fonts of TeX and Adobe keep in private places (Adobe Glyph List), one for one;
whether two pieces of a line end are one word is told by the other words of the document.
"""

from __future__ import annotations

import re
import unicodedata

from indexers.paged.sheets import Sheet
from indexers.text.invisible import NEVER_KEPT

_WORD = re.compile(r"(?:--)?[^\W_]+(?:-[^\W_]+)*")
_TAIL = re.compile(r"-\n\S+")  # of a word that may be broken
_AND = frozenset(("and", "bzw", "e", "eller", "i", "o", "och", "oder", "sowie", "und", "y"))
_AND_OR_ENDING = {"en": "een", "et": "les", "of": "een", "og": "og", "ou": "les"}
"""What may end a word, too, by a word of the language in which it stands alone."""
_CLEAN: dict[int, str | None] = dict.fromkeys([*range(32), 127, 173, 65279, 8203])
_CLEAN |= {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st"}
_CLEAN |= NEVER_KEPT
_ADOBE_LETTERS = range(0xF6E9, 0xF6F4), "abdeilmorst"
_ADOBE_SMALL = (0xF6F9, 0xF6FA, 0xF6FD, 0xF6FF), "łœšž"
_ADOBE_SIGNS = range(0xF6DF, 0xF6E9), "¢¢,,$$--.."
PLAIN: dict[int, str] = {0xF643 + digit: str(digit) for digit in range(10)}  # old style
PLAIN |= {code: chr(code - 0xF700) for code in (0xF724, 0xF726, *range(0xF730, 0xF73A))}
PLAIN |= {code: chr(code - 0xF700) for code in (0xF721, 0xF73F, *range(0xF761, 0xF77B))}
PLAIN |= {code: chr(code - 0xF700) for code in (0xF7A1, 0xF7A2, 0xF7BF, *range(0xF7E0, 0xF7F7))}
PLAIN |= {code: chr(code - 0xF700) for code in range(0xF7F8, 0xF800)}
for _codes, _letters in (_ADOBE_LETTERS, _ADOBE_SMALL, _ADOBE_SIGNS):
    PLAIN |= dict(zip(_codes, _letters, strict=True))
_CLEAN |= PLAIN
_CLEAN |= {0xFB06: "st", 0xA0: " ", 0x2010: "-", 0x2011: "-", 0x2028: " ", 0x2029: " "}

# What _CLEAN changes, and spaces other than the plain one.
_UNCLEAN = re.compile(
    "[\\x00-\\x1f\\x7f\\x85\\xa0\\xad\\u1680\\u2000-\\u200b\\u2010\\u2011\\u2028\\u2029\\u202d-\\u202f\\u205f"
    "\\u2060-\\u2064\\U000e0000-\\U000e007f\\u3000\\uf643-\\uf64c\\uf6df-\\uf7ff\\ufb00-\\ufb06\\ufeff]"
)


class Vocabulary:
    """All words of the document, to tell a broken word from a compound. Made when first asked."""

    def __init__(self, sheets: list[Sheet]) -> None:
        self._sheets = sheets
        self._words: set[str] | None = None

    def __contains__(self, word: str) -> bool:
        if self._words is None:
            self._words = set()
            for sheet in self._sheets:
                lines = "\n".join(line.text for line in sheet.lines)
                lines = _TAIL.sub("-", lines)
                self._words.update(_WORD.findall(lines.lower()))
        return word in self._words

    def between(self, head: str, tail: str) -> str:
        """What stands between ``head``, which has a hyphen at a line end, and ``tail`` on the next
        line: nothing, the hyphen, or the hyphen and a space, as in "pre- and post-war".
        """
        head, tail = head.lower().lstrip("(\"'“‘"), tail.lower().rstrip(".,;:!?)\"'”’")
        if head + tail in self:
            return ""
        if tail in _AND or _AND_OR_ENDING.get(tail, "-") in self:
            return "- "
        if tail == "or" and any(word.startswith(f"{head}-") for word in self._words or ()):
            return "- "  # "pre- or", of a text that has "pre-war"; not "fact-or"
        return "-" if "-" in head or len(head) == 1 or f"{head}-{tail}" in self else ""


def option(tail: str) -> str:
    """The option of a program whose two hyphens were left behind on the line before."""
    match = _WORD.match(tail)
    return f"--{match.group().lower()}" if match else ""


def is_clean(text: str) -> bool:
    """Whether ``clean`` would leave it as it is, told faster."""
    if text.isascii():
        return text.isprintable()
    return _UNCLEAN.search(text) is None and unicodedata.is_normalized("NFC", text)


def clean(text: str) -> str:
    """Ligatures and odd spaces to plain letters, control characters away, accents composed."""
    return unicodedata.normalize("NFC", text.translate(_CLEAN)).strip()


def is_cjk(letter: str) -> bool:
    """Scripts that are set without spaces between words."""
    return (
        "\u2e80" <= letter <= "\u9fff"
        or "\uf900" <= letter <= "\ufaff"
        or "\uff00" <= letter <= "\uffef"
    )
