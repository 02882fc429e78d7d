"""MathML to one line, as formulas of Office documents are: ``(a+b)/2``, ``x_i^n``, ``√(n)``.

Written without its arrangement a fraction would be a product, and an exponent another number. All
letters and signs are kept, but for the copies of the formula in other languages (annotations).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from indexers.text.raised import raised

_UNSAID = frozenset(["annotation", "annotation-xml", "mprescripts", "none"])
_DEEPEST = 100
_FUNCTION_NAMES = """
arccos arcsin arctan arg cos cosh cot cov csc deg det dim exp gcd inf ker lim log max min mod sec
sin sinh sup tan tanh var
"""
_FUNCTIONS = frozenset(_FUNCTION_NAMES.split())
_RUN = re.compile(r"[^\W\d_]+")
_LAST_OF_GREEK = "\u03ff"


def linear(element: Any, depth: int = 0) -> str:
    """The formula, or the part of one, in reading order; what nests too deeply as it stands."""
    tag = _tag(element)
    if not tag or tag in _UNSAID:
        return ""
    parts = [part for part in element if _tag(part)]
    if depth >= _DEEPEST:
        return "".join(element.itertext())
    if not parts:
        return " ".join((element.text or "").split())
    shape = _SHAPES.get(tag)
    said = [linear(part, depth + 1) for part in parts]
    if shape is not None and len(said) >= 2:
        return shape(said)
    whole = _together([term for term in said if term])
    if tag in ("msqrt", "mroot"):
        return f"√({whole})"
    if tag == "mfenced":
        return f"({', '.join(said)})"
    return whole


def with_drawn(element: Any) -> tuple[Any, Any]:
    """(the formula that is all there is in it, what is drawn of it beside it), else None twice."""
    math = element[0] if _tag(element) != "math" and len(element) == 1 else element
    drawn = element.getnext()
    if _tag(math) != "math" or drawn is None or (element.tail or "").strip():
        return None, None
    words = "" if math is element else (element.text or "") + (math.tail or "")
    is_drawn = drawn.tag == "img" or drawn.get("aria-hidden") == "true"
    return (math, drawn) if is_drawn and not words.strip() else (None, None)


def letters(said: Any) -> list[str]:
    """The letters and digits of a text, or of all that stands in an element, in no order."""
    text = said if isinstance(said, str) else "".join(said.itertext())
    return sorted(filter(str.isalnum, unicodedata.normalize("NFKC", text)))


def is_wordless(formula: str) -> bool:
    """Whether it has but single letters, Latin or Greek, pairs of them and names of functions."""
    runs = _RUN.findall(unicodedata.normalize("NFKC", formula))
    short = (run for run in runs if run not in _FUNCTIONS)
    return all(len(run) <= 2 and max(run) <= _LAST_OF_GREEK for run in short)


def _together(said: list[str]) -> str:
    """Words apart, signs and single letters not: ``sin x+2y``."""
    whole = said[0] if said else ""
    for before, after in pairwise(said):
        words = any(len(term) > 1 and term.isalpha() for term in (before, after))
        parted = words and before[-1].isalnum() and after[0].isalnum()
        whole += f" {after}" if parted else after
    return whole


def _fraction(said: list[str]) -> str:
    return "/".join(term if len(term) < 2 or term.isdigit() else f"({term})" for term in said[:2])


def _above(said: list[str]) -> str:
    lifted = raised(said[1])
    return said[0] + (lifted if lifted != said[1] else f"^{_bracketed(said[1])}")


def _below(said: list[str]) -> str:
    return f"{said[0]}_{_bracketed(said[1])}"


def _both(said: list[str]) -> str:
    return _above([_below(said), said[2]]) if len(said) > 2 else _below(said)


def _root(said: list[str]) -> str:
    return f"{said[1]}√({said[0]})"


def _rows(said: list[str]) -> str:
    return "; ".join(said)


def _cells(said: list[str]) -> str:
    return ", ".join(said)


_SHAPES: dict[str, Callable[[list[str]], str]] = {
    "mfrac": _fraction,
    "msup": _above,
    "mover": _above,
    "msub": _below,
    "munder": _below,
    "msubsup": _both,
    "munderover": _both,
    "mroot": _root,
    "mtable": _rows,
    "mtr": _cells,
}


def _tag(element: Any) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _bracketed(text: str) -> str:
    """In brackets where it is more than one sign or number."""
    return text if len(text) < 2 or text.replace(".", "").isalnum() else f"({text})"
