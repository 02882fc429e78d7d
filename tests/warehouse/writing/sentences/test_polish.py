"""Polish, the end and repetition: what the program lets a model do to proven sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bridge_article import FACTS, SETTINGS
from bridge_sections import evidence, shelved

from warehouse.context import Context
from warehouse.engine.protocol import Completion
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.records import Block, Claim
from warehouse.run import Run
from warehouse.search.embedding import Vectors
from warehouse.writing import closing, overview
from warehouse.writing.sentences import polish
from warehouse.writing.sentences.plain import Filter
from warehouse.writing.sentences.polish import Draft, changed
from warehouse.writing.sentences.said import SaidSoFar

TOLD = (FACTS[0], FACTS[2], FACTS[3])  # the other begins with "its"
NOTES = tuple(evidence(number, fact) for number, fact in enumerate(TOLD, start=1))
KNOWN = (
    evidence(1, "Lune Bridge has arches of iron that came from Lancaster."),
    evidence(2, "Lune Bridge was opened in the year 1881 to trams."),
)
BEFORE = "Lune Bridge has iron arches from Lancaster [1]. In 1881 Lune Bridge was opened [2]."
LINKED = "Lune Bridge, opened in 1881, has iron arches, and these are from Lancaster [1][2]."


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (LINKED, ""),
        (BEFORE, ""),
        (LINKED.replace("[1][2]", "[1]"), "other citations"),
        (LINKED.replace("[1][2]", "[1][2][3]"), "other citations"),
        (LINKED.replace("1881", "1882"), "other numbers"),
        (LINKED.replace("Lancaster", "Preston"), "other names"),
        (LINKED.replace(" from Lancaster", ""), "other names"),
        (f"{LINKED} It was a fine day for all.", "no citation"),
        (f"{LINKED} {'So it was told and told again to all who asked. ' * 2}[1].", "no citation"),
        ("Lune Bridge, opened in 1881, is from Lancaster [1][2].", "shorter or longer"),
        (LINKED.replace("these", "we know they"), "speaks"),
        ("", "no citation"),
    ],
)
def test_what_polishing_may_not_change(after: str, why: str) -> None:
    assert why in changed(BEFORE, after, NOTES)
    assert bool(changed(BEFORE, after, NOTES)) == bool(why)


def test_a_quotation_keeps_its_marks() -> None:
    quoted = f"Lune Bridge has iron arches [1]. “{TOLD[1].rstrip('.')}” [2]."
    assert "other quotations" in changed(quoted, quoted.replace("“", "").replace("”", ""), NOTES)
    assert not changed(quoted, quoted.replace("“", '"').replace("”", '"'), NOTES)


@pytest.fixture(name="library")
def a_library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


@pytest.mark.parametrize("proven", [True, False])
def test_a_polished_paragraph_stands_only_where_it_is_proven(library: Any, proven: bool) -> None:
    sure = (0.999, 0.001) if proven else (0.001, 0.999)
    engine = ScriptedEngine(
        [
            Line("polish", "", LINKED, repeat=True),
            Line("claim_check", "", sure, repeat=True),
            Line("claim_known", "", sure, repeat=True),
        ]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    drafts = [Draft(BEFORE), Draft("One sentence [1].")]
    [made, alone], losses = polish.polish(drafts, KNOWN, context)
    assert alone is None
    assert (made is not None) == proven
    assert bool(losses) != proven
    if made is not None:
        assert made.text == LINKED
        assert [made.text[one.start : one.end] for one in made.claims] == [LINKED]


def test_a_polished_paragraph_has_the_marks_it_had(library: Any) -> None:
    sure = (0.999, 0.001)
    before = BEFORE.replace("iron arches from Lancaster", "“iron arches” from Lancaster")
    reply = LINKED.replace("iron arches", '"iron arches"')
    checks = [Line(name, "", sure, repeat=True) for name in ("claim_check", "claim_known")]
    engine = ScriptedEngine([Line("polish", "", reply, repeat=True), *checks])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], _ = polish.polish([Draft(before)], KNOWN, context)
    assert made is not None and "“iron arches”" in made.text and '"' not in made.text


@pytest.mark.parametrize(("reply", "asked"), [(LINKED, 5), ("Nothing at all.", polish.TRIED)])
def test_a_model_that_cannot_polish_is_not_asked_for_all(
    library: Any, reply: str, asked: int
) -> None:
    checks = ("claim_check", "claim_known")
    sure = (Line(name, "", (0.999, 0.001), repeat=True) for name in checks)
    engine = ScriptedEngine([Line("polish", "", reply, repeat=True), *sure])
    drafts = [Draft(BEFORE, f"Sentence {at}.") for at in range(5)]
    made, losses = polish.polish(drafts, KNOWN, Context.of(library, engine, SETTINGS, Run()))
    seen = [one for one in engine.seen if one.prompt == "polish"]
    assert len(seen) == asked * polish.SAMPLES
    left = sum(one.reason == polish.NOT_TRIED for one in losses)
    assert left == 5 - asked and len(made) == 5


def test_the_end_joins_what_the_sections_prove(library: Any) -> None:
    joined = "Opened in 1881 with iron arches, the bridge carried trams on its deck until 1950."
    later = "Long after the deck of the bridge was widened in 1934 its trams were gone."
    copied = FACTS[0]
    reply = {
        "title": "What it comes to",
        "text": f"{joined[:-1]} [1][3]. {later[:-1]} [2][3]. {copied[:-1]} [1][2].",
    }
    engine = ScriptedEngine(
        [
            Line("conclusion", "", reply, repeat=True),
            Line("claim_check", "", (0.999, 0.001), repeat=True),
            Line("claim_known", "", (0.999, 0.001), repeat=True),
        ]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    blocks, said = [], Filter()
    for number, fact in enumerate(TOLD, start=1):
        text = f"{fact[:-1]} [{number}]."
        claim = Claim(0, len(text), text, (number,), "quoted", "")
        blocks.append(Block(2, f"Section {number}", text, (claim,)))
        said.say(fact)
    end, _ = closing.write("Lune Bridge", blocks, NOTES, said, context)
    few, _ = closing.write("Lune Bridge", blocks[:2], NOTES, said, context)
    assert few is None
    assert end is not None and end.title == "What it comes to"
    assert joined[:-1] in end.text and copied[:-1] not in end.text
    assert [one.cites for one in end.claims] == [(1, 3), (2, 3)]


def test_an_end_of_one_sentence_is_none(library: Any) -> None:
    joined = "Opened in 1881 with iron arches, the bridge carried trams on its deck until 1950."
    reply = {"title": "What it comes to", "text": f"{joined[:-1]} [1][3]."}
    names = ("claim_check", "claim_known")
    lines = [Line(name, "", (0.999, 0.001), repeat=True) for name in names]
    engine = ScriptedEngine([Line("conclusion", "", reply, repeat=True), *lines])
    blocks = []
    for number, fact in enumerate(TOLD, start=1):
        text = f"{fact[:-1]} [{number}]."
        claim = Claim(0, len(text), text, (number,), "quoted", "")
        blocks.append(Block(2, f"Section {number}", text, (claim,)))
    context = Context.of(library, engine, SETTINGS, Run())
    end, losses = closing.write("Lune Bridge", blocks, NOTES, Filter(), context)
    assert end is None
    assert closing.TOO_SHORT in {one.reason for one in losses}


def test_an_opening_that_the_limit_cut_in_its_only_sentence_is_none(library: Any) -> None:
    lead = "Opened in 1881 with iron arches, the bridge with its deck of 1934 is one of the"
    names = ("claim_check", "claim_known")
    lines = [Line(name, "", (0.999, 0.001), repeat=True) for name in names]
    blocks = []
    for number, fact in enumerate(TOLD, start=1):
        text = f"{fact[:-1]} [{number}]."
        claim = Claim(0, len(text), text, (number,), "quoted", "")
        blocks.append(Block(2, f"Section {number}", text, (claim,)))
    for finish, said in (("length", ""), ("stop", lead)):
        reply = Completion(lead, finish, 100, 240)
        engine = ScriptedEngine([Line("lead", "", reply, repeat=True), *lines])
        context = Context.of(library, engine, SETTINGS, Run())
        text, _, _ = overview.write("Lune Bridge", blocks, NOTES, context)
        assert text.startswith(said) and bool(text) == bool(said)


def test_a_sentence_is_said_again_in_other_words_but_not_with_another_fact() -> None:
    def embed(texts: Sequence[str]) -> Vectors:
        rows = [(1.0, 0.0) if "tower" in text else (0.0, 1.0) for text in texts]
        return np.asarray(rows, np.float32)

    said = SaidSoFar(embed)
    assert said.again(["The tower was built in 1881."]) == [False]
    said.say("The tower was built in 1881.")
    asked = ["1881 saw the tower rise.", "The tower fell in 1953.", "Trams came in 1881."]
    assert said.again(asked) == [True, False, False]
    assert Filter(embed).says_again(["The tower was built in 1881."]) == [False]


@pytest.mark.parametrize(
    ("earlier", "other"),
    [
        ("The bridge was opened to traffic in 1881.", "The bridge was opened to traffic in 1884."),
        ("The default timeout of it is 30 seconds.", "The default timeout of it is 60 seconds."),
        ("The option -k keeps interrupted files.", "The option -r keeps interrupted files."),
        ("Vitamin C is found in fresh fruit.", "Vitamin D is found in fresh fruit."),
        ("Press Ctrl to close an open window.", "Press Alt to close an open window."),
    ],
)
def test_nearly_the_same_words_with_another_fact_say_nothing_again(
    earlier: str, other: str
) -> None:
    said = Filter()
    said.say(earlier)
    assert said.repeats(earlier)
    assert said.says_again([other]) == [False]


def test_what_has_fewer_facts_is_said_again() -> None:
    said = Filter()
    said.say("J. Holt opened the iron bridge of the U.S. line in 1881, with option -k.")
    assert said.repeats("In 1881 Holt opened the bridge.")
