"""A study that repeats another: the button that asks for it, and what changed, under its text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from desktop.house import House
from desktop.pages.studies.text import StudyText
from desktop.widgets.basics import IconButton
from warehouse.records import StudyRow
from warehouse.studies.comparing import Comparison

if TYPE_CHECKING:
    from warehouse.studies.keeper import Studies


class StudyAgain:
    """``button`` is for the page's title line."""

    def __init__(self, house: House, text: StudyText) -> None:
        self._house, self._text = house, text
        self._row: StudyRow | None = None
        self.button = IconButton(house.theme, "rotate-cw", "Run again, and see what changed")

    def tell(self, row: StudyRow | None) -> None:
        """A finished study came to the front; compared in a worker where it repeats another, or
        was steered.
        """
        self._row = row
        studies = self._house.studies
        if studies is not None and row is not None:
            read = partial(_difference, studies, row)
            self._house.jobs.fetch(read, partial(self._compared, row))

    def _compared(self, row: StudyRow, found: tuple[Comparison, Sequence[str]] | None) -> None:
        if row == self._row and found is not None:
            self._text.changes.tell(*found)


def _difference(studies: Studies, row: StudyRow) -> tuple[Comparison, Sequence[str]] | None:
    """In a worker."""
    comparison = studies.compared(row)
    return (comparison, studies.read_once(comparison)) if comparison is not None else None
