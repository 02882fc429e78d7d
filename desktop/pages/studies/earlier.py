"""What is kept of an earlier study, read off the main thread; told where it is in front still."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from desktop.house import House
from desktop.pages.studies.work import Result
from warehouse.records import StudyRow
from warehouse.results.records import Research

if TYPE_CHECKING:
    from warehouse.studies.keeper import Studies


class Former(Struct, frozen=True):
    """What a study said last, if anything; ``changed``: it was steered since."""

    result: Result | None
    changed: bool


class EarlierStudy:
    """``stands_still(row)``: it is in front, and not worked on."""

    def __init__(self, house: House, stands_still: Callable[[StudyRow], bool]) -> None:
        self._house, self._stands_still = house, stands_still

    def result(self, row: StudyRow, then: Callable[[Result | None], None]) -> None:
        self._read(row, lambda studies: studies.load(row.id), then)

    def former(self, row: StudyRow, then: Callable[[Former], None]) -> None:
        self._read(row, lambda studies: _former(studies, row), then)

    def chain(self, row: StudyRow, then: Callable[[Research | None], None]) -> None:
        self._read(row, lambda studies: studies.chain(row), then)

    def _read(
        self, row: StudyRow, read: Callable[[Studies], object], then: Callable[[Any], None]
    ) -> None:
        if (studies := self._house.studies) is not None:
            self._house.jobs.fetch(partial(read, studies), partial(self._tell, row, then))

    def _tell(self, row: StudyRow, then: Callable[[Any], None], found: object) -> None:
        if self._stands_still(row):
            then(found)


def _former(studies: Studies, row: StudyRow) -> Former:
    """Worker."""
    result = studies.load(row.id)
    return Former(result, result is not None and result.research.acts != studies.acts(row))
