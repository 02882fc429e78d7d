"""What Ask and Write each say for themselves of a study; all else is ``page.py``."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.pages.studies.work import Kind, Result
from warehouse.records import StudyRow


class OfOnePage(QWidget):
    """``kind`` is what its studies are called in the warehouse, ``verb`` what a job is called."""

    kind: Kind
    verb: str
    again_name: str

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        """The first one is the title; the others stand there while a study is in front."""
        raise NotImplementedError

    def _begin_again(self) -> None:
        """Ask for the same once more, nothing having been begun."""
        raise NotImplementedError

    def _tell_growing(self, snapshot: object) -> None:
        """A draft, or a result that is not finished."""
        raise NotImplementedError

    def _tell_result(self, result: Result) -> None:
        """The finished result, for what the page adds to it."""
        raise NotImplementedError

    def _tell_foot(self, result: Result) -> None:
        """What stands under it, a turn after its text."""

    def _open(self, row: StudyRow) -> None:
        """An earlier study comes to the front."""
        raise NotImplementedError
