"""Characters that cannot be seen: taken out of the text, and told where they may carry a message.

Line-break hints, joiners where a script needs them and one direction mark beside right-to-left
words are ordinary. Letters of the tag block spell whole sentences that only a machine reads;
overrides of direction show words in another order than they are stored in; zero-width characters
inside Latin words keep a word from being found. Those are told.
"""

from __future__ import annotations

import re

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e"
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_OVERRIDES = re.compile("[\u202d\u202e]")
_LATIN = "A-Za-z\u00c0-\u024f"
_INSIDE = re.compile(f"(?<=[{_LATIN}])[{ZERO_WIDTH}]+(?=[{_LATIN}])")
_FORMATS = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\U000e0000-\U000e007f]"
)
# Of them the ones a reader takes out of every text; joiners and marks mean something elsewhere.
NEVER_KEPT: dict[int, str | None] = dict.fromkeys(
    [0x202D, 0x202E, *range(0x2060, 0x2065), *range(0xE0000, 0xE0080)]
)
_FEWEST_INSIDE = 3


def reason(raw: str) -> str:
    """What to tell of the invisible characters of ``raw``; "" where they are none or ordinary."""
    if raw.isascii() or _FORMATS.search(raw) is None:
        return ""
    bare = _FLAG.sub("", raw)
    if spelled := "".join(_spelled(match.group()) for match in _TAGS.finditer(bare)):
        return f"invisible characters spell: {spelled[:200]}"
    if _TAGS.search(bare) is not None:
        return "invisible tag characters"
    if _OVERRIDES.search(bare) is not None:
        return "the direction of its letters is overridden"
    if len(_INSIDE.findall(bare)) >= _FEWEST_INSIDE:
        return "zero-width characters inside its words"
    return ""


def _spelled(tags: str) -> str:
    return "".join(chr(ord(tag) - 0xE0000) for tag in tags if 0xE0020 <= ord(tag) <= 0xE007E)


def without(text: str) -> str:
    """``text`` with none of them, for comparing it with what a word looks like."""
    return text if text.isascii() else _FORMATS.sub("", text)
