"""What is kept of an earlier study, read off the main thread; told where it is in front still."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from desktop.house import House
from desktop.pages.studies.work import Result
from warehouse.records import StudyRow
from warehouse.results.records import Research


class EarlierStudy:
    """``stands_still(row)``: it is in front, and not worked on."""

    def __init__(self, house: House, stands_still: Callable[[StudyRow], bool]) -> None:
        self._house, self._stands_still = house, stands_still

    def result(self, row: StudyRow, then: Callable[[Result | None], None]) -> None:
        if (studies := self._house.studies) is not None:
            self._house.jobs.fetch(partial(studies.load, row.id), partial(self._tell, row, then))

    def chain(self, row: StudyRow, then: Callable[[Research | None], None]) -> None:
        if (studies := self._house.studies) is not None:
            self._house.jobs.fetch(partial(studies.chain, row), partial(self._tell, row, then))

    def _tell(self, row: StudyRow, then: Callable[[Any], None], found: object) -> None:
        if self._stands_still(row):
            then(found)
