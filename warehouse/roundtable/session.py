"""An open round table: one that is listened to, and steered while it speaks. See __init__.py.

What is computed is a function of the table it began with; what the user does meanwhile goes before
it. A turn begins anew where the user has spoken, changed who sits there or what may be read; a
change of the map is kept, and the turn set upon it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.errors import BadInput, Cancelled, Turned
from warehouse.methods.costorm import experts, mindmap, turns
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.coverage import coverage
from warehouse.records import StudyRow
from warehouse.results.records import Article
from warehouse.results.roundtable import Table, Turn, begun, research
from warehouse.roundtable import (
    exporting,
    remembering,
    source_acts,
    speaking,
    table_file,
    transcript,
)
from warehouse.run import Inner, Run
from warehouse.settings import Settings
from warehouse.steering import Steering, course, typed
from warehouse.studies import study_files
from warehouse.studies.keeper import Studies
from warehouse.studies.steering.acts import ActLog

if TYPE_CHECKING:
    from warehouse.engines import Engines
    from warehouse.library import Library

METHOD = transcript.METHOD
Change = Callable[[Table], Table]


class NewTable(Struct, frozen=True):
    """``within`` names a collection or a saved search, ``search`` is a query of the search box;
    ``origin`` is the id of a study or an article whose evidence lies on the table already.
    """

    topic: str
    within: str = ""
    search: str = ""
    origin: str = ""


class RoundTables:
    """The round tables of a library. Any thread."""

    def __init__(self, library: Library, studies: Studies, engines: Engines) -> None:
        self._library, self._studies, self._engines = library, studies, engines

    def begin(self, new: NewTable, settings: Settings | None = None) -> RoundTable:
        """On the list at once; nobody has spoken yet. Raises BadInput."""
        finder = self._library.finder
        if new.within and new.search:
            raise BadInput("Limit it to a collection or to a search, not to both.")
        scope = finder.scope_of(new.search) if new.search else None
        scope = finder.scope(new.within) if new.within else scope
        row = self._studies.start("table", new.topic, METHOD, new.origin, scope)
        table = begun(typed(row.question))
        if new.origin:
            table = _with_evidence(table, self._studies, row)
        table_file.keep(self._studies.folder(row.id), table)
        return self._opened(row, settings)

    def open(self, prefix: str, settings: Settings | None = None) -> RoundTable:
        """The one whose id begins so. Raises BadInput, StorageError."""
        rows = [row for row in self.rows() if row.id.startswith(prefix)]
        if len(rows) != 1:
            many = f"{len(rows)} round tables begin" if rows else "No round table begins"
            raise BadInput(f"{many} with “{prefix}”.", "See the ids with: muniment studies")
        return self._opened(rows[0], settings)

    def rows(self) -> list[StudyRow]:
        """The newest first."""
        rows = [row for row in self._library.catalog.studies() if row.kind == "table"]
        return sorted(rows, key=lambda one: -one.created)

    def _opened(self, row: StudyRow, settings: Settings | None) -> RoundTable:
        folder = self._studies.folder(row.id)
        kept = study_files.settings_of(folder, settings or self._engines.settings)
        return RoundTable(row, self._library, self._studies, self._engines, kept)


class RoundTable:
    """One of them. ``row`` is its study; ``now`` the table as it stands."""

    def __init__(
        self,
        row: StudyRow,
        library: Library,
        studies: Studies,
        engines: Engines,
        settings: Settings,
    ) -> None:
        self.row, self.settings = row, settings
        self._library, self._studies, self._engines = library, studies, engines
        self._folder = studies.folder(row.id)
        self._scope = studies.scope(row)
        self._lock = threading.RLock()
        self._speaking = threading.Lock()
        self._ground: Ground | None = None
        self._told = table_file.transcript(self._folder)
        self.now = table_file.load(self._folder)

    # What takes long

    def next(self, run: Run) -> Turn:
        """The next turn, spoken and kept; then what grows behind it. Raises Cancelled, BadInput,
        EngineError. One at a time: a second one waits.
        """
        with self._speaking:
            self._settled(run)  # what was cut off behind the turn before
            number = self._spoken(run)
            self._settled(run)
            return self.now.turns[number - 1]

    def settle(self, run: Run) -> Table:
        """What grows behind a turn: who sits there, and the map."""
        with self._speaking:
            self._settled(run)
            return self.now

    def report(self, run: Run) -> tuple[StudyRow, Article]:
        """An article of what was found, with the map as its outline. Raises as ``Studies.run``."""
        with self._lock:  # a table of an earlier version has an older transcript, and no acts
            self._keep(self.now)
            self._follow_sources(self.now)
        study = self._studies.start("write", self.now.topic, METHOD, self.row.id)
        run.show(study)
        article = self._studies.run(study, self._engines.both(), self.settings, run)
        assert isinstance(article, Article)
        return self._library.catalog.study(study.id) or study, article

    def export(self, folder: Path) -> tuple[Path, ...]:
        """Transcript and map as files in ``folder``. Raises BadInput, StorageError."""
        with self._lock:
            now, article = self.now, self._told and transcript.renewed(self._told, self.now)
        return exporting.save(now, article, self._library, folder)

    # What the user does

    def say(self, text: str) -> Table:
        return self._changed(lambda now: turns.said(now, text))

    def add_expert(self, name: str, about: str = "") -> Table:
        return self._changed(lambda now: experts.added(now, name, about))

    def edit_expert(self, id: str, name: str = "", about: str = "") -> Table:
        return self._changed(lambda now: experts.edited(now, id, name, about))

    def remove_expert(self, id: str) -> Table:
        return self._changed(lambda now: experts.removed(now, id))

    def rename(self, id: str, text: str) -> Table:
        return self._changed(lambda now: mindmap.renamed(now, id, text))

    def move(self, id: str, to: str) -> Table:
        return self._changed(lambda now: mindmap.moved(now, id, to))

    def merge(self, id: str, into: str) -> Table:
        return self._changed(lambda now: mindmap.merged(now, id, into))

    def delete(self, id: str) -> Table:
        return self._changed(lambda now: mindmap.deleted(now, id))

    def add_concept(self, parent: str, text: str) -> Table:
        return self._changed(lambda now: mindmap.added(now, parent, text))

    def pin_concept(self, id: str, held: bool = True) -> Table:
        return self._changed(lambda now: mindmap.pinned(now, id, held))

    def move_evidence(self, number: int, to: str) -> Table:
        return self._changed(lambda now: mindmap.piece_moved(now, number, to))

    def deeper(self, id: str) -> Table:
        """The next turn tells more of this concept; "" for none."""
        if id:
            mindmap.concept(self.now, id)
        return self._changed(lambda now: structs.replace(now, deeper=id))

    def pin_source(self, document: str) -> Table:
        """Searched for every answer from now on. Raises BadInput where it is out of reach."""
        self._known(document)
        if self._scope is not None and document not in self._scope.documents:
            title = self._library.catalog.document(document).title
            raise BadInput(
                f"“{title}” is not in “{self._scope.name}”, and this table reads nothing else.",
                "Begin one without that limit to read it.",
            )
        return self._source(document, is_insisted=True)

    def ban_source(self, document: str) -> Table:
        """Never read from now on; what was said from it stays said."""
        self._known(document)
        return self._source(document, is_banned=True)

    def free_source(self, document: str) -> Table:
        """Neither banned nor insisted on."""
        return self._source(document)

    def _source(
        self, document: str, *, is_banned: bool = False, is_insisted: bool = False
    ) -> Table:
        def change(now: Table) -> Table:
            banned = [other for other in now.banned if other != document]
            insisted = [other for other in now.insisted if other != document]
            banned += [document] * is_banned
            insisted += [document] * is_insisted
            return structs.replace(now, banned=tuple(banned), insisted=tuple(insisted))

        return self._changed(change)

    def _known(self, document: str) -> None:
        if not self._library.catalog.knows(document):
            raise BadInput("That document is not in the library.")

    def _changed(self, change: Change) -> Table:
        with self._lock:
            self._keep(change(self.now))
            return self.now

    # A turn

    def _spoken(self, run: Run) -> int:
        while True:
            base = self.now
            try:
                table = self._worked(base, turns.spoken, run)
            except Turned:
                continue
            with self._lock:
                if _is_same_talk(base, self.now):
                    self._keep(set_upon(table, base, self.now), said=True)
                    run.show(self.now)
                    return len(table.turns)

    def _settled(self, run: Run) -> None:
        steps = list(turns.settling(self.now))
        if self.settings.thoughts and self.now.remembered < len(self.now.turns):
            steps.append(remembering.learned)
        for step in steps:
            while True:
                base = self.now
                try:
                    table = self._worked(base, step, run)
                except Turned:
                    continue
                with self._lock:
                    if self.now is base:
                        self._keep(table)
                        run.show(self.now)
                        break

    def _worked(self, base: Table, step: turns.Step, run: Run) -> Table:
        """One function of the table, its model calls in the study's journal. Raises Turned."""
        inner = _TableRun(run, lambda: _is_same_talk(base, self.now))
        engine = self._engines.both()
        with Journal(self._folder / "journal.db") as journal, ActLog(self._folder) as acts:
            library = self._library.within(self._scope) if self._scope else self._library
            if base.banned:
                library = library.without(frozenset(base.banned))
            steering = Steering(numbers=acts.numbers(), study=self.row.id)
            context = Context.of(
                library, Journaled(engine, journal), self.settings, inner, steering
            )
            self._ground = self._ground or Ground(context, speaking.answer)
            self._ground.context = context
            try:
                table = step(base, self._ground)
                if step is turns.spoken:
                    self._transcribed(table, context)
            except Cancelled:  # an engine that is told to end its call does not know why
                inner.check()
                raise
            return table

    def _transcribed(self, made: Table, context: Context) -> None:
        claims = transcript.claims(made.turns)
        covered = coverage(research(made), made.evidence, claims, context)
        self._told = transcript.as_article(made, covered, context.engine.spend())

    def _keep(self, table: Table, said: bool = False) -> None:
        """On the disk before anybody sees it. What was said stands in the transcript, and the map
        is there what an article takes for its outline.
        """
        if self._told is not None:
            self._told = transcript.renewed(self._told, table)
            table_file.keep_transcript(self._folder, self._told)
        table_file.keep(self._folder, table)
        if (table.banned, table.insisted) != (self.now.banned, self.now.insisted):
            self._follow_sources(table)
        self.now = table
        if said and self._told is not None:
            self.row = self._studies.told(self.row, self._told)

    def _follow_sources(self, table: Table) -> None:
        """What is banned or insisted on here is so in whatever is written from the table."""
        with ActLog(self._folder) as acts:
            source_acts.follow(table, acts, self._library.catalog)


class _TableRun(Inner):
    """A turn that ends with Turned where what it rests on has changed; else the outer run."""

    def __init__(self, outer: Run, stands: Callable[[], bool]) -> None:
        super().__init__(outer, outer.show)
        self._stands, self._has_turned = stands, False

    @property
    def turned(self) -> bool:
        """Once it has, it stays so: a call may have been ended for what was then taken back."""
        self._has_turned = self._has_turned or not self._stands()
        return self._has_turned

    @property
    def cancelled(self) -> bool:
        return self._outer.cancelled or self.turned

    def check(self) -> None:
        self._outer.check()
        if self.turned:
            raise Turned

    def turn(self) -> None:
        self.check()


def _is_same_talk(one: Table, other: Table) -> bool:
    """Would the next turn of both be the same, as far as the user has a hand in it?"""
    return (
        one.turns == other.turns
        and one.experts == other.experts
        and one.banned == other.banned
        and one.insisted == other.insisted
        and one.deeper == other.deeper
    )


def set_upon(made: Table, base: Table, now: Table) -> Table:
    """What a turn has made of ``base``, where the user has changed the map meanwhile."""
    if now is base:
        return made
    fresh = [number for number in made.unsorted if number not in base.unsorted]
    left = [number for number in base.unsorted if number in now.unsorted]
    kept = structs.replace(
        made,
        map=now.map,
        pinned=now.pinned,
        nodes=now.nodes,
        vain=now.vain,
        unsorted=(*left, *fresh),
    )
    return mindmap.placed(kept, dict.fromkeys(mindmap.unplaced(kept), kept.root.id))


def _with_evidence(table: Table, studies: Studies, row: StudyRow) -> Table:
    """With the evidence of the study it starts from, at the top of the map until it is sorted, and
    with what was banned or pinned there.
    """
    chain = study_files.research(studies.folder(row.id))
    numbers = tuple(piece.number for piece in chain.evidence)
    with ActLog(studies.folder(row.id)) as acts:
        known = acts.numbers()
        for piece in chain.evidence:
            known.adopt(piece.place, piece.number)
        now = course(acts.acts())
    made = structs.replace(
        table,
        evidence=chain.evidence,
        unsorted=numbers,
        read=chain.read,
        banned=tuple(sorted(now.banned)),
        insisted=now.pins,
    )
    return mindmap.placed(made, dict.fromkeys(numbers, made.root.id))
