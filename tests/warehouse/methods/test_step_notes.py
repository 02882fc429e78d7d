"""What the steps of an explanation come to, noted with the numbers of what it rests on."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from bridges import BRIDGE, OVENS, WORKS, Shelve, judging, reads

from warehouse.answering import answer
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.aware import thorough
from warehouse.methods.evidence.brief import condensed, contextualize
from warehouse.methods.registry import METHODS
from warehouse.proof import citations
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route
from warehouse.results.records import Research
from warehouse.run import Run
from warehouse.settings import Settings

TASK = "How was Lune Bridge built, and by whom?"
WHO, WORK = "Who cast the arches of Lune Bridge?", "What was Skerton Works?"
SETTINGS = Settings(absence=False, effort="thorough")
CAST = "Skerton Works cast the arches of the bridge in 1881."
FOUNDRY = "Skerton Works was a foundry in Halton."
WRONG = "The foundry cast its last arch in 1744."


def model() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("steps", "", {"steps": [WHO, WORK]}, repeat=True),
            Line("few_words", "", {"answer": "Skerton Works"}, repeat=True),
            Line("holds", "", (0.9, 0.1), repeat=True),
            Line("step_notes", WHO, f"{CAST} {WRONG}"),
            Line("step_notes", WORK, FOUNDRY),
            Line("explain", "", "The arches of Lune Bridge were cast in 1881."),
            Line("claim_check", WRONG, (0.02, 0.98), repeat=True),
            Line("claim_known", WRONG, (0.02, 0.98), repeat=True),
            *reads("explain"),
            *judging(),
        ]
    )


def explaining(shelve: Shelve, engine: ScriptedEngine) -> Context:
    context = Context.of(shelve(BRIDGE, WORKS, OVENS), engine, SETTINGS, Run())
    return replace(context, reading=Reading(TASK, Route("fact", "user", explains=True)))


def explained(shelve: Shelve, engine: ScriptedEngine) -> Research:
    return thorough.explore(TASK, explaining(shelve, engine))


def test_each_step_comes_to_what_of_its_note_is_proven(shelve: Shelve) -> None:
    chain = explained(shelve, model())
    task, who, work = chain.nodes
    assert citations.without_marks(who.found) == CAST
    assert citations.without_marks(work.found) == FOUNDRY
    cited = {n: piece.title for piece in chain.evidence for n in [piece.number]}
    assert {cited[n] for n in citations.cited(who.found)} == {"Lune Bridge"}
    assert {cited[n] for n in citations.cited(work.found)} == {"Skerton Works"}
    assert not task.found, "the task is what the answer tells"
    assert [loss.what for loss in chain.losses if loss.stage == "reducing"][-1].startswith(
        WRONG.removesuffix(".")
    )


def test_the_notes_are_read_before_their_sentences_and_keep_them_as_proof(shelve: Shelve) -> None:
    engine = model()
    chain = explained(shelve, engine)
    whole = contextualize(chain, 1000, engine, True)
    assert whole.text.index(CAST) < whole.text.index("Its arches were cast by")
    small = contextualize(chain, 60, engine, True)
    assert CAST in small.text and FOUNDRY in small.text
    assert {n for one in condensed(chain) for n in one.numbers} <= {
        piece.number for piece in small.evidence
    }


def test_an_explanation_tells_what_the_steps_came_to(shelve: Shelve) -> None:
    told = answer.ask(TASK, explaining(shelve, model()), METHODS["aware"])
    assert CAST in citations.without_marks(told.text)
    assert all(claim.state in ("quoted", "supported") for claim in told.claims)


def test_an_answer_is_made_without_notes_where_none_is_proven(shelve: Shelve) -> None:
    wrong = Line("step_notes", "", WRONG, repeat=True)
    chain = explained(shelve, ScriptedEngine([wrong, *model()._lines]))
    assert [node.found for node in chain.nodes] == ["", "Skerton Works", "Skerton Works"]
    assert condensed(chain) == ()


def test_each_sentence_of_a_note_rests_on_what_it_cites(shelve: Shelve) -> None:
    chain = explained(shelve, model())
    notes = {one.text: one.numbers for one in condensed(chain)}
    assert notes.keys() == {CAST, FOUNDRY} and all(notes.values())
    less = msgspec.structs.replace(chain, evidence=chain.evidence[:1])
    assert all(set(one.numbers) <= {chain.evidence[0].number} for one in condensed(less))
