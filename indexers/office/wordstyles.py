"""What a Word paragraph is by its style: a heading of some level, an item of some list; and which
of its letters nobody sees.

Styles build on one another; the nearest that says something counts. A heading is known by its
outline level, or by the name "heading N" that Word keeps in English in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from indexers.archive import attribute, child, local, number
from indexers.office.ooxml import is_on, stand, value
from indexers.text.raised import Stand

_HEADING = re.compile(r"^heading (\d)$", re.IGNORECASE)
_DEEPEST_CHAIN = 12
_TINIEST_HALF_POINTS = 3
_BODY_LEVEL = 9


class _Style(Struct, frozen=True):
    """``level`` and ``list_id`` are 0 and "" where the style itself says nothing."""

    based_on: str
    level: int
    list_id: str
    list_level: int
    letters: Any = None
    """The properties it gives its letters, or None."""
    shaded: bool = False
    """Whether it gives its paragraphs a colour of their own."""
    caption: bool = False


class Styles:
    """Made of ``styles.xml``, or of None."""

    def __init__(self, root: Any) -> None:
        self._styles = {
            attribute(style, "styleId"): _style(style)
            for style in (root if root is not None else ())
            if local(style) == "style"
        }

    def level(self, paragraph: Any) -> int:
        """1 to 9 for a heading, else 0."""
        properties = child(paragraph, "pPr")
        outline = number(value(child(properties, "outlineLvl")))
        if outline >= 0:
            return 0 if outline >= _BODY_LEVEL else outline + 1
        return next((style.level for style in self._chain(properties) if style.level), 0)

    def is_caption(self, paragraph: Any) -> bool:
        """By the name "caption", which Word keeps in English too."""
        return any(style.caption for style in self._chain(child(paragraph, "pPr")))

    def numbered(self, paragraph: Any) -> tuple[str, int]:
        """The id of its list, "" for none, and the level in it from 0."""
        properties = child(paragraph, "pPr")
        numbering = child(properties, "numPr")
        level = value(child(numbering, "ilvl"))
        if numbering is not None and (list_id := value(child(numbering, "numId"))):
            return ("" if list_id == "0" else list_id), _small(level)
        for style in self._chain(properties):
            if style.list_id:
                return style.list_id, _small(level) or style.list_level
        return "", 0

    def why_hidden(self, run: Any) -> str:
        """ "" for letters that can be seen; white ones on a page without shading cannot.

        The run itself counts first, then its style, then that of its paragraph.
        """
        styles, said = self._of_run(run)
        if is_on(_first(said, "vanish")):
            return "hidden by the author"
        if 0 <= number(value(_first(said, "sz"))) <= _TINIEST_HALF_POINTS:
            return "too small to read"
        white = value(_first(said, "color")).lower() in ("ffffff", "white")
        shaded = any(_first(said, name) is not None for name in ("shd", "highlight"))
        shaded = shaded or any(style.shaded for style in styles)
        return "white on white" if white and not shaded and not _on_shade(run) else ""

    def stand(self, run: Any) -> Stand:
        """Where its letters stand, by the same order."""
        return stand(_first(self._of_run(run)[1], "vertAlign"))

    def _of_run(self, run: Any) -> tuple[list[_Style], list[Any]]:
        """The styles of a run, and the properties of its letters, the nearest first."""
        paragraph = next(
            (ancestor for ancestor in run.iterancestors() if local(ancestor) == "p"), None
        )
        properties = child(run, "rPr")
        styles = [
            *self._chain(properties, "rStyle"),
            *self._chain(child(paragraph, "pPr"), "pStyle"),
        ]
        return styles, [
            letters
            for letters in (properties, *(style.letters for style in styles))
            if letters is not None
        ]

    def _chain(self, properties: Any, kind: str = "pStyle") -> list[_Style]:
        id = value(child(properties, kind))
        chain: list[_Style] = []
        while id in self._styles and len(chain) < _DEEPEST_CHAIN:
            chain.append(self._styles[id])
            id = chain[-1].based_on
        return chain


def _style(element: Any) -> _Style:
    name = value(child(element, "name"))
    properties = child(element, "pPr")
    outline = number(value(child(properties, "outlineLvl")))
    match = _HEADING.match(name)
    level = int(match.group(1)) if match else 1 if name.lower() == "title" else 0
    if not level and 0 <= outline < _BODY_LEVEL:
        level = outline + 1
    numbering = child(properties, "numPr")
    list_level = _small(value(child(numbering, "ilvl")))
    # A heading's place in its list is its own level where the style does not say.
    if numbering is not None and child(numbering, "ilvl") is None and level:
        list_level = level - 1
    based_on = value(child(element, "basedOn"))
    return _Style(
        based_on,
        level,
        value(child(numbering, "numId")),
        list_level,
        child(element, "rPr"),
        child(properties, "shd") is not None,
        name.lower() == "caption",
    )


def _first(said: Iterable[Any], name: str) -> Any:
    """The nearest property of that name, or None."""
    return next(
        (nearest for properties in said if (nearest := child(properties, name)) is not None), None
    )


def _on_shade(run: Any) -> bool:
    """Whether a paragraph or a cell around it has a colour of its own, or a box a filling."""
    for element in run.iterancestors():
        if local(element) == "txbxContent":
            return True
        if local(element) in ("p", "tc", "tbl"):
            properties = next((inner for inner in element if local(inner).endswith("Pr")), None)
            if child(properties, "shd") is not None or child(properties, "tblStyle") is not None:
                return True
    return False


def _small(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) == 1 else 0
