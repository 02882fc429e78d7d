"""What a presentation hides in the colours of its slides: letters without contrast or size.

Letters have the colour of their run, as far as the run itself says; what they stand on is the
filling of their shape or cell, else of the slide, its layout or its master. Where a picture or
another filled shape lies below, or a style decides that is not looked up, they count as seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from indexers.archive import Archive, attribute, child, local, number
from indexers.errors import NotReadable
from indexers.office.ooxml import targets, value
from indexers.office.sight import CLEAR, UNCERTAIN, WHITE, colour, why_unseen

_FILLS = frozenset(["solidFill", "gradFill", "blipFill", "pattFill", "grpFill"])
_NAMES = {"white": 0xFFFFFF, "black": 0}
_USUAL = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}


class SlideSight:
    """Of one slide; ``part`` is its member, ``look`` gives the root of its layout, master or theme.
    ``shapes`` of slide, layout and master in order.
    """

    def __init__(self, archive: Archive, look: Callable[[str], Any], part: str, root: Any) -> None:
        layout = _first(archive, part, "slideLayout")
        master = _first(archive, layout, "slideMaster") if layout else ""
        self._pages = [root, *(look(name) for name in (layout, master) if name)]
        theme = _first(archive, master, "theme") if master else ""
        self._colours = _scheme(look(theme))
        mapped = child(self._pages[-1], "clrMap")
        self._names = _USUAL | ({} if mapped is None else dict(mapped.attrib))
        self._behind = next(
            (behind for page in self._pages if (behind := self._background(page)) is not None),
            WHITE,
        )
        decorated = any(_painted(shape) for page in self._pages[1:] for shape in _drawn(page))
        self._bare = UNCERTAIN if decorated else self._behind
        self._shapes = _drawn(root)

    def why_hidden(self, run: Any) -> str:
        """ "" for letters that can be seen, as far as the run says itself."""
        properties = child(run, "rPr")
        if properties is None:
            return ""
        size = number(attribute(properties, "sz"))
        letters = self._letters(properties)
        if letters is None and size < 0:
            return ""
        marked = child(properties, "highlight") is not None
        behind = UNCERTAIN if marked or letters is None else self._under(run)
        return why_unseen(letters, behind, size / 100 if size >= 0 else None)

    def _letters(self, properties: Any) -> int | None:
        if child(properties, "noFill") is not None and child(properties, "ln") is None:
            return CLEAR
        fill = child(properties, "solidFill")
        if fill is None:
            return None
        alpha = next((value(element) for element in fill.iter() if local(element) == "alpha"), "")
        return CLEAR if alpha == "0" else self._colour(fill)

    def _under(self, run: Any) -> int:
        shape = None
        for element in run.iterancestors():
            if local(element) == "tc":
                filled = self._filling(child(element, "tcPr"))
                return UNCERTAIN if filled is None else filled
            if local(element) in ("sp", "graphicFrame"):
                filled = self._filling(child(element, "spPr"))
                if filled is None and child(element, "style") is not None:
                    filled = UNCERTAIN
                if filled is not None:
                    return filled
            if element in self._shapes:
                shape = element
        below = self._shapes[: self._shapes.index(shape)] if shape is not None else self._shapes
        return UNCERTAIN if any(map(_painted, below)) else self._bare

    def _background(self, page: Any) -> int | None:
        """None where the page says nothing."""
        given = child(child(page, "cSld"), "bg")
        if given is None:
            return None
        properties = child(given, "bgPr")
        if properties is not None:
            return self._filling(properties)
        reference = child(given, "bgRef")
        shade = self._colour(reference) if attribute(reference, "idx") == "1001" else None
        return UNCERTAIN if shade is None else shade

    def _filling(self, properties: Any) -> int | None:
        """None for no filling of its own, which lets through what is below."""
        for fill in properties if properties is not None else ():
            if local(fill) == "solidFill":
                see_through = any(local(inner) == "alpha" for inner in fill.iter())
                shade = self._colour(fill)
                return UNCERTAIN if shade is None or see_through else shade
            if local(fill) in _FILLS:
                return UNCERTAIN
        return None

    def _colour(self, holder: Any) -> int | None:
        """Of the first colour in it; None where it is changed by degrees or not understood."""
        given = (
            next((inner for inner in holder if local(inner)), None) if holder is not None else None
        )
        if given is None or any(local(inner) not in ("", "alpha") for inner in given):
            return None
        said = value(given)
        if local(given) == "srgbClr":
            return colour(said)
        if local(given) == "schemeClr":
            return self._colours.get(self._names.get(said, said))
        if local(given) == "prstClr":
            return _NAMES.get(said)
        return colour(attribute(given, "lastClr")) if local(given) == "sysClr" else None


def _first(archive: Archive, part: str, kind: str) -> str:
    try:
        return next(iter(targets(archive, part, kind)), "")
    except NotReadable:
        return ""


def _scheme(theme: Any) -> dict[str, int]:
    holder = child(child(theme, "themeElements"), "clrScheme")
    colours: dict[str, int] = {}
    for entry in holder if holder is not None else ():
        given = next((inner for inner in entry if local(inner)), None)
        said = attribute(given, "lastClr") or attribute(given, "val")
        if (number := colour(said)) is not None:
            colours[local(entry)] = number
    return colours


def _drawn(page: Any) -> list[Any]:
    """The shapes of a page from the lowest to the topmost, groups as one."""
    tree = child(child(page, "cSld"), "spTree")
    names = ("sp", "pic", "graphicFrame", "grpSp", "AlternateContent")
    return [shape for shape in tree if local(shape) in names] if tree is not None else []


def _painted(shape: Any) -> bool:
    """Whether it may lie behind letters: a picture, a table, a shape with a filling."""
    for element in shape.iter():
        if local(element) in ("pic", "graphicFrame"):
            return True
        if local(element) == "spPr" and any(local(inner) in _FILLS for inner in element):
            return True
        if local(element) == "fillRef" and attribute(element, "idx") not in ("", "0"):
            return True
    return False
