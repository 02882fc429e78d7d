"""The fits of what is found in long documents, from ``manuals-train.jsonl`` and its documents.

``muniment bench fit-passages`` makes ``assets/fits/sentences-of-long.json`` without a model: which
sentences of found passages answer. By that and the model in use ``fit-sentences-asked`` makes
``sentences-asked.json``, which of the likeliest the model finds to be a part of the answer, and
``fit-answers-of-long`` makes ``answers-of-long.json``: whether what a first search found answers;
``fit-explained-of-long`` makes ``explained-of-long.json``: the same of an explanation, whose
sentences the model weighed. What a model replied is kept in the home.
"""

from __future__ import annotations

from msgspec import structs

from warehouse.context import Context
from warehouse.engine import calibration
from warehouse.engine.calibrated import shipped
from warehouse.evaluate import fit
from warehouse.evaluate.libraries import of_folder
from warehouse.evaluate.metrics import auc
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.manuals import (
    GRAM,
    TRAIN,
    Question,
    has,
    questions,
    shared,
    words,
)
from warehouse.evaluate.thinking import remembering
from warehouse.library import Library
from warehouse.methods.absence import answerable
from warehouse.methods.absence.answerable import EXPLAINED_OF_LONG, OF_LONG, PROMPTS
from warehouse.methods.aware import quick
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.extraction import LONG, Picked, signals_of
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.relevance import Signals, entering, probability
from warehouse.methods.evidence.sentences import FIRST_PASSAGES, Line, of_hits
from warehouse.search.embedding import Vector
from warehouse.search.names import TitleIndex

OWN = 0.8  # of the rows of words of a sentence that may be a part of a quotation
SENTENCE, PART = ("dense", "words", "lead"), ("prior", "part")
ANSWER, EXPLAINED = ("explained",), ("explained", "part")
KEPT, ANSWERS_KEPT = 0.95, 0.9  # of what is wanted, by the threshold
RIDGE, ANSWERS_RIDGE, PART_RIDGE = 20.0, 1.0, 1.0
PARTS = 5


def fit_passages(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``."""
    cases = fit.Cases[int](LONG, SENTENCE, RIDGE)
    with of_folder(job.needed(f"the documents of {TRAIN}"), job) as library:
        for number, question in enumerate(questions(TRAIN)):
            job.run.step("gathering", number, 0, question.question)
            for line, known, _ in _found(question, library):
                given = entering(known)
                row = [float(getattr(given, name)) for name in SENTENCE]
                cases.add(row, _answers(line.text, question), number)
    return [_made(cases, KEPT, "", job)]


def fit_sentences_asked(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    cases = fit.Cases[int](part_of_answer.FIT, PART, PART_RIDGE)
    folder = job.needed(f"the documents of {TRAIN}")
    with of_folder(folder, job) as library, remembering(job, "asked") as engine:
        context = Context.of(library, engine, job.settings, job.run)
        all_questions = questions(TRAIN)
        for number, question in enumerate(all_questions):
            job.run.step("weighing", number, len(all_questions), question.question)
            picked = [
                Picked(line, probability(shipped(LONG), known), row)
                for line, known, row in _found(question, library)
            ]
            best = sorted(picked, key=lambda one: -one.probability)[: part_of_answer.WEIGHED]
            texts = [flat(pick.line.text) for pick in best]
            chances = part_of_answer.chances(question.question, texts, context)
            for pick, chance in zip(best, chances, strict=True):
                row = part_of_answer.signals(pick.probability, chance)
                cases.add(row, _answers(pick.line.text, question), number)
        model = engine.info().sha256
    return [_made(cases, KEPT, model, job)]


def _found(asked: Question, library: Library) -> list[tuple[Line, Signals, Vector]]:
    """The sentences of the passages that one search for the question finds."""
    hits = library.retrieval.passages(asked.question, FIRST_PASSAGES, follow=True)
    titles = TitleIndex((document.id, document.title) for document in library.documents())
    return signals_of((asked.question,), of_hits(hits, library), titles, library)


def _answers(sentence: str, asked: Question) -> bool:
    """Is it one of the sentences of a quotation that answers?"""
    quotes = [place.quote for need in asked.gold for place in need]
    is_long = len(words(sentence)) > GRAM
    return any(
        (is_long and shared(sentence, quote) >= OWN) or has(sentence, quote) for quote in quotes
    )


def fit_answers_of_long(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    return _fit_gate(OF_LONG, ANSWER, ANSWERS_KEPT, job)


def fit_explained_of_long(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``, ModelMissing."""
    return _fit_gate(EXPLAINED_OF_LONG, EXPLAINED, KEPT, job, explain=True)


def _fit_gate(
    name: str, signals: tuple[str, ...], kept: float, job: Job, explain: bool = False
) -> list[Row]:
    cases = fit.Cases[int](name, signals, ANSWERS_RIDGE)
    folder = job.needed(f"the documents of {TRAIN}")
    with of_folder(folder, job) as library, remembering(job, "gates") as engine:
        context = Context.of(library, engine, job.settings, job.run)
        all_questions = questions(TRAIN)
        for number, question in enumerate(all_questions):
            job.run.step("weighing", number, len(all_questions), question.question)
            builder = ChainBuilder(question.question, context)
            builder.begin(question.question)
            plan = quick.first(question.question, builder, context)
            Exploration(plan, builder, context, explain=explain).open()
            texts = [piece.text for piece in builder.evidence]
            places = [place for need in question.gold for place in need]
            held = any(has(text, place.quote) for text in texts for place in places)
            if not texts:
                continue
            notes = answerable.best_notes(builder.evidence, library)
            asked = [answerable.case(question.question, notes, builder.evidence)]
            [weighed] = answerable.weigh(asked, engine, job.run, PROMPTS[name])
            likeliest = max(piece.score for piece in builder.evidence)
            row = answerable.signals_of(weighed, signals, likeliest)
            cases.add(row, held, number)
        model = engine.info().sha256
    return [_made(cases, kept, model, job)]


def _made(cases: fit.Cases[int], kept: float, model: str, job: Job) -> Row:
    """The fit of all, with a threshold that keeps so many; its figures are of parts left out."""
    chances = cases.left_out([number % PARTS for number in cases.groups])
    threshold = calibration.fit_threshold(chances, cases.wanted, kept)
    measured = _figures(chances, threshold, cases.wanted)
    fitted = structs.replace(
        cases.fitted(),
        threshold=threshold,
        model=model,
        data=f"{len(questions(TRAIN))} questions about ten manuals ({TRAIN})",
        split=f"{PARTS} parts of the questions, each by a fit on the others",
        measured=measured,
    )
    job.put(fitted, lambda now: _figures(cases.by(now), now.threshold, cases.wanted))
    return row(f"{fitted.name}_auc", measured["auc"], "", "", fitted_on=fitted.data, **measured)


def _figures(chances: list[float], threshold: float, wanted: list[bool]) -> dict[str, float]:
    return {
        "auc": round(auc(chances, wanted), 4),
        "kept": round(1 - fit.refused(threshold, chances, wanted), 4),
        "dropped": round(
            fit.refused(threshold, chances, [not is_wanted for is_wanted in wanted]), 4
        ),
    }
