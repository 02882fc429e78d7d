"""Running headers, footers, page and line numbers: found by repetition, taken off the pages.

Looked at are the lines nearest the top and the bottom edge of each page. One goes when the same
words stand at the same height on other pages (a number in them may count along with the pages), or
when it holds a page number that counts so. What no gap parts from the text stays, and what occurs
once, and what stands further in than something that stays (the headings of a table under its
caption), and headings over the cells of a table. A running line that is the same on
several pages is told once, aside, with the first of them, where an account, a date or an address in
it stands nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from indexers.paged.sheets import Line, Sheet

_DEEP = 3
_GAP, _WIDER = 0.6, 1.5
_OFTEN = 0.8
_NEAR_PAGES = 12
_LONGEST_CHARS = 120
_LEAST_COUNTED = 10
_LEAST_YEAR = 1000
_PROSE_CHARS, _COLUMN_CHARS = 18, 30
_SMALLER = 0.95
_DIGITS = re.compile(r"\d{1,18}|\b[ivxlc]+\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"^\W*(?:page|seite|p\.|pag\.?)?\s*(\d{1,5}|[ivxlc]{1,8})\W*(?:(?:of|von|/)\s*\d+\W*)?$", re.I
)
_NAMED = re.compile(  # a number follows
    r"(?<!page )(?<!seite )(?<!sheet )(?<!blatt )(?:\bn[ro]\.?|№|#)\s?$", re.I
)
_MARKED = ("#", "№")
_OF = re.compile(r"\s*(?:of|von)\s*\d", re.I)
_LONE = re.compile(r"\d(?:.*[^.)])?$")  # no number of a part, as "1." and "II." are
_TELLING = re.compile(r"@|(?:\d\D*){3}")
_MARKS = ".,;:()[]"
Sign = str | tuple[int, int]

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def strip_running(sheets: list[Sheet]) -> None:
    """Take running lines off ``sheet.lines``, in place; what only they say goes to ``aside``."""
    edges = {sheet.index: _edge_rows(sheet) for sheet in sheets}
    found = _repeated(edges, _largest(sheets)) | _counting(edges)
    doomed = _outermost(edges, found) | _line_numbers(sheets)
    if not doomed:
        return
    gone = [(sheet, line) for sheet in sheets for line in sheet.lines if id(line) in doomed]
    for sheet in sheets:
        sheet.lines = [line for line in sheet.lines if id(line) not in doomed]
    _tell_once(gone, sheets)


def _tell_once(gone: list[tuple[Sheet, Line]], sheets: list[Sheet]) -> None:
    often = Counter(line.text for _, line in gone)
    told = _telling(" ".join(line.text for sheet in sheets for line in sheet.lines))
    for sheet, line in gone:
        words = _telling(line.text) if often[line.text] > 2 else set()
        if not words <= told:
            sheet.aside.append(line)
            told |= words


def _telling(text: str) -> set[str]:
    """Its words that are an address or hold digits as no title of a chapter does."""
    return {word.strip(_MARKS) for word in text.split() if _TELLING.search(word)}


Rows = list[tuple[int, list[Line], bool]]


def _edge_rows(sheet: Sheet) -> Rows:
    """The outermost rows: (side, lines, whether the gap is wider than others of the page), the
    outermost first; side 0 top, 1 bottom.
    """
    order = sorted(sheet.lines, key=lambda line: line.v0)
    usual = _usual_gap(order)
    above = _rows(order[: 3 * _DEEP])
    below = _rows(sorted(order[-3 * _DEEP :], key=lambda line: -line.v1))
    found: Rows = []
    for side, rows in enumerate((above, below)):
        sure = len(_apart(rows, side, usual))
        found += [(side, row, at < sure) for at, row in enumerate(_apart(rows, side, 0.0))]
    return found


def _usual_gap(order: list[Line]) -> float:
    """Between the rows of a page that are not at its edges; 0 where there are few."""
    rows = _rows(order)[_DEEP:-_DEEP]
    return median([0.0, *(after[0].v0 - row[0].v1 for row, after in pairwise(rows))])


def _apart(rows: list[list[Line]], side: int, usual: float) -> list[list[Line]]:
    """Those of the first rows that a gap parts from what follows, as it does a running title."""
    for count in range(min(_DEEP, len(rows) - 1), 0, -1):
        last, following = rows[count - 1][0], rows[count][0]
        gap = max(following.v0 - last.v1, last.v0 - following.v1)
        wide = gap > max(_GAP * (last.tone.size or last.v1 - last.v0), _WIDER * usual)
        if wide and (side or not _heads_table(rows[count - 1], rows[count])):
            return rows[:count]
    return [row for row in rows[:1] if len(rows) > 1 and _page_number(row[0].text) is not None]


def _heads_table(row: list[Line], following: list[Line]) -> bool:
    """Whether short cells stand under the pieces of a row, each under one, and none of these is the
    number of a page; a year may head a column.
    """
    if sum(_numbers_a_page(head.text) for head in row) == 1:
        return False
    if min(len(row), len(following)) < 3:
        return False
    short = median(len(cell.text) for cell in following) < _PROSE_CHARS
    return short and all(
        sum(cell.u0 < head.u1 and head.u0 < cell.u1 for head in row) == 1 for cell in following
    )


def _numbers_a_page(text: str) -> bool:
    """Whether it may do so among headings, which may be years and letters."""
    return _LONE.search(text) is not None and 0 <= (_page_number(text) or _LEAST_YEAR) < _LEAST_YEAR


def _rows(lines: list[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs((line.v0 + line.v1) - (rows[-1][0].v0 + rows[-1][0].v1)) < 5:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _outermost(edges: dict[int, Rows], found: set[int]) -> set[int]:
    """Of the lines found those with nothing but others of them towards the edge of the page."""
    kept: set[int] = set()
    for rows in edges.values():
        for side in (0, 1):
            for row in (row for at, row, _ in rows if at == side):
                here = {id(line) for line in row} & found
                if not here:
                    break
                kept |= here
    return kept


def _repeated(edges: dict[int, Rows], largest: float) -> set[int]:
    """Those that are the same on pages near by, where the gap is wide or nearly all pages have
    them; on one of three it may be less.
    """
    seen: dict[tuple[str, Sign, int], list[tuple[int, Line, bool]]] = defaultdict(list)
    for index, rows in edges.items():
        for _, row, sure in rows:
            for line in row:
                text = line.text.lower()
                words = _DIGITS.sub("#", text)
                for sign in _signs(text, index):
                    seen[words, sign, round(line.v0 / 3)].append((index, line, sure))
    doomed: set[int] = set()
    for (words, sign, height), places in seen.items():
        if not any(letter.isalnum() for letter in words):
            continue
        beside = [seen.get((words, sign, height + step), []) for step in (-1, 1)]
        near = [*places, *beside[0], *beside[1]]
        every = sorted({index for index, _, _ in near})
        often = len(every) > _OFTEN * len(edges)
        parted = every if often else sorted({index for index, _, wide in near if wide})
        doomed |= {
            id(line)
            for index, line, _ in places
            if _near(every, index) > 2 and _near(parted, index) > 1 and line.tone.size <= largest
        }
    return doomed


def _signs(text: str, index: int) -> Iterator[Sign]:
    """What a line has in common with those of other pages that are alike: its text, or the distance
    of a number in it to the page; nothing else where all of it is the number of a page.
    """
    if _page_number(text) is not None:
        yield ""
        return
    yield text
    for place, found in enumerate(_DIGITS.finditer(text)):
        named = _NAMED.search(text, 0, found.start()) is not None
        if not named or _OF.match(text, found.end()):
            digits = found.group()
            yield place, (int(digits) if digits.isdecimal() else _from_roman(digits)) - index


def _largest(sheets: list[Sheet]) -> float:
    """Running lines are not larger than this: titles of slides repeat, too, and must stay."""
    weights: Counter[float] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            weights[line.tone.size] += len(line.text)
    return 1.2 * weights.most_common(1)[0][0] if weights else 0.0


def _near(pages: list[int], index: int) -> int:
    """How many of ``pages``, which are in order, are near it, with itself."""
    return bisect_right(pages, index + _NEAR_PAGES) - bisect_left(pages, index - _NEAR_PAGES)


def _counting(edges: dict[int, Rows]) -> set[int]:
    """Outermost rows with a number whose distance to the page index many pages share, some of
    them near.

    A lone number counts at any height; a row of words with a number at one end (a running title
    that changes from page to page) only where others stand at the same height.
    """
    votes: dict[tuple[int, int, int], dict[int, list[Line]]] = defaultdict(dict)
    counted: dict[int, set[int]] = defaultdict(set)
    for index, rows in edges.items():
        for side in (0, 1):
            row = next((row for at, row, _ in rows if at == side), [])
            for number, height in _numbers(row):
                votes[side, height, number - index][index] = row
                counted[number - index].add(index)
    doomed = set()
    for (side, height, offset), pages in votes.items():
        enough = len(pages) >= (3 if height < 0 else 4)
        few = height < 0 and offset == 1 and len(edges) <= 3 and (side == 1 or len(edges) > 1)
        near = sorted(counted[offset])
        for index, row in pages.items():
            lone = few and _LONE.search(row[-1].text) is not None
            if lone or (enough and _near(near, index) > 2):
                doomed |= {id(line) for line in row}
    return doomed


def _line_numbers(sheets: list[Sheet]) -> set[int]:
    """Numbers in the margin that count the lines of prose, as drafts and pleadings have them."""
    columns: dict[tuple[str, int], list[tuple[Sheet, list[Line]]]] = defaultdict(list)
    for sheet in sheets:
        here: dict[tuple[str, int], list[Line]] = defaultdict(list)
        for line in sheet.lines:
            if line.text.isdecimal():
                here["left", round(line.u0 / 6)].append(line)
                here["right", round(line.u1 / 6)].append(line)
        for place, lines in here.items():
            if len(lines) >= _LEAST_COUNTED and _counts_up(lines):
                columns[place].append((sheet, lines))
    return {
        id(line)
        for pages in columns.values()
        if len(pages) >= 2 and _count_prose(pages)
        for _, lines in pages
        for line in lines
    }


def _count_prose(pages: list[tuple[Sheet, list[Line]]]) -> bool:
    """Whether columns of prose stand beside them and no cells of a table, and they begin as lines
    are counted. Lines of testimony may be short, but are counted from 1 on each page; those of code
    are counted in smaller type.
    """
    numbers = [line for _, lines in pages for line in lines]
    rows = [_beside(sheet, line) for sheet, lines in pages for line in lines]
    cells = [cell for row in rows for cell in row]
    if not cells:
        return False
    if _size(numbers) < _SMALLER * _size(cells):
        return True
    length = median(len(cell.text) for cell in cells)
    if sum(len(row) > 1 for row in rows) > len(rows) / 2:
        return length >= _COLUMN_CHARS
    firsts = [min(int(line.text) for line in lines) for _, lines in pages]
    if min(firsts) > _LEAST_COUNTED:  # there may be a few on a page before
        return False
    return length >= _PROSE_CHARS or firsts.count(1) > 1


def _size(lines: list[Line]) -> float:
    return median(line.tone.size for line in lines)


def _beside(sheet: Sheet, line: Line) -> list[Line]:
    """The lines at the same height but for the letters that mark questions and answers."""
    middle = (line.v0 + line.v1) / 2
    return [
        other
        for other in sheet.lines
        if other is not line
        and other.v0 < middle < other.v1
        and (other.text.isdecimal() or sum(map(str.isalnum, other.text)) > 1)
    ]


def _counts_up(lines: list[Line]) -> bool:
    numbers = [int(line.text) for line in sorted(lines, key=lambda line: line.v0)]
    steps = [after - before for before, after in pairwise(numbers)]
    return steps.count(1) > 0.9 * len(steps) or steps.count(5) > 0.9 * len(steps)


def _numbers(row: list[Line]) -> list[tuple[int, int]]:
    """(number, height) that may be the page's; height -1 where the row is nothing else."""
    text = " ".join(line.text for line in sorted(row, key=lambda line: line.u0))
    if (alone := _page_number(text)) is not None:
        return [(alone, -1)]
    if not row or len(text) > _LONGEST_CHARS:
        return []
    ends = {text.split(" ", 1)[0], text.rsplit(" ", 1)[-1]}
    ends = {end for end in ends if not end.startswith(_MARKED)}
    if _NAMED.search(text.rsplit(" ", 1)[0]):
        ends.discard(text.rsplit(" ", 1)[-1])
    numbers = [_page_number(end) for end in ends]
    return [(number, round(row[0].v1 / 4)) for number in numbers if number is not None]


def _page_number(text: str) -> int | None:
    found = _NUMBER.match(text)
    if found is None:
        return None
    digits = found.group(1).lower()
    return int(digits) if digits.isdigit() else _from_roman(digits)


def _from_roman(letters: str) -> int:
    total = 0
    for letter, following in zip(letters, [*letters[1:], ""], strict=False):
        value = _ROMAN[letter]
        total += -value if following and _ROMAN[following] > value else value
    return total
