"""Word documents: paragraphs, headings, lists with their numbers, tables, notes and comments.

The parts are walked here rather than by a library of objects, because what those leave out without
a word is much of a working document: inserted text under tracked changes, content controls, text
boxes, notes. An element that is not known is walked into, so that its text is not lost. What is
left out on purpose (deleted text, charts, parts of another format or program) is named; what is
hidden from the eye is kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from indexers.archive import Archive, attribute, child, local, number
from indexers.flowing.flow import Flow, tidy
from indexers.office.formulas import linear
from indexers.office.numbering import Numbers
from indexers.office.ooxml import (
    core_facts,
    is_on,
    main_part,
    name_damage,
    picture_part,
    relations,
    targets,
    value,
)
from indexers.office.symbols import sign
from indexers.office.wordstyles import Styles
from indexers.process.handed import Document
from indexers.records import OnPage, Reading
from indexers.text.raised import Stand, set_off

_LAYOUT_CHARS = 1000
_UNSEEN_TAGS = "instrText delText delInstrText rt pPr rPr sdtPr fldData"
_UNSEEN = frozenset(_UNSEEN_TAGS.split())
_GONE = frozenset(["del", "moveFrom"])
_PICTURES = {"blip": "embed", "imagedata": "id"}
"""The elements that name a picture, of new files and old ones, and the attribute that does."""
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}


def read_docx(path: Document, on_page: OnPage) -> Reading:
    """A place for each chapter of the highest level. Raises NotReadable."""
    with Archive(path) as archive:
        walk = _Walk(archive, on_page)
        walk.document()
        flow = walk.flow
        if damage := name_damage(archive):
            flow.lose("file", damage)
        return flow.reading("document", core_facts(archive))


class _Walk:
    def __init__(self, archive: Archive, on_page: OnPage) -> None:
        self.flow = Flow(on_page)
        self._archive = archive
        self._main = self._part = main_part(archive, "word/document.xml")
        self._root: Any = None
        self._relations = relations(archive, self._main)
        self._styles = Styles(self._beside("styles"))
        self._numbers = Numbers(self._beside("numbering"))
        self._notes = {kind: _by_id(self._beside(kind)) for kind in ("footnotes", "endnotes")}
        self._marks: dict[tuple[str, str], str] = {}
        self._waiting: list[Any] = []
        self._chapter = 0
        self._noted = self._deleted = self._hidden = self._charts = self._foreign = 0
        self._objects = 0
        self._diagrams: set[tuple[str, str]] = set()

    def document(self) -> None:
        self._root = root = self._archive.xml(self._main)
        body = child(root, "body")
        if body is not None:
            self._chapter = self._highest(body)
            self._blocks(body)
        self._comments()
        self._margins()
        for count, what, lacks in (
            (self._deleted, "text", "pieces deleted under tracked changes: {:,} left out"),
            (self._hidden, "text", "pieces hidden from the eye: {:,} kept apart"),
            (self._foreign, "text", "parts kept in another format, not read: {:,}"),
            (self._charts, "charts", "not read: {:,}"),
            (self._objects, "charts", "embedded objects not read: {:,}"),
        ):
            if count:
                self.flow.lose(what, lacks.format(count))

    # Blocks

    def _blocks(self, parent: Any) -> None:
        for element in _shown(parent):
            name = local(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif not self._left_out(name):
                self._blocks(element)

    def _left_out(self, name: str) -> bool:
        """Whether what is in it is not read; it is counted."""
        self._deleted += name in _GONE
        self._foreign += name == "altChunk"
        return name in _GONE or name in _UNSEEN

    def _paragraph(self, element: Any) -> None:
        number = self._number(element)
        text = self._text(element)
        if text.strip():
            text = f"{number} {text}" if number else text
            level = self._styles.level(element)
            if level:
                if level == self._chapter:
                    self.flow.place(tidy(text))
                self.flow.heading(level, text)
            else:
                self.flow.paragraph(text, self._styles.is_caption(element))
        self._let_out()

    def _let_out(self) -> None:
        """Text boxes and notes, after the paragraph or table they hang on."""
        while self._waiting:
            element = self._waiting.pop(0)
            if isinstance(element, str):
                self.flow.paragraph(element)
            else:
                self._blocks(element)

    def _number(self, element: Any) -> str:
        list_id, level = self._styles.numbered(element)
        return self._numbers.next(list_id, level) if list_id else ""

    # The text of a paragraph

    def _text(self, element: Any) -> str:
        return "".join(self._pieces(element))

    def _pieces(self, parent: Any) -> Iterator[str]:
        """Runs beside each other that stand above the line, or below it, are one."""
        for stand, elements in groupby(_shown(parent), self._stand):
            pieces = (piece for element in elements for piece in self._of(element))
            if stand:
                yield set_off("".join(pieces), stand)
            else:
                yield from pieces

    def _stand(self, element: Any) -> Stand:
        return self._styles.stand(element) if local(element) == "r" else ""

    def _of(self, element: Any) -> Iterator[str]:
        name = local(element)
        if name == "t":
            yield element.text or ""
        elif name in ("br", "cr"):
            yield "\n"
        elif name in ("tab", "ptab"):
            yield " "
        elif name == "noBreakHyphen":
            yield "-"
        elif name == "sym":
            yield sign(attribute(element, "font"), attribute(element, "char"))
        elif name == "r" and (why := self._styles.why_hidden(element)):
            self._hidden += 1
            self.flow.hide("".join(self._pieces_of_run(element)), why)
        elif name in _NOTES:
            yield self._note(_NOTES[name], attribute(element, "id"))
        elif name == "txbxContent":
            self._waiting.append(element)
        elif name == "oMath":
            yield linear(element)
        elif name == "checkBox":
            state = child(element, "checked")
            yield "☒" if is_on(child(element, "default") if state is None else state) else "☐"
        elif name == "ddList":
            yield _chosen(element)
        elif name == "relIds":
            self._diagram(attribute(element, "dm"))
        elif not self._left_out(name):
            self.flow.figures += name == "pic"
            self._charts += name == "chart"
            self._objects += name == "OLEObject"
            if name in _PICTURES:
                self._picture(element, _PICTURES[name])
            yield from self._pieces(element)

    def _picture(self, element: Any, naming: str) -> None:
        """Those of notes and margins stand apart from where they are told."""
        if element.getroottree().getroot() is self._root:
            self.flow.picture(picture_part(self._relations, attribute(element, naming)))

    def _pieces_of_run(self, run: Any) -> Iterator[str]:
        for inner in run:
            if local(inner) in ("t", "tab", "br"):
                yield inner.text or " "
            elif local(inner) == "sym":
                yield from self._of(inner)

    def _diagram(self, id: str) -> None:
        """Its words wait, as those of a text box; one that is named again, by itself even, is told
        once.
        """
        if (self._part, id) in self._diagrams:
            return
        self._diagrams.add((self._part, id))
        relation = relations(self._archive, self._part).get(id)
        is_there = relation is not None and relation.kind == "diagramData"
        root = self._archive.xml_if_sound(relation.target) if relation and is_there else None
        if root is None:
            self._charts += 1
        else:
            self._waiting.append(root)

    def _note(self, kind: str, id: str) -> str:
        """Its mark; its words wait. One that is named again, by itself even, is told once."""
        note = self._notes[kind].get(id)
        if note is None:
            return ""
        if (kind, id) in self._marks:
            return self._marks[kind, id]
        self._noted += 1
        mark = self._marks[kind, id] = f"[{self._noted}]"
        here, self._waiting = self._waiting, []
        words = self._words(note)
        self._waiting = [*here, f"{mark} {words}", *self._waiting]
        return mark

    def _words(self, element: Any) -> str:
        """All text in it, as one paragraph, that of its boxes last; its own notes wait."""
        here, self._waiting = self._waiting, []
        texts = list(self._paragraphs(element))
        while boxes := [box for box in self._waiting if not isinstance(box, str)]:
            self._waiting.remove(boxes[0])
            texts += self._paragraphs(boxes[0])
        self._waiting = [*here, *self._waiting]
        return " ".join(filter(None, map(str.strip, texts)))

    def _paragraphs(self, parent: Any) -> Iterator[str]:
        for element in _shown(parent):
            if local(element) == "p":
                yield self._text(element)
            elif not self._left_out(local(element)):
                yield from self._paragraphs(element)

    # Tables

    def _table(self, table: Any) -> None:
        rows = [self._cells(row) for row in _inner(table, "tr") if not self._is_deleted(row)]
        if _lays_out(rows, self._styles):
            for row in rows:
                for cell in row:
                    self._blocks(cell)
            return
        above: dict[int, str] = {}
        for row in rows:
            self.flow.row(self._row(row, above))
        self.flow.end_table()
        self._let_out()

    def _row(self, cells: list[Any], above: dict[int, str]) -> list[str]:
        """The texts of the cells; one merged with the cell above has the text of that one."""
        texts = []
        column = 0
        for cell in cells:
            properties = child(cell, "tcPr")
            merged = child(properties, "vMerge")
            if merged is not None and value(merged) != "restart":
                text = above.get(column, "")
            else:
                text = self._cell(cell)
            above[column] = text
            texts.append(text)
            span = value(child(properties, "gridSpan"), "1")
            column += number(span, 1)
        return texts

    def _cell(self, cell: Any) -> str:
        texts = []
        for element in _shown(cell):
            name = local(element)
            if name == "p":
                number = self._number(element)
                texts.append(f"{number} {self._text(element)}".strip())
            elif name == "tbl":
                texts += [self._cell(inner) for row in _inner(element, "tr") for inner in row]
            elif not self._left_out(name):
                texts.append(self._cell(element))
        return " ".join(filter(None, texts))

    def _cells(self, row: Any) -> list[Any]:
        return list(_inner(row, "tc"))

    def _is_deleted(self, row: Any) -> bool:
        gone = child(child(row, "trPr"), "del") is not None
        self._deleted += gone
        return gone

    # What stands beside the text

    def _comments(self) -> None:
        root = self._beside("comments")
        comments = [
            comment for comment in (root if root is not None else ()) if local(comment) == "comment"
        ]
        if comments:
            self.flow.place("comments")
            self.flow.named(1, "Comments")
        for comment in comments:
            words = self._words(comment)
            if words:
                self.flow.paragraph(f"{attribute(comment, 'author') or 'Comment'}: {words}")

    def _margins(self) -> None:
        """Headers and footers, each text once."""
        texts: dict[str, None] = {}
        for kind in ("header", "footer"):
            for part in targets(self._archive, self._main, kind):
                root, self._part = self._archive.xml(part), part
                if root is not None and (words := self._words(root)):
                    texts[words] = None
        if texts:
            self.flow.place("headers and footers")
            self.flow.named(1, "Headers and footers")
        for words in texts:
            self.flow.paragraph(words)

    def _beside(self, kind: str) -> Any:
        parts = targets(self._archive, self._main, kind)
        return self._archive.xml_if_sound(parts[0]) if parts else None

    def _highest(self, body: Any) -> int:
        """The highest level that more than one heading has, else that of any; 0 for none."""
        levels = [self._styles.level(p) for p in body.iter() if local(p) == "p"]
        given = sorted(filter(None, levels))
        return next((level for level in given if given.count(level) > 1), given[0] if given else 0)


def _shown(parent: Any) -> Iterator[Any]:
    """The children; of two ways to draw one thing only the first."""
    for element in parent:
        if local(element) == "AlternateContent":
            choice = child(element, "Choice")
            yield choice if choice is not None else element
        elif local(element):
            yield element


def _inner(parent: Any, name: str) -> Iterator[Any]:
    """Rows of a table or cells of a row, through whatever wraps them."""
    for element in parent:
        if local(element) == name:
            yield element
        elif local(element) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _inner(element, name)


def _chosen(choices: Any) -> str:
    """Of a list in a form; the first where it does not say which."""
    result = child(choices, "result")
    at = number(value(child(choices, "default") if result is None else result, "0"))
    entries = [value(entry) for entry in choices if local(entry) == "listEntry"]
    return entries[at] if 0 <= at < len(entries) else ""


def _lays_out(rows: list[list[Any]], styles: Styles) -> bool:
    """Whether a table only arranges text on the page: long cells, or headings in them."""
    for row in rows:
        for cell in row:
            if sum(len(text) for text in cell.itertext()) > _LAYOUT_CHARS:
                return True
            if any(styles.level(p) for p in cell.iter() if local(p) == "p"):
                return True
    return False


def _by_id(root: Any) -> dict[str, Any]:
    return {
        attribute(note, "id"): note
        for note in (root if root is not None else ())
        if attribute(note, "type") not in ("separator", "continuationSeparator")
    }
