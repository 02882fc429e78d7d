"""Brackets of text that is read from the right, the way they are written.

A PDF names a letter by its shape as a rule: the bracket that opens at the right is drawn as the
one that closes, and comes out as that. What stands at the ends of words tells which are turned
round: no word begins with a bracket that closes. Those of a word that is read from the left, f(x),
stay.
"""

from __future__ import annotations

import re

from indexers.paged.direction import has_leftward, runs_leftwards

_OPENING, _CLOSING = "([{«‹⟨", ")]}»›⟩"
_TO_OPENING = str.maketrans(_CLOSING, _OPENING)
_TO_CLOSING = str.maketrans(_OPENING, _CLOSING)
_TURNED = str.maketrans(_OPENING + _CLOSING, _CLOSING + _OPENING)
_ANY = re.compile(f"[{re.escape(_OPENING + _CLOSING)}]")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?!\n)[^\n]+)*")
_WORD = re.compile(r"\S+")
_LETTER = re.compile(r"\w")
_PARTS = re.compile(r"([^\w\s]*)(.*?)([^\w\s]*)")


def turned_back(text: str) -> str:
    """Of the same length."""
    if not has_leftward(text) or _ANY.search(text) is None:
        return text
    return _PARAGRAPH.sub(_of_paragraph, text)


def _of_paragraph(found: re.Match[str]) -> str:
    text = found.group()
    if _ANY.search(text) is None or not runs_leftwards(text):
        return text
    words = [word for word in _WORD.findall(text) if _ANY.search(word) and _LETTER.search(word)]
    turned = sum(_of_word(word) != word for word in words)
    if not turned:
        return text
    most = turned > len(words) - turned
    return _WORD.sub(lambda one: _of_word(one.group(), most), text)


def _of_word(word: str, is_turned: bool = False) -> str:
    """``is_turned``: so are brackets that stand by themselves."""
    parts = _PARTS.fullmatch(word)
    if parts is None or _ANY.search(word) is None:
        return word
    head, body, tail = parts.groups()
    if not body:
        return word.translate(_TURNED) if is_turned else word
    turned = head.translate(_TO_OPENING) + body + tail.translate(_TO_CLOSING)
    if turned != word and not _is_balanced(turned):
        whole = head.translate(_TO_OPENING) + body.translate(_TURNED) + tail.translate(_TO_CLOSING)
        return whole if _is_balanced(whole) else turned
    return turned


def _is_balanced(word: str) -> bool:
    opened: list[str] = []
    for sign in _ANY.findall(word):
        if sign in _OPENING:
            opened.append(sign.translate(_TO_CLOSING))
        elif not opened or opened.pop() != sign:
            return False
    return not opened
