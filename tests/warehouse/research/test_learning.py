"""From an answer to a thought, and from a thought to evidence."""

from __future__ import annotations

import pytest
from conftest import BRIDGE, OVENS, QUESTION, WORKS, Shelve, cited, enough, judging, plan
from msgspec import structs

from warehouse.course import Numbers
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.memory.memory import Memory
from warehouse.research import rag, remembering
from warehouse.research.answer import ask
from warehouse.research.learning import Learned, learn
from warehouse.research.records import Answer, Chain, Coverage, Spend
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies
from warehouse.writing.article import write

SETTINGS = Settings(thoughts=True)
SAID = "Skerton Works cast the arches in 1881."
WORDED = "In 1881 the arches of Lune Bridge were cast by a foundry named Skerton Works."


def script(*more: Line) -> ScriptedEngine:
    return ScriptedEngine(
        [
            *more,
            plan("Lune Bridge", "Lune Bridge"),
            *enough(0.99),
            cited("answer", (SAID, (1,))),
            *judging(),
        ]
    )


def answered(library: Library) -> Answer:
    return ask(QUESTION, library, script(), SETTINGS, Run())


def learned(library: Library, answer: Answer, *lines: Line, study: str = "s1") -> Learned:
    engine = ScriptedEngine([*lines, *judging()])
    return learn(answer, study, library, engine, SETTINGS, Run())


def sure(chance: float = 0.9) -> Line:
    return Line("thought_sure", SAID[:-1], (chance, 1 - chance))


def test_question_and_answer_become_one_point_with_its_roots(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    made = learned(library, answer, sure(), Line("thought", SAID[:-1], {"thought": WORDED}))
    assert made.kept
    [thought] = Memory(library).all()
    assert (thought.text, thought.question, thought.level) == (WORDED, QUESTION, 2.0)
    assert {root.text for root in thought.roots} == {
        one.text for one in answer.chain.evidence if one.number in answer.claims[0].cites
    }


def test_words_that_cannot_be_proven_give_way_to_the_proven_sentences(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    invented = {"thought": "The arches were cast in 1777 by monks of Skerton."}
    made = learned(library, answered(library), sure(), Line("thought", "", invented))
    assert made.thought is not None
    assert made.thought.text == SAID


@pytest.mark.parametrize("chance", [0.1, 0.49])
def test_what_the_model_is_not_sure_of_is_not_kept(shelve: Shelve, chance: float) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    made = learned(library, answered(library), sure(chance))
    assert (made.kept, made.thought) == (False, None)
    assert Memory(library).all() == ()


def test_an_absence_is_no_thought(shelve: Shelve) -> None:
    library = shelve(OVENS)
    chain, coverage = Chain("q", (), ()), Coverage(0, 0, 0, 0, 0.0, 0.0)
    absent = Answer("q", "aware", "", True, (), chain, coverage, Spend(0, 0, 0, 0, 0.0))
    assert learned(library, absent).reason == "nothing in the answer is proven"


def test_a_thought_brings_its_roots_as_the_first_evidence(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    first = answered(library)
    learned(library, first, sure(), Line("thought", "", {"thought": WORDED}))
    second = answered(library)
    assert second.chain.thoughts == ("s1",)
    begun = second.chain.evidence[0]
    assert begun.query == f"remembered: {QUESTION}"
    assert begun.place == Memory(library).all()[0].roots[0].place
    assert second.claims[0].cites == (1,)
    places = [one.place for one in second.chain.evidence]
    assert len(places) == len(set(places))
    again = learned(library, second, sure(), Line("thought", "", {"thought": SAID}), study="s2")
    assert again.thought is not None
    assert again.thought.level > 2.0
    assert again.thought.used == ("s1",)


def test_a_plain_answer_has_the_roots_beside_its_passages(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    [root] = {one.place for one in Memory(library).all()[0].roots}
    lines = [cited("answer", (SAID, (1,))), *judging()]
    beside = rag.ask(QUESTION, library, ScriptedEngine(lines), SETTINGS, Run())
    inside = [one for one in beside.chain.evidence if one.place.document == root.document]
    assert len(inside) == 1, "the passage has the words already"
    library = library.without(frozenset())
    chain = structs.replace(rag.retrieve(QUESTION, library), evidence=())
    found = remembering.recalled(QUESTION, library, SETTINGS, Run())
    begun = remembering.first(chain, found, Numbers(), library)
    assert [one.place for one in begun.evidence] == [root]
    assert begun.thoughts == ("s1",)
    assert root.document in begun.read
    off = structs.replace(SETTINGS, thoughts=False)
    assert remembering.recalled(QUESTION, library, off, Run()) == []


def test_an_article_begins_from_the_roots(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    lead = {"sentences": [{"text": "A bridge is told of here.", "notes": [1]}] * 2}
    engine = ScriptedEngine(
        [
            Line("outline", "", {"title": "Casting of the arches"}, repeat=True),
            Line("reword", "", "", repeat=True),
            Line("lead", "", lead, repeat=True),
            *judging(),
        ]
    )
    article = write("Who cast the arches of Lune Bridge", library, engine, SETTINGS, Run())
    assert article.chain.thoughts == ("s1",)
    assert article.chain.evidence[0].query.startswith("remembered: ")


def test_a_study_does_not_begin_from_what_it_found_out_itself(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    engine = script(sure(), Line("thought", SAID[:-1], {"thought": WORDED}))
    before = studies.run(row, engine, SETTINGS, Run())
    [thought] = Memory(library).all()
    again = ScriptedEngine([])
    after = studies.run(row, again, SETTINGS, Run())
    assert again.seen == [], "answered from the journal"
    assert after.chain == before.chain and after.chain.thoughts == ()
    assert Memory(library).all()[0].level == thought.level
    assert [one.thought.text for one in Memory(library).recall(QUESTION)] == [WORDED]
