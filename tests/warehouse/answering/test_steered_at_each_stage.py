"""Every act at every stage of a study: it counts or says why not, and only what depends is redone.

What comes out is held against a study that had the same course from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from msgspec import structs
from steered_studies import BARGES, SETTINGS, Steerer, asked, engine, id_of, writing

from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Answer, Research
from warehouse.run import Run, Step
from warehouse.steering import Act
from warehouse.studies.keeper import Studies

When = Callable[[object], bool]
SECOND = "The tramway"


def at(stage: str) -> When:
    return lambda shown: isinstance(shown, Step) and shown.stage == stage


def in_the_second_intent(shown: object) -> bool:
    return isinstance(shown, Research) and len(shown.nodes) == 2


STAGES: dict[str, When] = {
    "searching, before a plan": at("searching"),
    "screening": at("screening"),
    "integrating": at("reading"),
    "planning": at("planning"),
    "exploring": in_the_second_intent,
    "before writing": at("answering"),
    "writing": writing,
    "checking": at("checking"),
}


def acts(library: Library) -> dict[str, Act]:
    ovens = id_of(library, "Bread ovens")
    text = library.catalog.text(ovens)
    place = Place(ovens, 0, text.index("The baker"), len(text))
    return {
        "pin": Act("pin", document=ovens),
        "ban": Act("ban", document=id_of(library, "Lune Bridge")),
        "edit": Act("edit", "How barges were paid", SECOND, node="2"),
        "add": Act("add", "Heat of a bread oven"),
        "stop": Act("stop", target=SECOND, node="2"),
        "search": Act("search", "bread oven clay", QUESTION, node="1"),
        "reword": Act("reword", "barge masters", "tramway"),
        "leave out": Act("reword", "", "tramway"),
        "keep": Act("keep", target="the baker", document=ovens, place=place),
    }


KINDS = ("pin", "ban", "edit", "add", "stop", "search", "reword", "leave out", "keep")


def told(result: object) -> tuple[object, ...]:
    """What a study says and what it rests on; numbers are given in the order of its passes."""
    assert isinstance(result, Answer)
    chain = result.research
    return (
        [(one.title, one.state, one.sub_queries, len(one.evidence)) for one in chain.nodes],
        {(one.place, one.text) for one in chain.evidence},
        chain.read,
        [claim.state for claim in result.claims],
    )


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_depends_on_an_act_is_asked_again(shelve: Shelve, kind: str) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    studies = Studies(library)
    act = acts(library)[kind]
    anew: dict[Act, object] = {}  # by how the act was taken: the course from the beginning
    for stage, when in STAGES.items():
        model, steerer = engine(), Steerer(studies, when, act)
        row = steerer.row = studies.start("ask", QUESTION)
        result = studies.run(row, model, SETTINGS, Run(steerer))
        assert not steerer.acts, f"{stage} was never come to"
        again = {call for call, times in asked(model).items() if times > 1}
        cut_off = {call for call in again if stage == "writing" and b'"prompt":"answer"' in call}
        assert again == cut_off, stage
        [taken] = result.research.acts
        assert taken.state == "taken" or (taken.state == "late" and taken.note), stage
        after = engine()
        assert told(studies.run(row, after, SETTINGS, Run())) == told(result), stage
        assert after.seen == [], stage
        course = structs.replace(taken, number=0, at=0.0)
        if course not in anew:
            anew[course] = told(studies.run(studies.again(row), engine(), SETTINGS, Run()))
        assert anew[course] == told(result), stage


def stopping(steerer: Steerer) -> Run:
    """One that the user stops as soon as the act is there."""

    def show(shown: object) -> None:
        steerer(shown)
        if not steerer.acts:
            outer.cancel()

    outer = Run(show)
    return outer


@pytest.mark.parametrize("kind", ("pin", "ban", "add", "search"))
def test_an_act_before_a_stop_counts_when_it_goes_on(shelve: Shelve, kind: str) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    studies = Studies(library)
    act = acts(library)[kind]
    for stage, when in STAGES.items():
        before, steerer = engine(), Steerer(studies, when, act)
        row = steerer.row = studies.start("ask", QUESTION)
        with pytest.raises(Cancelled):
            studies.run(row, before, SETTINGS, stopping(steerer))
        after = engine()
        result = studies.run(row, after, SETTINGS, Run())
        assert [one.state for one in result.research.acts] == ["taken"], stage
        assert not asked(before).keys() & asked(after).keys(), stage


def test_an_added_intent_takes_the_place_of_none_that_would_be_planned(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    studies = Studies(library)
    question = "Which painter lived beside the foundry that cast the arches of Lune Bridge?"
    row = studies.start("ask", question)
    studies.steer(row, Act("add", "Heat of a bread oven"))
    result = studies.run(row, engine(), SETTINGS, Run())
    texts = [one.title for one in result.research.nodes]
    assert texts == [question, "Heat of a bread oven", SECOND]
