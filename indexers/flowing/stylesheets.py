"""What the styles of a web page hide from the eye, and why.

The style elements of a page, the style sheets that came with it and the style attributes are read;
of the cascade what is needed here: compound selectors with ancestors, specificity, order. Rules
for print, or for windows that one of 1,024 px is not, are left alone, as is every selector with a
condition (``:hover``, ``[open]``), so that what is said to be hidden is hidden when the page opens:
of letters that such a rule may colour, no colour from above is believed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

from indexers.flowing.colours import WHITE, are_alike, colour_of, mixed, share_of
from indexers.flowing.cssrules import (
    EACH_PX,
    LENGTH,
    Declared,
    declarations,
    length_px,
    matches,
    read,
)
from indexers.text.raised import Stand

_MOST_CHARS = 2_000_000
_SIZE_NAMES = "xx-small x-small small medium large x-large xx-large"
_SIZES = dict.fromkeys(_SIZE_NAMES.split(), 16.0)  # about: what counts is that they can be read
_PAINTED = frozenset(["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"])
_BARE_HEX = re.compile(r"[0-9a-f]{6}")
_VISIBLE = {"visible": True, "initial": True, "hidden": False, "collapse": False}
_STANDS: dict[str, Stand] = {"sup": "above", "sub": "below", "super": "above"}
_KIND_IN_BOOKS = "{http://www.idpf.org/2007/ops}type"
_MARKS_OF_NOTES = frozenset(["noteref", "doc-noteref"])
_FAR_PX = 900
NONE_BESIDE: Mapping[str, str] = MappingProxyType({})
NOT_DISPLAYED = "not displayed (display: none)"


class Look(NamedTuple):
    """How the letters in an element look: what is inherited, or seen through it. ``colour`` is
    None where it is not known, ``behind`` -1 for a picture; ``why`` its letters cannot be seen,
    ``gone`` why nothing in it can.
    """

    stand: Stand = ""
    size_px: float = 16
    colour: int | None = None
    behind: int = WHITE
    visible: bool = True
    faint: str = ""
    why: str = ""
    gone: str = ""


class Styles:
    """The rules of one page. ``more`` is the text of style sheets that came in the same file,
    ``beside`` that of files beside it, by name: those that the page links count.
    """

    def __init__(self, tree: Any, more: str = "", beside: Mapping[str, str] = NONE_BESIDE) -> None:
        texts = [
            (element.text or "") if element.tag == "style" else beside.get(_linked(element), "")
            for element in tree.iter("style", "link")
            if not _is_printed(element)
        ]
        texts.append(more)
        self._rules = read("\n".join(texts)[:_MOST_CHARS])
        self._root_px = Look().size_px

    def look(self, element: Any, above: Look) -> Look:
        """``above`` is that of its parent, of which nothing is gone."""
        if element.get("hidden") is not None:
            return above._replace(gone="hidden by the page")
        keys = _keys(element)
        declared = self._declared(element, keys)
        stand = _stand(element, declared)
        is_sure = self._rules.colouring.isdisjoint(keys)
        if not declared and not stand and is_sure:
            return above
        size_px = self._size_px(declared.get("font-size", ""), above.size_px)
        if element.getparent() is None:
            self._root_px = size_px
        visible = _VISIBLE.get(declared.get("visibility", ""), above.visible)
        behind = _background(declared, above)
        colour = _letters(element, declared, above, is_sure)
        faint = _faint(colour, behind)
        small = "too small to read" if size_px <= 1 else ""
        why = small or faint if visible else "not visible (visibility: hidden)"
        gone = _not_drawn(declared) or _off_screen(declared)
        return Look(stand or above.stand, size_px, colour, behind, visible, faint, why, gone)

    def _size_px(self, value: str, above_px: float) -> float:
        """What is not understood does not make letters larger that are too small to read."""
        match = LENGTH.match(value)
        if match is None:
            return _SIZES.get(value, above_px)
        number, unit = min(float(match.group(1)), _MOST_CHARS), match.group(2)
        if number < 0:
            return above_px
        if not unit:
            return min(number, above_px)
        unit_px = {"em": above_px, "%": above_px / 100, "rem": self._root_px, **EACH_PX}
        return number * unit_px[unit]

    def _declared(self, element: Any, keys: list[str]) -> Declared:
        style = element.get("style") or ""
        rules = [rule for key in keys for rule in self._rules.by_key.get(key, ())]
        declared = _painted(element)
        if not rules and not style:
            return declared
        classes = frozenset((element.get("class") or "").split())
        here = [rule for rule in rules if matches(rule, element, classes)]
        here.sort(key=lambda rule: rule.weight)
        own, important = declarations(style)
        layers = (*(rule.declared for rule in here), own, *(rule.important for rule in here))
        for layer in (*layers, important):
            declared |= layer
        return declared


def _keys(element: Any) -> list[str]:
    classes = (element.get("class") or "").split()
    return [f"#{element.get('id')}", *(f".{name}" for name in classes), element.tag, "*"]


def _stand(element: Any, declared: Mapping[str, str]) -> Stand:
    """Above or below the line by its name or style, or as the mark of a note."""
    kinds = element.get(_KIND_IN_BOOKS) or element.get("epub:type") or element.get("role") or ""
    if not _MARKS_OF_NOTES.isdisjoint(kinds.split()):
        return "above"
    set_so = "" if element.tag in _PAINTED else declared.get("vertical-align", "")
    return _STANDS.get(element.tag) or _STANDS.get(set_so, "")


def _painted(element: Any) -> Declared:
    """The colour of letters or the background that an old attribute gives it, where a browser
    heeds that.
    """
    if element.tag == "font":
        value = _of_old(element, "color")
        return {"color": value} if value else {}
    value = _of_old(element, "bgcolor") if element.tag in _PAINTED else ""
    return {"background": value} if colour_of(value) is not None else {}


def _of_old(element: Any, name: str) -> str:
    """A colour that may lack its "#"."""
    value = (element.get(name) or "").strip().lower()
    return f"#{value}" if _BARE_HEX.fullmatch(value) else value


def _background(declared: Mapping[str, str], above: Look) -> int:
    named = declared.get("background-color") or declared.get("background") or ""
    value = named.split(" ")[0] if "rgb" not in named else named
    colour, share = colour_of(value), share_of(value)
    if colour is not None and colour >= 0:
        if share == 1:
            return colour
        return mixed(colour, above.behind, share) if above.behind >= 0 else -1
    picture = colour is None and named not in ("", "none") and "transparent" not in named
    shows = picture and not above.faint  # any colour may be seen on a picture
    return -1 if shows else above.behind


def _letters(element: Any, declared: Mapping[str, str], above: Look, is_sure: bool) -> int | None:
    """Their colour. What is not understood does not bring to light what is hidden; a link has a
    colour of its own. Where it ``is_sure``, no rule that is not read may have given them another
    than that above.
    """
    value = declared.get("color", "" if element.get("href") else "inherit")
    colour = colour_of(value)
    if colour is None and (value in ("inherit", "currentcolor") or above.faint):
        return above.colour if is_sure or above.faint else None
    return colour


def _faint(colour: int | None, behind: int) -> str:
    if colour is None:
        return ""
    if colour < 0:
        return "transparent letters"
    hidden = behind >= 0 and are_alike(colour, behind)
    return "in the colour of its background" if hidden else ""


def on_screen(tree: Any, packed: Mapping[str, str]) -> str:
    """The style sheets that came in the same file as the page, by their addresses, less those that
    the page links for paper alone.
    """
    links = [(_is_printed(link), link.get("href") or "") for link in tree.iter("link")]
    shown = {address for printed, address in links if not printed}
    left_out = {address for _, address in links} - shown
    return "\n".join(css for address, css in packed.items() if address not in left_out)


def _is_printed(sheet: Any) -> bool:
    media = (sheet.get("media") or "").lower().split(",")
    return all(medium.strip().removeprefix("only ").startswith("print") for medium in media)


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
        return NOT_DISPLAYED
    opacity = declared.get("opacity", "")
    return "fully transparent" if re.fullmatch(r"0*\.?0*%?", opacity) and opacity else ""


def _off_screen(declared: Mapping[str, str]) -> str:
    placed = declared.get("position") in ("absolute", "fixed")
    sides = ("left", "top", "right") if placed else ()
    far = [length_px(declared.get(side, "")) for side in ("text-indent", *sides)]
    if any(distance is not None and distance <= -_FAR_PX for distance in far):
        return "placed outside the page"
    clip = declared.get("clip", "").replace(" ", "")
    path = declared.get("clip-path", "").replace(" ", "")
    nothing = clip.startswith(("rect(0", "rect(1px,1px")) or path.startswith("inset(50%")
    narrow = [length_px(declared.get(side, "")) for side in ("width", "height")]
    tiny = declared.get("overflow") == "hidden" and any(
        size is not None and size <= 1 for size in narrow
    )
    return "cut off to nothing" if (placed and nothing) or tiny else ""
