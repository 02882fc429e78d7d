"""Excel workbooks: every sheet a grid, cells as they are shown where that changes their meaning.

Dates and percentages are told from plain numbers by their format. A formula has the value that
was computed last; one that never was is shown itself. Comments and text boxes follow their sheet.
"""

from __future__ import annotations

import copy
import io
import posixpath
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import lxml.etree

from indexers.archive import (
    DAMAGED,
    ENTITIES,
    Archive,
    attribute,
    child,
    local,
    why,
    write_entities,
)
from indexers.archive import number as whole
from indexers.flowing.flow import Flow
from indexers.flowing.grids import Row, pour_grid, seen
from indexers.office.cellformats import Formats
from indexers.office.cellsight import Area, CellSight, areas
from indexers.office.ooxml import core_facts, main_part, name_damage, relations, stand, targets
from indexers.process.handed import Document
from indexers.records import OnPage, Reading
from indexers.text.raised import Stand, set_off

_MOST_COLUMNS = 16_384
_YES = ("1", "true")


def read_xlsx(path: Document, on_page: OnPage) -> Reading:
    """Raises NotReadable."""
    with Archive(path) as archive:
        flow = Flow(on_page)
        _Workbook(archive, flow).pour()
        if damage := name_damage(archive):
            flow.lose("file", damage)
        return flow.reading("sheet", core_facts(archive))


class _Workbook:
    def __init__(self, archive: Archive, flow: Flow) -> None:
        self._archive = archive
        self._flow = flow
        self._main = main_part(archive, "xl/workbook.xml")
        self._root = archive.xml(self._main)
        styles = targets(archive, self._main, "styles")
        themes = targets(archive, self._main, "theme")
        root = archive.xml_if_sound(styles[0]) if styles else None
        self._sight = CellSight(root, archive.xml_if_sound(themes[0]) if themes else None)
        self._coloured: list[Area] = []
        self._rich: dict[int, Any] = {}
        self._strings = self._shared()
        since_1904 = attribute(child(self._root, "workbookPr"), "date1904") in ("1", "true")
        self._formats = Formats(root, since_1904)

    def pour(self) -> None:
        parts = relations(self._archive, self._main)
        sheets = child(self._root, "sheets")
        for sheet in sheets if sheets is not None else ():
            name = attribute(sheet, "name")
            relation = parts.get(attribute(sheet, "id"))
            if relation is None or relation.target not in self._archive:
                self._flow.lose(f"sheet {name}", "it is missing from the file")
            elif relation.kind != "worksheet":
                self._flow.lose(f"sheet {name}", "a chart: pictures of numbers are not read")
            else:
                hidden = attribute(sheet, "state") not in ("", "visible")
                self._flow.veil = "on a hidden sheet" if hidden else ""
                shown = f"{name} (hidden)" if hidden else name
                pour_grid(self._rows(relation.target), self._flow, shown)
                self._beside(relation.target)
                self._flow.veil = ""

    def _rows(self, part: str) -> Iterator[Row]:
        at = 0
        unseen = self._hidden_columns(part)
        self._coloured = self._areas(part) if self._sight.finds_colours else []
        for element in self._elements(part, "row"):
            given = attribute(element, "r")
            at = whole(given, at + 1)
            hidden = attribute(element, "hidden") in _YES
            yield at, seen(at, self._cells(element), hidden, unseen, self._flow)

    def _hidden_columns(self, part: str) -> frozenset[int]:
        columns: set[int] = set()
        for column in self._elements(part, "col"):
            first, last = whole(attribute(column, "min")), whole(attribute(column, "max"))
            if attribute(column, "hidden") in _YES and first > 0:
                columns.update(range(first - 1, min(last, _MOST_COLUMNS)))
        return frozenset(columns)

    def _cells(self, row: Any) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local(cell) != "c":
                continue
            name = attribute(cell, "r")
            column = _column(name, len(cells))
            text = self._seen(cell, name, column)
            if text:
                cells += [""] * (column - len(cells))
                cells.append(text)
        return cells

    def _seen(self, cell: Any, name: str, column: int) -> str:
        """The text of a cell without what cannot be seen, which is put aside."""
        style = cell.get("s")
        why, by_colour = self._sight.why_hidden(style)
        if by_colour:
            row = whole(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 0)
            why = "" if any(area.holds(column, row) for area in self._coloured) else why
        rich = self._rich.get(_index(cell), child(cell, "is"))
        if not why and rich is not None and any(map(self._sight.may_hide, rich)):
            seen, hidden = self._parted(rich, style)
            for words, reason in hidden:
                self._flow.hide(f"Cell {name}: {words}", reason)
            return seen
        text = self._text(cell)
        if why and text:
            self._flow.hide(f"Cell {name}: {text}", why)
        return "" if why else text

    def _parted(self, string: Any, style: str | None) -> tuple[str, list[tuple[str, str]]]:
        """(what is seen of a rich text, what is not with the reasons)."""
        seen, hidden = [], []
        for run in string:
            why = self._sight.why_run_hidden(run, style)
            if why:
                hidden.append((_joined(run), why))
            elif local(run) != "rPh":
                seen.append(set_off(_joined(run), _stand(run)))
        return "".join(seen), hidden

    def _areas(self, part: str) -> list[Area]:
        """Where the sheet colours cells by rules: its tables and its conditional formats."""
        rules = [attribute(rule, "sqref") for rule in self._elements(part, "conditionalFormatting")]
        tables = [
            self._archive.xml_if_sound(path) for path in targets(self._archive, part, "table")
        ]
        return areas([*rules, *(attribute(table, "ref") for table in tables)])

    def _text(self, cell: Any) -> str:
        kind = attribute(cell, "t")
        if kind == "inlineStr":
            return _joined(child(cell, "is"))
        shown = child(cell, "v")
        value = (shown.text or "") if shown is not None else ""
        if not value and (kind != "str" or shown is None):
            formula = child(cell, "f")
            return f"={formula.text}" if formula is not None and formula.text else ""
        if kind == "s":
            at = _index(cell)
            return self._strings[at] if 0 <= at < len(self._strings) else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        return value if kind in ("str", "e", "d") else self._formats.shown(value, cell.get("s"))

    def _shared(self) -> list[str]:
        """Those with runs that may not be seen are kept as they are, too."""
        strings: list[str] = []
        for part in targets(self._archive, self._main, "sharedStrings"):
            for item in self._elements(part, "si"):
                if any(map(self._sight.may_hide, item)):
                    self._rich[len(strings)] = copy.deepcopy(item)
                strings.append(_joined(item))
        return strings

    def _elements(self, part: str, name: str) -> Iterator[Any]:
        """The elements of that name, one after the other, each forgotten once it was used; so are
        the rows between them.
        """
        parser = lxml.etree.iterparse(
            io.BytesIO(self._archive.read(part)),
            events=("end",),
            tag=(f"{{*}}{name}", "{*}row"),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            remove_comments=True,
            remove_pis=True,
            recover=True,
        )
        try:
            for _, element in parser:
                if write_entities(element):
                    self._archive.damaged[part] = ENTITIES
                if local(element) == name:
                    yield element
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
        except lxml.etree.XMLSyntaxError:  # nothing is in it
            self._archive.damaged[part] = DAMAGED
        if len(parser.error_log):
            self._archive.damaged[part] = why(str(parser.error_log))

    def _beside(self, part: str) -> None:
        """Comments and text boxes of a sheet; its charts are counted."""
        for comments in targets(self._archive, part, "comments"):
            root = self._archive.xml(comments)
            for comment in root.iter() if root is not None else ():
                if local(comment) == "comment":
                    text = _joined(child(comment, "text"))
                    self._flow.paragraph(f"Comment on {attribute(comment, 'ref')}: {text}")
        for drawing in targets(self._archive, part, "drawing"):
            root = self._archive.xml(drawing)
            for paragraph in root.iter() if root is not None else ():
                if local(paragraph) == "p":
                    self._flow.paragraph(_joined(paragraph))
            charts = targets(self._archive, drawing, "chart")
            if charts:
                self._flow.lose(f"charts of {posixpath.basename(part)}", f"not read: {len(charts)}")


def _joined(element: Any) -> str:
    """All its text but the reading aids over Japanese words."""
    if element is None:
        return ""
    if local(element) == "t":
        return element.text or ""
    parts = groupby((inner for inner in element if local(inner) != "rPh"), _stand)
    return "".join(set_off("".join(map(_joined, runs)), where) for where, runs in parts)


def _stand(run: Any) -> Stand:
    return stand(child(child(run, "rPr"), "vertAlign"))


def _index(cell: Any) -> int:
    """Which shared string a cell has, -1 for none."""
    shown = child(cell, "v")
    return whole(shown.text) if shown is not None and attribute(cell, "t") == "s" else -1


def _column(reference: str, default: int) -> int:
    """``BC12`` -> 54, counted from 0."""
    number = 0
    for letter in reference:
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - 64
    return number - 1 if 0 < number <= _MOST_COLUMNS else default
