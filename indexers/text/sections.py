"""Headings in order become sections: what each of them governs."""

from __future__ import annotations

from indexers.records import Section

Mark = tuple[int, int, str]
"""(start, level, title)"""


def governed(marks: list[Mark], end: int) -> tuple[Section, ...]:
    """Each heading governs the text to the next one of its level or above."""
    sections: list[Section] = []
    open_: list[tuple[Mark, int]] = []
    ends: dict[int, int] = {}
    for index, mark in enumerate(marks):
        while open_ and open_[-1][0][1] >= mark[1]:
            ends[open_.pop()[1]] = mark[0]
        open_.append((mark, index))
    for index, (start, level, title) in enumerate(marks):
        sections.append(Section(level, title, start, ends.get(index, end)))
    return tuple(sections)
