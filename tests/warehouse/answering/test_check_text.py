"""A pasted text against the library: each sentence by its own neighbours, and nothing rewritten."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, judging

from warehouse.answering.check_text import LONGEST_CHARACTERS, check
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.methods.absence.absent_answer import EMPTY
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings

QUOTED = "Its arches were cast by Skerton Works in 1881."
TOLD = "Three hundred people had work in the foundry of Skerton Works."
WRONG = "The deck of Lune Bridge was widened in 1777 for the tramway."
FAR = "Penguins swim faster than most submarines of the navy."


def checked(shelve: Shelve, text: str, *lines: Line) -> Answer:
    library = shelve(BRIDGE, WORKS, OVENS)
    return check(text, Context.of(library, ScriptedEngine([*lines, *judging()]), Settings(), Run()))


def test_each_sentence_gets_its_state_and_its_source(shelve: Shelve) -> None:
    doubt = Line("claim_check", "Penguins", (0.01, 0.99), repeat=True)
    doubt_too = Line("claim_known", "Penguins", (0.01, 0.99), repeat=True)
    answer = checked(shelve, f"{QUOTED} {TOLD} {FAR}", doubt, doubt_too)
    assert [claim.state for claim in answer.claims] == ["quoted", "supported", "not found"]
    evidence = {one.number: one for one in answer.research.evidence}
    assert evidence[answer.claims[0].cites[0]].title == "Lune Bridge"
    assert evidence[answer.claims[1].cites[0]].title == "Skerton Works"
    assert answer.claims[2].cites == ()


def test_the_words_of_the_text_stay_as_they_are(shelve: Shelve) -> None:
    answer = checked(shelve, f"# A heading\n\n{QUOTED}\n\n{TOLD}")
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end] == claim.text
    plain = answer.text
    for number in {n for claim in answer.claims for n in claim.cites}:
        plain = plain.replace(f" [{number}]", "").replace(f"[{number}]", "")
    assert plain == f"# A heading\n\n{QUOTED}\n\n{TOLD}"


def test_a_wrong_number_is_said_and_shown_beside_what_contradicts_it(shelve: Shelve) -> None:
    answer = checked(shelve, WRONG)
    [claim] = answer.claims
    assert claim.state in ("partly", "not found")
    assert "1777" in claim.why
    shown = {one.number: one.text for one in answer.research.evidence}
    assert any("1934" in shown[number] for number in claim.cites)


def test_marks_of_other_sources_are_taken_out_and_told(shelve: Shelve) -> None:
    answer = checked(shelve, f"{QUOTED[:-1]} [12].")
    assert "[12]" not in answer.text
    assert [loss.what for loss in answer.research.losses] == ["[12]"]


def test_an_empty_library_proves_nothing(shelve: Shelve) -> None:
    answer = check(QUOTED, Context.of(shelve(), ScriptedEngine([]), Settings(), Run()))
    assert answer.absent
    assert answer.text == EMPTY


def test_too_long_a_text_is_refused(shelve: Shelve) -> None:
    with pytest.raises(BadInput, match="can be checked"):
        check(
            "x" * (LONGEST_CHARACTERS + 1),
            Context.of(shelve(), ScriptedEngine([]), Settings(), Run()),
        )


def test_what_is_near_and_disagrees_is_shown_side_by_side(shelve: Shelve) -> None:
    told = "In its best year the foundry of Skerton employed {} people."
    library = shelve(("Report", told.format(300)), ("Survey", told.format(340)))
    answer = check(
        told.format(340), Context.of(library, ScriptedEngine(judging()), Settings(), Run())
    )
    [claim] = answer.claims
    assert claim.state == "quoted"
    cited = [one for one in answer.research.evidence if one.number in claim.cites]
    assert [one.title for one in cited] == ["Survey"]
    [found] = answer.research.disagreements
    assert {found.first.title, found.second.title} == {"Report", "Survey"}
    assert "300" in found.about and "340" in found.about


CHRONICLE = ("A chronicle", "The bridge was opened in 1987. It has three arches and two lanes.")


def test_a_short_sentence_is_checked_with_the_one_it_leans_on(shelve: Shelve) -> None:
    library = shelve(CHRONICLE, WORKS, OVENS)
    text = "The bridge was opened in 1987. It has five arches."
    answer = check(text, Context.of(library, ScriptedEngine(judging()), Settings(), Run()))
    first, second = answer.claims
    assert first.state == "quoted"
    assert second.state == "not found"
    assert second.why.startswith(f"[{second.cites[0]}] contradicts it: three, and not five")
    shown = {one.number: one.text for one in answer.research.evidence}
    assert "three arches" in shown[second.cites[0]]


def test_what_a_source_says_is_not_contradicted_by_it(shelve: Shelve) -> None:
    library = shelve(CHRONICLE, WORKS, OVENS)
    text = "The bridge was opened in 1987. It has three arches."
    answer = check(text, Context.of(library, ScriptedEngine(judging()), Settings(), Run()))
    assert [claim.state for claim in answer.claims] == ["quoted", "supported"]
