"""The composition root: settings, library, models and studies of one warehouse, put together.

Four customers: the window, the command line (cli/), the MCP server (mcp/) and Python programs:

    from warehouse import app

    with app.open("papers") as papers:
        answer = papers.ask("What did the board decide?")
        for sentence in app.sentences(answer):
            print(sentence.state, sentence.text, sentence.sources)

Opening reads the catalog only: LanceDB is imported beside it, embedder and models are loaded when
they are first asked. Long work takes a ``Run``, which tells its progress and is cancelled from any
thread; it then raises Cancelled, and what was done is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import DecodeError, Struct, structs

from warehouse import settings as settings_file
from warehouse.beginnings import chosen as chosen
from warehouse.beginnings import one_of
from warehouse.engines import Engines as Engines
from warehouse.errors import BadInput as BadInput
from warehouse.errors import Cancelled as Cancelled
from warehouse.errors import EngineError, KeyMissing
from warehouse.errors import MunimentError as MunimentError
from warehouse.errors import NoWarehouse as NoWarehouse
from warehouse.errors import PassphraseNeeded as PassphraseNeeded
from warehouse.records import Document, Scope, StudyRow
from warehouse.results.passages import Found, Passage, of_hit
from warehouse.results.passages import Sentence as Sentence
from warehouse.results.passages import sentences as sentences
from warehouse.results.records import Answer, Article
from warehouse.run import Run as Run
from warehouse.run import Step as Step
from warehouse.settings import Settings as Settings
from warehouse.settings import expanded
from warehouse.steering import Act
from warehouse.studies.conversation import Follow as Follow
from warehouse.studies.conversation import asked

if TYPE_CHECKING:
    from warehouse.engine.protocol import Engine
    from warehouse.ingest.reading_progress import OnChange
    from warehouse.library import Library
    from warehouse.roundtable.session import RoundTables
    from warehouse.search.embedding import Embeds
    from warehouse.store.encryption.walls import Walls
    from warehouse.store.handover import Note
    from warehouse.studies.keeper import Kind, Studies

CATALOG = "catalog.db"


class NewStudy(Struct, frozen=True):
    """A study to begin, and what it is limited to.

    ``method`` is one of the registry, or "check"; "" is the first for questions, and for articles
    the way they are written. ``taken_as`` is the kind of the question where that is known.
    ``within`` names a collection or a saved search, ``search`` is a query of the search box: one of
    them, or neither. ``origin`` is the answer to write from, ``like`` the study whose limit
    and steering count here, too; ``acts`` are steered before it begins; ``follow``: after what.
    ``also``: methods by which an article is written after it (studies/together.py).
    """

    kind: Kind
    text: str
    method: str = ""
    within: str = ""
    search: str = ""
    origin: str = ""
    like: StudyRow | None = None
    acts: tuple[Act, ...] = ()
    taken_as: str = ""
    follow: Follow | None = None
    also: tuple[str, ...] = ()


class Parts(Struct, frozen=True):
    """What the opener brings along. Engines and embedder are in place of those of the settings, and
    not closed; ``on_change`` is told of a document's new row, from worker threads.
    """

    engines: Engines | None = None
    embedder: Embeds | None = None
    on_change: OnChange | None = None
    passphrase: str = ""


class Warehouse:
    """An open warehouse: ``library``, ``engines``, ``studies``. Any thread; made by ``open``.

    ``begun`` is the folder where there was none before, else None.
    """

    def __init__(
        self, library: Library, engines: Engines, owns_engines: bool, begun: Path | None = None
    ) -> None:
        self.library, self.engines, self.begun = library, engines, begun
        self._owns_engines = owns_engines

    @property
    def to_tell(self) -> str:
        """What opening it found and put right, for the user; mostly nothing."""
        from warehouse.opening import told

        return told(self.library, is_new=self.begun is not None)

    @cached_property
    def studies(self) -> Studies:
        """Imported when first asked for: the methods take a second that the list need not wait."""
        from warehouse.studies.keeper import Studies

        return Studies(self.library)

    @cached_property
    def tables(self) -> RoundTables:
        from warehouse.roundtable.session import RoundTables

        return RoundTables(self.library, self.studies, self.engines)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the children, let the folder go. Cancel running work first; safe to call twice."""
        if self._owns_engines:
            self.engines.close()
        self.library.close()

    # Documents

    def add(
        self,
        paths: str | Path | Sequence[str | Path],
        run: Run | None = None,
        password: str = "",
        in_place: bool = False,
    ) -> list[Document]:
        """Take in files and folders; returns when all are verified, or failed with a ``problem``.

        ``in_place``: the originals stay where they are. Raises BadInput when there is nothing to
        add, ModelMissing after all can be found by words when there is no embedder.
        """
        given = [paths] if isinstance(paths, str | Path) else paths
        if "" in given:  # as a path it would be the working directory
            raise BadInput("A path is empty.", "Name a file or a folder.")
        places = [expanded(os.fspath(path)) for path in given]
        return self.library.add(places, run or Run(), password, in_place)

    def documents(self, about: str = "") -> list[Document]:
        """All, or those about some words; newest first."""
        return self.library.catalog.documents(about)

    def document(self, prefix: str) -> Document:
        """The one whose SHA-256 begins so. Raises BadInput for none or several."""
        return chosen(self.library.catalog.documents(), prefix)

    def take_handed(self, run: Run, notes: Sequence[Note] | None = None) -> list[str]:
        """Take in what other programs handed over, or began to import and did not finish; returns
        a sentence for each library of another program."""
        if notes is None:
            self.library.take_handed(run)
        else:
            self.library.add_handed(notes, run)
        return self.finish_imports(run)

    def finish_imports(self, run: Run) -> list[str]:
        """The libraries of other programs that wait to be imported; a sentence for each."""
        if not self.library.catalog.waiting_imports():
            return []
        from warehouse.documents.importing import unfinished_imports

        accounts = unfinished_imports.finish(self.library, run)
        return list(map(unfinished_imports.told, accounts))

    # Finding

    def search(self, query: str, k: int = 10) -> Found:
        """The ``k`` best passages by meaning and words. Fields of the search box (``in:Floods``,
        ``year:1998-2004``, ``kind:pdf``) narrow it. Raises ModelMissing without the embedder.

        What the x-ray keeps out of prompts is in none of them.
        """
        result = self.library.finder.near(query, k)
        return Found(tuple(map(of_hit, result.hits)), result.note)

    def passage(self, document: str, start: int = 0, end: int | None = None) -> Passage:
        """``text[start:end]`` of the document whose SHA-256 begins so. Raises BadInput.

        What the x-ray keeps out of prompts is blank.
        """
        row, catalog = self.document(document), self.library.catalog
        length = catalog.length(row.id)
        end = length if end is None else min(end, length)
        if not 0 <= start < end:
            raise BadInput(f"There is no text from {start:,} to {end:,}; it has {length:,} signs.")
        label = catalog.stands(row.id, start, end)[1]
        return Passage(
            row.id, row.title, label, start, end, catalog.for_prompts(row.id, start, end)
        )

    # Research

    def ask(
        self,
        question: str,
        method: str = "",
        within: str = "",
        run: Run | None = None,
        follow: str = "",
    ) -> Answer:
        """Answer from the library, each sentence checked. Raises Cancelled, BadInput, EngineError.

        ``within`` names a collection or a saved search; ``follow`` is the id of a study, or its
        beginning, which the question follows: it may then say "it". ``answer.question`` is what was
        asked.
        """
        follows = Follow(self.study(follow).id) if follow else None
        new = NewStudy("ask", question, method, within, follow=follows)
        answer = self.begin(new, run or Run())[1]
        assert isinstance(answer, Answer)
        return answer

    def prove(self, text: str, within: str = "", run: Run | None = None) -> Answer:
        """A text of yours, each of its sentences checked against the library."""
        return self.ask(text, "check", within, run)

    def write(
        self,
        topic: str,
        words: int = 0,
        within: str = "",
        origin: str = "",
        run: Run | None = None,
        method: str = "",
    ) -> Article:
        """An article of about that many words, from what ``origin`` found. Raises as ``ask``."""
        settings = structs.replace(self.engines.settings, article_words=words) if words else None
        new = NewStudy("write", topic, method, within, origin=origin)
        article = self.begin(new, run or Run(), settings)[1]
        assert isinstance(article, Article)
        return article

    def begin(
        self, new: NewStudy, run: Run, settings: Settings | None = None
    ) -> tuple[StudyRow, Answer | Article]:
        """Begin a study and do it; its row is shown to the run first. Raises as ``Studies.run``."""
        from warehouse.studies import together

        run.step("starting", 0, 1)
        if new.follow and not new.follow.asked_as:
            engine: Engine = self.engines.both()  # the question is to be written out
        else:
            engine = self._engine(new.kind, new.text, new.method, new.taken_as)
        scope = self.scope(new.within, new.search)
        what = (new.kind, new.text, new.method, new.origin, scope, new.like, new.taken_as)
        given = settings or self.engines.settings
        with self.library.catalog.write():  # all of it or nothing: else it would be another study
            study = self.studies.start(*what, new.follow)
            for act in new.acts:
                self.studies.steer(study, act)
            for method in new.also:
                together.start(self.studies, self.library.catalog, study, method, given)
        return self._work(study, engine, run, given)

    def study(self, prefix: str) -> StudyRow:
        """The question whose id begins so. Raises BadInput for none or several."""
        rows = (row for row in self.library.catalog.studies() if row.kind == "ask")
        return one_of(rows, prefix, "question", "questions")

    def reword(
        self, study: StudyRow, question: str, run: Run, settings: Settings | None = None
    ) -> tuple[StudyRow, Answer | Article]:
        """Answer a question that follows others in these words instead."""
        run.step("starting", 0, 1)
        engine = self._engine(study.kind, question, study.method, study.taken_as)
        return self._work(self.studies.reword(study, question), engine, run, settings)

    def go_on(
        self, study: StudyRow, run: Run, settings: Settings | None = None
    ) -> tuple[StudyRow, Answer | Article]:
        """Take up a study that was interrupted, stopped or steered, from its last model call."""
        return self._work(study, self._engine_of(study, run), run, settings)

    def again(
        self, study: StudyRow, run: Run, settings: Settings | None = None
    ) -> tuple[StudyRow, Answer | Article]:
        """The same asked anew, of the library and the model as they are now."""
        return self._work(self.studies.again(study), self._engine_of(study, run), run, settings)

    def scope(self, within: str = "", search: str = "") -> Scope | None:
        """What a collection or saved search holds now, or a query finds. Raises BadInput."""
        if within and search:
            hint = "A search may say in:NAME itself."
            raise BadInput("Limit it to a collection or to a search, not to both.", hint)
        if search:
            return self.library.finder.scope_of(search)
        return self.library.finder.scope(within) if within else None

    def _engine_of(self, study: StudyRow, run: Run) -> Engine:
        run.step("starting", 0, 1)
        if study.thread and not study.asked_as:
            return self.engines.both()
        return self._engine(study.kind, asked(study), study.method, study.taken_as)

    def _engine(self, kind: str, text: str, method: str, taken_as: str) -> Engine:
        """One that is never asked where the catalog answers without. Raises EngineError."""
        from warehouse.answering import routing
        from warehouse.engine.unneeded import UnneededEngine

        try:
            if not routing.asks_no_model(kind, text, method, self.library, taken_as):
                return self.engines.both()
        except EngineError:
            if not routing.does_without_model(kind, text, method, self.library, taken_as):
                raise
        return UnneededEngine()

    def _work(
        self, study: StudyRow, engine: Engine, run: Run, settings: Settings | None
    ) -> tuple[StudyRow, Answer | Article]:
        run.show(study)
        result = self.studies.run(study, engine, settings or self.engines.settings, run)
        return self.library.catalog.study(study.id) or study, result


def open(
    folder: str | Path | None = None,
    settings: Settings | None = None,
    begin: bool = False,
    parts: Parts | None = None,
) -> Warehouse:
    """The warehouse in ``folder``; without one that of the settings, begun where there is none.

    A folder that is named, is not empty and holds no warehouse is refused, and so is one that is
    not there, unless a warehouse is to ``begin`` in it: a slip in its name would be answered from
    a new, empty library. None is begun with a passphrase. Raises NoWarehouse, StorageError, InUse
    while another program has it, and PassphraseNeeded, WrongPassphrase for one that is encrypted.
    """
    from warehouse.library import Library
    from warehouse.opening import require_a_name, require_free
    from warehouse.store.encryption import is_encrypted, lacks_its_key

    settings, parts = settings or loaded(), parts or Parts()
    place = settings.warehouse_folder if folder is None else expanded(os.fspath(folder))
    has_walls = is_encrypted(place)
    require_a_name(place)
    if lacks_its_key(place):
        raise KeyMissing(place)
    is_new = not has_walls and not (place / CATALOG).exists()
    is_meant = begin or folder is None or (place.is_dir() and not any(place.iterdir()))
    if is_new and (parts.passphrase or not is_meant):
        raise NoWarehouse(place)
    if has_walls and not parts.passphrase:
        require_free(place)
        raise PassphraseNeeded(place)
    walls: Walls | None = None
    if has_walls:
        from warehouse.store.encryption.walls import Walls

        walls = Walls(place, parts.passphrase)
    try:
        library = Library(walls or place, settings, parts.embedder, parts.on_change)
    except BaseException:
        if walls is not None:
            walls.close()
        raise
    begun = place if is_new else None
    return Warehouse(library, parts.engines or Engines(settings), parts.engines is None, begun)


def loaded() -> Settings:
    """The settings of the home. Raises BadInput for a file that cannot be used."""
    try:
        return settings_file.load()
    except DecodeError as error:
        path = settings_file.home() / "settings.json"
        raise BadInput(f"{path} cannot be used: {error}.", "Correct or remove it.") from error


def watched(progress: Callable[[Step], Any]) -> Run:
    """A run that tells its steps, from worker threads; its ``cancel`` may be called from any."""
    return Run(lambda snapshot: progress(snapshot) if isinstance(snapshot, Step) else None)
