"""Formulas of Office documents (OMML) to one line: ``(a+b)/2``, ``x_i^2``, ``√(n)``, ``∑_(i=1)^n``.

The letters and signs are all kept; only their arrangement is put into words.
"""

from __future__ import annotations

from typing import Any

from indexers.archive import attribute, child, local

_PROPERTIES = frozenset(["fPr", "sSupPr", "sSubPr", "radPr", "naryPr", "dPr", "rPr", "ctrlPr"])
_ROWS = {"m": ("mr", "; "), "mr": ("e", ", "), "eqArr": ("e", "; ")}


def linear(element: Any) -> str:
    """The formula, or the part of one, in reading order."""
    name = local(element)
    if name == "t":
        return element.text or ""
    if name == "f":
        return f"{_part(element, 'num')}/{_part(element, 'den')}"
    if name in ("sSup", "sSub", "sSubSup"):
        return _part(element, "e") + _scripts(element)
    if name == "rad":
        return f"{_whole(child(element, 'deg'))}√({_whole(child(element, 'e'))})"
    if name == "nary":
        sign = _sign(element, "chr", "∫")
        return f"{sign}{_scripts(element)} {_whole(child(element, 'e'))}"
    if name == "d":
        between = _joined(element, "e", _sign(element, "sepChr", "|"))
        return _sign(element, "begChr", "(") + between + _sign(element, "endChr", ")")
    if name in _ROWS:
        return _joined(element, *_ROWS[name])
    if name == "acc":
        return _part(element, "e") + _sign(element, "chr", "\u0302")
    if name == "bar":
        return _part(element, "e") + (
            "\u0305" if _sign(element, "pos", "bot") == "top" else "\u0332"
        )
    if name in _PROPERTIES:
        return ""
    return "".join(map(linear, element))


def _sign(element: Any, name: str, default: str) -> str:
    """Of its properties; "" where it is said to have none."""
    said = child(child(element, f"{local(element)}Pr"), name)
    return default if said is None else attribute(said, "val")


def _joined(element: Any, name: str, sign: str) -> str:
    return sign.join(linear(inner) for inner in element if local(inner) == name)


def _scripts(element: Any) -> str:
    """Each part once: one that is looked at twice, within others, takes for ever."""
    below, above = _part(element, "sub"), _part(element, "sup")
    return (f"_{below}" if below else "") + (f"^{above}" if above else "")


def _whole(element: Any) -> str:
    return "" if element is None else "".join(map(linear, element))


def _part(element: Any, name: str) -> str:
    """In brackets where it is more than one sign or number."""
    text = _whole(child(element, name))
    return text if len(text) < 2 or text.replace(".", "").isalnum() else f"({text})"
