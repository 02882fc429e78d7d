"""Whether the best ten passages hold all that a question needs.

``hotpot_all_gold_at_10``: the share of questions of ``questions.jsonl`` all of whose gold
paragraphs are among the best ten, by the program's own search as AWARE uses it. The weights of its
second search were chosen on the questions with an even number; those with an odd one are told
apart. Words alone, and the search without its second step, are told beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import mean

from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.records import Job, Row, row
from warehouse.records import Hit

BEST = 10
SAMPLES = 2000
Search = Callable[[str], Sequence[Hit]]


def recall(job: Job) -> list[Row]:
    with corpus(job) as one:
        retrieval = one.library.retrieval
        followed = _found(one, lambda text: retrieval.passages(text, BEST, follow=True))
        about = {
            "chosen_on": f"{mean(followed[::2]):.2f}",
            "held_out": f"{mean(followed[1::2]):.2f}",
            "interval": _interval(followed),
            "questions": str(len(followed)),
            "words": f"{mean(_found(one, lambda text: retrieval.search_words(text, BEST))):.2f}",
            "one_search": f"{mean(_found(one, lambda text: retrieval.passages(text, BEST))):.2f}",
        }
    return [row("hotpot_all_gold_at_10", mean(followed), "", ">= 0.85", **about)]


def _found(one: Corpus, search: Search) -> list[bool]:
    return [_has_all(one, question, search) for question in one.questions]


def _has_all(one: Corpus, question: Question, search: Search) -> bool:
    return one.gold(question).documents <= {hit.document for hit in search(question.question)}


def _interval(found: Sequence[bool]) -> str:
    """95 % of bootstrap samples of the mean."""
    chance = random.Random(0)
    means = sorted(mean(chance.choices(found, k=len(found))) for _ in range(SAMPLES))
    return f"{means[SAMPLES // 40]:.2f} to {means[-SAMPLES // 40]:.2f}"
