"""Does it belong? One choice a candidate, in batches, by what a source says of it."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest

POLES = ("yes", "no")
BELONGS = 0.5
BATCH = 8


def belong(wanted: str, candidates: Sequence[tuple[str, str]], context: Context) -> list[float]:
    """P(it belongs on the list) for each (candidate, what a source says of it)."""
    prompt = prompts.load("belongs")
    chances: list[float] = []
    for start in range(0, len(candidates), BATCH):
        context.run.step("judging", start, len(candidates))
        requests = [
            ChooseRequest(
                prompt.name, prompt.render(list=wanted, candidate=name, source=source), POLES
            )
            for name, source in candidates[start : start + BATCH]
        ]
        chances += [
            choice.probabilities[0] for choice in context.engine.choose(requests, context.run)
        ]
    return chances
