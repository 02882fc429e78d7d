"""From an answer to a thought: what is kept of it, in which words, and what is not."""

from __future__ import annotations

import pytest
from arches_learned import SAID, SETTINGS, WORDED, answered, learned, script, sure
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, judging
from msgspec import structs

from warehouse.answering.learning import learn
from warehouse.context import Context
from warehouse.documents.thoughts import LONGEST, Memory
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.studies.keeper import Studies


def test_question_and_answer_become_one_point_with_its_roots(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    made = learned(library, answer, sure(), Line("thought", SAID[:-1], {"thought": WORDED}))
    assert not made.reason
    [thought] = Memory(library).all()
    assert (thought.text, thought.question, thought.level) == (WORDED, QUESTION, 2.0)
    assert {root.text for root in thought.roots} == {
        one.text for one in answer.research.evidence if one.number in answer.claims[0].cites
    }


def test_words_that_cannot_be_proven_give_way_to_the_proven_sentences(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    invented = {"thought": "The arches were cast in 1777 by monks of Skerton."}
    made = learned(library, answered(library), sure(), Line("thought", "", invented))
    assert made.thought is not None
    assert made.thought.text == SAID


def test_a_thought_may_abstract_in_words_that_its_sources_do_not_have(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    abstract = (
        "Lune Bridge is ironwork that one local firm supplied before anything was put together."
    )
    made = learned(library, answered(library), sure(), Line("thought", "", {"thought": abstract}))
    assert made.thought is not None
    assert made.thought.text == abstract


def test_an_abstraction_that_does_not_follow_gives_way_to_the_proven_sentences(
    shelve: Shelve,
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    abstract = "Lune Bridge is local ironwork. Its tolls paid for the tramway of the town."
    engine = ScriptedEngine(
        [sure(), Line("thought", "", {"thought": abstract}), *judging(proven=0.1)]
    )
    answer = answered(library)
    made = learn(answer, "s1", Context.of(library, engine, SETTINGS, Run()))
    assert made.thought is not None
    assert made.thought.text == SAID


def explained(answer: Answer, *said: str) -> Answer:
    """The answer to another question, which wants an explanation, in sentences that are proven."""
    [claim], text = answer.claims, " ".join(said)
    claims = [
        structs.replace(claim, text=one, start=text.index(one), end=text.index(one) + len(one))
        for one in said
    ]
    question = "How was Lune Bridge built?"
    way = Way(Route("fact", "model", explains=True), "")
    return structs.replace(answer, question=question, text=text, claims=tuple(claims), way=way)


def test_an_explanation_has_to_be_understood_alone(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    leaning = "It cast them at Skerton Works in 1881."
    made = learned(library, explained(answered(library), leaning))
    assert (made.thought, made.reason) == (None, "no proven sentence can be understood alone")
    unproven = Line("thought", "", {"thought": "In 1777 by monks."})
    made = learned(library, explained(answered(library), leaning, SAID, leaning), sure(), unproven)
    assert made.thought is not None
    assert made.thought.text == f"{SAID} {leaning}", "what it leans on stands before it"


def test_a_thought_ends_with_a_whole_sentence(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    many = structs.replace(answer, claims=answer.claims * 40)
    made = learned(library, many, sure(), Line("thought", "", {"thought": "In 1777 by monks."}))
    assert made.thought is not None
    assert made.thought.text.endswith(SAID)
    assert len(made.thought.text) <= LONGEST


@pytest.mark.parametrize("chance", [0.1, 0.49])
def test_what_the_model_is_not_sure_of_is_not_kept(shelve: Shelve, chance: float) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    made = learned(library, answered(library), sure(chance))
    assert made.thought is None and made.reason
    assert Memory(library).all() == ()


def test_a_yes_must_exceed_that_to_a_reply_that_is_empty(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    eager = Line("thought_sure", "Reply: \n", (0.95, 0.05))
    made = learned(library, answer, sure(0.9), eager)
    assert (made.thought, made.reason) == (
        None,
        "the model is as sure of an empty reply (for experts: 0.95)",
    )
    less = Line("thought_sure", "Reply: \n", (0.85, 0.15))
    made = learned(library, answer, sure(0.9), less, Line("thought", "", {"thought": WORDED}))
    assert made.thought is not None
    assert made.thought.sure == pytest.approx(0.9)


def test_a_small_yes_is_none_however_small_that_to_an_empty_reply(shelve: Shelve) -> None:
    """A strong model gives .05 to an evasion and .01 to nothing."""
    library = shelve(BRIDGE, WORKS, OVENS)
    none = Line("thought_sure", "Reply: \n", (0.01, 0.99))
    made = learned(library, answered(library), sure(0.05), none)
    assert (made.thought, made.reason) == (None, "the model is not sure of it (for experts: 0.05)")


def test_an_absence_is_no_thought(shelve: Shelve) -> None:
    library = shelve(OVENS)
    chain, coverage = Research("q", Structure(), ()), Coverage(0, 0, 0, 0, 0.0, 0.0)
    absent = Answer("q", "aware", "", True, (), chain, coverage, Spend(0, 0, 0, 0, 0.0))
    assert learned(library, absent).reason == "nothing in the answer is proven"


def test_what_says_no_more_than_question_and_titles_is_no_thought(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    [claim] = answer.claims
    titles = " ".join(one.title for one in answer.research.evidence if one.number in claim.cites)
    empty = structs.replace(claim, text=f"{titles}: cast the arches [1].")
    made = learned(library, structs.replace(answer, claims=(empty,)))
    assert "no more than the question" in made.reason


def test_done_again_without_a_proven_answer_the_thought_goes(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    unproven = structs.replace(answer, claims=())
    learned(library, answer, sure(), Line("thought", "", {"thought": WORDED}))
    Memory(library).pin(Memory(library).find("s1"))
    learned(library, unproven)
    assert [one.id for one in Memory(library).all()] == ["s1"], "pinned ones stay"
    Memory(library).pin(Memory(library).find("s1"), False)
    learned(library, unproven)
    assert Memory(library).all() == ()


def test_done_again_with_words_that_are_known_the_former_ones_go(shelve: Shelve) -> None:
    """Of which the new ones say something else."""
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    memory = Memory(library)
    worded, said = ({"thought": words} for words in (WORDED, SAID))
    learned(library, answer, sure(), Line("thought", "", worded))
    learned(library, answer, sure(), Line("thought", "", said), study="s2")
    assert [memory.find(id).text for id in ("s1", "s2")] == [WORDED, SAID]
    memory.pin(memory.find("s1"))
    again = learned(library, answer, sure(), Line("thought", "", said))
    assert "known already" in again.reason and memory.find("s1").text == WORDED, "it is pinned"
    memory.pin(memory.find("s1"), False)
    learned(library, answer, sure(), Line("thought", "", said))
    assert [one.id for one in memory.all()] == ["s2"]
    memory.edit(memory.find("s2"), f"{SAID} Yes.")
    learned(library, answer, sure(), Line("thought", "", said), study="s2")
    assert [one.id for one in memory.all()] == ["s2"], "your own words stay"


def test_why_no_thought_was_left_stands_in_the_ledger(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    engine = script(sure(0.1))
    made = studies.run(studies.start("ask", QUESTION), engine, SETTINGS, Run())
    [loss] = [one for one in made.research.losses if one.stage == "remembering"]
    assert "not sure" in loss.reason
