"""What a word is, what so many of a thing are called, text on one line, and text cut short for the
eye: at a word where one is near.

Not every script parts its words: a Chinese sentence has no blank in it; cut at the last one it
would be nothing but the dots.
"""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
WORD_OF_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
CHARACTERS_A_TOKEN = 4.2  # of European text, in the vocabularies of small models
DENSE_A_WORD, LOOSE_A_WORD = 2, 5  # characters
_DENSE = re.compile(  # kana, Han
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
_LOOSE = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")  # Thai, Lao, Burmese, Khmer
_JOINERS = "\u200c\u200d"
_INNER = str.maketrans("“”", "‘’")
NEAR = 4  # a word may cost this part of the length, one over


def one_line(untrusted: str) -> str:
    """On one line, without signs that have no shape: they lie about what is there, or in which
    direction it runs. Those that join and part letters stay, some scripts need them.
    """
    return " ".join("".join(map(_shaped, untrusted)).split())


def _shaped(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    return "" if kind.startswith("C") and sign not in _JOINERS else sign


def shortened(text: str, most: int) -> str:
    """On one line, at most ``most`` characters and the dots."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else cut_end(flat[:most])


def cut_end(text: str) -> str:
    """``text``, which goes on, up to its last whole word, with dots for the rest."""
    end = text.rfind(" ", len(text) - len(text) // NEAR)
    return (text[:end] if end >= 0 else text).rstrip(" ,;:") + " …"


def cut_start(text: str) -> str:
    """``text``, which began before, from its first whole word on, with dots for what was there."""
    start = text.find(" ", 0, len(text) // NEAR)
    return "… " + text[start + 1 :]


def titled(title: str, path: str) -> str:
    """``Title › section``; the title alone where there is no section."""
    return f"{title} › {path}" if path else title


def words_in(text: str) -> int:
    """How many words it has; of scripts without gaps between words by their length."""
    dense, loose = (len("".join(signs.findall(text))) for signs in (_DENSE, _LOOSE))
    if not dense + loose:
        return len(text.split())
    others = WORD.findall(_LOOSE.sub(" ", _DENSE.sub(" ", text)))
    return len(others) + round(dense / DENSE_A_WORD + loose / LOOSE_A_WORD)


def tokens_about(characters: int) -> int:
    """How many tokens so much text has, without asking a model."""
    return round(characters / CHARACTERS_A_TOKEN)


def quoted(name: str) -> str:
    """On one line between quotation marks, which shows it to the letter; its own become single."""
    return f"“{' '.join(name.split()).translate(_INNER)}”"


def plural(count: int, noun: str, several: str = "") -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {several or f'{noun}s'}"
