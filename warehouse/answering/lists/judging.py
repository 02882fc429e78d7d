"""Does it belong? One choice a candidate, in batches, by what a source says of it."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.run import Run

POLES = ("yes", "no")
BELONGS = 0.5
BATCH = 8


def belong(
    wanted: str, candidates: Sequence[tuple[str, str]], engine: Engine, run: Run
) -> list[float]:
    """P(it belongs on the list) for each (candidate, what a source says of it)."""
    prompt = prompts.load("belongs")
    chances: list[float] = []
    for start in range(0, len(candidates), BATCH):
        run.step("judging", start, len(candidates))
        requests = [
            ChooseRequest(
                prompt.name, prompt.render(list=wanted, candidate=name, source=source), POLES
            )
            for name, source in candidates[start : start + BATCH]
        ]
        chances += [choice.probabilities[0] for choice in engine.choose(requests, run)]
    return chances
