"""PowerPoint presentations: a place for each slide, its title a heading, its notes after it.

Shapes come in the order of the file, text in groups, tables and SmartArt included; the footers
that stand on many slides come once, at the end. Charts are named as not read.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

from indexers.archive import Archive, attribute, child, local
from indexers.flowing.flow import Flow
from indexers.office.formulas import linear
from indexers.office.ooxml import (
    Relation,
    core_facts,
    main_part,
    name_damage,
    picture_part,
    relations,
    targets,
)
from indexers.office.slidesight import SlideSight
from indexers.process.handed import Document
from indexers.records import OnPage, Reading
from indexers.text.raised import Stand, set_off

_TITLES = ("title", "ctrTitle")
_NUMBERS = ("sldNum", "dt")
_WITH_CAPTION = "picTx"  # the layout of a picture and words on it
_LOOKS = 16  # layouts, masters and themes that are kept for the slides that follow


def read_pptx(path: Document, on_page: OnPage) -> Reading:
    """Raises NotReadable."""
    with Archive(path) as archive:
        talk = _Talk(archive, Flow(on_page))
        talk.pour()
        if damage := name_damage(archive):
            talk.flow.lose("file", damage)
        return talk.flow.reading("slides", core_facts(archive))


class _Talk:
    def __init__(self, archive: Archive, flow: Flow) -> None:
        self.flow = flow
        self._archive = archive
        self._look = lru_cache(_LOOKS)(archive.xml_if_sound)
        self._part = ""
        self._relations: dict[str, Relation] = {}
        self._is_captioned = False
        self._sight: SlideSight | None = None
        self._footers: dict[str, None] = {}
        self._charts = 0

    def pour(self) -> None:
        main = main_part(self._archive, "ppt/presentation.xml")
        parts = relations(self._archive, main)
        order = child(self._archive.xml(main), "sldIdLst")
        for number, slide in enumerate(order if order is not None else (), 1):
            relation = parts.get(_relation_id(slide))
            if relation is None or relation.target not in self._archive:
                self.flow.lose(f"slide {number}", "it is missing from the file")
            else:
                self._slide(relation.target, number)
        if self._footers:
            self.flow.place("footers")
            self.flow.named(1, "Footers")
        for text in self._footers:
            self.flow.paragraph(text)
        if self._charts:
            self.flow.lose("charts", f"not read: {self._charts:,}")

    def _slide(self, part: str, number: int) -> None:
        root = self._archive.xml(part)
        if root is None:
            self.flow.lose(f"slide {number}", "damaged")
            return
        self._part, self._relations = part, relations(self._archive, part)
        layouts = [self._look(layout) for layout in targets(self._archive, part, "slideLayout")]
        self._is_captioned = any(attribute(root, "type") == _WITH_CAPTION for root in layouts)
        self._sight = SlideSight(self._archive, self._look, part, root)
        hidden = attribute(root, "show") in ("0", "false")
        self.flow.veil = "on a hidden slide" if hidden else ""
        self.flow.place(f"slide {number}{' (hidden)' if hidden else ''}")
        shapes = list(_shapes(child(child(root, "cSld"), "spTree")))
        titles = [shape for shape in shapes if _role(shape) in _TITLES]
        title = " ".join(text for shape in titles for text in self._seen(shape))
        if title:
            self.flow.heading(1, title)
        else:
            self.flow.named(1, f"Slide {number}")
        for shape in shapes:
            if shape not in titles:
                self._shape(shape)
        self._sight = None  # notes and comments are not on the slide
        self._notes(part)
        self.flow.veil = ""

    def _shape(self, shape: Any) -> None:
        role = _role(shape)
        if role in _NUMBERS:
            return
        if role in ("ftr", "hdr"):
            self._footers.update(dict.fromkeys(self._seen(shape)))
            return
        if local(shape) == "pic":
            self.flow.figures += 1
            for blip in (inner for inner in shape.iter() if local(inner) == "blip"):
                self.flow.picture(picture_part(self._relations, attribute(blip, "embed")))
        for frame in shape.iter() if local(shape) == "graphicFrame" else ():
            if local(frame) == "tbl":
                self._table(frame)
            elif local(frame) == "chart":
                self._charts += 1
            elif local(frame) == "relIds":
                self._diagram(attribute(frame, "dm"))
        if local(shape) != "graphicFrame":
            for text in self._seen(shape):
                self.flow.paragraph(text, self._is_captioned and role == "body")

    def _seen(self, element: Any) -> list[str]:
        """Its paragraphs, without the words that cannot be seen: those are put aside."""
        sight = self._sight
        if sight is None:
            return list(_texts(element))
        hidden: set[Any] = set()
        for run in element.iter():
            if local(run) in ("r", "fld") and (why := sight.why_hidden(run)):
                hidden.add(run)
                words = child(run, "t")
                self.flow.hide(words.text or "" if words is not None else "", why)
        return list(_texts(element, hidden))

    def _table(self, table: Any) -> None:
        for row in table:
            if local(row) == "tr":
                cells = [cell for cell in row if local(cell) == "tc"]
                self.flow.row([" ".join(self._seen(cell)) for cell in cells])
        self.flow.end_table()

    def _diagram(self, relation_id: str) -> None:
        relation = relations(self._archive, self._part).get(relation_id)
        root = self._archive.xml(relation.target) if relation is not None else None
        for text in _texts(root) if root is not None else ():
            self.flow.paragraph(text)

    def _notes(self, part: str) -> None:
        for notes in targets(self._archive, part, "notesSlide"):
            tree = child(child(self._archive.xml(notes), "cSld"), "spTree")
            bodies = [shape for shape in _shapes(tree) if _role(shape) == "body"]
            said = [text for shape in bodies for text in _texts(shape)]
            for at, text in enumerate(said):
                self.flow.paragraph(f"Notes: {text}" if at == 0 else text)
        for comments in targets(self._archive, part, "comments"):
            root = self._archive.xml(comments)
            for comment in root if root is not None else ():
                words = child(comment, "text")
                text = " ".join(_texts(comment)) if words is None else words.text or ""
                if text:
                    self.flow.paragraph(f"Comment: {text}")


def _relation_id(slide: Any) -> str:
    """``id`` stands there twice: the slide's own number and, in a namespace, the relation's."""
    return next((str(value) for key, value in slide.attrib.items() if key.endswith("}id")), "")


def _shapes(tree: Any) -> Iterator[Any]:
    """All shapes in the order of the file, through groups; of two ways to draw one the first."""
    for element in tree if tree is not None else ():
        name = local(element)
        if name == "grpSp":
            yield from _shapes(element)
        elif name == "AlternateContent":
            choice = child(element, "Choice")
            yield from _shapes(choice if choice is not None else child(element, "Fallback"))
        elif name in ("sp", "graphicFrame", "pic", "cxnSp"):
            yield element


def _role(shape: Any) -> str:
    """The kind of placeholder it fills, "" for none."""
    for properties in shape:
        if local(properties).startswith("nv"):
            return attribute(child(child(properties, "nvPr"), "ph"), "type")
    return ""


def _texts(element: Any, hidden: Container[Any] = ()) -> Iterator[str]:
    """Its paragraphs that are not empty, without the runs that are ``hidden``."""
    for paragraph in element.iter():
        if local(paragraph) == "p" and (text := "".join(_pieces(paragraph, hidden)).strip()):
            yield text


def _pieces(parent: Any, hidden: Container[Any]) -> Iterator[str]:
    """Runs beside each other that stand above the line, or below it, are one."""
    for stand, elements in groupby(parent, _stand):
        pieces = (piece for element in elements for piece in _of(element, hidden))
        if stand:
            yield set_off("".join(pieces), stand)
        else:
            yield from pieces


def _stand(element: Any) -> Stand:
    """By the share of the size of its letters by which a run is lifted."""
    lifted = attribute(child(element, "rPr"), "baseline") if local(element) == "r" else ""
    return "" if lifted in ("", "0", "0%") else "below" if lifted.startswith("-") else "above"


def _of(element: Any, hidden: Container[Any]) -> Iterator[str]:
    name = local(element)
    if element in hidden:
        return
    if name == "t":
        yield element.text or ""
    elif name == "br":
        yield "\n"
    elif name == "oMath":
        yield linear(element)
    elif name == "AlternateContent":
        choice = child(element, "Choice")
        yield from _pieces(choice if choice is not None else element, hidden)
    elif not name.endswith("Pr"):
        yield from _pieces(element, hidden)
