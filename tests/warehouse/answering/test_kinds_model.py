"""Every kind of question with a real model: replies bound to the schema, choices, and a replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.answering import routing
from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.process import LlamaEngine
from warehouse.methods.registry import AWARE
from warehouse.run import Run
from warehouse.settings import Settings

SMALL = Settings(context=4096, parallel=2, threads=2)
ASKED = (
    "How many people did Skerton Works employ?",
    "List all works that are named.",
    "Which documents are about bread?",
    "Since when is there a bridge over the Lune?",
    "Summarise everything.",
    "Hello!",
)


@pytest.mark.model
def test_every_kind_ends_and_is_replayed(shelve: Shelve, tmp_path: Path, smollm2: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    engine = LlamaEngine(smollm2, SMALL)
    try:
        for at, question in enumerate(ASKED):
            texts = []
            for _ in range(2):
                with Journal(tmp_path / f"{at}.db") as journal:
                    kept = Journaled(engine, journal)
                    answer = routing.ask(question, Context.of(library, kept, SMALL, Run()), AWARE)
                    texts.append(answer.text)
                    spend = kept.spend()
            assert answer.way is not None and answer.way.route.by == "model"
            assert texts[0] == texts[1]
            assert spend.replayed == spend.calls
            for claim in answer.claims:
                assert answer.text[claim.start : claim.end] == claim.text
    finally:
        engine.close()
