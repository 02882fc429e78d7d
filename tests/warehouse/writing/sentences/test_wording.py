"""Told anew: one request a source, two tries, and only what is proven stays."""

from __future__ import annotations

import pytest

from warehouse.context import Context
from warehouse.engine.protocol import Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.evidence.prose import is_aside
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.outline.ranked import is_statement
from warehouse.writing.sentences import retelling, unused_sentences, wording
from warehouse.writing.sentences.wording import Refused, Said, Source

SETTINGS = Settings()
HEAT = "The thick clay floor of the oven holds its heat for hours."
ASHES = "Before the first loaf goes in, the ashes are raked out."
PIECE = Evidence(4, Place("d", 0, 0, 120), f"{HEAT} {ASHES}", "Ovens", "1", "", "q", 0.5)
SOURCE = Source("Heat", HEAT, 4)


def anew(*lines: Line, source: Source = SOURCE) -> tuple[Said | Refused, list[Request]]:
    script = [
        *lines,
        Line("claim_check", "Wizards", (0.01, 0.99), repeat=True),
        Line("claim_known", "Wizards", (0.01, 0.99), repeat=True),
        Line("claim_check", "", (0.97, 0.03), repeat=True),
        Line("claim_known", "", (0.97, 0.03), repeat=True),
    ]
    engine = ScriptedEngine(script)
    [told] = wording.anew([source], [PIECE], Context.of(None, engine, SETTINGS, Run()))
    return told, [one for one in engine.seen if isinstance(one, Request)]


def test_a_proven_sentence_cites_its_source() -> None:
    told, asked = anew(Line("reword", HEAT, "Clay keeps its heat for hours."))
    assert isinstance(told, Said)
    assert told.text == "Clay keeps its heat for hours [4]."
    assert [(claim.state, claim.cites) for claim in told.claims] == [("supported", (4,))]
    assert (len(asked), told.losses) == (1, ())


def test_what_is_not_proven_is_tried_again() -> None:
    lines = Line("reword", HEAT, "Wizards do it."), Line("reword", "", "Heat stays for hours.")
    told, asked = anew(*lines)
    assert isinstance(told, Said)
    assert told.text == "Heat stays for hours [4]."
    assert len(asked) == 2


def test_what_is_proven_stays_and_the_rest_is_a_loss() -> None:
    reply = "Wizards rake. Ashes are raked out first. Wizards bake. They rake the ashes out."
    told, _ = anew(Line("reword", "", reply))
    assert isinstance(told, Said)
    assert told.text == "Ashes are raked out first [4]."
    assert [told.text[one.start : one.end] for one in told.claims] == [told.text]
    assert [loss.what for loss in told.losses] == [
        "Wizards rake [4].",
        "Wizards bake [4].",
        "They rake the ashes out [4].",
    ]


def test_a_copy_is_told_between_marks() -> None:
    told, asked = anew(Line("reword", "", HEAT, repeat=True))
    assert isinstance(told, Said)
    assert told.text == f"“{HEAT[:-1]}” [4]."
    assert [claim.state for claim in told.claims] == ["quoted"]
    assert (len(asked), told.losses) == (1, ())


def test_a_sentence_that_was_cut_or_speaks_of_itself_is_refused() -> None:
    lines = (
        Line("reword", "", "This section describes how the ashes are raked out."),
        Line("reword", "", "  "),
    )
    told, _ = anew(*lines)
    assert told == Refused("", "cut off at the length limit")


def test_an_item_that_goes_on_from_its_lead_is_told_whole_or_not_at_all() -> None:
    item = Source("Heat", "4. rake out the ashes before the first loaf goes in.", 4)
    told, _ = anew(Line("reword", "", "rake out the ashes first.", repeat=True), source=item)
    assert isinstance(told, Refused)
    assert told.why == "begins in the middle of a sentence"
    assert unused_sentences.alone(item.text) == []
    told, _ = anew(Line("reword", "", "Ashes are raked out first."), source=item)
    assert isinstance(told, Said)


def test_the_marks_of_notes_to_a_sentence_before_are_no_part_of_one() -> None:
    text = "The mill had a wheel. [‡ 1] [12] The wheel was built of oak in 1790."
    assert unused_sentences.alone(text)[-1] == "The wheel was built of oak in 1790."
    assert unused_sentences.alone("It ran.¹⁴ but works better if that is off.") == []
    assert unused_sentences.alone("When you run the whole check.") == []
    option = "[-k] keeps the files that were read by the tool."
    assert unused_sentences.alone(option) == [option]


@pytest.mark.parametrize(
    "hanging",
    [
        "How is the wheel of a mill turned by the water?",
        "(The wheel of the lower mill is turned from above.)",
        "wheel-turns\n\nSet to the number of turns a minute of the wheel.",
    ],
)
def test_what_hangs_on_its_neighbours_is_told_only_where_there_is_nothing_else(
    hanging: str,
) -> None:
    last = hanging.split("\n")[-1]
    assert unused_sentences.alone(hanging) == [last] and not is_statement(hanging)
    whole = "The wheel of the mill was built of oak in 1790."
    assert unused_sentences.alone(f"{hanging}\n\n{whole}") == [whole]
    assert is_statement(f"{hanging}\n\n{whole}")
    if last != hanging:
        assert unused_sentences.alone(f"{hanging}\n\n{whole}", "Mills › wheel-turns") != [whole]


def test_what_ends_with_a_semicolon_is_no_question() -> None:
    assert not is_aside("The wheel is turned by the water;")
    assert is_aside("Τι γυρίζει τον τροχό\u037e") and is_aside("轮子由什么转动？")


def test_wordings_that_came_hard_beside_those_of_other_sentences_are_left_out() -> None:
    texts = [{"plain": -0.3, "forced": -1.5}, {"rather hard": -0.9}, {}, {"easy": -0.2, "so": -0.5}]
    found = retelling._easy(texts)
    assert [list(one) for one in found] == [["plain"], ["rather hard"], [], ["easy", "so"]]
    hard = [{"plain": -0.1}, {"forced": -1.9}]
    assert [list(one) for one in retelling._easy([*hard, *hard[:1] * 3])][:2] == [["plain"], []]
    assert retelling._easy([{}]) == [{}]
    assert retelling._easy([{"kept": None}, *hard[:1]]) == [{"kept": -0.1}, *hard[:1]]


def test_what_comes_easier_than_usual_gains_nothing_by_it() -> None:
    [found, other] = retelling._easy([{"a copy": -0.1, "own words": -0.4}, {"plain": -0.7}])
    assert list(found.values()) == pytest.approx([-0.4, -0.4])
    assert other["plain"] == -0.7
