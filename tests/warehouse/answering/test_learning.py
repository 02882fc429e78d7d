"""From an answer to a thought, and from a thought to evidence."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, cited, enough, judging, plan
from msgspec import structs

from warehouse.answering import routing
from warehouse.answering.answer import ask
from warehouse.answering.learning import Learned, learn
from warehouse.context import Context
from warehouse.documents.thoughts import LONGEST, UNREADABLE, Memory
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.library import Library
from warehouse.methods import rag
from warehouse.methods.evidence import remembering
from warehouse.methods.evidence.brief import contextualize
from warehouse.methods.registry import AWARE, RAG
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Claim, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Steering
from warehouse.studies.keeper import Studies
from warehouse.writing.retold.article import write
from warehouse.writing.sentences.from_thoughts import filled

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
    return ask(QUESTION, Context.of(library, script(), SETTINGS, Run()), AWARE)


def learned(library: Library, answer: Answer, *lines: Line, study: str = "s1") -> Learned:
    engine = ScriptedEngine([*lines, *judging()])
    return learn(answer, study, Context.of(library, engine, SETTINGS, Run()))


def sure(chance: float = 0.9) -> Line:
    return Line("thought_sure", SAID[:-1], (chance, 1 - chance))


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


def test_a_thought_counts_as_used_only_where_its_roots_are_cited(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    second = answered(library)
    other = structs.replace(second.research.recollections[0], thought="other", numbers=(99,))
    both = structs.replace(second.research, recollections=(*second.research.recollections, other))
    answer = structs.replace(second, research=both)
    again = learned(library, answer, sure(), Line("thought", "", {"thought": SAID}), study="s2")
    assert again.thought is not None
    assert again.thought.used == ("s1",)


def test_the_words_of_a_thought_are_a_note_of_its_roots(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    chain = answered(library).research
    note = f"[1] {QUESTION} {WORDED}"
    fact = contextualize(chain, 1800, ScriptedEngine([]))
    assert note in fact.text and not fact.text.startswith(note)
    told = contextualize(chain, 1800, ScriptedEngine([]), explains=True)
    assert told.text.startswith(note)
    short = contextualize(chain, 60, ScriptedEngine([]))
    assert note in short.text and 1 in {one.number for one in short.evidence}
    assert not [loss for loss in short.losses if loss.what.startswith("[1]")]


def test_an_answer_says_which_thoughts_it_began_from(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    lines = [cited("answer", (SAID, (1,))), *judging()]
    way = routing.ask(
        QUESTION, Context.of(library, ScriptedEngine(lines), SETTINGS, Run()), RAG
    ).way
    assert way is not None
    assert way.how.endswith("It began from 1 thought of earlier answers.")
    roll = way.rolls[0]
    assert (roll.name, roll.items[0].name) == ("Thoughts used", WORDED)


def test_a_stale_thought_stands_in_the_ledger(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    [root] = Memory(library).all()[0].roots
    library.remove(root.place.document)
    context = Context.of(library, UnneededEngine(), SETTINGS, Run())
    found = remembering.recalled(QUESTION, context)
    begun = remembering.first(Research(QUESTION, Structure(), ()), found, context)
    [loss] = begun.losses
    assert (loss.stage, begun.evidence) == ("remembering", ())
    assert "changed or gone" in loss.reason


def test_a_thought_that_rests_on_what_may_not_be_read_as_well_says_nothing(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = answered(library)
    both = {one.place.document: one.number for one in answer.research.evidence}
    claim = structs.replace(answer.claims[0], cites=tuple(both.values()))
    wide = structs.replace(answer, claims=(claim,))
    learned(library, wide, sure(), Line("thought", "", {"thought": WORDED}))
    [thought] = Memory(library).all()
    assert len({root.place.document for root in thought.roots}) == len(both) == 2
    banned, chain = library.without(frozenset(list(both)[1:])), Research(QUESTION)
    context = Context.of(banned, UnneededEngine(), SETTINGS, Run())
    begun = remembering.first(chain, remembering.recalled(QUESTION, context), context)
    assert (begun.recollections, begun.evidence) == ((), ())
    assert [loss.reason for loss in begun.losses] == [UNREADABLE]
    whole = Context.of(library, UnneededEngine(), SETTINGS, Run())
    begun = remembering.first(chain, remembering.recalled(QUESTION, whole), whole)
    assert begun.thoughts == ("s1",) and len(begun.evidence) == 2


def test_a_thought_brings_its_roots_as_the_first_evidence(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    first = answered(library)
    learned(library, first, sure(), Line("thought", "", {"thought": WORDED}))
    second = answered(library)
    assert second.research.thoughts == ("s1",)
    begun = second.research.evidence[0]
    assert begun.query == f"remembered: {QUESTION}"
    assert begun.place == Memory(library).all()[0].roots[0].place
    assert second.claims[0].cites == (1,)
    places = [one.place for one in second.research.evidence]
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
    beside = routing.ask(QUESTION, Context.of(library, ScriptedEngine(lines), SETTINGS, Run()), RAG)
    inside = [one for one in beside.research.evidence if one.place.document == root.document]
    assert len(inside) == 1, "the passage has the words already"
    library = library.without(frozenset())
    chain = structs.replace(
        rag.retrieve(QUESTION, Context.of(library, UnneededEngine(), SETTINGS, Run())),
        evidence=(),
    )
    context = Context.of(library, UnneededEngine(), SETTINGS, Run())
    begun = remembering.first(chain, remembering.recalled(QUESTION, context), context)
    assert [one.place for one in begun.evidence] == [root]
    assert begun.thoughts == ("s1",)
    assert root.document in begun.read
    off = structs.replace(SETTINGS, thoughts=False)
    assert remembering.recalled(QUESTION, Context.of(library, UnneededEngine(), off, Run())) == []


def test_an_article_begins_from_the_roots(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    lead = "A bridge is told of here [1]."
    engine = ScriptedEngine(
        [
            Line("outline", "", {"title": "Casting of the arches"}, repeat=True),
            Line("retell", "", "", repeat=True),
            Line("lead", "", lead, repeat=True),
            *judging(),
        ]
    )
    article = write(
        "Who cast the arches of Lune Bridge", Context.of(library, engine, SETTINGS, Run())
    )
    assert article.research.thoughts == ("s1",)
    assert article.research.evidence[0].query.startswith("remembered: ")


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
    assert after.research == before.research and after.research.thoughts == ()
    assert Memory(library).all()[0].level == thought.level
    assert [one.thought.text for one in Memory(library).recall(QUESTION)] == [WORDED]


def test_a_study_that_goes_on_begins_from_what_was_known_when_it_began(shelve: Shelve) -> None:
    """Else every call of the model after a kill would be another one."""
    library = shelve(BRIDGE, WORKS, OVENS)
    row = Studies(library).start("ask", QUESTION)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    given = (library, UnneededEngine(), SETTINGS, Run())
    assert remembering.recalled(QUESTION, Context.of(*given, Steering(study=row.id))) == []
    later = Steering(study=Studies(library).start("ask", QUESTION).id)
    [one] = remembering.recalled(QUESTION, Context.of(*given, later))
    assert one.thought.id == "s1"


def test_a_short_explanation_is_filled_from_thoughts_that_are_proven(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    learned(library, answered(library), sure(), Line("thought", "", {"thought": WORDED}))
    chain = answered(library).research
    said = "The works stood by the river all its days."
    first = Claim(0, len(said), said, (1,), "supported", "")
    [one] = chain.recollections
    invented = structs.replace(
        one, text="The arches of it all were cast in 1777 by monks of Halton."
    )
    engine = ScriptedEngine([*judging()])
    rest = (chain.evidence, Context.of(library, engine, SETTINGS, Run()))
    text, claims = filled(QUESTION, said, [first], [one, invented], *rest)
    assert text.startswith(f"{said} In 1881 the arches") and "1777" not in text
    assert [text[claim.start : claim.end] for claim in claims] == [one.text for one in claims]
    silent = (chain.evidence, Context.of(library, ScriptedEngine([]), SETTINGS, Run()))
    again = filled(QUESTION, text, claims, [one], *silent)
    assert again == (text, claims), "what is said already is not added"
    other = filled("Explain the tolls of the bridge", said, [first], [one], *silent)
    assert other == (said, (first,)), "what is about something else is not added"
    nothing = filled(
        QUESTION, said, [first], [one], (), Context.of(library, ScriptedEngine([]), SETTINGS, Run())
    )
    assert nothing == (said, (first,)), "without evidence there is nothing to rest on"
