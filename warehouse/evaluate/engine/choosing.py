"""Rows about ``choose``: header screenings against the same question asked for a word.

One prefill answers a choice, so against words one by one it saves the decoding and nothing else,
unless something was evaluated before. Three rows tell that apart: new headers against words; the
same headers asked about something else, with the header first in the prompt, against words; and
new headers against plain prefill of the same tokens, which says what is left to save.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.engine.protocol import ChooseRequest, ScoreRequest
from warehouse.evaluate.engine import work
from warehouse.evaluate.engine.pairs import REPEATS, Bench, compared, paired
from warehouse.evaluate.engine.peers import Reference, Watch, Work
from warehouse.evaluate.records import Row
from warehouse.run import Run

SCREENINGS = 64
HEADER_TOKENS = 60
ROUNDS = REPEATS + 1

_Rounds = Sequence[Sequence[ChooseRequest]]


def choices(bench: Bench) -> list[Row]:
    count = bench.job.limit or SCREENINGS
    headers = bench.passages(HEADER_TOKENS, count, 2 * ROUNDS + 1)
    fresh = [
        work.screenings(some, question)
        for some, question in zip(headers, work.QUESTIONS, strict=True)
    ]
    again = [work.screenings_of_known(headers[-1], question) for question in work.QUESTIONS]
    with bench.reference(high_level=True) as words:
        rows = [
            _against_words("choose_vs_text", ">= 5", bench, fresh[:ROUNDS], words),
            _against_words("choose_again_vs_text", "", bench, again[:ROUNDS], words),
        ]
    with bench.reference(high_level=False) as plain:
        pairs = paired(
            bench,
            fresh[ROUNDS : 2 * ROUNDS],
            lambda asked: _choose(bench, asked),
            lambda asked: plain.prefill([_as_score(one) for one in asked]),
        )
    return [*rows, compared("choose_prefill_ratio", "", pairs, requests=count)]


def _against_words(name: str, want: str, bench: Bench, rounds: _Rounds, words: Reference) -> Row:
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
    return compared(name, want, pairs, requests=len(rounds[0]), same_answer=same)


def _choose(bench: Bench, asked: Sequence[ChooseRequest]) -> Work:
    watch = Watch(bench.engine.child_pid)
    done = bench.engine.choose(asked, Run())
    texts = tuple(work.LABELS[one.probabilities.index(max(one.probabilities))] for one in done)
    return watch.work(sum(one.prompt_tokens for one in done), 0, texts)


def _as_score(asked: ChooseRequest) -> ScoreRequest:
    """The same prompt to be prefilled; the last label adds its one token's place and no more."""
    return ScoreRequest(asked.prompt, asked.messages, asked.labels[-1])
