"""``muniment bench qa``: plain RAG and AWARE side by side, on the same questions and model.

Retrieval first, without a model: are all gold paragraphs among the best ten? Then for each
question and method: gather evidence, put it into the same budget, ask for the shortest answer
with the same prompt. Seconds run from the question to that answer. Every finished question is
kept, so that an interrupted benchmark goes on; results of other code, model or settings are not
mixed in.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.answering.answer import answer_brief, short_answer
from warehouse.context import Context
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.evaluate import machine
from warehouse.evaluate.hotpot import Corpus, Question, corpus
from warehouse.evaluate.metrics import exact_match, f1, interval, paired, precision_recall
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.methods import rag
from warehouse.methods.aware import quick
from warehouse.results.records import Research
from warehouse.run import Run
from warehouse.settings import home

TOP = 10
CANDIDATES = 30
Gather = Callable[[Question, Corpus, Engine, Job, Run], Research]


class Outcome(Struct, frozen=True):
    """One question by one method; measures are 0..1, ``first_s`` the time to first evidence."""

    question: str
    method: str
    answer: str
    em: float
    f1: float
    seconds: float
    first_s: float
    gold_read: float
    precision: float
    recall: float
    evidence: int
    calls: int
    tokens: int


def qa(job: Job) -> list[Row]:
    """Rows of retrieval, of both methods, and of their paired difference."""
    with corpus(job) as data:
        rows = [_retrieval(data)]
        with thinking(job) as engine:
            outcomes = _answer_all(data, engine, job)
            info = engine.info()
    return rows + [
        msgspec.structs.replace(each, context={**_model(info), **each.context})
        for each in _rows(outcomes)
    ]


def _retrieval(data: Corpus) -> Row:
    hits = []
    for question in data.questions:
        found = data.library.retrieval.passages(question.question, CANDIDATES)
        best = list(dict.fromkeys(hit.document for hit in found))[:TOP]
        hits.append(float(data.gold(question).documents <= set(best)))
    share = interval(hits)
    return row("all_gold_at_10", share.mean, "share", ">= 0.8", interval=share)


def _answer_all(data: Corpus, engine: Engine, job: Job) -> list[Outcome]:
    kept = _Kept(home() / "bench" / f"qa-{_key(engine.info(), job)}.jsonl")
    total = len(data.questions) * len(METHODS)
    for number, question in enumerate(data.questions):
        for at, (method, gather) in enumerate(METHODS.items()):
            job.run.step("Answering", number * len(METHODS) + at, total, question.question)
            if not kept.has(question.id, method):
                kept.add(_answer(question, method, gather, data, engine, job))
    wanted = {question.id for question in data.questions}
    return [outcome for outcome in kept.outcomes if outcome.question in wanted]


def _answer(
    question: Question, method: str, gather: Gather, data: Corpus, engine: Engine, job: Job
) -> Outcome:
    watch = _Watch(job.run)
    meter = Metered(engine)
    chain = gather(question, data, meter, job, watch)
    context = Context.of(data.library, meter, job.settings, watch)
    answer = short_answer(question.question, answer_brief(chain, context), context)
    seconds = watch.seconds()
    gold = data.gold(question)
    picked = {
        found
        for one in chain.evidence
        for found in data.sentences_in(one.place.document, one.place.start, one.place.end)
    }
    precision, recall = precision_recall(picked, gold.sentences)
    spend = meter.spend()
    return Outcome(
        question=question.id,
        method=method,
        answer=answer,
        em=exact_match(answer, question.answer),
        f1=f1(answer, question.answer),
        seconds=seconds,
        first_s=watch.first or seconds,
        gold_read=float(gold.documents <= set(chain.read)),
        precision=precision,
        recall=recall,
        evidence=len(chain.evidence),
        calls=spend.calls,
        tokens=spend.reasoning_tokens + spend.processing_tokens,
    )


def _by_aware(question: Question, data: Corpus, engine: Engine, job: Job, run: Run) -> Research:
    return quick.explore(question.question, Context.of(data.library, engine, job.settings, run))


def _by_rag(question: Question, data: Corpus, engine: Engine, job: Job, run: Run) -> Research:
    context = Context.of(data.library, engine, job.settings, run)
    chain = rag.retrieve(question.question, context, rag.PASSAGES)
    run.show(chain)
    return chain


METHODS: dict[str, Gather] = {"rag": _by_rag, "aware": _by_aware}


def _rows(outcomes: Sequence[Outcome]) -> list[Row]:
    by_method = {
        method: [outcome for outcome in outcomes if outcome.method == method] for method in METHODS
    }
    rows = [_mean(by_method["rag"], *column) for column in _COLUMNS["rag"]]
    rows += [_mean(by_method["aware"], *column) for column in _COLUMNS["aware"]]
    for measure in ("em", "f1"):
        first, second = (
            [float(getattr(outcome, measure)) for outcome in by_method[method]]
            for method in ("rag", "aware")
        )
        gain = paired(first, second)
        rows.append(row(f"aware_{measure}_gain", gain.mean, "difference", "", interval=gain))
    return rows


_COLUMNS = {
    "rag": (
        ("rag_em", "em", "share", ""),
        ("rag_f1", "f1", "share", ""),
        ("rag_seconds", "seconds", "s", ""),
        ("rag_gold_read", "gold_read", "share", ""),
    ),
    "aware": (
        ("aware_em", "em", "share", ">= 0.58"),
        ("aware_f1", "f1", "share", ">= 0.62"),
        ("aware_seconds", "seconds", "s", "<= 20"),
        ("aware_first_evidence_s", "first_s", "s", "<= 3"),
        ("all_gold_read", "gold_read", "share", ">= 0.9"),
        ("evidence_precision", "precision", "share", ">= 0.5"),
        ("evidence_recall", "recall", "share", ">= 0.8"),
        ("aware_calls", "calls", "calls", ""),
        ("aware_tokens", "tokens", "tokens", ""),
    ),
}


def _mean(outcomes: Sequence[Outcome], name: str, field: str, unit: str, want: str) -> Row:
    share = interval([float(getattr(outcome, field)) for outcome in outcomes])
    return row(name, share.mean, unit, want, interval=share)


def _model(info: EngineInfo) -> dict[str, str]:
    return {
        "model": info.model,
        "sha256": info.sha256,
        "model_context": f"{info.context} tokens, {info.gpu_layers} of {info.layers} layers on GPU",
    }


def _key(info: EngineInfo, job: Job) -> str:
    parts = (info.sha256, job.settings, machine.fingerprint())
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


class _Watch(Run):
    """A run that notes when the first evidence was shown, and stops when the outer one does."""

    def __init__(self, outer: Run) -> None:
        super().__init__(foreground=outer.foreground)
        self._began = time.perf_counter()
        self._outer = outer
        self.first = 0.0

    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def show(self, snapshot: Struct) -> None:
        if not self.first and isinstance(snapshot, Research) and snapshot.evidence:
            self.first = self.seconds()

    @property
    def cancelled(self) -> bool:
        return self._outer.cancelled

    def check(self) -> None:
        self._outer.check()


class _Kept:
    """Finished questions, a line each; a line cut short by a kill is left out and done again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        self.outcomes = [outcome for line in self._lines() if (outcome := _decoded(line))]

    def has(self, question: str, method: str) -> bool:
        return any((one.question, one.method) == (question, method) for one in self.outcomes)

    def add(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        with self._file.open("ab") as out:
            out.write(b"\n" + msgspec.json.encode(outcome))

    def _lines(self) -> list[bytes]:
        return self._file.read_bytes().splitlines() if self._file.exists() else []


def _decoded(line: bytes) -> Outcome | None:
    try:
        return msgspec.json.decode(line, type=Outcome)
    except msgspec.DecodeError:
        return None
