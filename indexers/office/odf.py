"""OpenDocument: texts, spreadsheets and presentations of LibreOffice and its kin.

Cells have the words that were shown in them, so no format has to be understood. Notes and comments
come after the paragraph they hang on; text that was deleted under tracked changes is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from indexers.archive import Archive, attribute, beside, child, local, number
from indexers.errors import NotReadable
from indexers.flowing.flow import Flow, tidy
from indexers.flowing.grids import Row, pour_grid, seen
from indexers.office.odfstyles import OdfStyles
from indexers.process.handed import Document
from indexers.records import OnPage, Reading
from indexers.text.raised import set_off

_CONTENT = "content.xml"
_MOST_REPEATS = 1000
_MOST_COLUMNS = 16_384  # of a sheet in the programs that make them
_FACTS = {
    "title": "title",
    "initial-creator": "author",
    "creation-date": "creationDate",
    "publisher": "publisher",
    "identifier": "identifier",
}
_GROUPS = frozenset(f"table-{what}" for what in ("rows", "header-rows", "row-group", "columns"))
_GROUPS |= {"table-header-columns", "table-column-group"}
_UNSEEN_TAGS = """
tracked-changes sequence-decls forms hidden-text change-start change-end change ruby-text
"""
_UNSEEN = frozenset(_UNSEEN_TAGS.split())
_KINDS = {"text": "document", "spreadsheet": "sheet", "presentation": "slides", "drawing": "slides"}


def read_odf(path: Document, on_page: OnPage) -> Reading:
    """Raises NotReadable."""
    with Archive(path) as archive:
        _refuse_encrypted(archive)
        root = archive.xml(_CONTENT)
        body = child(root, "body")
        inside = next(
            (element for element in (body if body is not None else ()) if local(element)), None
        )
        if inside is None:
            raise NotReadable("the file is damaged: its main part is missing")
        styles = archive.xml_if_sound("styles.xml")
        walk = _Walk(Flow(on_page), OdfStyles(root, styles), frozenset(archive.names()))
        walk.pour(inside)
        if local(inside) == "text":
            walk.margins(child(styles, "master-styles"))
        if _CONTENT in archive.damaged:
            reason = archive.damaged[_CONTENT]
            walk.flow.lose("file", f"{reason}; what was left was read")
        facts = _facts(archive.xml("meta.xml"))
        return walk.flow.reading(_KINDS.get(local(inside), "document"), facts)


def _refuse_encrypted(archive: Archive) -> None:
    manifest = archive.xml("META-INF/manifest.xml")
    for element in manifest.iter() if manifest is not None else ():
        if local(element) == "encryption-data":
            raise NotReadable("it is encrypted; save it without a password and add it again")


def _facts(root: Any) -> dict[str, str]:
    facts: dict[str, str] = {}
    for element in root.iter() if root is not None else ():
        if local(element) in _FACTS and element.text:
            facts[_FACTS[local(element)]] = element.text
        elif local(element) == "creator" and element.text:
            facts.setdefault("author", element.text)
    return facts


class _Walk:
    def __init__(self, flow: Flow, styles: OdfStyles, parts: frozenset[str]) -> None:
        self.flow = flow
        self._styles = styles
        self._parts = parts
        self._waiting: list[Any] = []
        self._chapter = 0
        self._slides = 0

    def pour(self, inside: Any) -> None:
        if local(inside) == "spreadsheet":
            self._workbook(inside)
        else:
            self._chapter = _highest(inside)
            self._blocks(inside)
        deleted = sum(1 for element in inside.iter() if local(element) == "deletion")
        if deleted:
            what = f"pieces deleted under tracked changes: {deleted:,} left out"
            self.flow.lose("text", what)

    def margins(self, masters: Any) -> None:
        """Headers and footers, each text once."""
        parts = [part for page in (masters if masters is not None else ()) for part in page]
        texts: dict[str, None] = {}
        for part in parts:
            is_shown = attribute(part, "display") != "false"
            if local(part).startswith(("header", "footer")) and is_shown:
                words = self._paragraphs(part)
                while self._waiting:  # boxes
                    words += self._paragraphs(self._waiting.pop(0))
                texts[" ".join(words)] = None
        if any(texts):
            self.flow.place("headers and footers")
            self.flow.named(1, "Headers and footers")
        for text in filter(None, texts):
            self.flow.paragraph(text)

    # Texts and slides

    def _blocks(self, parent: Any, mark: str = "") -> None:
        """``mark`` goes before the first paragraph: the sign of a list item or a note."""
        for element in parent:
            name = local(element)
            if name in ("h", "p"):
                self._paragraph(element, name, mark)
                mark = ""
            elif name == "list-item":
                self._blocks(element, "- ")
            elif name == "table":
                self._table(element)
            elif name == "page":
                self._slide(element)
            elif name == "section" and (why := self._styles.is_hidden(element)):
                self._veiled(why, partial(self._blocks, element, mark))
            elif name == "object" and local(element.getparent()) == "frame":
                self.flow.lose("charts", "an embedded object is not read")
            elif name and name not in _UNSEEN:
                if name == "image":
                    self.flow.figures += 1
                    part = beside(_CONTENT, attribute(element, "href"))
                    self.flow.picture(part if part in self._parts else "")
                self._blocks(element, mark)

    def _paragraph(self, element: Any, name: str, mark: str) -> None:
        text = self._text(element)
        level = attribute(element, "outline-level")
        if name == "h" and text.strip():
            depth = number(level, 1)
            if depth == self._chapter:
                self.flow.place(tidy(text))
            self.flow.heading(depth, text)
        elif text.strip():
            self.flow.paragraph(f"{mark}{text}", self._styles.is_caption(element))
        self._let_out()

    def _let_out(self) -> None:
        while self._waiting:
            element = self._waiting.pop(0)
            if local(element) == "annotation":
                who = child(element, "creator")
                author = who.text if who is not None and who.text else "Comment"
                words = " ".join(self._paragraphs(element))
                self.flow.paragraph(f"{author}: {words}" if words else "")
            elif local(element) == "note":
                words = " ".join(self._paragraphs(child(element, "note-body")))
                self.flow.paragraph(f"[{_mark(element)}] {words}")
            else:
                self._blocks(element)

    def _paragraphs(self, element: Any) -> list[str]:
        return [
            text
            for paragraph in (_outermost(element) if element is not None else ())
            if (text := self._text(paragraph).strip())
        ]

    def _veiled(self, why: str, pour: Callable[[], None]) -> None:
        """All that is poured counts as hidden, where there is a reason."""
        before, self.flow.veil = self.flow.veil, why or self.flow.veil
        pour()
        self.flow.veil = before

    def _text(self, element: Any, cell_style: str = "") -> str:
        return "".join(self._pieces(element, cell_style))

    def _pieces(self, parent: Any, cell_style: str = "") -> Iterator[str]:
        """What can be seen; words that cannot are put aside."""
        why = self._styles.why_hidden(parent, cell_style)
        for words, element in self._said(parent, cell_style):
            if why and element is None and words.strip():
                self.flow.hide(words, why)
            else:
                yield words

    def _said(self, parent: Any, cell_style: str) -> Iterator[tuple[str, Any]]:
        """(words, the element they stand in); None for those directly in ``parent``."""
        yield parent.text or "", None
        for element in parent:
            name = local(element)
            if name == "s":
                yield " " * min(number(attribute(element, "c"), 1), _MOST_REPEATS), element
            elif name == "tab":
                yield " ", element
            elif name == "line-break":
                yield "\n", element
            elif name == "note":
                yield f"[{_mark(element)}]", element
                self._waiting.append(element)
            elif name in ("annotation", "frame", "text-box", "custom-shape", "g"):
                self._waiting.append(element)
            elif name and name not in _UNSEEN:
                words = "".join(self._pieces(element, cell_style))
                yield set_off(words, self._styles.stand(element)), element
            yield element.tail or "", None

    def _slide(self, page: Any) -> None:
        self._slides += 1
        self._veiled(self._styles.is_hidden(page), partial(self._shapes, page))

    def _shapes(self, page: Any) -> None:
        self.flow.place(f"slide {self._slides}")
        titles = [shape for shape in page if attribute(shape, "class") == "title"]
        title = " ".join(text for shape in titles for text in self._paragraphs(shape))
        if title:
            self.flow.heading(1, title)
        else:
            self.flow.named(1, f"Slide {self._slides}")
        for element in page:
            if local(element) == "notes":
                for at, text in enumerate(self._paragraphs(element)):
                    self.flow.paragraph(f"Notes: {text}" if at == 0 else text)
            elif element not in titles:
                self._blocks([element])
        self._let_out()

    # Tables

    def _table(self, table: Any) -> None:
        for _, cells in self._rows(table):
            self.flow.row(cells)
        self.flow.end_table()
        self._let_out()

    def _workbook(self, inside: Any) -> None:
        for table in inside:
            if local(table) == "table":
                self._veiled(self._styles.is_hidden(table), partial(self._sheet, table))

    def _sheet(self, table: Any) -> None:
        pour_grid(self._rows(table), self.flow, attribute(table, "name"))
        self._let_out()

    def _rows(self, table: Any) -> Iterator[Row]:
        at = 1
        columns = _columns(table)
        styles = [attribute(column, "default-cell-style-name") for column in columns]
        unseen = {column for column, element in enumerate(columns) if _is_hidden(element)}
        for element in _inner(table, "table-row"):
            cells = self._cells(element, styles)
            cells = seen(at, cells, _is_hidden(element), unseen, self.flow)
            repeats = _repeats(element, "number-rows-repeated")
            if any(cells):
                self._tell_repeats(f"row {at:,}", repeats)
            for again in range(min(repeats, _MOST_REPEATS) if any(cells) else 1):
                yield at + again, cells
            at += repeats

    def _tell_repeats(self, what: str, repeats: int) -> None:
        if repeats > _MOST_REPEATS:
            said = f"stands there {repeats:,} times, was read {_MOST_REPEATS:,} times"
            self.flow.lose(what, said)

    def _cells(self, row: Any, columns: Sequence[str]) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local(cell) not in ("table-cell", "covered-table-cell"):
                continue
            if len(cells) >= _MOST_COLUMNS:
                if "".join(cell.itertext()).strip():
                    self.flow.lose(
                        f"columns after {_MOST_COLUMNS:,}", "there are more than are read"
                    )
                    break
                continue
            style = columns[len(cells)] if len(cells) < len(columns) else ""
            text = " ".join(self._cell(cell, style))
            repeats = _repeats(cell, "number-columns-repeated")
            if text:
                self._tell_repeats(f"cell {text[:40]!r}", repeats)
            cells += [text] * min(repeats, _MOST_REPEATS, _MOST_COLUMNS - len(cells))
        return cells

    def _cell(self, cell: Any, style: str) -> Iterator[str]:
        """The paragraphs of a cell, tables within it included, comments waiting."""
        for element in cell:
            name = local(element)
            if name in ("p", "h"):
                yield self._text(element, style)
            elif name in ("annotation", "frame"):
                self._waiting.append(element)
            elif name and name not in _UNSEEN:
                yield from self._cell(element, style)


def _outermost(element: Any) -> Iterator[Any]:
    """Paragraphs and headings; one within another is part of its text."""
    if local(element) in ("p", "h"):
        yield element
    else:
        for inner in element:
            yield from _outermost(inner)


def _inner(parent: Any, name: str) -> Iterator[Any]:
    """Rows of a table, through the groups that wrap them."""
    for element in parent:
        if local(element) == name:
            yield element
        elif local(element) in _GROUPS:
            yield from _inner(element, name)


def _columns(table: Any) -> list[Any]:
    columns: list[Any] = []
    for column in _inner(table, "table-column"):
        columns += [column] * min(_repeats(column, "number-columns-repeated"), _MOST_REPEATS)
    return columns


def _is_hidden(row_or_column: Any) -> bool:
    return attribute(row_or_column, "visibility") in ("collapse", "filter")


def _repeats(element: Any, name: str) -> int:
    return number(attribute(element, name), 1)


def _mark(note: Any) -> str:
    citation = child(note, "note-citation")
    return (citation.text or "*") if citation is not None else "*"


def _highest(inside: Any) -> int:
    """The highest level that more than one heading has, else that of any; 0 for none."""
    levels = sorted(
        number(attribute(heading, "outline-level"), 1)
        for heading in inside.iter()
        if local(heading) == "h"
    )
    return next((level for level in levels if levels.count(level) > 1), levels[0] if levels else 0)
