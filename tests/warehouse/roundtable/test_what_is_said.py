"""Who is seated and what is spoken, where the model is no help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from bridges import BRIDGE, Shelve
from msgspec import structs
from seats import FLOODS, SETTINGS, SHELF, TOPIC, VIEWS, played, tables_over
from seats import shelf as shelf

from warehouse.context import Context
from warehouse.documents.thoughts import Memory
from warehouse.engine.protocol import Request
from warehouse.library import Library
from warehouse.methods.costorm import nothing, turns
from warehouse.methods.costorm.ground import Asked, Ground
from warehouse.records import Root, Thought
from warehouse.results import roundtable
from warehouse.roundtable import speaking
from warehouse.roundtable.session import NewTable, RoundTable
from warehouse.run import Run


def begun(library: Library, engine: Any) -> RoundTable:
    return tables_over(library, engine).begin(NewTable(TOPIC))


def named(*people: tuple[str, str, str]) -> Callable[[Any], Any]:
    """Three people in each list, the first of them ``people``."""

    def reply(request: Any) -> Any:
        assert isinstance(request, Request)
        others = [(f"Person {at}", view, f"What of {view}?") for at, view in enumerate(VIEWS)]
        told = [*people, *others][:3]
        return {
            "experts": [{"name": name, "about": about, "asks": asks} for name, about, asks in told]
        }

    return reply


@pytest.mark.parametrize(
    "person",
    [
        ("Floods of the Lune", "what the river did", "When was the flood?"),
        ("of the Lune", "what the river did", "When was the flood?"),
        ("Reader", "what stands in Floods of the Lune", "When was the flood?"),
        ("Reader", "what the river did", "What is Floods of the Lune about?"),
    ],
)
def test_nobody_is_a_document_or_looks_at_one(shelf: Library, person: tuple[str, str, str]) -> None:
    table = begun(shelf, played(experts=named(person)))
    table.next(Run())
    names = [one.name for one in table.now.experts]
    assert names and person[0] not in names


def test_documents_with_nothing_on_the_topic_seat_nobody(shelf: Library) -> None:
    engine = played()
    begun(shelf, engine).next(Run())
    [asked] = [one for one in engine.seen if one.prompt == "table_experts"][:1]
    assert "Lune" in asked.messages[-1].content
    assert "Bread ovens" not in asked.messages[-1].content


def test_each_turn_is_the_new_one(shelf: Library) -> None:
    table = begun(shelf, played())
    assert [table.next(Run()).number, table.next(Run()).number] == [1, 2]


def test_a_draft_without_marks_gets_the_nearest_note(shelf: Library) -> None:
    table = begun(shelf, played(answer="A bridge of iron crosses the water there.", facts=False))
    turn = table.next(Run())
    assert not turn.quoted and turn.cites and turn.claims[0].text.startswith("A bridge of iron")


def test_a_heading_said_again_tells_nothing(shelf: Library) -> None:
    table = begun(shelf, played(answer=f"{TOPIC} [1].", facts=False))
    turn = table.next(Run())
    assert turn.quoted and f"{TOPIC} [" not in turn.text


def test_a_note_that_was_cited_is_not_told_alone_again(shelf: Library) -> None:
    table = begun(shelf, played())
    for _ in range(3):
        table.next(Run())
    engine = played()
    ground = Ground(Context.of(shelf, engine, SETTINGS, Run()), speaking.answer)
    pieces = table.now.evidence
    told = [one.text for one in pieces if one.number in table.now.cited]
    notes = tuple(sorted(pieces, key=lambda one: one.number not in table.now.cited))
    ground.answer(Asked("Engineer", TOPIC, notes), table.now, ground, lambda text: None)
    seen = [one for one in engine.seen if isinstance(one, Request) and one.prompt == "reword"]
    facts = [one.messages[-1].content for one in seen]
    assert told and facts
    assert not [one for one in told if any(one in fact for fact in facts)]


def test_where_nothing_can_be_told_alone_the_opening_says_so(shelve: Shelve) -> None:
    leaning = (BRIDGE[0], "It was opened in May 1934. It crosses the Lune. It is of iron.")
    table = begun(shelve(leaning), played(answer="Nonsense about giants.", proven=0.02))
    turn = table.next(Run())
    assert not turn.claims and "see the map" in turn.text and TOPIC in turn.text


def test_the_thoughts_it_was_opened_with_stay_with_the_table(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the opening comes behind an answer; none where it found nothing of its own."""
    library = shelve(*SHELF)
    [hit, *_] = library.retrieval.passages(FLOODS[1], 1)
    place, label = library.catalog.stands(hit.document, hit.start, hit.end)
    text = library.catalog.for_prompts(place.document, place.start, place.end)
    root = Root(place, text, hit.title, label, hit.path)
    made = Thought("t1", "Lune Bridge was hurt by water", TOPIC, "s1", 1.0, 0.9, 2.0, (root,))
    Memory(library).pin(made)
    settings = structs.replace(SETTINGS, thoughts=True)
    ground = Ground(Context.of(library, played(), settings, Run()), speaking.answer)
    asked = turns.spoken(turns.said(roundtable.begun(TOPIC), "What did a ticket cost?"), ground)
    assert roundtable.research(asked).thoughts == ()
    table = turns.spoken(asked, ground)
    assert roundtable.research(table).thoughts == ("t1",)
    known = {piece.number for piece in table.evidence}
    assert known.issuperset(table.recollections[0].numbers)
    assert msgspec.json.decode(msgspec.json.encode(table), type=roundtable.Table) == table
    monkeypatch.setattr(nothing, "is_foreign", lambda *given: True)
    assert roundtable.research(turns.spoken(roundtable.begun(TOPIC), ground)).thoughts == ()
