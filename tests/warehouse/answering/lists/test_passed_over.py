"""Of the documents that a list passes over every one has its own reason."""

from __future__ import annotations

import pytest
from bridges import OVENS, Shelve

from warehouse.answering.lists import candidates
from warehouse.context import Context
from warehouse.engine.unneeded import UnneededEngine
from warehouse.question.topics import Topic
from warehouse.run import Run
from warehouse.settings import Settings


def test_those_not_told_one_by_one_are_counted_by_their_reason(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST", 1)
    monkeypatch.setattr(candidates, "LOSSES_TOLD", 1)
    named = [(f"Roll {at}", f"The ferry of pier {at} is in this roll.") for at in range(4)]
    context = Context.of(shelve(*named, OVENS), UnneededEngine(), Settings(), Run())
    first, *rest = candidates.find(Topic("ferry", documents=True), context).losses
    assert first.document and first.reason == candidates.OVER
    assert {(one.what, one.reason) for one in rest} == {
        ("2 more documents", candidates.OVER),
        ("1 more document", candidates.FAR),
    }
