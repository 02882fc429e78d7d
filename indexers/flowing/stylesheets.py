"""What the styles of a web page hide from the eye, and why.

The style elements of a page, the style sheets that came with it and the style attributes are read;
of the cascade what is needed here: compound selectors with ancestors, specificity, order. Rules
for print or for other widths of a window are left alone, as is every selector with a condition
(``:hover``, ``[open]``), so that what is said to be hidden is hidden when the page opens.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

_MOST_CHARS = 2_000_000
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMPOUND = re.compile(r"([a-z][a-z0-9]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_WANTED = frozenset(
    [
        "display",
        "visibility",
        "opacity",
        "font-size",
        "color",
        "background",
        "background-color",
        "position",
        "left",
        "top",
        "right",
        "text-indent",
        "clip",
        "clip-path",
        "width",
        "height",
        "overflow",
    ]
)
_LENGTH = re.compile(r"(-?[\d.]+)(px|pt|em|rem|%|vw|vh)?$")
_NAMED_COLOURS = {"white": 0xFFFFFF, "black": 0, "transparent": -1}
_RGB = re.compile(r"rgba?\(\s*(\d{1,9})[\s,]+(\d{1,9})[\s,]+(\d{1,9})(?:[\s,/]+([\d.]+%?))?\s*\)")
_FAR_PX = 900
_ALIKE = 16
_WHITE = 0xFFFFFF
NONE_BESIDE: Mapping[str, str] = MappingProxyType({})
Declared = dict[str, str]


class _Compound(NamedTuple):
    tag: str
    classes: frozenset[str]
    id: str


class _Rule(NamedTuple):
    """``ancestors`` from the nearest outwards; ``weight`` is the specificity, then the order."""

    own: _Compound
    ancestors: tuple[_Compound, ...]
    weight: tuple[int, int, int, int]
    declared: Declared


class Styles:
    """The rules of one page. ``more`` is the text of style sheets that came in the same file,
    ``beside`` that of files beside it, by name: those that the page links count.
    """

    def __init__(self, tree: Any, more: str = "", beside: Mapping[str, str] = NONE_BESIDE) -> None:
        texts = [
            (element.text or "") if element.tag == "style" else beside.get(_linked(element), "")
            for element in tree.iter("style", "link")
        ]
        texts.append(more)
        self._by_key: dict[str, list[_Rule]] = defaultdict(list)
        for order, (selector, declared) in enumerate(_rules("\n".join(texts)[:_MOST_CHARS])):
            rule = _rule(selector, declared, order)
            if rule is not None:
                self._by_key[_key(rule.own)].append(rule)
        self._backgrounds: dict[Any, int] = {}

    def why_hidden(self, element: Any) -> str:
        """ "" for one that is shown, as far as its own styles go."""
        if element.get("hidden") is not None:
            return "hidden by the page"
        declared = self._declared(element)
        if not declared:
            return ""
        self._note_background(element, declared)
        return _not_drawn(declared) or _off_screen(declared) or self._same_colour(element, declared)

    def _declared(self, element: Any) -> Declared:
        style = element.get("style")
        classes = (element.get("class") or "").split()
        keys = [f"#{element.get('id')}", *(f".{name}" for name in classes), element.tag, "*"]
        rules = [rule for key in keys for rule in self._by_key.get(key, ())]
        if not rules and not style:
            return {}
        here = [rule for rule in rules if _matches(rule, element, frozenset(classes))]
        found: Declared = {}
        for rule in sorted(here, key=lambda rule: rule.weight):
            found |= rule.declared
        return found | _declarations(style or "")

    def _note_background(self, element: Any, declared: Mapping[str, str]) -> None:
        named = declared.get("background-color") or declared.get("background") or ""
        colour = _colour(named.split(" ")[0] if "rgb" not in named else named)
        if colour is not None and colour >= 0:
            self._backgrounds[element] = colour
        elif named and "transparent" not in named and named != "none":
            self._backgrounds[element] = -1  # a picture: any colour may be seen on it

    def _same_colour(self, element: Any, declared: Mapping[str, str]) -> str:
        colour = _colour(declared.get("color", ""))
        if colour is None:
            return ""
        if colour < 0:
            return "transparent letters"
        line = [element, *element.iterancestors()]
        behind = next((self._backgrounds[e] for e in line if e in self._backgrounds), _WHITE)
        if behind < 0 or max(_parts_apart(colour, behind)) > _ALIKE:
            return ""
        return "in the colour of its background"


def _linked(link: Any) -> str:
    """The name of the file of a style sheet that is in force on a screen, else ""."""
    kinds = (link.get("rel") or "").lower().split()
    media = (link.get("media") or "").lower().replace("only ", "").strip()
    if "stylesheet" not in kinds or "alternate" in kinds or link.get("disabled") is not None:
        return ""
    if media not in ("", "all", "screen"):
        return ""
    address = (link.get("href") or "").partition("?")[0].partition("#")[0]
    return posixpath.basename(unquote(address))


def _not_drawn(declared: Mapping[str, str]) -> str:
    if declared.get("display") == "none":
        return "not displayed (display: none)"
    if declared.get("visibility") in ("hidden", "collapse"):
        return "not visible (visibility: hidden)"
    opacity = declared.get("opacity", "")
    if re.fullmatch(r"0*\.?0*%?", opacity) and opacity:
        return "fully transparent"
    size = _length(declared.get("font-size", ""))
    return "too small to read" if size is not None and abs(size) <= 1 else ""


def _off_screen(declared: Mapping[str, str]) -> str:
    placed = declared.get("position") in ("absolute", "fixed")
    sides = ("left", "top", "right") if placed else ()
    far = [_length(declared.get(side, "")) for side in ("text-indent", *sides)]
    if any(one is not None and one <= -_FAR_PX for one in far):
        return "placed outside the page"
    clip = declared.get("clip", "").replace(" ", "")
    path = declared.get("clip-path", "").replace(" ", "")
    nothing = clip.startswith(("rect(0", "rect(1px,1px")) or path.startswith("inset(50%")
    narrow = [_length(declared.get(side, "")) for side in ("width", "height")]
    tiny = declared.get("overflow") == "hidden" and any(
        one is not None and one <= 1 for one in narrow
    )
    return "cut off to nothing" if (placed and nothing) or tiny else ""


def _rules(css: str) -> Iterator[tuple[str, Declared]]:
    """(one selector, what it declares of the wanted properties), at-rules left out."""
    css = _COMMENT.sub("", css)
    at = 0
    while (open_ := css.find("{", at)) >= 0:
        prelude = css[at:open_].rpartition(";")[2].strip().lower()
        if prelude.startswith("@"):
            at = _end_of_block(css, open_)
            if prelude.replace("only ", "") in ("@media screen", "@media all"):
                yield from _rules(css[open_ + 1 : at - 1])
            continue
        close = css.find("}", open_)
        at = close + 1 if close >= 0 else len(css)
        declared = _declarations(css[open_ + 1 : at - 1 if close >= 0 else at])
        if declared:
            for selector in css[css.rfind("}", 0, open_) + 1 : open_].rpartition(";")[2].split(","):
                yield selector.strip(), declared


def _end_of_block(css: str, open_: int) -> int:
    depth = 0
    for found in re.compile(r"[{}]").finditer(css, open_):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return found.end()
    return len(css)


def _declarations(style: str) -> Declared:
    found: Declared = {}
    for one in style.split(";"):
        name, colon, value = one.partition(":")
        name = name.strip().lower()
        if colon and name in _WANTED:
            found[name] = value.replace("!important", "").strip().lower()
    return found


def _rule(selector: str, declared: Declared, order: int) -> _Rule | None:
    parts = [_compound(part) for part in selector.replace(">", " ").split()]
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    ids = sum(bool(part.id) for part in known)
    classes = sum(len(part.classes) for part in known)
    tags = sum(bool(part.tag) for part in known)
    weight = (ids, classes, tags, order)
    return _Rule(known[-1], tuple(reversed(known[:-1])), weight, declared)


def _compound(text: str) -> _Compound | None:
    found = _COMPOUND.fullmatch(text)
    if found is None or not text:
        return None
    names = re.findall(r"([.#])([\w-]+)", found.group(2))
    tag = (found.group(1) or "").lower().replace("*", "")
    id = next((name for sign, name in names if sign == "#"), "")
    return _Compound(tag, frozenset(name for sign, name in names if sign == "."), id)


def _key(own: _Compound) -> str:
    if own.id:
        return f"#{own.id}"
    return f".{min(own.classes)}" if own.classes else own.tag or "*"


def _matches(rule: _Rule, element: Any, classes: frozenset[str]) -> bool:
    if not _is(rule.own, element, classes):
        return False
    above = element.iterancestors()
    return all(
        any(_is(wanted, one, frozenset((one.get("class") or "").split())) for one in above)
        for wanted in rule.ancestors
    )


def _is(wanted: _Compound, element: Any, classes: frozenset[str]) -> bool:
    return (
        (not wanted.tag or wanted.tag == element.tag)
        and wanted.classes <= classes
        and (not wanted.id or wanted.id == element.get("id"))
    )


def _length(value: str) -> float | None:
    """In pixels, about."""
    found = _LENGTH.match(value.strip())
    if found is None:
        return None
    try:
        number = float(found.group(1))
    except ValueError:
        return None
    each = {"em": 16, "rem": 16, "pt": 1.33, "%": 0.16 if number >= 0 else 10, "vw": 12, "vh": 8}
    return number * each.get(found.group(2) or "px", 1)


def _colour(value: str) -> int | None:
    """0xRRGGBB, -1 where it is transparent, None where it is not understood."""
    value = value.strip()
    if value in _NAMED_COLOURS:
        return _NAMED_COLOURS[value]
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        value = "#" + "".join(2 * digit for digit in value[1:])
    if re.fullmatch(r"#[0-9a-f]{6}(?:ff)?", value):
        return int(value[1:7], 16)
    found = _RGB.fullmatch(value)
    if found is None:
        return None
    if found.group(4) in ("0", "0%", "0.0", ".0"):
        return -1
    red, green, blue = (min(255, int(found.group(at))) for at in (1, 2, 3))
    return red << 16 | green << 8 | blue


def _parts_apart(one: int, other: int) -> list[int]:
    return [abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0)]
