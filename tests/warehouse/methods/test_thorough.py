"""Steps that carry answers, searched one after the other, and the vote at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec
import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve, judging, reads

from warehouse.context import Context
from warehouse.engine import probe
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.methods.aware import effort, quick, step, thorough
from warehouse.methods.aware.decomposition import agreed_on, can_be_followed, filled
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.short_answers import Vote, grouped, together
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route
from warehouse.results.records import Research
from warehouse.run import Run, Step
from warehouse.settings import Settings
from warehouse.steering import Course, Steering, node_at

SETTINGS = Settings(absence=False, effort="thorough")
WHO = "Who cast the arches of Lune Bridge?"
WHERE = "In which town was #1?"
CARRIED = "In which town was Skerton Works?"
SURE = (0.9, 0.1)


def model(steps: Iterable[str] = (WHO, WHERE), who: str = "Skerton Works") -> ScriptedEngine:
    """Plans these steps in every sample, and answers them."""
    return ScriptedEngine(
        [
            Line("steps", "", {"steps": list(steps)}, repeat=True),
            Line("few_words", f"Question: {WHO}", {"answer": who}, repeat=True),
            Line("few_words", f"Question: {CARRIED}", {"answer": "Halton"}, repeat=True),
            Line("few_words", f"Question: {QUESTION}", {"answer": "Halton"}, repeat=True),
            Line("short_answer", "", "Halton.", repeat=True),
            Line("holds", "", SURE, repeat=True),
            *judging(),
        ]
    )


def test_the_next_step_names_the_answer_of_the_one_before(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    chain = thorough.explore(QUESTION, Context.of(library, model(), SETTINGS, Run()))
    assert [node.title for node in chain.nodes] == [QUESTION, WHO, CARRIED]
    assert [node.found for node in chain.nodes] == ["", "Skerton Works", "Halton"]
    assert chain.answer == "Halton"
    assert {"Lune Bridge", "Skerton Works"} <= {one.title for one in chain.evidence}
    assert any("Halton" in one.text for one in chain.evidence)


def test_evidence_is_copied(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    chain = thorough.explore(QUESTION, Context.of(library, model(), SETTINGS, Run()))
    for one in chain.evidence:
        place = one.place
        assert one.text == library.catalog.text(place.document, place.start, place.end)


def test_every_decision_says_who_took_it_and_what_was_left_out_is_told(shelve: Shelve) -> None:
    replies = iter(["Skerton Works", "Skerton Works", "Avon Works", "Skerton Works"])
    engine = ScriptedEngine(
        [
            Line("few_words", f"Question: {WHO}", lambda _: {"answer": next(replies)}, repeat=True),
            *model()._lines,
        ]
    )
    chain = thorough.explore(QUESTION, Context.of(shelve(BRIDGE, WORKS), engine, SETTINGS, Run()))
    by = {one.what: one.by for one in chain.decisions}
    assert {what for what in by if by[what] == "model"} == {"the steps", WHO, CARRIED, "the answer"}
    assert by["which documents to open"] == by["what is needed beside the rest"] == "fit"
    kept = [one.by for one in chain.decisions if one.what == "which sentences to keep"]
    assert kept == ["fit", "rule"], "by the fit for all steps, and by what holds the answer"
    assert any(one.stage == "answering" and "Avon Works" in one.what for one in chain.losses)


def test_a_step_that_is_not_answered_is_searched_wider(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [
            Line("steps", "", {"steps": [QUESTION]}, repeat=True),
            Line("few_words", "", {"answer": "Halton"}, repeat=True),
            Line("short_answer", "", "Halton.", repeat=True),
            Line("holds", "", (0.1, 0.9), repeat=True),
            Line("widen", "", {"queries": ["foundry town"]}, repeat=True),
            *judging(),
        ]
    )
    chain = thorough.explore(QUESTION, Context.of(shelve(BRIDGE, WORKS), engine, SETTINGS, Run()))
    assert "foundry town" in [one.text for node in chain.nodes for one in node.sub_queries]


def test_a_fast_model_judges_headers_and_a_step_they_do_not_cover_is_searched_wider_unopened(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = probe.conditions("0" * 64, 8, 99)
    fast = probe.Probe(about, "script", 1, 10 * step.FAST, {1: 50.0}, "2026-01-01")
    monkeypatch.setattr(probe, "of_model", lambda _: fast)
    engine = ScriptedEngine(
        [
            Line("steps", "", {"steps": [QUESTION]}, repeat=True),
            Line("likelihood", "", (-1.0,), repeat=True),
            Line("sufficient", "", (0.1, 0.9), repeat=True),
            Line("widen", "", {"queries": ["foundry town"]}, repeat=True),
            Line("few_words", "", {"answer": "Halton"}, repeat=True),
            Line("short_answer", "", "Halton.", repeat=True),
            Line("holds", "", SURE, repeat=True),
            *judging(),
        ]
    )
    library = shelve(BRIDGE, WORKS, OVENS)
    chain = thorough.explore(QUESTION, Context.of(library, engine, SETTINGS, Run()))
    asked = [request.prompt for request in engine.seen]
    assert asked.index("sufficient") < asked.index("widen") < asked.index("few_words")
    assert "foundry town" in [one.text for one in chain.nodes[1].sub_queries]


def test_what_the_user_put_for_a_step_is_asked_instead(shelve: Shelve) -> None:
    steering = Steering(Course(fixed={node_at(2): QUESTION}))
    library = shelve(BRIDGE, WORKS)
    chain = thorough.explore(QUESTION, Context.of(library, model(), SETTINGS, Run(), steering))
    assert chain.nodes[2].title == QUESTION


OVEN, FLOOR = "How was a bread oven heated?", "What is its floor made of?"


@pytest.mark.parametrize(
    ("added", "steps"),
    [
        ({3: OVEN}, [WHO, CARRIED, OVEN]),
        ({5: OVEN}, [WHO, CARRIED, OVEN]),
        ({3: OVEN, 4: FLOOR}, [WHO, CARRIED, OVEN, FLOOR]),
        ({6: OVEN, 9: FLOOR}, [WHO, CARRIED, OVEN, FLOOR]),
        ({2: OVEN}, [WHO, OVEN, CARRIED]),
    ],
)
def test_a_step_that_the_user_added_is_taken_once_beside_the_plan(
    shelve: Shelve, added: dict[int, str], steps: list[str]
) -> None:
    fixed = {node_at(place): text for place, text in added.items()}
    clay = {"answer": "clay"}
    told = [Line("few_words", f"Question: {one}", clay, repeat=True) for one in (OVEN, FLOOR)]
    engine = ScriptedEngine([*told, *model()._lines])
    steering = Steering(Course(fixed=fixed, added=frozenset(fixed)))
    library = shelve(BRIDGE, WORKS, OVENS)
    chain = thorough.explore(QUESTION, Context.of(library, engine, SETTINGS, Run(), steering))
    assert [node.title for node in chain.nodes] == [QUESTION, *steps]
    assert all(node.sub_queries for node in chain.nodes)
    assert "Bread ovens" in {one.title for one in chain.evidence} and chain.answer == "Halton"


@pytest.mark.parametrize("whole", ["", "bread oven"])
def test_an_explanation_is_opened_as_in_the_quick_way_and_left_whole(
    shelve: Shelve, whole: str
) -> None:
    task = "Why does a bread oven hold its heat?"
    other = "A bread oven holds its heat. In rain the baker stays at home."
    others = [(f"Rain {number}", f"{other} It was {number} years ago.") for number in range(9)]
    library = shelve(OVENS, *others)
    told = Line("few_words", f"Question: {task}", {"answer": "clay"}, repeat=True)
    note = Line("step_notes", "", "It holds its heat in clay.", repeat=True)
    engine = ScriptedEngine([told, note, *reads("explain"), *model((task,))._lines])
    settings = msgspec.structs.replace(SETTINGS, max_intents=1)
    context = Context.of(library, engine, settings, Run())
    wanted = Reading(task, Route("fact", "user", explains=True), whole=whole)
    chains = [way.explore(task, replace(context, reading=wanted)) for way in (quick, thorough)]
    kept = [
        [one.text for one in chain.evidence if one.number in chain.nodes[0].evidence]
        for chain in chains
    ]
    assert kept[0] and kept[0] == kept[1]
    assert chains[0].nodes[0].read == chains[1].nodes[0].read
    decided = [decision.what for decision in chains[1].decisions]
    assert (part_of_answer.weighing().what in decided) == (not whole)
    assert not [loss for loss in chains[1].losses if loss.stage == "sifting"]


def test_an_empty_library_asks_no_model(shelve: Shelve) -> None:
    chain = thorough.explore(QUESTION, Context.of(shelve(), ScriptedEngine([]), SETTINGS, Run()))
    assert chain == Research(QUESTION)


def test_it_can_be_cancelled_between_any_two_steps(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    seen: list[Step] = []
    thorough.explore(
        QUESTION, Context.of(library, model(), SETTINGS, Run(lambda one: _keep(one, seen)))
    )
    for stop in range(len(seen)):
        with pytest.raises(Cancelled):
            thorough.explore(QUESTION, Context.of(library, model(), SETTINGS, _stopping(stop)))


def test_the_effort_of_the_settings_decides(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    assert (
        effort.explore(QUESTION, Context.of(library, model(), SETTINGS, Run()), ()).answer
        == "Halton"
    )
    quick = msgspec.structs.replace(SETTINGS, effort="quick")
    chain = effort.explore(
        QUESTION, Context.of(library, ScriptedEngine(judging()), quick, Run()), ()
    )
    assert chain.answer == ""
    auto = msgspec.structs.replace(SETTINGS, effort="auto")
    chain = effort.explore(
        QUESTION, Context.of(library, ScriptedEngine(judging()), auto, Run()), ()
    )
    assert [one.what for one in chain.decisions].count("effort") == 1


def test_what_is_measured_since_changes_no_study_that_is_done_again(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, journal = shelve(BRIDGE, WORKS), Journal()
    auto = msgspec.structs.replace(SETTINGS, effort="auto")
    unsure = Line("enough", "", (0.01, 0.99), repeat=True)
    closed = Line("next", "", {"missing": "", "queries": []}, repeat=True)
    engine = ScriptedEngine([unsure, closed, *model()._lines])

    def done(kept: Journal) -> tuple[str, int]:
        context = Context.of(library, Journaled(engine, kept), auto, Run())
        told = effort.explore(QUESTION, context, ()).decisions[0]
        return told.how.split(":")[0], len(engine.seen)

    first = done(journal)
    about = probe.conditions("0" * 64, 8, 99)
    fast = probe.Probe(about, "script", 1, 10 * step.FAST, {1: 50.0}, "2026-01-01")
    monkeypatch.setattr(probe, "of_model", lambda _: fast)
    assert first[0] == "quick" and done(journal) == first
    assert done(Journal())[0] == "thorough", "another question takes it into account"
    assert "measured" not in {call.verb for call in journal.calls()}
    assert "" not in {row.prompt for row in journal.by_prompt()}


def test_plans_that_refer_forwards_or_lose_a_name_are_not_followed() -> None:
    assert can_be_followed((WHO, WHERE), QUESTION)
    assert not can_be_followed((WHERE, WHO), QUESTION)
    assert not can_be_followed(("Who cast the arches?", WHERE), QUESTION)
    assert not can_be_followed((), QUESTION)
    both = "Are Lune Bridge and Avon Bridge both of iron?"
    assert can_be_followed(("Is Lune Bridge of iron?", "Is Avon Bridge of iron?"), both)


def test_a_chained_plan_is_followed_before_one_that_repeats_the_question() -> None:
    chosen = agreed_on([(WHO, QUESTION), (WHO, WHERE), (QUESTION,)], QUESTION)
    assert chosen.steps == (WHO, WHERE)
    assert chosen.beside == ((), ())  # what names no answer is no other wording of what does
    assert chosen.others == ((QUESTION,),)


def test_a_plan_whose_steps_can_be_searched_is_followed() -> None:
    vague = ("Which foundry was it?", "In which town was #1?")
    assert agreed_on([vague, vague, (WHO, WHERE)], QUESTION).steps == (WHO, WHERE)


def test_a_plan_that_keeps_the_words_of_the_question_is_followed() -> None:
    task = "How long is the bridge of the wife of Tom Reed?"
    losing = ("Who is Tom Reed?", "How long is the bridge of #1?")
    keeping = ("Who is the wife of Tom Reed?", "How long is the bridge of #1?")
    assert agreed_on([losing, keeping], task).steps == keeping


def test_an_answer_that_is_not_known_leaves_nothing() -> None:
    assert filled(WHERE, {1: "Skerton Works"}) == CARRIED
    assert filled("When did #2 join?", {}) == "When did join?"


def test_answers_that_hold_one_another_are_one_vote() -> None:
    told = ["Ann Reed", "Reed", "Ann Reed.", "Lancaster", " "]
    assert grouped(told) == {"Ann Reed": 3, "Lancaster": 1}


def test_votes_of_several_polls_are_added_up() -> None:
    first = [Vote("Halton", 0.5, 0.4), Vote("Lancaster", 0.5, 0.5)]
    second = [Vote("halton", 1.0, 0.6)]
    assert [one.text for one in together(first, second)] == ["halton", "Lancaster"]
    assert together(first)[0].text == "Lancaster"


def _keep(shown: msgspec.Struct, seen: list[Step]) -> None:
    if isinstance(shown, Step):
        seen.append(shown)


def _stopping(after: int) -> Run:
    left = [after]

    def stop(shown: msgspec.Struct) -> None:
        if isinstance(shown, Step):
            left[0] -= 1
            if left[0] < 0:
                run.cancel()

    run = Run(stop)
    return run
