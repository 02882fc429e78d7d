"""The answer in a few words: several sampled side by side, voted, each vote weighed by its proof.

Self-consistency (Wang et al. 2023). Samples and check begin with the same tokens, so that the
notes are read once. A question for one of given answers is read off the likelihoods, and any other
is told nothing of yes and no, which a small model would reply to everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Request, closed, sampled
from warehouse.question import choices
from warehouse.search.names import normal, stands_in

SAMPLES = 4
TEMPERATURE = 0.7
TOKENS, REPLY_TOKENS = 40, 24
ANSWER_CHARACTERS = 80
UNSEEN = 0.5  # of the proof of an answer whose words are not in the notes
NOTHING = "(nothing was found)"


_SCHEMA = closed(answer={"type": "string", "maxLength": ANSWER_CHARACTERS})


class _Reply(Struct, frozen=True):
    answer: str


class Vote(Struct, frozen=True):
    """``share`` of the samples that said so, ``proof`` P(the notes say so), both 0..1."""

    text: str
    share: float
    proof: float

    @property
    def weight(self) -> float:
        return self.share * self.proof

    @property
    def told(self) -> str:
        return f"“{self.text}”: {self.share:.0%} of the samples, {self.proof:.0%} likely"


def votes(question: str, notes: str, context: Context) -> list[Vote]:
    """The distinct answers, the heaviest first; the first sample is the likeliest reply."""
    options, choose = _options(question, notes, context)
    if options:
        choice = context.engine.choose([choose], context.run)[0]
        found = [Vote(*pair, 1.0) for pair in zip(options, choice.probabilities, strict=True)]
        return sorted(found, key=lambda vote: -vote.weight)
    prompt = prompts.load("few_words")
    messages = prompt.render(notes=notes or NOTHING, question=question)
    reply = Request(prompt.name, messages, TOKENS, _SCHEMA, seed=context.settings.seed)
    replies = context.engine.complete(sampled(reply, SAMPLES, TEMPERATURE), context.run)
    answers = [msgspec.json.decode(one.text, type=_Reply).answer for one in replies]
    return weighed(question, notes, answers, context)


def likeliest(question: str, notes: str, context: Context) -> str:
    """The one reply that is likeliest, bound to no form."""
    options, choose = _options(question, notes, context)
    if options:
        choice = context.engine.choose([choose], context.run)[0]
        return max(zip(choice.probabilities, options, strict=True))[1]
    asked = Request(choose.prompt, choose.messages, REPLY_TOKENS, stop=("\n",))
    return context.engine.complete([asked], context.run)[0].text.strip().strip(".")


def _options(question: str, notes: str, context: Context) -> tuple[Sequence[str], ChooseRequest]:
    """What the question offers to choose from, if anything, and the request that chooses."""
    options = choices.options(question, context.engine, context.run)
    prompt = prompts.load("short_verdict" if options == choices.POLES else "short_answer")
    messages = prompt.render(notes=notes or NOTHING, question=question)
    return options, ChooseRequest(prompt.name, messages, options)


def weighed(question: str, notes: str, answers: Sequence[str], context: Context) -> list[Vote]:
    """``answers`` counted, those that hold one another as one, each with its proof from ``notes``:
    P(yes), half of it where its words do not stand there.
    """
    said = grouped(answers)
    prompt = prompts.load("holds")
    given = {"notes": notes or NOTHING, "question": question}
    requests = [
        ChooseRequest(prompt.name, prompt.render(**given, answer=answer), choices.POLES)
        for answer in said
    ]
    replies = context.engine.choose(requests, context.run) if requests else []
    found = []
    for answer, choice in zip(said, replies, strict=True):
        verbatim = stands_in(answer, notes)
        proof = choice.probabilities[0] * (1 if verbatim else UNSEEN)
        found.append(Vote(answer, said[answer] / len(answers), proof))
    return sorted(found, key=lambda vote: -vote.weight)


def grouped(answers: Sequence[str]) -> dict[str, int]:
    """How often each was given, in its most frequent wording: "Reed" and "Ann Reed" are one."""
    told = [" ".join(answer.split()).strip().rstrip(".") for answer in answers]
    wordings = (Counter(told[at] for at in group) for group in _alike(told))
    return {each.most_common(1)[0][0]: each.total() for each in wordings}


def together(*polls: Sequence[Vote]) -> list[Vote]:
    """Several polls as one, each answer in its heaviest wording; the heaviest answer first."""
    votes = list(chain.from_iterable(polls))
    groups = _alike([vote.text for vote in votes])
    groups.sort(key=lambda group: -sum(votes[at].weight for at in group))
    return [max((votes[at] for at in group), key=lambda vote: vote.weight) for group in groups]


def _alike(answers: Sequence[str]) -> list[list[int]]:
    """The places of answers that hold the words of one another, group by group; empty ones go."""
    groups: list[list[int]] = []
    folded = [f" {normal(answer)} " for answer in answers]
    for at, words in enumerate(folded):
        if not words.strip():
            continue
        held = (g for g in groups if words in folded[g[0]] or folded[g[0]] in words)
        group = next(held, None)
        if group is None:
            groups.append([at])
        else:
            group.append(at)
    return groups
