"""LaTeX in every script: what runs to the other side is marked, and the preamble finds fonts.

XeLaTeX and LuaLaTeX leave out, without a word on the page, what their font does not have, and set
words that run to the left in the order of those that run to the right. So a paper with such text
names the scripts it holds: ``xeCJK`` or ``luatexja`` for Chinese, Japanese and Korean, ``bidi``
for right to left, each only where it is needed, and fonts of TeX Live or of the system, the first
that is there. Latin text alone asks for nothing, and pdfLaTeX sets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from warehouse.studies.exporting.paper import tree
from warehouse.studies.exporting.paper.tree import Node

_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_HEBREW = re.compile("[\u0590-\u05ff\ufb1d-\ufb4f]")
_ARABIC = re.compile("[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]")
_OTHER = re.compile("[^\u0000-\u024f\u0590-\u08ff\u1e00-\u1eff\u2010-\u2026\u20ac\u2122]")
_SIGNS, _SHUT = ".,;:!?،؛؟", ")]»”"
_OPEN = tuple("([«“")
_TURNED = {"ltr": "rtl", "rtl": "ltr"}

_FREE = r"{FreeSerif}[Extension=.otf,BoldFont=*Bold,ItalicFont=*Italic,BoldItalicFont=*BoldItalic]"
_AMIRI = "{Amiri-Regular.ttf}[BoldFont=Amiri-Bold.ttf]"
_WIDE = {
    "FreeSerif.otf": _FREE,
    "Times New Roman": "{Times New Roman}",
    "DejaVu Sans": "{DejaVu Sans}",
}
_WIDE_ARABIC = {"Amiri-Regular.ttf": _AMIRI, **_WIDE}
_CJK_FONTS = {  # with their bold ones
    "ja": {
        "HaranoAjiMincho-Regular.otf": "HaranoAjiMincho-Bold.otf",
        "Noto Serif CJK JP": "Noto Serif CJK JP Bold",
        "Yu Mincho": "Yu Mincho",
        "Hiragino Mincho ProN": "Hiragino Mincho ProN",
    },
    "zh": {
        "FandolSong-Regular.otf": "FandolSong-Bold.otf",
        "Noto Serif CJK SC": "Noto Serif CJK SC Bold",
        "SimSun": "SimSun",
        "Songti SC": "Songti SC",
    },
    "ko": {
        "UnBatang.ttf": "UnBatangBold.ttf",
        "Noto Serif CJK KR": "Noto Serif CJK KR Bold",
        "Batang": "Batang",
        "AppleMyungjo": "AppleMyungjo",
    },
}


def preamble(text: str, direction: str) -> str:
    """Of a paper that holds ``text`` and runs to ``direction``; "" where Latin is all there is."""
    return "\n".join(_lines(text, direction))


def in_every_script(whole: Node, text: str, side: str) -> Node:
    """The tree of a paper that holds ``text`` and runs to ``side``."""
    if not (_CJK.search(text) or _turns(text)):
        return whole
    # Babel has no say then: xeCJK, luatexja and bidi break and turn the lines.
    about = {name: value for name, value in whole["meta"].items() if name not in ("lang", "dir")}
    if not _turns(text):
        return {**whole, "meta": about}
    about["title"] = {"t": "MetaInlines", "c": _runs(about["title"]["c"], side)}
    return {**whole, "meta": about, "blocks": _marked(whole["blocks"], side)}


def _turns(text: str) -> bool:
    return bool(_HEBREW.search(text) or _ARABIC.search(text))


def _lines(text: str, direction: str) -> Iterator[str]:
    latin_free = _CJK.sub("", text)
    hebrew, arabic, other = (pattern.search(latin_free) for pattern in (_HEBREW, _ARABIC, _OTHER))
    if not (hebrew or arabic or other or _CJK.search(text)):
        return
    both = _CJK.search(text) and _turns(text)  # luatexja knows of no text that runs to the left
    yield f"% Set this with xelatex{'' if both else ' or lualatex'}."
    yield r"\ifPDFTeX\else"
    if arabic or hebrew or other:
        fonts = _WIDE_ARABIC if arabic and not hebrew and not other else _WIDE
        yield r"\ifLuaTeX\defaultfontfeatures[\rmfamily]{Renderer=HarfBuzz}\fi"
        yield _first(r"\setmainfont", fonts)
    if _CJK.search(text):
        fonts = _cjk_fonts(text)
        yield r"\ifXeTeX\usepackage{xeCJK}"
        yield _first(r"\setCJKmainfont", fonts)
        yield r"\fi\ifLuaTeX\usepackage[match]{luatexja-fontspec}"
        yield r"\ltjsetparameter{jacharrange={-2,-3,-8}}"  # Greek, Cyrillic and signs stay Latin
        yield _first(r"\setmainjfont", fonts) + r"\fi"
    if _turns(text):
        yield from _right_to_left(direction)
    yield r"\fi"


def _right_to_left(direction: str) -> Iterator[str]:
    side = r"\setRTL" if direction == "rtl" else ""
    yield rf"\ifXeTeX\AddToHook{{begindocument/before}}{{\usepackage{{bidi}}{side}}}\fi"
    yield r"\ifLuaTeX"
    for name, turn in (("RL", "TRT"), ("LR", "TLT")):
        yield rf"\DeclareRobustCommand{{\{name}}}[1]{{{{\textdir {turn}#1}}}}"
    for name, turn in (("RTL", "TRT"), ("LTR", "TLT")):
        yield rf"\def\{name}{{\par\pardir {turn}\textdir {turn}}}\def\end{name}{{\par}}"
    if direction == "rtl":
        yield r"\AtBeginDocument{\pagedir TRT\bodydir TRT\pardir TRT\textdir TRT}"
    yield r"\fi"
    # Titles that run to the left are marked in it.
    yield r"\AddToHook{env/CSLReferences/begin}{\ifXeTeX\setLTR\else\pardir TLT\textdir TLT\fi}"
    plain = r"\def\RL#1{#1}\def\LR#1{#1}"
    yield rf"\AtBeginDocument{{\pdfstringdefDisableCommands{{{plain}}}}}"


def _first(command: str, fonts: dict[str, str]) -> str:
    """The command with the first of the fonts that is there."""
    nested = ""
    for name, said in reversed(fonts.items()):
        nested = rf"\IfFontExistsTF{{{name}}}{{{command}{said}}}{{{nested}}}"
    return nested


def _cjk_fonts(text: str) -> dict[str, str]:
    """Kana tell Japanese, Hangul Korean; one language after the other, in case none is there."""
    kana, hangul = re.search("[\u3040-\u30ff]", text), re.search("[\uac00-\ud7af]", text)
    order = ("ja", "zh", "ko") if kana else ("ko", "ja", "zh") if hangul else ("zh", "ja", "ko")
    return {
        # luatexja looks for every shape that is not named, and stops where it is not there.
        name: f"{{{name}}}[BoldFont={bold},ItalicFont={name},BoldItalicFont={bold}]"
        for code in order
        for name, bold in _CJK_FONTS[code].items()
    }


def _marked(value: Any, side: str) -> Any:
    """Each paragraph and run that goes against ``side``, or against its paragraph, says so."""
    match value:
        case {"t": "Para", "c": list(inside)}:
            direction = tree.direction(tree.text(inside)) or side
            para = tree.around("Para", _runs(inside, direction))
            return para if direction == side else tree.div([para], "", direction)
        case {"t": "Plain", "c": list(inside)}:
            return tree.around("Plain", _runs(inside, side))
        case {"t": "Div", "c": [["refs", *_] as named, entries]}:
            return {"t": "Div", "c": [named, _listed(entries)]}
        case {"t": "Header", "c": [level, named, inside]}:
            return {"t": "Header", "c": [level, named, _runs(inside, side)]}
        case dict():
            return {name: _marked(part, side) for name, part in value.items()}
        case list():
            return [_marked(part, side) for part in value]
        case _:
            return value


def _listed(value: Any) -> Any:
    """Entries of the list of references run as in Latin, whatever the paper does."""
    match value:
        case {"t": "Para" | "Plain" as kind, "c": list(inside)}:
            return tree.around(kind, _runs(inside, "ltr"))
        case dict():
            return {name: _listed(part) for name, part in value.items()}
        case list():
            return [_listed(part) for part in value]
        case _:
            return value


def _runs(inside: Sequence[Node], side: str) -> list[Node]:
    """Neighbours that run against ``side`` as one, each marked within as well."""
    turned: list[Node] = []
    run: list[Node] = []
    for node in inside:
        goes = _goes(node, side)
        if goes == _TURNED[side] or (run and not goes):
            run.append(node)
            continue
        turned += [*_turned(run, side), _inside(node, side)]
        run = []
    return [*turned, *_turned(run, side)]


def _turned(run: Sequence[Node], side: str) -> Iterator[Node]:
    """Spaces and signs at its end stay outside, and brackets around what runs to the left: alone
    between words that do, XeTeX would not mirror them.
    """
    end = len(run)
    while end and not _goes(run[end - 1], side):
        end -= 1
    if end:
        before, held, after = _without_signs(run[:end], side)
        held = _runs(held, _TURNED[side])  # numbers in it run as in Latin, citations have both
        yield from before
        yield {"t": "Span", "c": [["", [], [["dir", _TURNED[side]]]], held]}
        yield from after
    yield from run[end:]


def _without_signs(run: Sequence[Node], side: str) -> tuple[list[Node], list[Node], list[Node]]:
    first, *middle = [dict(node) for node in run]
    last = middle[-1] if middle else first
    before = after = ""
    if last["t"] == "Str":
        after = _after(last, _SIGNS)
    if side == "ltr" and _is_bracketed(first, last):
        before, first["c"] = first["c"][0], first["c"][1:]
        after = _after(last, _SIGNS + _SHUT) + after
    return _word(before), [first, *middle], _word(after)


def _is_bracketed(first: Node, last: Node) -> bool:
    if first["t"] != "Str" or last["t"] != "Str":
        return False
    return str(first["c"]).startswith(_OPEN) and str(last["c"]).endswith(tuple(_SHUT))


def _after(word: Node, signs: str) -> str:
    """Its last signs, which are taken from it."""
    whole = str(word["c"])
    word["c"] = whole.rstrip(signs)
    return whole[len(word["c"]) :]


def _word(said: str) -> list[Node]:
    return tree.words(said) if said else []


def _inside(node: Node, side: str) -> Node:
    match node:
        case {"t": "Emph" | "Strong" | "Strikeout" | "Superscript" as kind, "c": held}:
            return tree.around(kind, _runs(held, side))
        case {"t": "Span" | "Cite" as kind, "c": [named, held]}:
            return {"t": kind, "c": [named, _runs(held, side)]}
        case {"t": "Link", "c": [named, held, target]}:
            return {"t": "Link", "c": [named, _runs(held, side), target]}
    return node


def _goes(node: Node, side: str) -> str:
    """Its direction. A number runs as in Latin, but leaves words that run to the left together."""
    if node["t"] in ("Cite", "Code", "Image", "Link", "Note") or _is_part_of_entry(node):
        return "ltr"
    said = tree.text(node)
    is_number = side == "rtl" and any(map(str.isdigit, said))
    return tree.direction(said) or ("ltr" if is_number else "")


def _is_part_of_entry(node: Node) -> bool:
    """The number of a reference, or its words, which stand behind it."""
    match node:
        case {"t": "Span", "c": [[_, classes, _], _]}:
            return any(name.startswith("csl-") for name in classes)
    return False
