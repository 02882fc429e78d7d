"""Joining in another language than that of the sources: beside both sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bridge_article import FACTS, SETTINGS
from bridge_sections import evidence, shelved
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.records import Claim
from warehouse.run import Run
from warehouse.writing import paragraphs
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences import joining
from warehouse.writing.sentences.plain import Filter
from warehouse.writing.sentences.retelling import Asked, Told

NO, YES = (0.02, 0.98), (0.98, 0.02)
GERMAN = structs.replace(SETTINGS, article_language="German")
OPENED = "Im Jahr 1881 wurde die Brücke mit eisernen Bögen eröffnet."
CAST = "Eine Gießerei goss die eisernen Bögen."
BOTH = "Im Jahr 1881 wurde die Brücke mit eisernen Bögen eröffnet, die eine Gießerei goss."
SAID = {FACTS[0]: OPENED, FACTS[1].replace("Its", "The"): CAST}


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def told(number: int, bare: str) -> Told:
    text = f"{bare[:-1]} [{number}]."
    claim = Claim(0, len(text), text, (number,), "supported", "")
    return Told((Asked(evidence(number, FACTS[number - 1]), FACTS[number - 1]),), text, claim)


def beside_what_it_joins(request: AnyRequest) -> bool:
    evidence, _, claim = request.messages[-1].content.partition("Claim: ")
    return claim.startswith(BOTH) and OPENED in evidence and CAST in evidence


@pytest.mark.parametrize(
    ("reply", "follows", "stands"),
    [
        (BOTH, YES, True),
        (BOTH, NO, False),
        (BOTH.replace("1881", "1882"), YES, False),
        (BOTH.replace("eine Gießerei", "eine berühmte Gießerei"), YES, False),
        (
            "The iron arches with which the bridge opened in 1881 were cast by a foundry.",
            YES,
            False,
        ),
    ],
)
def test_it_has_to_follow_from_both_sentences(
    library: Any, reply: str, follows: tuple[float, float], stands: bool
) -> None:
    names = ("claim_check", "claim_known")
    lines = [Line(name, beside_what_it_joins, follows, repeat=True) for name in names]
    lines += [Line(name, "", YES, repeat=True) for name in names]
    engine = ScriptedEngine([Line("join", "", reply, repeat=True), *lines])
    pair = (told(1, OPENED), told(2, CAST))
    [made], _ = joining.joined([pair], Context.of(library, engine, GERMAN, Run()))
    assert (made is not None and made.text == f"{BOTH[:-1]} [1][2].") is stands
    assert made is None or made.claim.cites == (1, 2)
    beside = [one for one in engine.seen if one.prompt == names[0] and beside_what_it_joins(one)]
    assert len(beside) == (reply == BOTH)


def test_what_another_pair_tells_of_the_same_piece_is_not_beside_it(library: Any) -> None:
    wide, rust = "Die Brücke war breit.", "Die Brücke hatte Rost."
    other = "Die Brücke war breit, hatte Rost."
    names = ("claim_check", "claim_known")
    lines = [
        Line("join", CAST[:-1], BOTH, repeat=True),
        Line("join", wide[:-1], other, repeat=True),
    ]
    lines += [Line(name, "", YES, repeat=True) for name in names]
    engine = ScriptedEngine(lines)
    pairs = [(told(1, OPENED), told(2, CAST)), (told(1, wide), told(3, rust))]
    made, losses = joining.joined(pairs, Context.of(library, engine, GERMAN, Run()))
    assert [one is not None and one.claim.cites for one in made] == [(1, 2), (1, 3)], losses
    beside = [one for one in engine.seen if one.prompt == names[0] and beside_what_it_joins(one)]
    assert beside and not any(wide in one.messages[-1].content for one in beside)


def test_no_english_is_made_of_another_language(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.catalog, "languages_of", lambda ids: dict.fromkeys(ids, "en"))
    pair = (told(1, "Anna Holt was alt."), told(3, "Anna Holt was arm."))
    engine = ScriptedEngine([Line("join", "", "No.", repeat=True)])
    [made], _ = joining.joined([pair], Context.of(library, engine, GERMAN, Run()))
    assert made is None and {one.prompt for one in engine.seen} == {"join"}


def test_a_paragraph_in_a_chosen_language_is_joined(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paragraphs.joining, "NEAR", -1.0)
    pieces = tuple(evidence(n, said) for n, said in enumerate(SAID, start=1))
    lines = [Line("retell", source, said, repeat=True) for source, said in SAID.items()]
    judged = ("claim_check", "claim_known", "reports", "worth_telling")
    lines += [Line(name, "", YES, repeat=True) for name in judged]
    engine = ScriptedEngine([*lines, Line("join", "", BOTH, repeat=True)])
    context = Context.of(library, engine, GERMAN, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", pieces)], "The bridge", said, context)
    assert made.text == f"{BOTH[:-1]} [1][2]."
