"""Paragraphs of all pages to one canonical text, with a word box for every printed piece.

Lines of a paragraph are joined by a space, a word broken at a line end is joined and its two
pieces keep their own boxes, paragraphs are parted by a blank line, table cells by a tab, lines of
code and rows of a table by a line break, as is code from the sentence that introduces it. A
paragraph that runs over a column or a page is one. What cannot be seen on a page stands after what
can, but for a paragraph that goes on to the next page, and is told as suspect.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter

from msgspec import Struct

from indexers.paged.asides import place_aside, read_in_order
from indexers.paged.blank import NO_TEXT
from indexers.paged.brackets import turned_back
from indexers.paged.direction import has_leftward, touch
from indexers.paged.layout import Row, reading_order, row_of
from indexers.paged.paragraphs import (
    HYPHENS,
    SOFT_HYPHEN,
    Kind,
    Paragraph,
    flows_on,
    gap_is_wide,
    group,
)
from indexers.paged.sheets import Box, Line, Sheet
from indexers.paged.spelling import Vocabulary, clean, is_cjk, is_clean, option
from indexers.paged.tables import Cell, Table
from indexers.records import OnPage, Page, Suspect, Word
from indexers.text import invisible

_URL_BREAKS = frozenset("/_.=&?#%")
_ADDRESS_PARTS = 6
_ADDRESS = re.compile(r"/.*[/.:_~\d]|[/.:_~\d].*/")  # of a page or file; not "user/server"


class Block(Struct, frozen=True):
    """A paragraph as written: its range, and the looks that may make it a heading.

    ``top`` and ``height`` of page are in the text frame; ``lines`` counts its rows.
    """

    start: int
    end: int
    page: int
    kind: Kind
    size: float
    bold: bool
    lines: int


class Assembled(Struct, frozen=True):
    """``torn`` is, by page, the share of rows of cells that are no table."""

    text: str
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    suspects: tuple[Suspect, ...] = ()
    torn: dict[int, float] = {}


def assemble(sheets: list[Sheet], on_page: OnPage = lambda done, total: None) -> Assembled:
    """``on_page`` is called with all pages done, for each page: a sign of life."""
    writer = _Writer(Vocabulary(sheets))
    torn: dict[int, float] = {}
    for sheet in sheets:
        on_page(len(sheets), len(sheets))
        number = len(sheet.lines)
        rows = reading_order(sheet.lines)
        strays = [
            row_of([line], line.u0, line.u1, number + at) for at, line in enumerate(sheet.strays)
        ]
        running = [row_of([line], line.u0, line.u1, number) for line in sheet.aside]
        paragraphs = group(rows, sheet.index)
        torn[sheet.index] = _torn(paragraphs, len(rows))
        beside = [Paragraph(row, sheet.index, "aside") for row in running]
        beside += group(strays, sheet.index)
        ordered = read_in_order(paragraphs, beside, writer.before)
        aside = place_aside(ordered, writer.before)
        for paragraph in ordered[:aside]:
            writer.write(paragraph)
        for reason, run in groupby(sheet.hidden, key=itemgetter(1)):
            writer.hide([line for line, _ in run], reason, sheet.index)
        for paragraph in ordered[aside:]:
            writer.write(paragraph)
    text = turned_back("".join(writer.parts))
    return Assembled(
        text, _pages(sheets, writer), tuple(writer.blocks), tuple(writer.suspects), torn
    )


def _torn(paragraphs: list[Paragraph], rows: int) -> float:
    """The share of a page's rows that look like a table's and were not understood as one."""
    lost = sum(
        len(paragraph.rows)
        for paragraph in paragraphs
        if paragraph.kind == "table" and paragraph.table is None
    )
    return lost / rows if rows else 0.0


def _introduces(before: Paragraph, after: Paragraph) -> bool:
    """Prose that ends with a colon and the code it speaks of stay together."""
    code = before.kind == "prose" and after.kind == "code"
    return code and before.rows[-1].cells[-1].text.endswith(":")


def _between(before: Line, cell: Line, size: float) -> str:
    """What stands between two cells of a row."""
    if gap_is_wide(before, cell, size):
        return "\t"
    goes_on = has_leftward(before.text + cell.text) and touch(before.words[-1], cell.words[0])
    return "" if goes_on else " "


class _Writer:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self.words: dict[int, list[Word]] = {}
        self._position = 0
        self._vocabulary = vocabulary
        self.before: Paragraph | None = None
        self.suspects: list[Suspect] = []

    def hide(self, lines: list[Line], reason: str, page: int) -> None:
        """Lines that nobody sees: a paragraph of their own."""
        self._put("\n\n" if self._position else "")
        start = self._position
        for line in lines:
            self._put(" " if self._position > start else "")
            self._line(line, self.words.setdefault(page, []))
        self.before = None
        if self._position > start:
            self.suspects.append(Suspect(start, self._position, "hidden", reason))

    def write(self, paragraph: Paragraph) -> None:
        before = self.before
        flows = before is not None and flows_on(before, paragraph)
        if before is not None and flows:
            self._join(before.rows[-1].cells[-1], before.pages[-1], paragraph.rows[0].first)
        elif before is not None and _introduces(before, paragraph):
            self._put("\n")
        elif self._position:
            self._put("\n\n")
        start = self._position
        if paragraph.table is None:
            self._rows(paragraph)
        else:
            self._table(paragraph.table, paragraph.pages[0])
        self.before = paragraph
        self._note(paragraph, start, flows)

    def _rows(self, paragraph: Paragraph) -> None:
        last: Row | None = None
        for row, page in zip(paragraph.rows, paragraph.pages, strict=True):
            if last is not None and paragraph.kind == "prose":
                self._join(last.cells[-1], page, row.first)
            elif last is not None:
                self._put("\n")
            self._row(row, page)
            last = row

    def _table(self, table: Table, page: int) -> None:
        """One line for each row; where there are headings, each cell has its own in front of it,
        with the boxes of the heading, so that a row can be understood and shown alone."""
        for number, row in enumerate(table.rows):
            self._put("\n" if number else "")
            headings = table.rows[0] if table.headed and number else None
            filled = [at for at, cell in enumerate(row) if cell]
            for at in filled if headings else range(filled[0], filled[-1] + 1):
                self._put("\t" if at > filled[0] else "")
                if headings and headings[at]:
                    self._cell(headings[at], page)
                    self._put(" " if headings[at][-1].text.endswith(":") else ": ")
                self._cell(row[at], page)

    def _cell(self, cell: Cell, page: int) -> None:
        words = self.words.setdefault(page, [])
        last: Line | None = None
        for line in cell:
            if last is not None:
                self._join(last, page, line)
            self._line(line, words)
            last = line

    def _note(self, paragraph: Paragraph, start: int, flows: bool) -> None:
        first = paragraph.rows[0]
        if flows and self.blocks:
            old = self.blocks.pop()
            self.blocks.append(
                Block(
                    old.start,
                    self._position,
                    old.page,
                    old.kind,
                    old.size,
                    old.bold,
                    old.lines + len(paragraph.rows),
                )
            )
            return
        bold = all(row.bold for row in paragraph.rows)
        lines = len(paragraph.rows if paragraph.table is None else paragraph.table.rows)
        kind = paragraph.kind
        page, size = paragraph.pages[0], first.size
        self.blocks.append(Block(start, self._position, page, kind, size, bold, lines))

    def _join(self, last: Line, page: int, line: Line) -> None:
        """Close a line of prose: a space, or nothing where a word or CJK text goes on."""
        head, tail = last.words[-1][4], line.words[0][4]
        if len(head) > 1 and head[-1] in HYPHENS and head[-2].isalnum() and tail[0].isalnum():
            if head[-1] != SOFT_HYPHEN and tail[0].islower():
                self._after_hyphen(page, head[:-1], tail)
        elif not self._goes_on(head, tail):
            self._put(" ")

    def _goes_on(self, head: str, tail: str) -> bool:
        """Whether nothing stands between two lines though no word was broken by a hyphen."""
        if is_cjk(head[-1]):
            return is_cjk(tail[0])
        if head[-1] in _URL_BREAKS:
            return self._in_address(tail)
        return head == "--" and option(tail) in self._vocabulary

    def _in_address(self, tail: str) -> bool:
        """Whether the text ends within a web address that ``tail`` goes on with."""
        token = self._token()
        if "://" not in token:
            return False
        if token[-1] != "." or tail[0].isdigit() or tail[0].islower():
            return True
        return "/" in tail or "." in tail[:-1]

    def _token(self) -> str:
        """What the text ends with, from its last space on."""
        end = "".join(self.parts[-_ADDRESS_PARTS:])
        return end[max(map(end.rfind, " \t\n")) + 1 :]

    def _after_hyphen(self, page: int, head: str, tail: str) -> None:
        if not self.parts[-1].endswith("-") or _ADDRESS.search(self._token()):
            return
        between = self._vocabulary.between(head, tail)
        if between:
            self._put(between[1:])
            return
        self.parts[-1] = self.parts[-1][:-1]
        self._position -= 1
        word = self.words[page][-1]
        self.words[page][-1] = Word(word.start, word.end - 1, word.x0, word.y0, word.x1, word.y1)

    def _put(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self._position += len(text)

    def _row(self, row: Row, page: int) -> None:
        words = self.words.setdefault(page, [])
        self._line(row.first, words)
        for before, cell in pairwise(row.cells):
            self._put(_between(before, cell, row.size))
            self._line(cell, words)

    def _line(self, line: Line, words: list[Word]) -> None:
        if line.leaders or not is_clean(line.text):
            self._unclean_line(line, words)
            return
        position, add = self._position, words.append
        for x0, y0, x1, y1, text, _, _, _ in line.words:
            end = position + len(text)
            add(Word(position, end, x0, y0, x1, y1))
            position = end + 1
        self.parts.append(line.text)
        self._position = position - 1

    def _unclean_line(self, line: Line, words: list[Word]) -> None:
        """One with dot leaders, or with letters that may have to be cleaned."""
        position, parts = self._position, self.parts
        between = ""
        for (x0, y0, x1, y1, printed, *_), following in zip_longest(line.words, line.words[1:]):
            if line.leaders and not printed.strip(".·…"):
                between = "\t"
                continue
            if line.leaders and following is not None and not following[4].strip(".·…"):
                whole, printed = printed, printed.rstrip(".")  # the first dot stands close
                box = (x0, y0, x1, y1)
                x0, y0, x1, y1 = _without_end(box, len(whole), len(printed), line.tone.quarter)
            text = printed if is_clean(printed) else clean(printed)
            if not text:
                continue
            if between:
                parts.append(between)
                position += 1
            end = position + len(text)
            words.append(Word(position, end, x0, y0, x1, y1))
            parts.append(text)
            position = end
            between = " "
        if reason := invisible.reason(line.text):
            self.suspects.append(Suspect(self._position, position, "characters", reason))
        self._position = position


def _without_end(box: Box, letters: int, kept: int, quarter: int) -> Box:
    """The box of a word without its last dots, each half as wide as a letter is."""
    x0, y0, x1, y1 = box
    share = kept / (kept + 0.5 * (letters - kept))
    if quarter % 2:
        height = share * (y1 - y0)
        return (x0, y1 - height, x1, y1) if quarter == 1 else (x0, y0, x1, y0 + height)
    width = share * (x1 - x0)
    return (x1 - width, y0, x1, y1) if quarter == 2 else (x0, y0, x0 + width, y1)


def _pages(sheets: list[Sheet], writer: _Writer) -> tuple[Page, ...]:
    pages = []
    position = 0
    for sheet in sheets:
        words = tuple(writer.words.get(sheet.index, ()))
        start = words[0].start if words else position
        position = words[-1].end if words else position
        problem = sheet.problem or ("" if words else NO_TEXT)
        pages.append(
            Page(
                sheet.index, sheet.label, start, position, sheet.width, sheet.height, words, problem
            )
        )
    return tuple(pages)
