"""Research that is limited to a collection: what it reads, what it says, and that it stays so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bridges import reads
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.answering import answer, routing
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled, StorageError
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.methods.registry import AWARE, RAG
from warehouse.records import Scope
from warehouse.results.records import Answer, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies
from warehouse.studies.report.ledger import read_of

TEXTS = {
    "Lune Bridge": "Lune Bridge is an iron bridge. Its arches were cast at Halton in 1881.",
    "Tay Bridge": "Tay Bridge is an iron bridge too. Its arches were cast at Wormit in 1878.",
    "Ovens": "A bread oven holds its heat in a thick floor of clay.",
}
QUESTION = "Where were the arches of the iron bridge cast?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(256)) as library:
        library.admit_many(
            [Admission(reading(title, text), "s", text.encode()) for title, text in TEXTS.items()],
            Run(),
        )
        yield library


def ids(library: Library, *titles: str) -> list[str]:
    return [one.id for one in library.catalog.documents() if one.title in titles]


def limited(library: Library, *titles: str) -> Library:
    library.shelves.make("Bridges", ids(library, *titles))
    return library.within(library.finder.scope("Bridges"))


def test_both_levels_of_retrieval_keep_within(library: Library) -> None:
    within = limited(library, "Tay Bridge")
    only = set(ids(library, "Tay Bridge"))
    assert {hit.document for hit in within.retrieval.passages(QUESTION, 5)} == only
    assert {hit.document for hit in within.retrieval.headers(QUESTION, 5)} == only
    assert {hit.document for hit in within.retrieval.search_words("arches", 5)} == only
    others = frozenset(ids(library, "Lune Bridge"))
    assert within.retrieval.passages(QUESTION, 5, others) == []
    assert [one.title for one in within.documents()] == ["Tay Bridge"]
    assert len(library.documents()) == 3


def test_the_best_in_scope_is_found_behind_many_others(library: Library) -> None:
    """The filter is applied before the candidates are counted, not after."""
    crowd = [
        Admission(reading(f"Crowd {n}", f"Iron bridge arches cast number {n}."), "s", b"c%d" % n)
        for n in range(90)
    ]
    library.admit_many(crowd, Run())
    within = limited(library, "Ovens", "Tay Bridge")
    hits = within.retrieval.passages("iron bridge arches cast", 2)
    assert [hit.title for hit in hits] == ["Tay Bridge", "Ovens"]
    assert [hit.title for hit in within.retrieval.search_words("arches", 1)] == ["Tay Bridge"]


def test_an_answer_says_what_it_was_limited_to(library: Library) -> None:
    reply = "The arches were cast at Wormit [1]."
    engine = ScriptedEngine(
        [
            *reads("fact"),
            Line("answer", "", reply),
            Line("claim_check", "", (0.97, 0.03), repeat=True),
            Line("claim_known", "", (0.97, 0.03), repeat=True),
        ]
    )
    made = routing.ask(
        QUESTION,
        Context.of(limited(library, "Tay Bridge"), engine, Settings(absence=False), Run()),
        RAG,
    )
    assert {one.title for one in made.research.evidence} == {"Tay Bridge"}
    assert (made.coverage.documents, made.coverage.within) == (1, "Bridges")
    assert read_of(made.coverage) == "Read 1 of 1 document in “Bridges”"


def test_absence_speaks_of_the_scope_alone(library: Library) -> None:
    nothing = library.within(Scope("Nothing", "", frozenset()))
    made = answer.ask(QUESTION, Context.of(nothing, ScriptedEngine([]), Settings(), Run()), AWARE)
    assert made.text.startswith("There are no documents in “Nothing”")
    made = routing.ask(QUESTION, Context.of(nothing, ScriptedEngine([]), Settings(), Run()), RAG)
    assert made.absent
    assert made.coverage == Coverage(0, 0, 0, 0, 0.0, 0.0, "Nothing")
    ovens = limited(library, "Ovens")
    chain = Research(QUESTION, Structure(), ())
    context = Context.of(ovens, ScriptedEngine([]), Settings(), Run())
    said = answer.absence(QUESTION, "rag", chain, context)
    assert said.text.startswith("The documents in “Bridges” do not answer this.")


def test_a_study_reads_the_documents_it_was_limited_to(library: Library) -> None:
    """Whatever the collection holds later, and however often the study goes on."""
    seen: list[list[str]] = []

    def method(question: str, context: Context) -> Answer:
        seen.append([one.title for one in context.library.documents()])
        if len(seen) == 1:
            raise Cancelled
        cover = Coverage(1, 0, 0, 0, 0.0, 0.0)
        chain = Research(question, Structure(), ())
        return Answer(question, "aware", "", True, (), chain, cover, Spend(0, 0, 0, 0, 0.0))

    made = library.shelves.make("Bridges", ids(library, "Tay Bridge"))
    work = Studies(library, {("ask", "aware"): method})
    study = work.start("ask", QUESTION, scope=library.finder.scope("bridges"))
    assert study.within == "Bridges"
    with pytest.raises(Cancelled):
        work.run(study, ScriptedEngine([]), Settings(), Run())
    library.shelves.put(made, ids(library, "Ovens"))
    library.shelves.delete(made)
    (stopped,) = Studies(library).list()
    work.run(stopped, ScriptedEngine([]), Settings(), Run())
    assert seen == [["Tay Bridge"], ["Tay Bridge"]]
    again = work.start("ask", "And when?", origin=study.id)
    assert work.scope(again) == work.scope(study)
    (work.folder(study.id) / "scope.json").unlink()
    with pytest.raises(StorageError, match="Bridges"):
        work.run(study, ScriptedEngine([]), Settings(), Run())


def test_limited_to_what_a_search_finds_now(library: Library) -> None:
    """Not saved under a name: its own words say what it is, and running it again searches anew."""
    seen: list[set[str]] = []

    def method(question: str, context: Context) -> Answer:
        seen.append({one.title for one in context.library.documents()})
        cover = Coverage(1, 0, 0, 0, 0.0, 0.0)
        return Answer(
            question,
            "aware",
            "",
            True,
            (),
            Research(question, Structure(), ()),
            cover,
            Spend(0, 0, 0, 0, 0.0),
        )

    scope = library.finder.scope_of(" iron  bridge kind:web ")
    assert (scope.name, scope.is_unsaved) == ("iron bridge kind:web", True)
    work = Studies(library, {("ask", "aware"): method})
    study = work.start("ask", QUESTION, scope=scope)
    work.run(study, ScriptedEngine([]), Settings(), Run())
    text = "Ribble Bridge is an iron bridge."
    library.admit(reading("Ribble Bridge", text), "s", text.encode(), Run())
    (done,) = work.list()
    again = work.again(done)
    work.run(again, ScriptedEngine([]), Settings(), Run())
    assert seen == [{"Lune Bridge", "Tay Bridge"}, {"Lune Bridge", "Tay Bridge", "Ribble Bridge"}]
    assert again.within == "iron bridge kind:web"
