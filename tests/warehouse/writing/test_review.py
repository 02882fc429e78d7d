"""Every claim is reviewed each round; what cannot be mended stays, and stays marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from bridge_article import FACTS, SETTINGS
from bridge_sections import evidence, judged, shelved, told
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.errors import EngineError, MunimentError
from warehouse.proof import claims
from warehouse.results.records import Block, Claim, Research
from warehouse.run import Run
from warehouse.steering import Course
from warehouse.writing import review
from warehouse.writing.manuscript import Manuscript, Opening
from warehouse.writing.outline import snippets
from warehouse.writing.outline.outlining import Heading
from warehouse.writing.sentences import repair
from warehouse.writing.sentences.plain import Filter
from warehouse.writing.sentences.unused_sentences import Spare

WRONG = "A wizard paid for the iron arches of the bridge [1]."
MENDED = "The arches that opened in 1881 were of iron [1]."
EVIDENCE = tuple(evidence(number, fact) for number, fact in enumerate(FACTS, start=1))


@pytest.fixture(name="library")
def a_library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def weighs() -> list[Line]:
    """A wizard is never proven, all else is."""
    return [
        Line("claim_check", "wizard", (0.02, 0.98), repeat=True),
        Line("claim_known", "wizard", (0.02, 0.98), repeat=True),
        *judged(),
    ]


def block(context: Context, text: str) -> Block:
    return Block(2, "Arches", text, claims.check(text, EVIDENCE, context.engine, context.run))


def test_a_claim_that_fails_is_written_anew_and_the_rest_stays(library: Any) -> None:
    repair = Line("repair", "wizard", told((MENDED.removesuffix(" [1].") + ".", [1])))
    engine = ScriptedEngine([repair, *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    text = f"{FACTS[2][:-1]} [3]. {WRONG}"
    [made], losses = review.reviewed([block(context, text)], EVIDENCE, context)
    assert made.text == f"{FACTS[2][:-1]} [3]. {MENDED}"
    assert [one.state for one in made.claims] == ["quoted", "supported"]
    assert all(made.text[one.start : one.end] == one.text for one in made.claims)
    assert [loss.what for loss in losses] == [WRONG]


def test_what_is_written_anew_speaks_as_the_article_does(library: Any) -> None:
    copied = "The arches of the bridge that was opened in 1881 were all cast of iron."
    ours = f"In our section we recommend this: {copied[0].lower()}{copied[1:]}"
    text = f"{FACTS[2][:-1]} [3]. {WRONG}"
    for source, stands in ((copied, f"“{copied[:-1]}” [1]."), (ours, WRONG)):
        notes = (structs.replace(EVIDENCE[0], text=source), *EVIDENCE[1:])
        rounds = Line("repair", "wizard", told((source, [1])), repeat=True)
        context = Context.of(library, ScriptedEngine([rounds, *weighs()]), SETTINGS, Run())
        [made], _ = review.reviewed([block(context, text)], notes, context)
        assert made.text == f"{FACTS[2][:-1]} [3]. {stands}"
        assert all(made.text[one.start : one.end] == one.text for one in made.claims)


@pytest.mark.parametrize("reply", [", see the town hall.", ". The arches.", "See the town hall."])
def test_the_end_of_a_sentence_and_a_pointer_are_no_rewrite(library: Any, reply: str) -> None:
    rounds = Line("repair", "wizard", told((reply, [1])), repeat=True)
    context = Context.of(library, ScriptedEngine([rounds, *weighs()]), SETTINGS, Run())
    [made], _ = review.reviewed([block(context, WRONG)], EVIDENCE, context)
    assert made.text == WRONG


def test_three_rounds_at_most_and_what_is_left_stays_marked(library: Any) -> None:
    rounds: list[AnyRequest] = []

    def again(request: AnyRequest) -> Any:
        rounds.append(request)
        return told(("A wizard paid for iron arches, he says.", [1]))

    engine = ScriptedEngine([Line("repair", "", again, repeat=True), *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], losses = review.reviewed([block(context, WRONG)], EVIDENCE, context)
    assert made.text == WRONG and made.claims[0].state == "not found"
    assert len(rounds) == review.ROUNDS and not losses
    asked = [request for request in rounds if isinstance(request, Request)]
    assert len({msgspec.json.encode(request) for request in asked}) == review.ROUNDS
    assert asked[0].temperature == 0 < asked[1].temperature
    plain = Request("repair", asked[0].messages, repair.REPAIR_TOKENS, asked[0].schema)
    assert asked[0] == structs.replace(plain, seed=SETTINGS.seed)


def test_without_samples_there_is_no_round_after_one_that_was_in_vain(library: Any) -> None:
    in_vain = Line("repair", "", told(("A wizard paid for iron arches, he says.", [1])))
    engine = ScriptedEngine([in_vain, *weighs()])
    greedy = structs.replace(SETTINGS, writing_temperature=0.0)
    context = Context.of(library, engine, greedy, Run())
    [made], losses = review.reviewed([block(context, WRONG)], EVIDENCE, context)
    assert made.text == WRONG and not losses


def test_what_was_put_in_vain_is_put_again(library: Any) -> None:
    def second_time(request: AnyRequest) -> Any:
        assert isinstance(request, Request)
        words = MENDED.removesuffix(" [1].") if request.temperature else "A wizard paid for all"
        return told((f"{words}.", [1]))

    engine = ScriptedEngine([Line("repair", "wizard", second_time, repeat=True), *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], losses = review.reviewed([block(context, WRONG)], EVIDENCE, context)
    assert made.text == MENDED and made.claims[0].state == "supported"
    assert [loss.what for loss in losses] == [WRONG]


class Opened(Manuscript):
    """Its opening passed a check of its own; no section is written."""

    opened = WRONG
    fault: MunimentError | None = None

    def begin(self) -> None:
        self.open_with(self._opening)

    def write_sections(self) -> None:
        self.blocks = []

    def _opening(self) -> Opening:
        if self.fault is not None:
            raise self.fault
        claim = Claim(0, len(self.opened), self.opened, (1,), "supported", "", 0.9)
        return self.opened, (claim,), []


@pytest.mark.parametrize("fails", [False, True])
def test_the_opening_is_reviewed_with_the_sections(library: Any, fails: bool) -> None:
    lines = [Line("repair", "wizard", told((MENDED.removesuffix(" [1].") + ".", [1])))]
    engine = ScriptedEngine([] if fails else [*lines, *weighs()])
    context = Context(library, Metered(engine), SETTINGS, Run())
    writing = Opened("orag", "Arches", Research("Arches", evidence=EVIDENCE), EVIDENCE, context)
    writing.fault = EngineError("No model.") if fails else None
    lead = writing.finish().lead
    if fails:
        assert (lead.text, lead.failed) == ("", "No model.")
    else:
        assert lead.text.endswith(MENDED) and lead.claims[0].state == "supported"
        assert [loss.what for loss in writing.research.losses] == [WRONG]


def test_a_section_keeps_what_is_of_use_to_it_and_enough_for_a_paragraph(library: Any) -> None:
    def chance(request: AnyRequest) -> tuple[float, float]:
        assert isinstance(request, ChooseRequest)
        useful = 0.6 if "arches" in request.messages[-1].content.split("Note:")[1] else 0.1
        return useful, 1 - useful

    engine = ScriptedEngine([Line("useful", "", chance, repeat=True)])
    context = Context.of(library, engine, SETTINGS, Run())
    headings = Heading("Arches", "iron", (EVIDENCE[:4],)), Heading("Floods", "", (EVIDENCE[4:],))
    (arches, floods), losses = snippets.useful(headings, "The bridge", context)
    assert arches.paragraphs == (EVIDENCE[:2],)
    assert floods.paragraphs == (EVIDENCE[4:],), "two are kept where none is better"
    assert [loss.stage for loss in losses] == ["sifting"] * 2
    assert "of no use to “Arches” (10% likely)" in losses[0].reason
    kept, pinned = EVIDENCE[2].place, "another document"
    context.steering.course = Course(kept={"1": (kept,)}, pinned={"1": (pinned,)})
    theirs = structs.replace(EVIDENCE[3], place=structs.replace(kept, document=pinned))
    asked = Heading("Arches", "iron", ((*EVIDENCE[:3], theirs),))
    assert snippets.useful([asked], "The bridge", context) == ((asked,), []), "the user insists"


def test_a_claim_that_other_evidence_says_cites_that() -> None:
    """The model is not asked to write it anew, and nothing is told to be gone."""
    notes = (
        evidence(1, "The trams of the bridge were of iron until then."),
        evidence(2, "Many trams crossed the bridge until 1950."),
    )
    text = "Until 1950 trams crossed the bridge [1]."
    lines = [
        Line(name, shown, (yes, 1 - yes), repeat=True)
        for name in ("claim_check", "claim_known")
        for shown, yes in (("were of iron", 0.02), ("crossed the bridge until 1950", 0.98))
    ]
    context = Context.of(None, ScriptedEngine(lines), SETTINGS, Run())
    before = claims.check(text, notes, context.engine, context.run)
    assert [one.state for one in before] == ["not found"]
    mended, after = repair.once(text, before, notes, context)
    assert mended == "Until 1950 trams crossed the bridge [2]."
    assert [(one.state, one.cites) for one in after] == [("supported", (2,))]
    assert repair.rewritten(before, after) == []


def test_an_explanation_goes_without_what_nothing_says_and_without_what_leans_on_it(
    library: Any,
) -> None:
    context = Context.of(library, ScriptedEngine(weighs()), SETTINGS, Run())
    text = f"{FACTS[2][:-1]} [3]. {WRONG} This was of {FACTS[2][:-1]} [3]. {FACTS[0][:-1]} [1]."
    checked = claims.check(text, EVIDENCE, context.engine, context.run)
    kept, standing, losses = repair.left_out(text, checked)
    assert kept == f"{FACTS[2][:-1]} [3]. {FACTS[0][:-1]} [1]."
    assert [kept[one.start : one.end] for one in standing] == [one.text for one in standing]
    assert [loss.what[:12] for loss in losses] == [WRONG[:12], "This was of "]
    assert losses[1].reason == f"left out: {repair.LEANING}"


def test_the_page_says_what_is_nearest_to_the_question_where_too_little_is_left(
    library: Any,
) -> None:
    context = Context.of(library, ScriptedEngine([*weighs()]), SETTINGS, Run())
    embed = context.library.retrieval.embed
    spare = Spare(EVIDENCE, Filter())
    assert spare.nearest(FACTS[4], 0, embed) == []
    [first] = spare.nearest(FACTS[4], 1, embed)
    assert first.text == FACTS[4]
    rest = spare.nearest(FACTS[4], 99, embed)
    assert first not in rest and [one.notes[0] for one in rest] == sorted(
        one.notes[0] for one in rest
    )
