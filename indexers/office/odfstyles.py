"""What an OpenDocument file hides by its styles: letters without contrast or size, hidden parts;
and which letters stand above or below the line.

Styles build on one another, and on what stands around: a span has the colour of its own style, else
that of its paragraph, cell or shape; behind it lies the first colour on the same way outwards, at
last the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from indexers.archive import attribute, child, local
from indexers.office.sight import UNCERTAIN, WHITE, colour, why_unseen
from indexers.text.raised import Stand

_DEEPEST_CHAIN = 12
_FAMILIES = {
    "span": ("text",),
    "p": ("paragraph",),
    "h": ("paragraph",),
    "table-cell": ("table-cell",),
    "covered-table-cell": ("table-cell",),
    "page": ("drawing-page",),
    "section": ("section",),
    "table": ("table",),
    "table-row": ("table-row",),
}
_SHAPES = ("graphic", "presentation")
_LINES = frozenset(["line", "connector", "measure"])


class _Look(Struct, frozen=True):
    """What a style says; None where it says nothing. ``behind`` may be UNCERTAIN."""

    letters: int | None = None
    size_pt: float | None = None
    behind: int | None = None
    hidden: str = ""
    stand: Stand = ""


_PLAIN = _Look()


class OdfStyles:
    """Made of the roots of content.xml and styles.xml; either may be None."""

    def __init__(self, *roots: Any) -> None:
        self._styles: dict[tuple[str, str], Any] = {}
        self._looks: dict[tuple[str, str], _Look] = {}
        self._masters: dict[str, Any] = {}
        self._paper = WHITE
        for root in roots:
            for holder in root if root is not None else ():
                for style in holder if "styles" in local(holder) else ():
                    self._note(style)

    def _note(self, element: Any) -> None:
        name = attribute(element, "name")
        if local(element) == "style":
            self._styles[attribute(element, "family"), name] = element
        elif local(element) == "master-page":
            self._masters[name] = element
        elif local(element) == "page-layout":
            properties = child(element, "page-layout-properties")
            if properties is not None and (behind := _behind(properties, "")) is not None:
                self._paper = behind

    def why_hidden(self, element: Any, cell_style: str = "") -> str:
        """Of the letters directly in a paragraph or span. ``cell_style``: that of its column, for
        a cell without one of its own.
        """
        letters: int | None = None
        size_pt: float | None = None
        behind: int | None = None
        for node in (element, *element.iterancestors()):
            look = self._look_of(node, cell_style)
            if look.hidden:
                return look.hidden
            letters = look.letters if letters is None else letters
            size_pt = look.size_pt if size_pt is None else size_pt
            if behind is None and (letters is not None or local(node) != "page"):
                behind = self._behind(node, look, element)
        return why_unseen(letters, self._paper if behind is None else behind, size_pt)

    def stand(self, span: Any) -> Stand:
        """Where the letters of a span stand by its own style."""
        return self._look_of(span, "").stand if local(span) == "span" else ""

    def is_caption(self, paragraph: Any) -> bool:
        """By the style "Caption", or one that builds on it ("Illustration", "Figure")."""
        name, depth = attribute(paragraph, "style-name"), 0
        while name and depth < _DEEPEST_CHAIN:
            if name == "Caption":
                return True
            style = self._styles.get(("paragraph", name))
            name, depth = attribute(style, "parent-style-name"), depth + 1
        return False

    def is_hidden(self, element: Any) -> str:
        """Of a sheet, a slide or a section as a whole; its rows and columns say it themselves."""
        if local(element) == "section" and attribute(element, "display") in ("none", "condition"):
            return "in a hidden section"
        family = "table" if local(element) == "table" else "drawing-page"
        style = self._styles.get((family, attribute(element, "style-name")))
        for properties in style if style is not None else ():
            if attribute(properties, "display") == "false":
                return "on a hidden sheet"
            if attribute(properties, "visibility") == "hidden":
                return "on a hidden slide"
        return ""

    def _look_of(self, element: Any, cell_style: str) -> _Look:
        name = attribute(element, "style-name")
        families = _FAMILIES.get(local(element), _SHAPES)
        if families == ("table-cell",):
            name = name or cell_style
        for family in families if name else ():
            if (family, name) in self._styles:
                return self._look(family, name)
        return _PLAIN

    def _look(self, family: str, name: str) -> _Look:
        key = (family, name)
        if key not in self._looks:
            look, depth = _PLAIN, 0
            at = name
            while (style := self._styles.get((family, at))) is not None and depth < _DEEPEST_CHAIN:
                look = _over(look, _said(style))
                at, depth = attribute(style, "parent-style-name"), depth + 1
            self._looks[key] = look
        return self._looks[key]

    def _behind(self, one: Any, look: _Look, element: Any) -> int | None:
        """What ``one`` puts behind the letters of ``element``, which is in it."""
        if local(one) == "page":
            return self._slide(one, element)
        if look.behind is None and local(one) == "table":
            by_rule = child(one, "conditional-formats") is not None
            return UNCERTAIN if by_rule or attribute(one, "template-name") else None
        return look.behind

    def _slide(self, page: Any, element: Any) -> int | None:
        """What lies behind a shape without a filling on a slide: None for bare paper."""
        within = {element, *element.iterancestors()}
        own = next((shape for shape in page if shape in within), None)
        below = [shape for shape in page if own is None or page.index(shape) < page.index(own)]
        master = self._masters.get(attribute(page, "master-page-name"))
        if self._paints(below) or self._paints(master if master is not None else ()):
            return UNCERTAIN
        for sheet in (page, master):
            if style := attribute(sheet, "style-name"):
                behind = self._look("drawing-page", style).behind
                if behind is not None:
                    return behind
        return None

    def _paints(self, shapes: Iterable[Any]) -> bool:
        """Whether there is a picture among them, or a shape with a filling."""
        for shape in shapes:
            if local(shape) in _LINES:
                continue
            for node in shape.iter():
                if local(node) in ("image", "object", "plugin", "table"):
                    return True
                if self._look_of(node, "").behind is not None and local(node) not in _FAMILIES:
                    return True
        return False


def _over(nearer: _Look, farther: _Look) -> _Look:
    return _Look(
        farther.letters if nearer.letters is None else nearer.letters,
        farther.size_pt if nearer.size_pt is None else nearer.size_pt,
        farther.behind if nearer.behind is None else nearer.behind,
        nearer.hidden or farther.hidden,
        nearer.stand or farther.stand,
    )


def _said(style: Any) -> _Look:
    """Of one style by itself; one that changes with a condition is left alone."""
    if child(style, "map") is not None:
        return _PLAIN
    look = _PLAIN
    for properties in style:
        kind = local(properties)
        if kind == "text-properties":
            look = msgspec.structs.replace(
                look,
                letters=_letters(properties),
                size_pt=_points(attribute(properties, "font-size")),
                hidden="hidden by the author" if attribute(properties, "display") == "none" else "",
                stand=_stand(attribute(properties, "text-position")),
            )
        if (behind := _behind(properties, kind)) is not None:
            look = msgspec.structs.replace(look, behind=behind)
    return look


def _letters(properties: Any) -> int | None:
    if attribute(properties, "use-window-font-color") == "true":
        return UNCERTAIN  # whatever can be seen
    return colour(attribute(properties, "color"))


def _behind(properties: Any, kind: str) -> int | None:
    fill = attribute(properties, "fill")
    if fill in ("bitmap", "gradient", "hatch"):
        return UNCERTAIN
    if fill == "solid" or (not fill and attribute(properties, "fill-color")):
        filled = colour(attribute(properties, "fill-color"))
        return UNCERTAIN if filled is None else filled
    if child(properties, "background-image") is not None and kind != "text-properties":
        inside = child(properties, "background-image")
        if attribute(inside, "href"):
            return UNCERTAIN
    return colour(attribute(properties, "background-color"))


def _stand(position: str) -> Stand:
    """Of "super 58%", "sub 58%", or by how much the letters are lifted: "33% 58%"."""
    lifted = position.split(" ")[0]
    if lifted in ("super", "sub"):
        return "above" if lifted == "super" else "below"
    if lifted in ("", "0%"):
        return ""
    return "below" if lifted.startswith("-") else "above"


def _points(size: str) -> float | None:
    if not size.endswith("pt"):
        return None
    try:
        return float(size[:-2])
    except ValueError:
        return None
