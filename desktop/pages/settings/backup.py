"""Keeping the library safe: back up, check, move, restore; each a button and a job under *Now*."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.house import House
from desktop.kept_inside import Noted, keep_last_backup, last_backup
from desktop.pages.exporting import open_folder
from desktop.pages.settings.act_lines import ActLines
from desktop.state import WindowState
from desktop.widgets.basics import ElidedLabel
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.documents.backup.checking import Report
    from warehouse.library import Library

MANIFEST = (
    "manifest.json"  # of warehouse.documents.backup.backup, which is imported when it is needed
)
BACKUPS = "Backups (*.muniment.zip *.zip manifest.json)"


class BackupSettings(ActLines):
    def __init__(self, house: House) -> None:
        super().__init__(house.theme)
        self._house = house
        self._state = WindowState()
        self.last = ElidedLabel("small")
        self.column.addWidget(self.last)
        self.line(
            "Back up",
            "One plain ZIP file, read back before it is called whole. Work goes on meanwhile.",
            "Back up …",
            self.ask_backup,
        )
        self.line(
            "Back up what is new",
            "Into a folder that grows: originals that are there already are not copied again.",
            "Choose …",
            partial(self._dialog, "Back up what is new into a folder", self.back_up_again),
        )
        self.line(
            "Check",
            "Reads every original and the whole index, and says what is not as it was.",
            "Check now",
            self.check,
        )
        self.line(
            "Check a backup",
            "Reads all of it back and compares every byte with its list; nothing is unpacked.",
            "Choose …",
            partial(self._choose_backup, "Check a backup", self.check_backup),
        )
        self.line(
            "Move",
            "Copies and checks every byte, then changes over. The old folder stays for now.",
            "Move …",
            partial(self._dialog, "Move to a new, empty folder", self.move_to),
        )
        self.line(
            "Restore",
            "Unpacks a backup into a new folder; the library in use stays as it is.",
            "Restore …",
            partial(self._choose_backup, "Restore a backup", self._ask_place),
        )
        house.opened.connect(self._tell_last)
        self._tell_last()

    def remember(self, kept: WindowState) -> None:
        self._state = kept
        self._tell_last()

    def note(self, folder: str) -> None:
        """The library was backed up into it just now."""
        if (library := self._house.library) is None:
            return
        noted = (time.strftime("%d %b %Y, %H:%M"), folder)
        if self._house.is_encrypted:
            self._house.jobs.keep(partial(keep_last_backup, library, noted), self._say_last)
        else:
            self._state.backups[str(library.medium)] = noted
            self._say_last(noted)

    def _tell_last(self) -> None:
        """One made on the command line, or from another computer, is not known here. Of an
        encrypted library it is kept in there, since the window's state lies in the open.
        """
        library = self._house.library
        if library is not None and self._house.is_encrypted:
            self._house.jobs.keep(partial(last_backup, library), self._say_last)
        else:
            self._say_last(self._state.backups.get(str(library.medium)) if library else None)

    def _say_last(self, known: Noted | None) -> None:
        words = f"{known[0]}, into {known[1]}" if known else "none was made from this window"
        self.last.say(f"Last backup: {words}.")

    def back_up(self, folder: Path) -> None:
        if (library := self._house.library) is not None:
            from warehouse.documents.backup.backup import file_name

            archive = folder / file_name(library.medium)
            job = self._house.jobs.start("Backing up", partial(_back_up, library, archive))
            job.finished.connect(partial(self._backed_up, folder))

    def back_up_again(self, folder: Path) -> None:
        if (library := self._house.library) is not None:
            job = self._house.jobs.start("Backing up", partial(_back_up_again, library, folder))
            job.finished.connect(partial(self._backed_up, folder))

    def check(self) -> None:
        if (library := self._house.library) is not None:
            job = self._house.jobs.start("Checking the library", partial(_check, library))
            job.finished.connect(self._checked)

    def check_backup(self, archive: str) -> None:
        work = partial(_check_backup, Path(archive))
        job = self._house.jobs.start("Checking the backup", work)
        job.finished.connect(self._house.notices.say)

    def move_to(self, folder: Path) -> None:
        if (library := self._house.library) is not None:
            job = self._house.move(folder, partial(_move, library.medium, folder))
            if job is not None:
                job.finished.connect(partial(self._moved, folder))

    def _moved(self, folder: Path, _: None) -> None:
        words = f"The library is in {folder} now."
        self._house.notices.say(words, "The old folder stays until the next start.")

    def restore(self, archive: Path, folder: Path) -> None:
        job = self._house.jobs.start("Restoring", partial(_restore, archive, folder))
        job.finished.connect(partial(self._restored, folder))

    def _backed_up(self, folder: Path, words: str) -> None:
        self.note(str(folder))
        self._house.notices.offer(words, "Open folder", partial(open_folder, folder))

    def _checked(self, report: Report) -> None:
        if not report.findings:
            words = f"{plural(report.documents, 'document')}: all is well."
            self._house.notices.say(words, report.older or report.readers)
            return
        first = report.findings[0]
        count = plural(len(report.findings), "finding")
        words = f"{count}. {first.title}: {first.sentence}" if first.title else first.sentence
        if any(finding.cure for finding in report.findings):
            mend = partial(self._mend, report)
            self._house.notices.offer(words, "Make again what can be", mend)
        else:
            self._house.notices.say(words, "The command muniment check lists all of them.")

    def _mend(self, report: Report) -> None:
        if (library := self._house.library) is not None:
            job = self._house.jobs.start("Mending the library", partial(_mend, library, report))
            job.finished.connect(self._checked)

    def _restored(self, folder: Path, words: str) -> None:
        self._house.notices.offer(words, "Use it", partial(self._house.move, folder))

    # Asking where

    def ask_backup(self) -> None:
        self._dialog("Back up into a folder", self.back_up)

    def _choose_backup(self, title: str, then: Callable[[str], None]) -> None:
        self._house.chosen.ask_file(self, title, "backup", then, BACKUPS)

    def _ask_place(self, archive: str) -> None:
        self._dialog("Restore into a new, empty folder", partial(self.restore, Path(archive)))

    def _dialog(self, title: str, then: Callable[[Path], None]) -> None:
        self._house.chosen.ask_folder(self, title, "backup", lambda name: then(Path(name)))


# In workers


def _back_up(library: Library, archive: Path, run: Run) -> str:
    from warehouse.documents.backup.backup import back_up

    manifest = back_up(library, archive, run)
    size = manifest.total_bytes / 1e6
    words = f"{plural(manifest.documents, 'document')}, {size:,.1f} MB: read back and found whole."
    return " ".join([words, *manifest.lacks])


def _back_up_again(library: Library, folder: Path, run: Run) -> str:
    from warehouse.documents.backup.mirror import SUFFIX, back_up_again, is_mirror

    mirror = folder if is_mirror(folder) else folder / (library.medium.resolve().name + SUFFIX)
    manifest, copied = back_up_again(library, mirror, run)
    words = f"{plural(manifest.documents, 'document')}, {copied / 1e6:,.1f} MB of it new."
    return " ".join([words, *manifest.lacks])


def _check(library: Library, run: Run) -> Report:
    from warehouse.documents.backup.checking import check

    return check(library, run)


def _mend(library: Library, report: Report, run: Run) -> Report:
    from warehouse.documents.backup import mending

    mending.mend(library, report.findings, run)
    return _check(library, run)


def _check_backup(archive: Path, run: Run) -> str:
    from warehouse.documents.backup import backup, mirror

    place = _chosen(archive)
    manifest = (mirror if mirror.can_restore(place) else backup).verify(place, run)
    words = f"The backup of {manifest.made[:10]}, {plural(manifest.documents, 'document')}: whole."
    return " ".join([words, *manifest.lacks])


def _chosen(archive: Path) -> Path:
    """A ZIP file; or, of a folder that grows, the day whose list was chosen."""
    return archive.parent if archive.name == MANIFEST else archive


def _move(folder: Path, target: Path, run: Run) -> int:
    from warehouse.documents.backup.moving import move

    return move(folder, target, run)


def _restore(archive: Path, folder: Path, run: Run) -> str:
    from warehouse.documents.backup import backup, mirror

    archive = _chosen(archive)
    unpack = mirror.restore if mirror.can_restore(archive) else backup.restore
    manifest = unpack(archive, folder, run)
    return f"{plural(manifest.documents, 'document')} of {manifest.made[:10]} are in {folder}."
