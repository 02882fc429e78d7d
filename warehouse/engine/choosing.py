"""One prompt about many things: how likely the model is to give each reply, in one batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.run import Run

YES_NO = ("yes", "no")


def replies(
    name: str,
    given: Iterable[Mapping[str, str]],
    labels: Sequence[str],
    engine: Engine,
    run: Run,
) -> list[tuple[float, ...]]:
    """P of each of ``labels`` for each of ``given``, which fills the places of the prompt ``name``.
    Raises Cancelled, EngineError.
    """
    prompt = prompts.load(name)
    requests = [ChooseRequest(name, prompt.render(**fields), tuple(labels)) for fields in given]
    return [choice.probabilities for choice in engine.choose(requests, run)] if requests else []


def chances(
    name: str,
    given: Iterable[Mapping[str, str]],
    engine: Engine,
    run: Run,
    labels: Sequence[str] = YES_NO,
) -> list[float]:
    """P(the first label) for each."""
    return [likely[0] for likely in replies(name, given, labels, engine, run)]
