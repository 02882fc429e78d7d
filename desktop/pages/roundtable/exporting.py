"""Export of a table: the transcript and the map in their forms, into a folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop.acts import key_words
from desktop.house import House
from desktop.pages.exporting import open_folder
from desktop.widgets.basics import IconButton
from warehouse.run import Run
from warehouse.studies.exporting import naming

if TYPE_CHECKING:
    from warehouse.roundtable.session import RoundTable


FIRST_FILE = "transcript.html"


class TableExport(IconButton):
    """``saved(folder)`` when all files are whole."""

    saved = Signal(object)

    def __init__(self, house: House) -> None:
        super().__init__(house.theme, "download", "Export the round table")
        self.setToolTip(
            "The conversation as a web page and as Markdown, the map as Markdown, OPML, Mermaid "
            f"and a picture ({key_words('Alt+E')})"
        )
        self._house = house
        self._table: RoundTable | None = None
        self.clicked.connect(self._ask_folder)
        self.setEnabled(False)

    def offer(self, table: RoundTable | None) -> None:
        self._table = table
        self.setEnabled(table is not None and bool(table.now.turns))

    def export(self, folder: Path) -> None:
        """A folder of its own in ``folder``, in a job."""
        if self._table is not None:
            self._export(self._table, str(folder))

    def _ask_folder(self) -> None:
        if self._table is not None:
            chosen = partial(self._export, self._table)
            self._house.chosen.ask_folder(self, "Export into a folder", "export", chosen)

    def _export(self, table: RoundTable, folder: str) -> None:
        job = self._house.jobs.start("Exporting", partial(_write, table, Path(folder)))
        job.finished.connect(self._tell)
        job.failed.connect(self._house.notices.error)

    def _tell(self, folder: Path) -> None:
        opened = partial(open_folder, folder)
        self._house.notices.offer(f"Exported to {folder}.", "Open folder", opened)
        self.saved.emit(folder)


def _write(table: RoundTable, parent: Path, run: Run) -> Path:
    """Worker. A folder called after the topic; none that holds a table already."""
    folder = naming.folder_for(parent, naming.file_name(table.now.topic), FIRST_FILE)
    folder.mkdir(parents=True, exist_ok=True)
    table.export(folder)
    return folder
