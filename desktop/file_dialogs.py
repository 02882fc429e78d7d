"""Where a dialog for files opens: where the last one for the same purpose chose, at first in the
user's documents; never in the folder that the program happened to be started from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

OF_NO_LIBRARY = ("library", "models")


class ChosenFolders:
    """``last`` maps a purpose ("add", "export", "models" ...) to a folder; the window keeps it, in
    the open: while ``is_secret``, what is chosen for the library is known for the time only.
    """

    def __init__(self, is_secret: Callable[[], bool] = lambda: False) -> None:
        self.last: dict[str, str] = {}
        self._for_now: dict[str, str] = {}
        self._is_secret = is_secret

    def keep_none(self) -> None:
        """Nor what was chosen for the library before it was encrypted."""
        for purpose in [purpose for purpose in self.last if purpose not in OF_NO_LIBRARY]:
            self._for_now[purpose] = self.last.pop(purpose)

    def leave(self) -> None:
        """Another library is open: what was known for the time is not told beside it."""
        self._for_now.clear()

    def begin(self, purpose: str) -> str:
        """The folder to open in; it is there."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        last = self._for_now.get(purpose) or self.last.get(purpose, "")
        wanted = (last, QStandardPaths.writableLocation(documents))
        return next(
            (folder for folder in wanted if folder and Path(folder).is_dir()), str(Path.home())
        )

    def remember(self, purpose: str, chosen: str | Path) -> None:
        """A folder, or a file in it."""
        place = Path(chosen)
        is_kept = purpose in OF_NO_LIBRARY or not self._is_secret()
        self._for_now.pop(purpose, None)
        kept = self.last if is_kept else self._for_now
        kept[purpose] = str(place if place.is_dir() else place.parent)

    def ask_folder(
        self, parent: QWidget, title: str, purpose: str, then: Callable[[str], object]
    ) -> None:
        """``then`` is told what was chosen; the window goes on meanwhile, as with all of them."""
        dialog = QFileDialog(parent.window(), title, self.begin(purpose))
        only_folders(dialog)
        self._ask(dialog, purpose, then)

    def ask_file(
        self,
        parent: QWidget | None,
        title: str,
        purpose: str,
        then: Callable[[str], object],
        kinds: str,
        accept: str = "",
    ) -> None:
        """One that is there; ``accept`` is on the button."""
        dialog = QFileDialog(parent and parent.window(), title, self.begin(purpose), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if accept:
            dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
        self._ask(dialog, purpose, then)

    def ask_files(
        self,
        parent: QWidget,
        title: str,
        purpose: str,
        then: Callable[[list[str]], object],
        kinds: str,
    ) -> None:
        """One or several that are there."""
        dialog = QFileDialog(parent.window(), title, self.begin(purpose), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.remember(purpose, names[0]))
        dialog.filesSelected.connect(then)
        self._show(dialog)

    def ask_new_file(
        self,
        parent: QWidget,
        title: str,
        purpose: str,
        then: Callable[[str], object],
        name: str,
        kinds: str = "",
    ) -> None:
        """One to be written, called ``name`` where nothing else is chosen."""
        dialog = QFileDialog(parent.window(), title, self.begin(purpose), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(name)
        self._ask(dialog, purpose, then)

    def _ask(self, dialog: QFileDialog, purpose: str, then: Callable[[str], object]) -> None:
        dialog.fileSelected.connect(partial(self.remember, purpose))
        dialog.fileSelected.connect(then)
        self._show(dialog)

    def _show(self, dialog: QFileDialog) -> None:
        dialog.setModal(False)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        for line in dialog.findChildren(QLineEdit):  # Qt's own dialog, where the system has none
            completer = line.completer()
            if completer is not None and (popup := completer.popup()) is not None:
                popup.setProperty("kind", "menu")


def only_folders(dialog: QFileDialog) -> None:
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
