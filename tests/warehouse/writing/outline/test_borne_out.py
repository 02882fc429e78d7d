"""A heading that what stands under it does not bear out is named anew; others stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bridge_sections import evidence
from msgspec import structs
from shelf import HashingEmbedder

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest, ScoreRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import CannotScore
from warehouse.library import Library
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.outline import borne_out, drafting, kept_outline
from warehouse.writing.outline.outlining import Heading, Outline

TOLL = evidence(1, "The toll was three pence until 1911.")
DECK = evidence(2, "Trams crossed the deck of the bridge.")
PLAN = Outline(
    "Mass bridge",
    (
        Heading("A massacre", "blood", ((TOLL,),), children=(Heading("Trams", "", ((DECK,),)),)),
        Heading("The deck", "", ((DECK,),)),
        Heading("Only above others"),
    ),
)
TOLLS = {"title": "Pence at the gate", "about": "what crossing cost"}


@pytest.fixture
def library(tmp_path: Path) -> Any:
    with Library(tmp_path / "warehouse", Settings(), HashingEmbedder(64)) as library:
        yield library


def told(request: AnyRequest) -> tuple[float, ...]:
    """Notes tell of every heading but of a massacre; without them none is likely."""
    assert isinstance(request, ScoreRequest)
    is_alone = borne_out.UNTOLD in request.messages[-1].content
    return (-6.0, -6.0) if is_alone or "massacre" in request.continuation else (-1.0, -1.0)


def named(library: Library, *names: dict[str, str], own: tuple[str, ...] = ()) -> Any:
    lines = [Line("section_heading", "", name) for name in names]
    lines += [Line("section_heading", "", {"title": "The deck", "about": "it"}, repeat=True)]
    engine = ScriptedEngine([Line("titled", "", told, repeat=True), *lines])
    context = Context.of(library, engine, Settings(), Run())
    return borne_out.borne_out(PLAN, "Mass bridge", context, own), engine


def test_it_gets_a_heading_that_its_notes_bear_out(library: Library) -> None:
    (outline, losses), engine = named(
        library, {"title": "The price of the and", "about": "of it"}, TOLLS
    )
    first, second, third = outline.sections
    assert (first.title, first.about) == (TOLLS["title"], TOLLS["about"])
    assert first.paragraphs == PLAN.sections[0].paragraphs
    assert first.children == PLAN.sections[0].children
    assert (second, third) == PLAN.sections[1:]
    assert [(one.what, "“A massacre”" in one.reason) for one in losses] == [(TOLLS["title"], True)]
    assert all(map(borne_out.tells_of_heading, losses))
    asked = [one for one in engine.seen if one.prompt == "section_heading"]
    assert len(asked) == drafting.HEADING_SAMPLES
    assert all("three pence" in one.messages[-1].content for one in asked)


def test_where_no_other_is_better_it_stays_and_that_is_told(library: Library) -> None:
    """What another section is called already is no name for it."""
    (outline, losses), _ = named(library)
    assert outline == PLAN
    assert [(one.what, one.reason) for one in losses] == [
        ("A massacre", borne_out.STAYS.format(borne_out.NOT_BORNE_OUT))
    ]


def test_of_two_that_say_the_same_the_second_is_named_anew(library: Library) -> None:
    headings = Heading("The deck", "", ((DECK,),)), Heading("The deck itself", "", ((TOLL,),))
    line = Line("section_heading", "", TOLLS, repeat=True)
    engine = ScriptedEngine([Line("titled", "", told, repeat=True), line])
    context = Context.of(library, engine, Settings(), Run())
    plan = Outline("Mass bridge", headings)
    outline, losses = borne_out.borne_out(plan, "Mass bridge", context)
    assert [one.title for one in outline.sections] == ["The deck", TOLLS["title"]]
    assert [one.reason.endswith(borne_out.SAID.format("The deck")) for one in losses] == [True]


def test_a_heading_that_says_the_topic_again_is_named_anew(library: Library) -> None:
    line = Line("section_heading", "", TOLLS, repeat=True)
    engine = ScriptedEngine([Line("titled", "", told, repeat=True), line])
    context = Context.of(library, engine, Settings(), Run())
    plan = Outline("Mass bridge", (Heading("Mass bridge", "", ((TOLL,),)),))
    outline, losses = borne_out.borne_out(plan, "Mass Bridge", context)
    assert [one.title for one in outline.sections] == [TOLLS["title"]]
    assert [one.reason.endswith(borne_out.TOPIC) for one in losses] == [True]


def test_no_heading_is_called_like_another(library: Library) -> None:
    """Neither one beside the outline, nor one of it that is doubted itself and stays."""
    headings = (
        Heading("A massacre", "", ((TOLL,),)),
        Heading("A massacre of pence", "", ((TOLL,),)),
    )
    named_alike = [
        Line("section_heading", "", {"title": title, "about": ""})
        for title in ("A massacre of pence", "Beside it", "A massacre of pence", "Beside it") * 2
    ]
    engine = ScriptedEngine([Line("titled", "", told, repeat=True), *named_alike])
    context = Context.of(library, engine, Settings(), Run())
    plan = Outline("Mass bridge", headings)
    assert borne_out.borne_out(plan, "Mass bridge", context, beside=["Beside it"])[0] == plan


def test_what_was_told_of_a_heading_goes_with_it() -> None:
    loss = Loss("outlining", "Pence", borne_out.DRAFTED.format("A massacre") + "why")
    plan = Outline("", (Heading("Pence", "", ((TOLL,),)),))
    assert kept_outline.still_lost([loss], plan) == [loss]
    assert kept_outline.still_lost([loss], PLAN) == []


def test_a_heading_of_the_user_stays(library: Library) -> None:
    (outline, losses), engine = named(library, own=("A massacre",))
    assert (outline, losses) == (PLAN, [])
    assert all(isinstance(one, ScoreRequest) for one in engine.seen)


def test_nothing_is_weighed_where_that_says_nothing(library: Library) -> None:
    """In another language than that of the sources, or by a server without likelihoods."""
    german = structs.replace(Settings(), article_language="German")
    silent = Context.of(library, ScriptedEngine(), german, Run())
    assert borne_out.borne_out(PLAN, "Mass bridge", silent) == (PLAN, [])

    def refuses(request: AnyRequest) -> Any:
        raise CannotScore

    engine = ScriptedEngine([Line("titled", "", refuses, repeat=True)])
    context = Context.of(library, engine, Settings(), Run())
    assert borne_out.borne_out(PLAN, "Mass bridge", context) == (PLAN, [])
