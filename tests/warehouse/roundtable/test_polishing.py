"""Polishing may change words, and no citation; the moderator takes up what nobody cited."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bridges import Shelve
from msgspec import structs
from seats import SETTINGS, SHELF, TOPIC, played, tables_over

from warehouse.context import Context
from warehouse.engine.scripted import AnyRequest
from warehouse.methods.costorm import moderator
from warehouse.methods.costorm.answers import drafted
from warehouse.methods.costorm.ground import Asked, Ground, Spoken
from warehouse.results.records import Claim
from warehouse.results.roundtable import Table, Turn
from warehouse.roundtable import speaking
from warehouse.roundtable.session import NewTable
from warehouse.run import Run

POLISHED = structs.replace(SETTINGS, polished_turns=True)


def in_own_words(shelve: Shelve, polish: Callable[[str], str]) -> tuple[Turn, Table]:
    def polished(request: AnyRequest) -> Any:
        return polish(request.messages[-1].content.rpartition("To say: ")[2])

    tables = tables_over(shelve(*SHELF), played(polish=polished), POLISHED)
    table = tables.begin(NewTable(TOPIC))
    for _ in range(5):
        turn = table.next(Run())
        if turn.role == "expert" and turn.claims and not turn.quoted:
            return turn, table.now
    raise AssertionError("nobody said anything in their own words")


def test_livelier_words_with_the_same_citations_are_spoken(shelve: Shelve) -> None:
    turn, _ = in_own_words(shelve, lambda text: text.replace("People tell", "And people tell"))
    assert turn.text.startswith("And people tell") and turn.claims


@pytest.mark.parametrize(
    "polish",
    [
        lambda text: re.sub(r"\s*\[\d+\]", "", text, count=1),
        lambda text: f"{text} And more [99].",
        lambda text: "",
    ],
    ids=["dropped", "added", "nothing"],
)
def test_a_citation_more_or_less_is_not_taken(shelve: Shelve, polish: Callable[[str], str]) -> None:
    turn, table = in_own_words(shelve, polish)
    assert turn.text.startswith("People tell")
    assert "polishing" in [loss.stage for loss in table.losses]


def test_what_further_notes_prove_is_proven_in_livelier_words_too(shelve: Shelve) -> None:
    """An answer ends with facts of notes that are less near to the question."""
    library = shelve(*SHELF)
    table = tables_over(library, played(facts=False)).begin(NewTable(TOPIC))
    for _ in range(2):
        table.next(Run())
    near, far = table.now.evidence[0], table.now.evidence[-1]
    text = f"By all accounts {far.text.rstrip('.')} [{far.number}]."
    claim = Claim(0, len(text), text, (far.number,), "supported", "")
    engine = played(polish=text.replace("By all", "And by all"))
    ground = Ground(Context.of(library, engine, POLISHED, Run()), speaking.answer)
    asked = Asked("Founder", "What is known of it?", (near,), beside=(far,))
    spoken = speaking._polished(Spoken(text, (claim,)), asked, table.now, ground)
    assert spoken.text.startswith("And by all") and spoken.losses == ()
    assert [one.cites for one in spoken.claims] == [(far.number,)]


def test_both_formulas_of_the_moderator(shelve: Shelve) -> None:
    library = shelve(*SHELF)
    table = tables_over(library, played()).begin(NewTable(TOPIC))
    for _ in range(3):
        table.next(Run())
    context = Context.of(library, played(), SETTINGS, Run())
    ground = Ground(context, drafted)
    pieces = table.now.evidence
    near = np.clip(ground.alike([one.text for one in pieces], [TOPIC])[:, 0], 0, 1)
    assert np.allclose(moderator.of_paper(table.now, pieces, ground, 1.0), near, atol=1e-5)
    far = moderator.of_code(table.now, pieces, ground, 0.0)
    cited = [at for at, one in enumerate(pieces) if one.number in table.now.cited]
    assert np.allclose(far[cited], 0.0, atol=1e-3), "what is cited is not new"
    assert not {one.number for one in moderator.uncited(table.now, ground)} & table.now.cited
