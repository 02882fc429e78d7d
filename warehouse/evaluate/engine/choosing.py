"""Rows about ``choose``: header screenings against the same question asked for a word.

One prefill answers a choice, so against words one by one it saves the decoding and nothing else,
unless something was evaluated before. Three rows tell that apart: new headers against words; the
same headers asked about something else, with the header first in the prompt, against words; and
new headers against plain prefill of the same tokens, which says what is left to save.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warehouse.engine.protocol import ChooseRequest, ScoreRequest
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.pairs import REPEATS, Bench, compared, paired
from warehouse.evaluate.engine.peers import Watch, Work
from warehouse.evaluate.records import Row
from warehouse.run import Run

SCREENINGS = 64
HEADER_TOKENS = 60
ROUNDS = REPEATS + 1

_Rounds = Sequence[Sequence[ChooseRequest]]


def choices(bench: Bench) -> Iterator[Row]:
    """Those of the three rows that are wanted."""
    wants = bench.job.wants
    count = bench.job.limit or SCREENINGS
    headers = bench.passages(HEADER_TOKENS, count, 2 * ROUNDS + 1)
    fresh = [
        work.screenings(some, question)
        for some, question in zip(headers, work.QUESTIONS, strict=True)
    ]
    again = [work.screenings_of_known(headers[-1], question) for question in work.QUESTIONS]
    if wants("choose_vs_text"):
        warm = [fresh[0][: bench.machine.parallel], *fresh[1:ROUNDS]]
        yield _against_words("choose_vs_text", ">= 5", bench, warm)
    if wants("choose_again_vs_text"):
        yield _against_words("choose_again_vs_text", "", bench, again[:ROUNDS])
    if wants("choose_prefill_ratio"):
        yield _against_prefill(bench, fresh[ROUNDS : 2 * ROUNDS])


def _against_prefill(bench: Bench, rounds: _Rounds) -> Row:
    with bench.reference(high_level=False) as plain:
        pairs = paired(
            bench,
            rounds,
            lambda asked: _choose(bench, asked),
            lambda asked: plain.prefill([_as_score(request) for request in asked]),
        )
    return compared("choose_prefill_ratio", "", pairs, requests=len(rounds[-1]))


def _against_words(name: str, want: str, bench: Bench, rounds: _Rounds) -> Row:
    with bench.reference(high_level=True) as words:
        pairs = paired(
            bench,
            rounds,
            lambda asked: _choose(bench, asked),
            lambda asked: words.do(work.in_words(asked)),
        )
    agree = [
        a == b.strip(" .").lower() for x, y in pairs for a, b in zip(x.texts, y.texts, strict=True)
    ]
    same = f"{sum(agree)} of {len(agree)}"
    return compared(name, want, pairs, requests=len(rounds[-1]), same_answer=same)


def _choose(bench: Bench, asked: Sequence[ChooseRequest]) -> Work:
    watch = Watch(bench.engine.child_pid)
    done = bench.engine.choose(asked, Run())
    texts = tuple(
        work.LABELS[choice.probabilities.index(max(choice.probabilities))] for choice in done
    )
    return watch.work(sum(choice.prompt_tokens for choice in done), 0, texts)


def _as_score(asked: ChooseRequest) -> ScoreRequest:
    """The same prompt to be prefilled; the last label adds its one token's place and no more."""
    return ScoreRequest(asked.prompt, asked.messages, asked.labels[-1])
