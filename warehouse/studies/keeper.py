"""Studies: one for each question asked or article written, each in a folder of its own.

    studies/ID/settings.json   the settings it began with, used again when it goes on
               journal.db      every model call (warehouse/engine/journal/journal.py)
               steering.db     what the user steered (warehouse/studies/steering/acts.py)
               scope.json      the documents it is limited to, if any, as they were then
               chain.json      the chain of the answer it is written from; origin.db: its calls
               answer.json     or article.json: written whole, when it is done; so-far.json before
               before-...      what that was before the user steered it last
               table.json      a round table as it stands; transcript.json: what was said at it
               revisions.db    edits of an article (studies/revisions.py); outline...: its outline
               hashes.txt     of the files beside it (disk/hashed_files.py)

The row in the catalog says where a study stands: *running*, then *done*, *stopped* by the user or
*failed*. The result is on the disk before the row says done. A study that a kill left running is
``unfinished``: running it again replays its journal and goes on from the last model call.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from warehouse.answering import check_text, learning
from warehouse.context import Context
from warehouse.disk.durable import make_folder
from warehouse.engine.journal.journal import Journal, PromptSpend, carry
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput, Cancelled, MunimentError, StorageError
from warehouse.methods.registry import FIRST, METHODS
from warehouse.question import follow_up
from warehouse.records import Scope, StudyRow
from warehouse.results.records import Answer, Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Act, Steering, typed
from warehouse.studies import conversation, following, removed, second_search, study_files
from warehouse.studies.article_so_far import KeptRun
from warehouse.studies.comparing import Comparison, compare, documents
from warehouse.studies.conversation import Follow
from warehouse.studies.report import ledger, loss_ledger
from warehouse.studies.steering import act_checks, steered
from warehouse.studies.steering.acts import ActLog, acts_of, chain_of, settled
from warehouse.studies.steering.carry_over import carried
from warehouse.studies.steering.steered import SteeredRun
from warehouse.studies.study_rows import new as new_row
from warehouse.studies.study_rows import not_a_table, paragraphs, summary
from warehouse.studies.works import WORKS as WORKS
from warehouse.studies.works import Kind as Kind
from warehouse.studies.works import Result, Work
from warehouse.writing import ways
from warehouse.writing.outline.outline_file import OutlineFile

if TYPE_CHECKING:
    from warehouse.library import Library

Study = StudyRow
_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{8}")
_FILES = study_files.FILES


class Studies:
    """The studies of one library. Any thread may call; a study runs in one thread at a time."""

    def __init__(self, library: Library, works: Mapping[tuple[str, str], Work] = WORKS):
        self._library = library
        self.works = works
        self._lock = threading.Lock()
        self.running: set[str] = set()  # in work here, by their ids

    def start(
        self,
        kind: Kind,
        question: str,
        method: str = "",
        origin: str = "",
        scope: Scope | None = None,
        like: Study | None = None,
        taken_as: str = "",
        follow: Follow | None = None,
    ) -> Study:
        """A new study, on the list at once; ``run`` does the work. Raises BadInput.

        ``origin`` is the id of an answered study: its chain is used, nothing is explored again.
        The chain is copied, so that the article can go on when the answer is removed, and so are
        the calls that made it, for whoever wants to see where the evidence is from. ``scope``
        limits it, by default to what the origin was limited to; it is kept with its documents, so
        that the study reads the same ones however often it goes on. The limit of the study
        ``like``, as it is now, and what the user steered there count in this one, too. ``taken_as``
        is the kind the question is to be taken for, "" to find that out. A question that
        ``follow``s another is limited as that is; what was pinned or banned there, or in the
        origin, is so here.
        """
        if not (question := paragraphs(question)):
            raise BadInput("There is no question to work on.", "Write what you want to know.")
        method = method or (FIRST if kind == "ask" else ways.FIRST)
        if (kind, method) not in self.works and kind != "table":
            raise BadInput(f"There is no method named {method!r} to {kind}.")
        chain = self._chain_of(origin) if origin else None
        before = self._row(follow.study) if follow else None
        given = origin or (before.id if before else "")
        if scope is None and (like or given):
            scope = self._limit_now(like) if like else study_files.scope(self.folder(given))
        study = new_row(kind, question, method)
        within = scope.name if scope else ""
        study = structs.replace(study, origin=origin, within=within, taken_as=taken_as)
        acts = self._counting(like) if like else []
        if before is not None and follow is not None:
            asked_as = question if method == check_text.METHOD else typed(follow.asked_as)
            study = structs.replace(study, thread=conversation.thread_of(before), asked_as=asked_as)
        if from_it := before or (self._library.catalog.study(origin) if origin else None):
            acts = acts or [act for act in self._counting(from_it) if act.kind in ("pin", "ban")]
        return self._begun(study, chain, scope, acts)

    def _begun(
        self, study: Study, chain: Research | None, scope: Scope | None, acts: Sequence[Act]
    ) -> Study:
        """Its folder first, then its row: a study that is on the list has all it began with."""
        folder = self.folder(study.id)
        make_folder(folder)
        if chain is not None:
            study_files.keep_file(folder / study_files.CHAIN, msgspec.json.encode(chain))
            carry(self.folder(study.origin) / "journal.db", folder / study_files.ORIGIN)
        if scope is not None:
            study_files.keep_file(folder / study_files.SCOPE, msgspec.json.encode(scope))
        if acts:
            with ActLog(folder) as steering:
                steering.carry(acts)
        self._library.catalog.save_study(study)
        return study

    def again(self, study: Study) -> Study:
        """The same asked anew, of the library and the model as they are now; the old one stays.

        What it was limited to is taken as it is now, and what the user steered counts again. An
        article that was written from an answer is explored for anew. Raises BadInput, also when the
        collection is gone.
        """
        not_a_table(study)
        scope = self._limit_now(study)
        fresh = new_row(study.kind, study.question, study.method)
        within = scope.name if scope else ""
        fields = {"again": study.id, "within": within, "taken_as": study.taken_as}
        if len(self.conversation(study)) > 1:
            thread = conversation.thread_of(study)
            fields |= {"thread": thread, "asked_as": conversation.asked(study)}
        fresh = structs.replace(fresh, **fields)
        return self._begun(fresh, None, scope, self._counting(study))

    def _limit_now(self, study: Study) -> Scope | None:
        folder = self.folder(study.id)
        return study_files.limit_now(folder, study.within, self._library.finder)

    def conversation(self, study: Study) -> tuple[Study, ...]:
        """The questions that follow one another, the first one first; at least the study itself."""
        rows = self._library.catalog.studies()
        return conversation.turns(rows, study) or (study,)

    def reword(self, study: Study, question: str) -> Study:
        """Have the study answer this ``question`` from now on; run it to have it answered.

        What it said before is kept beside it. Raises BadInput while it runs.
        """
        if study.id in self.running:
            raise BadInput("This study is running.", "Stop it first.")
        row = self._save(study, asked_as=typed(question) or study.question, state="stopped")
        study_files.set_aside(self.folder(study.id))
        return row

    def _counting(self, study: Study) -> list[Act]:
        """What the user steered, as far as it counts still."""
        chain = chain_of(self.folder(study.id))
        acts = settled(self.acts(study), chain, study.kind == "write")
        return carried(acts, self._library.catalog)

    def compared(self, study: Study) -> Comparison | None:
        """What this run says otherwise than the one it repeats, or than before it was steered;
        None where either has no result. Raises StorageError when a result is damaged.
        """
        after = self.load(study.id)
        again = study.again
        before = self.load(again) if again else study_files.former(self.folder(study.id))
        models = {row.id: row.model for row in self._library.catalog.studies()}
        if before is None or after is None or (again and again not in models):
            return None
        model = models.get(study.id, "")
        return compare(before, after, (models.get(study.again, model), model))

    def read_once(self, found: Comparison) -> tuple[str, ...]:
        """A line for each document that one of the two runs alone has read."""
        return documents(found, self._library.catalog)

    def steer(self, study: Study, act: Act) -> Act:
        """Record what the user did; a study that runs takes it between two model calls, and any
        other when it goes on. Raises BadInput for what makes no sense in this study.
        """
        return act_checks.steer(self._library.catalog, self.folder(study.id), study, act)

    def acts(self, study: Study) -> tuple[Act, ...]:
        """What was steered, in its order."""
        return acts_of(self.folder(study.id))

    def chain(self, study: Study) -> Research | None:
        """The knowledge chain as it stands, while the study is not finished, too."""
        result = self.load(study.id)
        return result.research if result else chain_of(self.folder(study.id))

    def run(self, study: Study, engine: Engine, settings: Settings, run: Run) -> Result:
        """Do the study, or go on with it; its result is saved and returned.

        Raises what the method raises, after the row is marked stopped or failed, or cut off.
        """
        not_a_table(study)
        with self._only_here(study.id):
            row = self._save(study, state="running", problem="")
            try:
                row = self._save(row, model=engine.info().model)
                result = self._work(row, engine, settings, run)
            except MunimentError as error:
                ended = ("stopped", "") if isinstance(error, Cancelled) else ("failed", str(error))
                if not run.is_ending:
                    self._save(row, state=ended[0], problem=ended[1])
                raise
            except Exception as error:
                self._save(row, state="failed", problem=f"A fault of Muniment: {error!r}")
                raise
            self._save(row, state="done", **summary(result))
            return result

    def list(self) -> tuple[Study, ...]:
        """Every study, the newest first."""
        rows = self._library.catalog.studies()
        cited = self._cited(rows)
        changed = self._library.catalog.changed_or_gone(set[str]().union(*cited.values()))
        marked = [
            structs.replace(row, outdated=len(changed.intersection(cited.get(row.id, ()))))
            for row in rows
        ]
        return tuple(sorted(marked, key=lambda row: row.created, reverse=True))

    def _cited(self, rows: Iterable[Study]) -> dict[str, Sequence[str]]:
        """The documents each study cites; noted now for those finished before that was kept."""
        cited: dict[str, Sequence[str]] = dict(self._library.catalog.cited())
        for row in rows:
            if row.state == "done" and row.id not in cited:
                with contextlib.suppress(StorageError):
                    result = self.load(row.id)
                    cited[row.id] = ledger.sources(result) if result is not None else ()
                    self._library.catalog.note_cited(row.id, cited[row.id])
        return cited

    def unfinished(self) -> tuple[Study, ...]:
        """Studies that an end of the program cut off, newest first; they can go on."""
        cut_off = []
        for row in self.list():
            if row.state != "running" or row.id in self.running or row.kind == "table":
                continue
            result: Result | None = None
            acts: tuple[Act, ...] = ()
            with contextlib.suppress(StorageError):  # damaged: it says so when it goes on
                study_files.finish_keeping(self.folder(row.id))
                acts, result = self.acts(row), self.load(row.id)
            if result is None or result.research.acts != acts:
                cut_off.append(row)
            else:
                self._save(row, state="done", **summary(result))
        return tuple(cut_off)

    def told(self, study: Study, result: Result) -> Study:
        """Note on the row of a round table what was said at it so far."""
        self._library.catalog.note_cited(study.id, ledger.sources(result))
        return self._save(study, state="done", **summary(result))

    def load(self, study: str) -> Result | None:
        """The saved result, None where there is none yet. Raises StorageError when damaged."""
        results = (study_files.result(self.folder(study) / name) for name in _FILES.values())
        return next((result for result in results if result is not None), None)

    def spend(self, study: str) -> tuple[PromptSpend, ...]:
        """What each prompt of the study has cost, dearest first."""
        file = self.folder(study) / "journal.db"
        if not file.exists():
            return ()
        with Journal(file) as journal:
            return tuple(journal.by_prompt())

    def remove(self, study: str) -> None:
        """Off the list, kept for a while (removed.py). Raises BadInput while it runs."""
        if study in self.running:
            raise BadInput("This study is running.", "Stop it first.")
        removed.remove(self.folder(study), self._library.catalog)

    def restore(self, study: str) -> Study:
        """Back on the list as it was. Raises BadInput where it is gone for good."""
        return removed.restore(self.folder(study), self._library.catalog)

    def scope(self, study: Study) -> Scope | None:
        """What the study is limited to. Raises StorageError when that is lost."""
        scope = study_files.scope(self.folder(study.id))
        if scope is None and study.within:
            raise StorageError(
                f"What “{study.within}” held when this study began is missing.", "Ask once more."
            )
        return scope

    def folder(self, study: str) -> Path:
        """Where the study's files are. Raises BadInput for what is no study id."""
        if not _ID.fullmatch(study):
            raise BadInput(f"There is no study {study!r}.")
        return self._library.folder / "studies" / study

    def _work(self, study: Study, engine: Engine, settings: Settings, run: Run) -> Result:
        folder = self.folder(study.id)
        make_folder(folder)
        settings = study_files.settings_of(folder, self._as_before(study, settings))
        length = {"words": settings.article_words} if study.kind == "write" else {}
        study = self._save(study, effort=settings.effort, **length)
        run.show(study)  # by its model and effort it is known how long it may take
        work = self.works[study.kind, study.method]
        scope = self.scope(study)
        library = self._library.within(scope) if scope else self._library
        given = dict[str, object](research=study_files.research(folder)) if study.origin else {}
        if study.kind == "write" and study.method in METHODS:
            given["outline"] = OutlineFile(folder, (folder / _FILES["write"]).exists())
        if study.taken_as:
            given["taken_as"] = study.taken_as

        def once(library: Library, run: SteeredRun) -> Result:
            journaled = Journaled(engine, journal)
            told = Steering(run.course, run.numbers, study.id, steering)
            context = Context.of(library, journaled, settings, run, told)
            result = second_search.looked(work(question, context, **given), context)
            if settings.thoughts and isinstance(result, Answer) and study.method != "check":
                result = learning.noted(result, learning.learn(result, study.id, context))
            replayed = journaled.spend().replayed
            spend = structs.replace(result.spend, replayed=replayed)
            return loss_ledger.whole(structs.replace(result, spend=spend), library, run.course)

        with Journal(folder / "journal.db") as journal, ActLog(folder) as steering:
            question = self._asked(study, Journaled(engine, journal), settings, run)
            result = steered.done(once, library, steering, KeptRun(run, folder), study.kind)
        result = study_files.keep(folder, study.kind, result)
        self._library.catalog.note_cited(study.id, ledger.sources(result))
        return result

    def _asked(self, study: Study, engine: Engine, settings: Settings, run: Run) -> str:
        """What is asked: a question that follows others is written out, once, and shown."""
        if study.thread and not study.asked_as:
            said = following.said_before(self.conversation(study), study, self.load)
            full = follow_up.stand_alone(study.question, said, engine, settings, run)
            study = self._save(study, asked_as=full)
            run.show(study)
        return conversation.asked(study)

    def _as_before(self, study: Study, settings: Settings) -> Settings:
        """With what was chosen for the question that this study asks again."""
        folder = self.folder(study.again) if study.again else None
        if folder is None or not folder.exists():
            return settings
        return study_files.chosen_again(folder, settings)

    def _chain_of(self, study: str) -> Research:
        if (result := self.load(study)) is None:
            raise BadInput("This answer is not finished.", "Let it finish, then write from it.")
        return result.research

    def _save(self, study: Study, **changes: object) -> Study:
        """Of what the catalog knows of it: what a window holds may be older."""
        known = self._library.catalog.study(study.id) or study
        row = structs.replace(known, changed=time.time(), **changes)
        self._library.catalog.save_study(row)
        return row

    def _row(self, study: str) -> Study:
        """Raises BadInput for what is not on the list."""
        if (row := self._library.catalog.study(study)) is None:
            raise BadInput("What this question follows is no longer there.", "Ask it by itself.")
        return row

    @contextlib.contextmanager
    def _only_here(self, study: str) -> Iterator[None]:
        with self._lock:
            if study in self.running:
                raise BadInput("This study is running already.")
            self.running.add(study)
        try:
            yield
        finally:
            with self._lock:
                self.running.discard(study)
