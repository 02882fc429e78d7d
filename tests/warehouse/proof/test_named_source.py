from __future__ import annotations

import pytest

from warehouse.engine.scripted import ScriptedEngine
from warehouse.proof import claims
from warehouse.proof.named_source import lead, named, said, without_lead
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run


@pytest.mark.parametrize(
    ("title", "begins"),
    [
        ("R FAQ", "R FAQ: "),
        ("Ferries: a history in six parts", "Ferries: "),
        ("The strike – Arlen Post", "The strike: "),
        ("annual_report 2021.", "annual_report 2021: "),
        ("A [1] B", ""),
        ("_A_ and B", ""),
        ("R&amp;D", ""),
        ("*", ""),
        ("", ""),
    ],
)
def test_a_document_is_named_without_its_subtitle(title: str, begins: str) -> None:
    assert lead(title) == begins


def test_what_would_make_two_sentences_of_one_is_not_put_in_front() -> None:
    assert named("Bugs are reported [2].", "Rules. The second book") == "Bugs are reported [2]."
    assert named("Bugs are reported [2].", "1. Introduction") == "Bugs are reported [2]."
    told = named("Bugs are reported [2].", "R FAQ")
    assert told == "R FAQ: Bugs are reported [2]."
    assert without_lead("R FAQ: Bugs are reported.", ["Essay", "R FAQ"]) == "Bugs are reported."


def test_what_is_proven_is_what_stands_behind_it() -> None:
    words = "Reports of bugs go to the maintainer of the package."
    piece = Evidence(1, Place("d", 0, 0, len(words)), words, "R FAQ", "1", "", "", 1.0)
    [claim] = claims.check(
        "R FAQ: “Reports of bugs go to the maintainer of the package” [1].",
        [piece],
        ScriptedEngine([]),
        Run(),
    )
    assert claim.state == "quoted" and claim.text.startswith("R FAQ: ")
    assert said(claim, {1: piece}) == "“Reports of bugs go to the maintainer of the package”."
    assert said(claim, {}) == "R FAQ: “Reports of bugs go to the maintainer of the package”."
