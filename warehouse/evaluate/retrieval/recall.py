"""Whether the best ten passages hold all that a question needs.

``hotpot_all_gold_at_10``: the share of questions of ``questions.jsonl`` all of whose gold
paragraphs are among the best ten, by the program's own search as AWARE uses it. The weights of its
second search were chosen on the questions with an even number; those with an odd one are told
apart. Words alone, and the search without its second step, are told beside it.

``all_gold_at_10_en`` and the shares of it that German and Chinese reach: the same for a world of
our own writing, told and asked about in three languages in one library (tongues.py). Without data
these are all.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import mean

from warehouse.evaluate import libraries
from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval import tongues
from warehouse.records import Hit

BEST = 10
SAMPLES = 2000
Search = Callable[[str], Sequence[Hit]]


def recall(job: Job) -> Iterator[Row]:
    yield from _in_tongues(job)
    if job.data is not None:
        yield _hotpot(job)


def _in_tongues(job: Job) -> Iterator[Row]:
    told = tongues.tongues()
    documents = {code: tongues.documents(one) for code, one in told.items()}
    found: dict[str, float] = {}
    words: dict[str, float] = {}
    every = [one for several in documents.values() for one in several]
    with libraries.kept(every, job) as library:
        retrieval = library.retrieval
        for code, one in told.items():
            ids = [hashlib.sha256(document.raw).hexdigest() for document in documents[code]]
            asked = [
                (question.text, frozenset(ids[at] for at in question.gold))
                for question in tongues.questions(one)[: job.limit or None]
            ]
            found[code] = _share(asked, lambda text: retrieval.passages(text, BEST, follow=True))
            words[code] = _share(asked, lambda text: retrieval.search_words(text, BEST))
    about = {"words": f"{words['en']:.2f}", "questions": str(len(asked))}
    yield row("all_gold_at_10_en", found["en"], "", **about)
    for name, code in (("german_vs_english", "de"), ("chinese_vs_english", "zh")):
        about = {"all_gold": f"{found[code]:.2f}", "words": f"{words[code]:.2f}"}
        yield row(name, found[code] / (found["en"] or 1.0), "", ">= 0.9", **about)


def _share(asked: Sequence[tuple[str, frozenset[str]]], search: Search) -> float:
    """Of questions with the documents they need, those that find them all."""
    return mean(gold <= {hit.document for hit in search(text)} for text, gold in asked)


def _hotpot(job: Job) -> Row:
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
    return row("hotpot_all_gold_at_10", mean(followed), "", ">= 0.85", **about)


def _found(one: Corpus, search: Search) -> list[bool]:
    return [_has_all(one, question, search) for question in one.questions]


def _has_all(one: Corpus, question: Question, search: Search) -> bool:
    return one.gold(question).documents <= {hit.document for hit in search(question.question)}


def _interval(found: Sequence[bool]) -> str:
    """95 % of bootstrap samples of the mean."""
    chance = random.Random(0)
    means = sorted(mean(chance.choices(found, k=len(found))) for _ in range(SAMPLES))
    return f"{means[SAMPLES // 40]:.2f} to {means[-SAMPLES // 40]:.2f}"
