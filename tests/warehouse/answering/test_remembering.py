"""From a thought to evidence: what was learned from earlier answers, in the next ones."""

from __future__ import annotations

from arches_learned import SAID, SETTINGS, WORDED, answered, learned, script, sure
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, cited, judging
from msgspec import structs

from warehouse.answering import routing
from warehouse.context import Context
from warehouse.documents.thoughts import UNREADABLE, Memory
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.methods import rag
from warehouse.methods.evidence import remembering
from warehouse.methods.evidence.brief import contextualize
from warehouse.methods.registry import RAG
from warehouse.results.records import Claim, Research, Structure
from warehouse.run import Run
from warehouse.steering import Steering
from warehouse.studies.keeper import Studies
from warehouse.writing.retold.article import write
from warehouse.writing.sentences.from_thoughts import filled


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
