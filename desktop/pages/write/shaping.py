"""The outline of the study in front as it is shaped: shown at once, kept in a worker, undone.

Changes are pure (``outline_edits``) and shown before they are kept, each in its turn, so that the
command line can take them back, too. Ctrl+Z takes back what was done in this session; ``take_back``
and ``do_again`` walk all that is kept, which is what was done earlier or elsewhere, too.

Whatever the model does (a branch anew, sections written) is a job that can be stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.jobs import Job
from warehouse.app import Warehouse
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.editing.editor import Edited
from warehouse.studies.editing.outline_editor import OutlineEditor, Planned
from warehouse.writing.editing import outline_edits
from warehouse.writing.editing.outline_edits import Edit, Path
from warehouse.writing.outline.outlining import UNNAMED, Outline

BUSY = "The outline is being worked on."


class OutlineShaping(QObject):
    """``shown(Planned, path)``: it is so from now on, and the heading at ``path`` is the current
    one, None for as before; ``none``: there is no outline; ``written(Edited)``: sections are;
    ``busy(bool)``.
    """

    shown = Signal(object, object)
    none = Signal()
    written = Signal(object)
    busy = Signal(bool)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self._row: StudyRow | None = None
        self.planned: Planned | None = None
        self._keeping = 0  # changes that are not on the disk yet
        self._is_busy = False
        self._next: Callable[[], None] | None = None
        self._job: Job | None = None
        self._works_on = ""

    @property
    def waits(self) -> bool:
        """Is the article to be written by it when the user says so, and not merely cut off?"""
        return self._row is not None and self._row.state == "stopped"

    def open(self, row: StudyRow | None) -> None:
        """The outline of a study, read in a worker, behind what is still being kept."""
        self._row, self.planned = row, None
        self.busy.emit(self._works_here)
        if (editor := self._editor()) is not None:
            fetch = self._house.jobs.keep if self._keeping else self._house.jobs.fetch
            fetch(partial(_read, editor), partial(self._read, row))

    @property
    def _works_here(self) -> bool:
        """Is the model at the outline in front, and not at that of another article?"""
        return self._is_busy and self._row is not None and self._row.id == self._works_on

    def end(self) -> None:
        """Program or library closes: what is being kept is, what has not begun does not."""
        self._let_go()

    def close(self) -> None:
        self._row = self.planned = None

    def _read(self, row: StudyRow | None, found: Planned | None) -> None:
        if row is not self._row:
            return
        if found is None:
            self.none.emit()
        else:
            self._show(found)

    # Changes

    def do(self, verb: str, path: Path, text: str = "") -> None:
        """One of the verbs of the tree; ``text`` is a name, or what is to be told."""
        if (act := _VERBS.get(verb)) is None or self.planned is None:
            return
        words, change = act
        self._change(words, path, partial(change, self.planned.outline, path, text))

    def move(self, path: Path, to: Path) -> None:
        if self.planned is not None:
            move = partial(outline_edits.moved, self.planned.outline, path, to)
            self._change("Heading moved", path, move)

    def give(self, path: Path, number: int, to: Path) -> None:
        """A piece of evidence to another heading."""
        if self.planned is not None:
            give = partial(outline_edits.given, self.planned.outline, path, number, to)
            self._change("Evidence moved", path, give)

    def leave_out(self, path: Path, number: int) -> None:
        """A piece of evidence out of a heading."""
        if self.planned is not None:
            leave = partial(outline_edits.left_out, self.planned.outline, path, number)
            self._change("Evidence left out", path, leave)

    def _change(self, words: str, path: Path, make: Callable[[], Edit]) -> None:
        """Of the heading at ``path``, which comes to the front when it is taken back."""
        if (planned := self.planned) is None:
            return
        try:
            edit = make()
        except BadInput as error:
            self._house.notices.error(error)
            return
        if edit.outline == planned.outline:
            return
        before, after = planned.outline, edit.outline
        row = self._row
        back = partial(self._put, row, before, path or None)
        again = partial(self._put, row, after, edit.path)
        if self._put(row, after, edit.path, OutlineEditor.change):
            self._house.undo.did(words, back, again, note=None)

    def _put(
        self,
        row: StudyRow | None,
        outline: Outline,
        path: Path | None = None,
        keep: Callable[[OutlineEditor, Outline], Planned] = OutlineEditor.put,
    ) -> bool:
        """Not while the model works by another, nor to the outline of another article."""
        planned = self.planned
        if self._is_busy:
            self._house.notices.say(BUSY, "Let it finish, or stop it.")
        elif row is not self._row or planned is None or planned.outline.base != outline.base:
            self._house.notices.say("That was done to another outline.", "Open it first.")
        elif (editor := self._editor()) is not None:
            self._show(structs.replace(planned, outline=outline), path)
            job = self._keep(partial(keep, editor, outline), lambda _: None)
            job.failed.connect(partial(self._not_kept, row))
            return True
        return False

    def take_back(self) -> None:
        """The last change that is kept, whenever and wherever it was done."""
        self._step(OutlineEditor.take_back, "Outline one change back")

    def do_again(self) -> None:
        self._step(OutlineEditor.do_again, "Outline one change on")

    def _step(self, step: Callable[[OutlineEditor], Planned], words: str) -> None:
        row, planned, editor = self._row, self.planned, self._editor()
        if self._is_busy:
            self._house.notices.say(BUSY, "Let it finish, or stop it.")
        elif planned is not None and editor is not None:
            before = planned.outline
            job = self._keep(partial(step, editor), partial(self._stepped, row, before, words))
            job.failed.connect(self._house.notices.error)

    def _stepped(self, row: StudyRow | None, before: Outline, words: str, made: Planned) -> None:
        """Where it was changed meanwhile, that stands behind what it is now."""
        if row is self._row and self.planned is not None and self.planned.outline == before:
            path = outline_edits.first_other(before, made.outline)
            self._show(made, path)
            back = partial(self._put, row, before, path)
            again = partial(self._put, row, made.outline, path)
            self._house.undo.did(words, back, again, note=None)

    def _keep(self, act: Callable[[], Planned], then: Callable[[Planned], None]) -> Job:
        self._keeping += 1
        job = self._house.jobs.keep(act, then)
        job.ended.connect(self._kept)
        return job

    def _kept(self) -> None:
        self._keeping -= 1
        if self._next is not None and not self._keeping:
            begin, self._next = self._next, None
            begin()

    def _not_kept(self, row: StudyRow | None, error: BaseException) -> None:
        self._house.notices.error(error)
        if row is not None and row.id == self._works_on:
            self._let_go()
        if row is self._row:
            self.open(row)

    # By the model

    def draft(self, path: Path) -> None:
        """This heading again alone, with what stands below it."""
        editor, warehouse = self._editor(), self._house.warehouse
        if editor is not None and warehouse is not None and self.planned is not None:
            before = self.planned.outline
            work = partial(_drafted, editor, path, warehouse, self._house.settings)
            self._start("Drafting a heading", work, partial(self._drafted, before, path))

    def _drafted(self, before: Outline, path: Path, made: Planned) -> None:
        after = made.outline
        self._show(made, path)
        if made.unchanged:
            self._house.notices.say(" ".join(filter(None, (made.unchanged, made.note))))
            return
        row = self._row
        back, again = partial(self._put, row, before, path), partial(self._put, row, after, path)
        self._house.undo.did("Heading drafted again", back, again, note=made.note)

    def write_again(self, section: int) -> None:
        """A section that failed, alone and at once; one that waits already, as all that waits."""
        if (planned := self.planned) is None or self._is_busy:
            return
        if (path := outline_edits.of_section(planned.outline.sections, section)) is not None:
            make = partial(outline_edits.anew, planned.outline, path, alone=True)
            self._change("Section to be written anew", path, make)
        if path is not None or planned.waits:
            self.write()

    def write(self) -> None:
        """What of the outline the article does not have."""
        editor, warehouse = self._editor(), self._house.warehouse
        if editor is not None and warehouse is not None:
            work = partial(_written, editor, warehouse, self._house.settings)
            self._start("Writing by the outline", work, self._written)

    def _written(self, edited: Edited) -> None:
        self.written.emit(edited)
        self.open(self._row)

    def _start(self, name: str, work: Callable[[Run], object], then: Callable[..., None]) -> None:
        """By the outline as it is shown: behind a change of it that is still being kept."""
        row = self._row
        if self._is_busy:
            return

        def told(made: object) -> None:
            if row is self._row:
                then(made)

        def begin() -> None:
            job = self._job = self._house.jobs.start(name, work)
            job.finished.connect(self._rest)
            job.finished.connect(told)
            job.ended.connect(self._rest)

        self._is_busy, self._works_on = True, row.id if row is not None else ""
        self.busy.emit(True)
        if self._keeping:
            self._next = begin
        else:
            begin()

    def stop(self) -> None:
        """What the model is at, of the article in front."""
        if self._works_here and self._next is not None:
            self._let_go()
        elif self._works_here and self._job is not None:
            self._job.cancel()

    def _let_go(self) -> None:
        """Of what has not begun yet."""
        if self._next is not None:
            self._next = None
            self._rest()

    def _rest(self) -> None:
        if self._is_busy:
            self._is_busy = False
            self.busy.emit(False)

    # Inside

    def follow(self, article: Article) -> None:
        """The article was edited: its outline is read again where it is another by now."""
        if self.planned is not None and self.planned.article is not None:
            titles = tuple(block.title for block in article.blocks)
            if self.planned.outline.base != titles:
                self.open(self._row)
            else:
                self._show(structs.replace(self.planned, article=article))

    def _show(self, planned: Planned, path: Path | None = None) -> None:
        self.planned = planned
        self.shown.emit(planned, path)

    def _editor(self) -> OutlineEditor | None:
        if (warehouse := self._house.warehouse) is None or self._row is None:
            return None
        return OutlineEditor(warehouse.studies, warehouse.library, self._row)


def _read(editor: OutlineEditor) -> Planned | None:
    """In a worker; None where there is none."""
    try:
        return editor.now()
    except BadInput:
        return None


def _drafted(
    editor: OutlineEditor, path: Path, warehouse: Warehouse, settings: Settings, run: Run
) -> Planned:
    return editor.draft(path, warehouse.engines.both(), settings, run)


def _written(editor: OutlineEditor, warehouse: Warehouse, settings: Settings, run: Run) -> Edited:
    return editor.write(warehouse.engines.both(), settings, run)


def _added(outline: Outline, path: Path, text: str) -> Edit:
    """After the one at ``path``; at the end where there is none."""
    place = (*path[:-1], path[-1] + 1) if path else (len(outline.sections),)
    return outline_edits.added(outline, place, text or UNNAMED)


def _split(outline: Outline, path: Path, text: str) -> Edit:
    title = text or f"{outline_edits.at(outline, path).title}, continued"
    return outline_edits.split(outline, path, title)


_VERBS: dict[str, tuple[str, Callable[[Outline, Path, str], Edit]]] = {
    "up": ("Heading moved", lambda outline, path, _: outline_edits.up(outline, path)),
    "down": ("Heading moved", lambda outline, path, _: outline_edits.down(outline, path)),
    "indent": ("Heading moved", lambda outline, path, _: outline_edits.indented(outline, path)),
    "outdent": ("Heading moved", lambda outline, path, _: outline_edits.outdented(outline, path)),
    "add": ("Heading added", _added),
    "remove": ("Heading removed", lambda outline, path, _: outline_edits.removed(outline, path)),
    "merge": ("Headings merged", lambda outline, path, _: outline_edits.merged(outline, path)),
    "split": ("Heading split", _split),
    "rename": ("Heading renamed", outline_edits.renamed),
    "title": (
        "Title changed",
        lambda outline, path, text: Edit(outline_edits.retitled(outline, text), path),
    ),
    "about": ("What a heading tells changed", outline_edits.described),
    "note": ("Note to the writer changed", outline_edits.noted),
    "anew": (
        "Section to be written anew",
        lambda outline, path, _: outline_edits.anew(outline, path),
    ),
}
