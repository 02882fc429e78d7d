"""Export from a page: choose a format, then a folder; the window goes on meanwhile.

A folder is made there, called after the title, and in it a file called the same; what is there
already stays (``warehouse/studies/exporting/naming.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from desktop.house import House
from desktop.widgets.basics import Button
from desktop.widgets.paper_menu import PaperMenu
from warehouse.errors import BadInput
from warehouse.results.records import Answer, Article
from warehouse.run import Run
from warehouse.studies.exporting.paper.wishes import Wish

if TYPE_CHECKING:
    from warehouse.documents.bibliography.saving import Form
    from warehouse.library import Library

FORMATS = (
    ("html", "Web page with every proof (HTML)"),
    ("markdown", "Markdown with every proof"),
    ("pack", "Evidence pack"),
    ("bibtex", "Sources as BibTeX"),
    ("csl", "Sources as CSL-JSON"),
)
SOURCE_FORMS: dict[str, Form] = {"bibtex": "bibtex", "csl": "csl"}
WHOLE, PAPER = "whole-", "paper"
Whole = Callable[[], Article | None]


class Exported(Struct, frozen=True):
    """``list_hash`` is that of a pack, to be told to whoever gets it."""

    path: Path
    list_hash: str = ""


Writing = Callable[..., Exported]


class ExportButton(Button):
    """``saved(path)`` when the file is whole; the notice offers to open its folder."""

    saved = Signal(object)

    def __init__(self, house: House) -> None:
        super().__init__(house.theme, "Export", "download")
        self._house = house
        self._result: Answer | Article | None = None
        self._name = ""
        self._whole: Whole | None = None
        self._menu = QMenu(self)
        for kind, words in FORMATS:
            action = self._menu.addAction(words)
            action.triggered.connect(partial(self._ask_folder, kind))
        self.paper = self._add_paper(self._menu, "")
        self._conversation = self._menu.addMenu("The whole conversation")
        for kind, words in FORMATS:
            if kind != "pack":  # a pack holds the calls of one study
                action = self._conversation.addAction(words)
                action.triggered.connect(partial(self._ask_folder, f"{WHOLE}{kind}"))
        self._add_paper(self._conversation, WHOLE)
        self.clicked.connect(self._open_menu)
        self.setEnabled(False)

    def offer(
        self, result: Answer | Article | None, study: str, whole: Whole | None = None
    ) -> None:
        """What would be exported; ``study`` is its id. ``whole`` makes the conversation that it
        stands in, in a worker.
        """
        self._result, self._name, self._whole = result, study, whole
        self._conversation.menuAction().setVisible(whole is not None)
        self.setEnabled(result is not None)

    def export(self, kind: str, folder: Path, wish: Wish | None = None) -> None:
        """Write it in a job that can be stopped: a pack draws every page that is cited, and a
        paper, which ``wish`` is for, takes seconds to set.
        """
        if self._result is not None:
            self._write(self._writing(kind, wish, self._result), str(folder))

    def _writing(self, kind: str, wish: Wish | None, result: Answer | Article) -> Writing:
        """What is in front now, whatever is when a folder was chosen."""
        whole = self._whole if kind.startswith(WHOLE) else None
        return partial(_write, wish or kind.removeprefix(WHOLE), whole or result, self._name)

    def _write(self, writing: Writing, folder: str) -> None:
        if (library := self._house.library) is not None:
            write: Callable[[Run], Exported] = partial(writing, library, Path(folder))
            self._house.jobs.start("Exporting", write).finished.connect(self._tell)

    def _open_menu(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _add_paper(self, menu: QMenu, of: str) -> PaperMenu:
        paper = PaperMenu(self._house.chosen, menu)
        paper.chosen.connect(partial(self._ask_paper, f"{of}{PAPER}"))
        menu.addMenu(paper)
        return paper

    def _ask_paper(self, kind: str, wish: Wish) -> None:
        self._ask_folder(kind, wish=wish)

    def _ask_folder(self, kind: str, checked: bool = False, wish: Wish | None = None) -> None:
        if self._result is not None:
            chosen = partial(self._write, self._writing(kind, wish, self._result))
            self._house.chosen.ask_folder(self, "Export into a folder", "export", chosen)

    def _tell(self, made: Exported) -> None:
        said = f"Exported to {made.path}."
        if made.list_hash:
            said = f"{said} SHA-256 of its list: {made.list_hash}"
        opened = partial(open_folder, made.path.parent)
        self._house.notices.offer(said, "Open folder", opened)
        self.saved.emit(made.path)


def _write(
    kind: str | Wish,
    result: Answer | Article | Whole,
    study: str,
    library: Library,
    folder: Path,
    run: Run,
) -> Exported:
    """Worker. ``folder`` is the one in which a folder for it is made."""
    from warehouse.documents.bibliography import saving
    from warehouse.studies.exporting import export, naming, pack
    from warehouse.studies.exporting.paper import references
    from warehouse.studies.report import ledger

    if not isinstance(result, Answer | Article):
        made_whole = result()
        if made_whole is None:
            raise BadInput("Nothing in this conversation is answered yet.")
        result = made_whole

    name = naming.file_name(ledger.title(result))
    target = partial(naming.folder_for, folder, name)
    if isinstance(kind, Wish):
        from warehouse.studies.exporting.paper import paper

        file = target(f"{name}{paper.suffix(kind.form)}")
        return Exported(paper.save(result, library, file, kind, run, name))
    if kind in SOURCE_FORMS:
        form = SOURCE_FORMS[kind]
        path = target(f"{name}{saving.SUFFIXES[form]}") / f"{name}{saving.SUFFIXES[form]}"
        return Exported(saving.save(references.of(result, library.catalog).entries, form, path))
    if kind == "pack":
        packed = pack.save(study, library, target(pack.NAME), run)
        return Exported(packed, pack.list_hash(packed))
    if kind == "html":
        return Exported(export.save_html(result, library, target(f"{name}.html"), name))
    return Exported(export.save_markdown(result, library, target(f"{name}.md"), name))


def open_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
