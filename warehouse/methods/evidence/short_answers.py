"""The answer in a few words: several sampled side by side, voted, each vote weighed by its proof.

Self-consistency (Wang et al. 2023). Samples and check begin with the same tokens, so that the
notes are read once. A question for one of given answers is read off the likelihoods, and any other
is told nothing of yes and no, which a small model would reply to everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, repeat

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.choosing import YES_NO, chances, replies
from warehouse.engine.protocol import Completion, Request, closed, sampled, text_of
from warehouse.question.words import poles
from warehouse.search.names import normal, stands_in

SAMPLES = 4
TEMPERATURE = 0.7
TOKENS, REPLY_TOKENS = 40, 24
ANSWER_CHARACTERS = 80
UNSEEN = 0.5  # of the proof of an answer whose words are not in the notes
NOTHING = "(nothing was found)"


_SCHEMA = closed(answer=text_of(0, ANSWER_CHARACTERS))


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
    """The distinct answers, the heaviest first."""
    options = poles(question, context.engine, context.run)
    if options:
        return _chosen(question, (notes,), options, context)[0]
    replies = context.engine.complete(_samples(question, notes, context), context.run)
    return _weighed(question, [(notes, _answers(replies))], context)[0]


def concluded(question: str, notes: str, told: Sequence[str], context: Context) -> list[Vote]:
    """The vote of samples from ``notes``, of others that read before these what was ``told``, and
    of the likeliest reply to ``notes``; the heaviest first, all drawn side by side.
    """
    variants = (notes, "\n".join((*told, notes)))
    options = poles(question, context.engine, context.run)
    if options:
        polls = _chosen(question, variants, options, context)
        replied = [(notes, [polls[0][0].text])]
        return together(*polls, *_weighed(question, replied, context))
    requests = [request for variant in variants for request in _samples(question, variant, context)]
    *sampled, free = context.engine.complete([*requests, _free(question, notes)], context.run)
    said = [_answers(sampled[:SAMPLES]), _answers(sampled[SAMPLES:]), [_plain(free)]]
    polled = zip((*variants, notes), said, strict=True)
    return together(*_weighed(question, list(polled), context))


def likeliest(question: str, notes: str, context: Context) -> str:
    """The one reply that is likeliest, bound to no form."""
    options = poles(question, context.engine, context.run)
    if options:
        return _chosen(question, (notes,), options, context)[0][0].text
    return _plain(context.engine.complete([_free(question, notes)], context.run)[0])


def _chosen(
    question: str, every: Sequence[str], options: tuple[str, ...], context: Context
) -> list[list[Vote]]:
    """Of each of the notes how likely the ``options`` are; the likeliest first."""
    name = "short_verdict" if options == YES_NO else "short_answer"
    given = [{"notes": notes or NOTHING, "question": question} for notes in every]
    return [
        sorted(map(Vote, options, shares, repeat(1.0)), key=lambda vote: -vote.weight)
        for shares in replies(name, given, options, context.engine, context.run)
    ]


def _samples(question: str, notes: str, context: Context) -> list[Request]:
    """The first is the likeliest."""
    prompt = prompts.load("few_words")
    messages = prompt.render(notes=notes or NOTHING, question=question)
    reply = Request(prompt.name, messages, TOKENS, _SCHEMA, seed=context.settings.seed)
    return sampled(reply, SAMPLES, TEMPERATURE)


def _free(question: str, notes: str) -> Request:
    prompt = prompts.load("short_answer")
    messages = prompt.render(notes=notes or NOTHING, question=question)
    return Request(prompt.name, messages, REPLY_TOKENS, stop=("\n",))


def _answers(replies: Sequence[Completion]) -> list[str]:
    return [msgspec.json.decode(reply.text, type=dict[str, str])["answer"] for reply in replies]


def _plain(reply: Completion) -> str:
    return reply.text.strip().strip(".")


def _weighed(
    question: str, polls: Sequence[tuple[str, Sequence[str]]], context: Context
) -> list[list[Vote]]:
    """The answers of each poll counted, those that hold one another as one, each with its proof
    from the notes: P(yes), half of it where its words do not stand there.
    """
    counted = [grouped(answers) for _, answers in polls]
    given = [
        {"notes": notes or NOTHING, "question": question, "answer": answer}
        for (notes, _), said in zip(polls, counted, strict=True)
        for answer in said
    ]
    held = iter(chances("holds", given, context.engine, context.run))
    weighed = []
    for (notes, answers), said in zip(polls, counted, strict=True):
        ballots = []
        for answer, count in said.items():
            proof = next(held) * (1 if stands_in(answer, notes) else UNSEEN)
            ballots.append(Vote(answer, count / len(answers), proof))
        weighed.append(sorted(ballots, key=lambda vote: -vote.weight))
    return weighed


def grouped(answers: Sequence[str]) -> dict[str, int]:
    """How often each was given, in its most frequent wording: "Reed" and "Ann Reed" are one."""
    texts = [" ".join(answer.split()).strip().rstrip(".") for answer in answers]
    wordings = (Counter(texts[at] for at in group) for group in _alike(texts))
    return {counts.most_common(1)[0][0]: counts.total() for counts in wordings}


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
