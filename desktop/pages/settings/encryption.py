"""Encrypt the library, or no longer; close it now; another passphrase; a copy of it, encrypted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from desktop.house import House
from desktop.pages.settings.act_lines import ActLines
from desktop.widgets.basics import Button, column_of, label, row
from warehouse.run import Run
from warehouse.store.encryption import LEAST_CHARACTERS, LOST, memory_folder

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.encryption.walls import Walls

DIALOG_PX = 460
Asks = Literal["new", "present", "both"]
OPEN_LIES = (
    "While it is open, its files lie in the memory of this computer: a swap file, pictures of the"
    " screen and exports are not protected, nor what the disk still keeps of the plain files."
)
UNDER_A_PASSPHRASE = (
    "Under a passphrase, without which nobody reads it: not on this disk, not in a copy."
    f" {OPEN_LIES}"
)
ON_LINUX = "This system has no folder in memory where it could be opened: on Linux alone."
NOT_ALIKE = "These are two passphrases."
SHORT = f"A passphrase has {LEAST_CHARACTERS} characters at least; several words in a row are good."
SUFFIX = ".encrypted"


class EncryptionSettings(ActLines):
    """``copied`` with the folder into which the library went, encrypted."""

    copied = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__(house.theme)
        self._house = house
        can_be = bool(memory_folder.grounds())
        about = UNDER_A_PASSPHRASE if can_be else ON_LINUX
        self._plain = [self.line("Encrypt this library", about, "Encrypt …", self.ask_on)]
        for button in self._plain[0].findChildren(Button):
            button.setEnabled(can_be)
        self._encrypted = [
            self.line(
                "Close it now",
                "It is encrypted, and opens with its passphrase.",
                "Close",
                house.lock,
            ),
            self.line(
                "Passphrase",
                "Another one from now on; the one of today opens nothing any more.",
                "Change …",
                self.ask_change,
            ),
            self.line(
                "Copy",
                "Into a folder, encrypted like here; the next time only what is new.",
                "Copy …",
                self._ask_copy,
            ),
            self.line("Encrypt it no longer", "Plain files again.", "Decrypt …", self.ask_off),
        ]
        house.opened.connect(self._show)
        self._show()

    def _show(self) -> None:
        library = self._house.library
        is_encrypted = library is not None and library.walls is not None
        for line in self._plain:
            line.setVisible(not is_encrypted)
        for line in self._encrypted:
            line.setVisible(is_encrypted)

    def ask_on(self) -> QDialog:
        words = ("Encrypt this library", f"{LOST} {OPEN_LIES}", "Encrypt")
        return self._ask(words, "new", self.turn_on)

    def ask_off(self) -> QDialog:
        words = ("Encrypt it no longer", "Everybody who has this disk can read it then.", "Decrypt")
        return self._ask(words, "present", self.turn_off)

    def ask_change(self) -> QDialog:
        words = ("Another passphrase", LOST, "Change")
        return self._ask(words, "both", self.change)

    def _ask(
        self, told: tuple[str, str, str], asks: Asks, then: Callable[[str, str], None]
    ) -> PassphraseDialog:
        dialog = PassphraseDialog(self, self._house, told)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.before.setHidden(asks == "new")
        dialog.after.setHidden(asks == "present")
        dialog.again.setHidden(asks == "present")
        dialog.accepted.connect(lambda: then(dialog.before.text(), dialog.after.text()))
        dialog.open()
        return dialog

    def turn_on(self, before: str, after: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_put_up, library.medium, after)
            self._house.shut_for("Encrypting the library", work)

    def turn_off(self, before: str, after: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_take_down, library.medium, before)
            self._house.shut_for("Decrypting the library", work)

    def change(self, before: str, after: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(_change, library.medium, before, after)
            self._house.shut_for("Changing the passphrase", work)

    def _ask_copy(self) -> None:
        title = "Copy the encrypted library into a folder"
        self._house.chosen.ask_folder(self, title, "backup", lambda name: self.copy(Path(name)))

    def copy(self, folder: Path) -> None:
        if (library := self._house.library) is not None and library.walls is not None:
            work = partial(_copy, library, library.walls, folder)
            job = self._house.jobs.start("Copying the library", work)
            job.finished.connect(partial(self._copied, folder))

    def _copied(self, folder: Path, words: str) -> None:
        self.copied.emit(str(folder))
        self._house.notices.say(words)


class PassphraseDialog(QDialog):
    """``before`` and ``after`` are what was typed; only what was asked for."""

    def __init__(self, parent: QWidget, house: House, told: tuple[str, str, str]) -> None:
        super().__init__(parent)
        title, about, verb = told
        self.setWindowTitle(title)
        self.setFixedWidth(DIALOG_PX)
        self.before, self.after = _field("Passphrase of today"), _field("New passphrase")
        self.again = _field("The same again")
        self.said = label("", "warn", wrap=True)
        self.said.hide()
        self.act = Button(house.theme, verb, kind="primary")
        self.act.setDefault(True)
        self.act.clicked.connect(self.accept)
        leave = Button(house.theme, "Leave it")
        leave.clicked.connect(self.reject)
        fields = (self.before, self.after, self.again)
        whole = column_of(
            label(title, "heading"),
            label(about, "ink", wrap=True),
            *fields,
            self.said,
            into=self,
            margins_px=(24, 22, 24, 20),
            spacing_px=10,
        )
        whole.addLayout(row(1, leave, self.act, spacing_px=8))

    def accept(self) -> None:
        new = self.after.text()
        wrong = ""
        if not self.after.isHidden():
            wrong = SHORT if len(new) < LEAST_CHARACTERS else ""
            wrong = wrong or (NOT_ALIKE if new != self.again.text() else "")
        if wrong:
            self.said.setText(wrong)
            self.said.show()
            return
        super().accept()


def _field(name: str) -> QLineEdit:
    field = QLineEdit(echoMode=QLineEdit.EchoMode.Password, placeholderText=name)
    field.setAccessibleName(name)
    return field


# In workers


def _put_up(folder: Path, passphrase: str, run: Run) -> None:
    from warehouse.store.encryption import walls

    walls.put_up(folder, passphrase, run.check)


def _take_down(folder: Path, passphrase: str, run: Run) -> None:
    from warehouse.store.encryption import walls

    walls.take_down(folder, passphrase, run.check)


def _change(folder: Path, before: str, after: str, run: Run) -> None:
    from warehouse.store.encryption import walls

    walls.change_passphrase(folder, before, after)


def _copy(library: Library, walls: Walls, folder: Path, run: Run) -> str:
    target = folder / (library.medium.resolve().name + SUFFIX)
    fresh = walls.copy(target, run.check)
    return f"{target}: the library, encrypted as it is; {fresh:,} files were new."
