"""Signs that Word keeps as a place in a font of signs: which letters they are.

Sources: the mapping of Adobe's Symbol to Unicode; of Wingdings the signs that are often met.
"""

from __future__ import annotations

from indexers.text.charsets import LOST

_PRIVATE = range(0xE000, 0xF900)
_IN_FONT = range(0xF000, 0xF100)
_SYMBOL = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"
    "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
)
_SYMBOL_HIGH = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"
_SYMBOL_END = "⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
# fmt: off
_WINGDINGS = {
    0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x36: "⌛", 0x41: "✌", 0x45: "☜", 0x46: "☞", 0x4A: "☺",
    0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "☐", 0x71: "❑", 0x75: "◆", 0x76: "❖", 0x78: "☒",
    0x9E: "·", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "☐", 0xAB: "★", 0xD8: "➢", 0xDF: "←",
    0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF3: "⇔", 0xFB: "✗",
    0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    **dict(enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", 0x80)),
}
# fmt: on
_FONTS: dict[str, dict[int, str]] = {
    "symbol": dict(enumerate(_SYMBOL, 0x20))
    | dict(enumerate(_SYMBOL_HIGH, 0xA0))
    | dict(enumerate(_SYMBOL_END, 0xF1)),
    "wingdings": _WINGDINGS,
    "wingdings 2": {0x4F: "✗", 0x50: "✓", 0x52: "☑", 0x54: "☒", 0xA3: "☐"},
    "wingdings 3": {},
    "webdings": {},
}


def sign(font: str, place: str) -> str:
    """``place`` in hexadecimal digits. U+FFFD for what is not known, "" where no place is named."""
    try:
        code = int(place, 16)
    except ValueError:
        return ""
    known = _FONTS.get(font.strip().lower())
    if known is not None and (code in _IN_FONT or code < 0x100):
        return known.get(code & 0xFF, LOST)
    sound = 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 and code not in _PRIVATE
    return chr(code) if sound else LOST
