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
from collections.abc import Callable, Iterator, Sequence
from statistics import mean

from warehouse.evaluate import libraries
from warehouse.evaluate.hotpot import corpus
from warehouse.evaluate.metrics import interval
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval import tongues
from warehouse.records import Hit

BEST = 10
Asked = tuple[str, frozenset[str]]
Search = Callable[[str], Sequence[Hit]]


def recall(job: Job) -> Iterator[Row]:
    yield from _in_tongues(job)
    if job.data is not None:
        yield _hotpot(job)


def _in_tongues(job: Job) -> Iterator[Row]:
    by_code = tongues.tongues()
    documents = {code: tongues.documents(tongue) for code, tongue in by_code.items()}
    shares: dict[str, float] = {}
    words: dict[str, float] = {}
    admissions = [document for several in documents.values() for document in several]
    with libraries.kept(admissions, job) as library:
        retrieval = library.retrieval
        for code, tongue in by_code.items():
            ids = [hashlib.sha256(document.raw).hexdigest() for document in documents[code]]
            cases = [
                (question.text, frozenset(ids[at] for at in question.gold))
                for question in tongues.questions(tongue)[: job.limit or None]
            ]
            followed = _found(cases, lambda text: retrieval.passages(text, BEST, follow=True))
            by_words = _found(cases, lambda text: retrieval.search_words(text, BEST))
            shares[code], words[code] = mean(followed), mean(by_words)
    about = {"words": f"{words['en']:.2f}", "questions": str(len(cases))}
    yield row("all_gold_at_10_en", shares["en"], "", **about)
    for name, code in (("german_vs_english", "de"), ("chinese_vs_english", "zh")):
        about = {"all_gold": f"{shares[code]:.2f}", "words": f"{words[code]:.2f}"}
        yield row(name, shares[code] / (shares["en"] or 1.0), "", ">= 0.9", **about)


def _found(asked: Sequence[Asked], search: Search) -> list[bool]:
    """Of each question: are all the documents that it needs there?"""
    return [gold <= {hit.document for hit in search(text)} for text, gold in asked]


def _hotpot(job: Job) -> Row:
    with corpus(job) as data:
        retrieval = data.library.retrieval
        cases = [(question.question, data.gold(question).documents) for question in data.questions]
        followed = _found(cases, lambda text: retrieval.passages(text, BEST, follow=True))
        sure = interval(followed)
        about = {
            "chosen_on": f"{mean(followed[::2]):.2f}",
            "held_out": f"{mean(followed[1::2]):.2f}",
            "interval": f"{sure.low:.2f} to {sure.high:.2f}",
            "questions": str(len(followed)),
            "words": f"{mean(_found(cases, lambda text: retrieval.search_words(text, BEST))):.2f}",
            "one_search": f"{mean(_found(cases, lambda text: retrieval.passages(text, BEST))):.2f}",
        }
    return row("hotpot_all_gold_at_10", mean(followed), "", ">= 0.85", **about)
