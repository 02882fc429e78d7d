"""The ways in which a model may write a label, so that a choice is what its reply would begin with.

Asked for "yes or no" one model begins with "Yes", another with " yes": the same answer in other
tokens. A label's probability is that of all its spellings together; without them a choice can
contradict what the model would have written.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from warehouse.engine.protocol import Choice


def spellings(labels: Sequence[str]) -> list[tuple[str, ...]]:
    """For every label itself, first, and the spellings that no other label has."""
    ways = [_ways(label) for label in labels]
    return [
        (
            label,
            *(
                way
                for way in ways[place]
                if way not in labels
                and not any(way in other for at, other in enumerate(ways) if at != place)
            ),
        )
        for place, label in enumerate(labels)
    ]


def _ways(label: str) -> list[str]:
    """Capitals of a word only: a letter or a number in another case may be another thing."""
    cases = [label]
    if len(label) > 1 and label.isalpha():
        cases += [case for case in (label.lower(), label.capitalize()) if case != label]
    return [*cases[1:], *(f" {case}" for case in cases)]


def choice(logprobs: Sequence[Sequence[float]], prompt_tokens: int) -> Choice:
    """From the log-likelihoods of every label's spellings: shares that sum to 1 over the labels.

    A label that cannot come has no log-likelihoods, and no share.
    """
    best = max(max(ways, default=-math.inf) for ways in logprobs)
    weights = [sum(math.exp(way - best) for way in ways) for ways in logprobs]
    return Choice(tuple(weight / sum(weights) for weight in weights), prompt_tokens)
