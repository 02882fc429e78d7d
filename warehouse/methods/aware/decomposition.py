"""A question of several steps as simple ones, of which a later names the answer of an earlier.

Several decompositions are sampled side by side (Self-Ask, Press et al. 2023; self-consistency,
Wang et al. 2023), since one of a small model is often wrong. One is followed; what the others
ask in the same place is searched beside it. A reply is bound to a schema; ``#2`` stands for the
answer of the second step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, list_of, sampled, text_of
from warehouse.methods.absence.answerable import words_there
from warehouse.search import analyzer
from warehouse.search.name_index import forms
from warehouse.search.names import names, normal

SAMPLES = 6
TEMPERATURE = 0.7
CHAINED, GROUNDED, KEPT, LIKENESS = 1.0, 1.0, 1.5, 0.5  # beside the share of its length
STEP_CHARACTERS = 140
TOKENS_A_STEP = 40
_ANSWER_OF = re.compile(r"#(\d)")

Steps = tuple[str, ...]


class Decomposition(Struct, frozen=True):
    """``beside`` has for each step what other samples ask in its place; ``others`` are the samples
    of another length; ``agreed`` is the share of samples of this length.
    """

    steps: Steps
    beside: tuple[Steps, ...]
    others: tuple[Steps, ...]
    agreed: float


def decompose(task: str, context: Context) -> Decomposition:
    """Sampled in one batch; the task itself where no sample can be followed."""
    prompt = prompts.load("steps")
    messages = prompt.render(task=task)
    seed, most = context.settings.seed, context.settings.steps
    schema = closed(steps=list_of(text_of(0, STEP_CHARACTERS), 1, most))
    request = Request(prompt.name, messages, TOKENS_A_STEP * most, schema, seed=seed)
    replies = context.engine.complete(sampled(request, SAMPLES, TEMPERATURE), context.run)
    plans = [steps for reply in replies if can_be_followed(steps := _steps(reply.text), task)]
    return agreed_on(plans, task) if plans else Decomposition((task,), ((),), (), 0.0)


def can_be_followed(steps: Steps, task: str) -> bool:
    """Every reference is to an earlier step, every answer but the last is needed or stands beside
    it, and no name of the task is lost.
    """
    if any(not 0 < number <= place for place, step in enumerate(steps) for number in needed(step)):
        return False
    kept = set(normal(" ".join(steps)).split())
    return bool(steps) and all(_words(name) <= kept for name in names(task))


def agreed_on(samples: Sequence[Steps], task: str) -> Decomposition:
    """The best sample: of a frequent length, each step with a name or an earlier answer in it, with
    the words of the task, and like the others of its length.
    """
    words = [[set(analyzer.terms(step)) for step in sample] for sample in samples]

    def worth(at: int) -> float:
        sample = samples[at]
        same = [words[other] for other in range(len(samples)) if len(samples[other]) == len(sample)]
        alike = [
            _overlap(mine, its)
            for other in same
            for mine, its in zip(words[at], other, strict=True)
        ]
        share = len(same) / len(samples)
        searchable = CHAINED * chained(sample) + GROUNDED * grounded(sample, task)
        faithful = KEPT * words_there(task, " ".join(sample)) + LIKENESS * sum(alike) / len(alike)
        return share + searchable + faithful

    best = samples[max(range(len(samples)), key=worth)]
    same = [sample for sample in samples if len(sample) == len(best)]
    beside = tuple(
        tuple(
            dict.fromkeys(
                sample[place]
                for sample in same
                if needed(sample[place]) == needed(step) and normal(sample[place]) != normal(step)
            )
        )
        for place, step in enumerate(best)
    )
    others = tuple(dict.fromkeys(sample for sample in samples if len(sample) != len(best)))
    return Decomposition(best, beside, others, len(same) / len(samples))


def chained(steps: Steps) -> float:
    """The share of the steps after the first that name an earlier answer; 0 for one step."""
    later = [bool(needed(step)) for step in steps[1:]]
    return sum(later) / len(later) if later else 0.0


def grounded(steps: Steps, task: str) -> float:
    """The share of the steps that can be searched at all: by a name of the task or an answer."""
    words = [_words(name) for name in forms(names(task))]
    held = [
        bool(needed(step)) or any(name <= set(normal(step).split()) for name in words)
        for step in steps
    ]
    return sum(held) / len(held) if words else 1.0


def needed(step: str) -> list[int]:
    """The numbers, from 1, of the steps whose answers it names."""
    return [int(number) for number in _ANSWER_OF.findall(step)]


def filled(step: str, answers: Mapping[int, str]) -> str:
    """With the answers in their places; one that is not known leaves nothing."""
    text = _ANSWER_OF.sub(lambda found: answers.get(int(found[1]), ""), step)
    return " ".join(text.split())


def _steps(reply: str) -> Steps:
    """Also the last of a plan that was cut: without it the question's own step would be gone."""
    steps = msgspec.json.decode(reply, type=dict[str, list[str]])["steps"]
    return tuple(filter(None, (" ".join(step.split()) for step in steps)))


def _words(name: str) -> set[str]:
    """Folded, without joiners such as the "and" between two names."""
    return set(normal(" ".join(word for word in name.split() if not word[0].islower())).split())


def _overlap(mine: set[str], its: set[str]) -> float:
    return len(mine & its) / (len(mine | its) or 1)
