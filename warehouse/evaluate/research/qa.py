"""``muniment bench qa``: the product's ``ask``, and plain retrieval beside it, on one model.

Retrieval first, without a model: are all gold paragraphs among the best ten? Then for each question
``ask`` end to end, with its gate, its answer and its checks: seconds run from the question to the
checked answer. What is compared with the gold answer is a short one, voted by research or else
drawn, untimed, from the evidence of the answer; where the product says that the library does not
answer, it is empty (``aware_em_ungated`` says what it would have been). Plain retrieval of five
passages, of ten, and of as many tokens as ``ask`` had as evidence: retrieve, answer shortly. The
gold paragraphs alone are the ceiling of the model (``gold_em``).

Every finished question is kept, so that an interrupted benchmark goes on; results of other code,
model or settings are not mixed in. A plain one is left out where rows are named (``--row``) and its
``_em`` is not.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from functools import partial
from itertools import accumulate

import msgspec
from msgspec import Struct

from warehouse.answering import routing
from warehouse.context import Context
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.evaluate import machine
from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.metrics import (
    exact_match,
    f1,
    holds,
    interval,
    mean_row,
    paired,
    precision_recall,
    share,
)
from warehouse.evaluate.record_lines import Kept
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.methods.evidence.brief import contextualize, room
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.short_answers import likeliest
from warehouse.methods.registry import AWARE
from warehouse.proof.claims import PROVEN
from warehouse.results.records import Research
from warehouse.run import Inner, Run
from warehouse.settings import home

TOP = 10
CANDIDATES = 30
METHODS = ("aware", "rag", "rag10", "rag_same", "gold")
PASSAGES = {"rag": 5, "rag10": 10, "rag_same": 40, "gold": 10}


class Outcome(Struct, frozen=True):
    """One question by one method; measures are 0..1, ``first_s`` the time to first evidence.

    ``ungated`` is the exact match without the gate; ``told`` whether the written answer has the
    gold one; ``supported`` the share of its sentences that are proven.
    """

    question: str
    method: str
    answer: str
    em: float
    f1: float
    seconds: float
    tokens: int
    gold_read: float
    calls: int = 0
    first_s: float = 0.0
    precision: float = 0.0
    recall: float = 0.0
    ungated: float = 0.0
    answered: float = 1.0
    told: float = 0.0
    supported: float = 0.0
    context_tokens: int = 0


def qa(job: Job) -> list[Row]:
    """Rows of retrieval, of both methods, and of their paired difference."""
    with corpus(job) as data:
        rows = [_retrieval(data)]
        with thinking(job) as engine:
            outcomes = _answer_all(data, engine, job)
            info = engine.info()
    return rows + [
        msgspec.structs.replace(figure, context={**_model(info), **figure.context})
        for figure in _rows(outcomes)
    ]


def _retrieval(data: Corpus) -> Row:
    hits = []
    for question in data.questions:
        passages = data.library.retrieval.passages(question.question, CANDIDATES)
        best = list(dict.fromkeys(hit.document for hit in passages))[:TOP]
        hits.append(data.gold(question).documents <= set(best))
    return mean_row("all_gold_at_10", interval(hits), "share", ">= 0.8")


def _answer_all(data: Corpus, engine: Engine, job: Job) -> list[Outcome]:
    key = machine.key(engine.info().sha256, job.settings)
    kept = Kept(home() / "bench" / f"qa-{key}.jsonl", Outcome, _case)
    methods = _methods(job.rows)
    total = len(data.questions) * len(methods)
    for number, question in enumerate(data.questions):
        for at, method in enumerate(methods):
            job.run.step("Answering", number * len(methods) + at, total, question.question)
            if method == "aware":
                make = partial(_asked, question, data, engine, job)
            else:
                same = method == "rag_same"
                most = kept.records[question.id, "aware"].context_tokens if same else None
                make = partial(_plainly, question, method, most, data, engine, job)
            kept.of((question.id, method), make)
    wanted = {question.id for question in data.questions}
    return [outcome for outcome in kept.records.values() if outcome.question in wanted]


def _methods(rows: Collection[str]) -> list[str]:
    """Those that the rows are of, all for none; what has as many tokens as the product needs it."""
    plain = {f"{method}_{field}": method for method in PASSAGES for field, _ in _PLAIN_COLUMNS}
    wanted = {plain.get(row, "aware") for row in rows}
    if "rag_same" in wanted:
        wanted.add("aware")
    return [method for method in METHODS if not rows or method in wanted]


def _case(outcome: Outcome) -> tuple[str, str]:
    return outcome.question, outcome.method


def _asked(question: Question, data: Corpus, engine: Engine, job: Job) -> Outcome:
    """By the product, from the question to the checked answer."""
    watch = _Watch(job.run)
    context = Context.of(data.library, engine, job.settings, watch)
    answer = routing.ask(question.question, context, AWARE)
    seconds = watch.seconds()
    chain, spend = answer.research, answer.spend
    brief = contextualize(chain, room(context), context.engine).text
    short = chain.answer or likeliest(question.question, brief, context)
    gold = data.gold(question)
    picked = {
        sentence
        for piece in chain.evidence
        for sentence in data.sentences_in(piece.place.document, piece.place.start, piece.place.end)
    }
    precision, recall = precision_recall(picked, gold.sentences)
    said = "" if answer.absent else short
    return Outcome(
        question=question.id,
        method="aware",
        answer=short,
        em=exact_match(said, question.answer),
        f1=f1(said, question.answer),
        seconds=seconds,
        first_s=watch.first or seconds,
        gold_read=float(gold.documents <= set(chain.read)),
        precision=precision,
        recall=recall,
        calls=spend.calls,
        tokens=spend.reasoning_tokens + spend.processing_tokens,
        ungated=exact_match(short, question.answer),
        answered=float(not answer.absent),
        told=float(not answer.absent and holds(answer.text, question.answer)),
        supported=share([claim.state in PROVEN for claim in answer.claims]),
        context_tokens=engine.count_tokens([brief])[0],
    )


def _plainly(
    question: Question, method: str, most_tokens: int | None, data: Corpus, engine: Engine, job: Job
) -> Outcome:
    """One search, the best passages, one short answer; ``most_tokens`` None for no limit. Of "gold"
    the passages of the gold documents.
    """
    watch = _Watch(job.run)
    context = Context.of(data.library, engine, job.settings, watch)
    gold = data.gold(question).documents
    within = gold if method == "gold" else None
    hits = data.library.retrieval.passages(question.question, PASSAGES[method], within)
    notes = [f"[{at}] {hit.title}: {flat(hit.text)}" for at, hit in enumerate(hits, start=1)]
    if most_tokens is not None:
        sizes = accumulate(engine.count_tokens(notes))
        notes = notes[: max(1, sum(size <= most_tokens for size in sizes))]
    answer = likeliest(question.question, "\n".join(notes), context)
    spend = context.engine.spend()
    read = {hit.document for hit in hits[: len(notes)]}
    return Outcome(
        question=question.id,
        method=method,
        answer=answer,
        em=exact_match(answer, question.answer),
        f1=f1(answer, question.answer),
        seconds=watch.seconds(),
        gold_read=float(gold <= read),
        calls=spend.calls,
        tokens=spend.reasoning_tokens + spend.processing_tokens,
    )


def _rows(outcomes: Sequence[Outcome]) -> list[Row]:
    by_method = {
        method: [outcome for outcome in outcomes if outcome.method == method] for method in METHODS
    }
    rows = [_mean(by_method["aware"], *column) for column in _COLUMNS if by_method["aware"]]
    for method in filter(by_method.get, METHODS[1:]):
        rows += [
            _mean(by_method[method], f"{method}_{field}", field, unit)
            for field, unit in _PLAIN_COLUMNS
        ]
    both = 0 < len(by_method["rag"]) == len(by_method["aware"])
    for measure in ("em", "f1") if both else ():
        first, second = (
            [getattr(outcome, measure) for outcome in by_method[method]]
            for method in ("rag", "aware")
        )
        rows.append(mean_row(f"aware_{measure}_gain", paired(first, second), "difference"))
    return rows


_COLUMNS = (
    ("aware_em", "em", "share", ">= 0.58"),
    ("aware_f1", "f1", "share", ">= 0.62"),
    ("aware_seconds", "seconds", "s", "<= 40"),
    ("aware_first_evidence_s", "first_s", "s", "<= 3"),
    ("all_gold_read", "gold_read", "share", ">= 0.8"),
    ("evidence_precision", "precision", "share", ""),
    ("evidence_recall", "recall", "share", ""),
    ("aware_em_ungated", "ungated", "share", ""),
    ("aware_answered", "answered", "share", ""),
    ("aware_told", "told", "share", ""),
    ("aware_supported", "supported", "share", ""),
    ("aware_calls", "calls", "calls", ""),
    ("aware_tokens", "tokens", "tokens", ""),
)
_PLAIN_COLUMNS = (
    ("em", "share"),
    ("f1", "share"),
    ("seconds", "s"),
    ("gold_read", "share"),
    ("tokens", "tokens"),
)


def _mean(outcomes: Sequence[Outcome], name: str, field: str, unit: str, want: str = "") -> Row:
    return mean_row(name, interval([getattr(outcome, field) for outcome in outcomes]), unit, want)


def _model(info: EngineInfo) -> dict[str, str]:
    return {
        **model_of(info),
        "model_context": f"{info.context} tokens, {info.gpu_layers} of {info.layers} layers on GPU",
    }


class _Watch(Inner):
    """A run that notes when the first evidence was shown, and stops when the outer one does."""

    def __init__(self, outer: Run) -> None:
        super().__init__(outer)
        self._began = time.perf_counter()
        self.first = 0.0

    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def show(self, snapshot: Struct) -> None:
        if not self.first and isinstance(snapshot, Research) and snapshot.evidence:
            self.first = self.seconds()
