"""``muniment bench fit-relevance``: which documents to open, which sentences may be evidence, and
which of these are needed beside the others. Which documents to open there are two fits of: where
names of the question lead to documents (search/name_walk.py), and where they lead nowhere.

``--data`` holds HotpotQA and MuSiQue (``hotpotqa/``, ``musique/``). The candidates of a question
are those of AWARE's first round, with the links of what is surely read first; a candidate is wanted
where it is gold, and none is where a question of the one set is asked of the other's corpus.
Sentences are those of what passes, of HotpotQA alone, since MuSiQue names none; of these the
evidence that AWARE's first intent keeps is weighed once more. Each question is judged by a fit on
the other half of the questions, and that is what is reported; the files in ``assets/fits`` hold the
fit on all of them (``--skip`` and ``--limit`` take a part). No model is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.engine import calibration
from warehouse.engine.calibrated import shipped
from warehouse.engine.unneeded import UnneededEngine
from warehouse.evaluate import fit
from warehouse.evaluate.hotpot import Corpus, Question, corpus, lines
from warehouse.evaluate.metrics import auc
from warehouse.evaluate.records import Job, Row, row
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.aware.quick import opening
from warehouse.methods.evidence import evidence_filter
from warehouse.methods.evidence.chain_builder import ChainBuilder, links
from warehouse.methods.evidence.extraction import signals_of
from warehouse.methods.evidence.pool import Pool, search
from warehouse.methods.evidence.relevance import Signals, entering
from warehouse.methods.evidence.screening import screen
from warehouse.methods.evidence.sentences import Line, read
from warehouse.search.names import TitleIndex

SETS = ("hotpotqa", "musique")
Cases = fit.Cases[int]
CANDIDATES = 20
SPLIT = "halves of the questions, each by a fit on the other"


class Wanted(Struct, frozen=True):
    """A fit to make: ``kept`` of the gold by its threshold, which is a share of the question's best
    probability where ``relative``. A small ``ridge`` gives signals that go together opposite signs.
    """

    name: str
    signals: tuple[str, ...]
    kept: float
    ridge: float
    data: str
    relative: bool = False


DOCUMENTS = Wanted(
    "documents", ("rank", "dense", "words", "named", "linked"), 0.75, 50.0, "HotpotQA and MuSiQue"
)
WALKED = structs.replace(DOCUMENTS, name="documents-walked", signals=(*DOCUMENTS.signals, "walked"))
SENTENCES = Wanted(
    "sentences", ("dense", "words", "lead", "source", "bridge"), 0.88, 50.0, "HotpotQA"
)
EVIDENCE = Wanted("evidence", shipped("evidence").signals, 0.97, 1.0, "HotpotQA", relative=True)


class Asked(Struct, frozen=True):
    """A question of a corpus. ``number`` tells its cases from those of others."""

    question: Question
    number: int
    data: Corpus
    titles: TitleIndex
    context: Context


def fit_relevance(job: Job) -> list[Row]:
    """Make the four fits. Raises BadInput without the data."""
    sets = job.needed("hotpotqa/ and musique/")
    fits = (DOCUMENTS, WALKED, SENTENCES, EVIDENCE)
    gathered = [Cases(wanted.name, wanted.signals, wanted.ridge) for wanted in fits]
    documents, walked, sentences, evidence = gathered
    before = 0
    for name, other in zip(SETS, reversed(SETS), strict=True):
        with corpus(structs.replace(job, data=sets / name)) as data:
            titles = TitleIndex(
                (document.id, document.title) for document in data.library.documents()
            )
            to_ask = [*enumerate(data.questions, before), *enumerate(foreign(sets / other, job))]
            before += len(data.questions)
            for number, question in to_ask:
                job.run.step("gathering", number, 0, question.question)
                context = Context.of(data.library, UnneededEngine(), job.settings, job.run)
                asked = Asked(question, number, data, titles, context)
                _rounds(asked, documents, walks=False)
                seen = _rounds(asked, walked, walks=True)
                if name == SETS[0]:
                    _sentences(asked, seen, sentences)
                    if question.supporting:
                        _needed(asked, evidence)
    return [_made(*pair, job) for pair in zip(gathered, fits, strict=True)]


def foreign(folder: Path, job: Job) -> list[Question]:
    """The questions of one set for the corpus of the other, which has no gold for them."""
    questions = lines(folder / "questions.jsonl", Question)[job.skip :][: job.limit or None]
    return [structs.replace(question, supporting=()) for question in questions]


def _rounds(asked: Asked, documents: Cases, walks: bool) -> list[Line]:
    """What is read in both rounds: before it links to others, and after. Where names lead nowhere,
    nothing is learned of where they do.
    """
    question, library, context = asked.question.question, asked.data.library, asked.context
    gold = asked.data.gold(asked.question).documents
    pool = Pool(library)
    pool.add(search(library, opening(question, context).queries, CANDIDATES))
    if walks:
        pool.walk(question)
    pool.name(asked.titles.mentioned(question), question)
    judged: set[str] = set()
    seen: list[Line] = []
    for _ in range(2):
        for candidate, signals in pool.ranked():
            id = candidate.document
            if id not in judged and walks == (signals.walked is not None):
                _add(documents, signals, id in gold, asked.number)
        passed, *_ = screen(question, pool, judged, (), context, scored=0)
        seen += [line for screened in passed for line in read(screened, library, pool.ranks)]
        judged |= {screened.candidate.document for screened in passed}
        pool.link(links(seen, asked.titles), question)
    return seen


def _sentences(asked: Asked, seen: Sequence[Line], sentences: Cases) -> None:
    data, gold = asked.data, asked.data.gold(asked.question).sentences
    rated = signals_of((asked.question.question,), seen, asked.titles, data.library)
    for line, signals, _ in rated:
        held = data.sentences_in(line.document, line.start, line.end)
        _add(sentences, signals, not gold.isdisjoint(held), asked.number)


def _needed(asked: Asked, evidence: Cases) -> None:
    """The sentences of what the first intent keeps, each beside the others."""
    question, data = asked.question.question, asked.data
    builder = ChainBuilder(question, asked.context)
    builder.begin(question)
    Exploration(opening(question, asked.context), builder, asked.context).open()
    kept, library = builder.evidence, data.library
    sentences = [line for piece in kept for line in evidence_filter.sentences(piece, library)]
    rows = evidence_filter.signals_of(question, sentences, asked.titles, library)
    gold = data.gold(asked.question).sentences
    for line, signals in zip(sentences, rows, strict=True):
        held = data.sentences_in(line.document, line.start, line.end)
        evidence.add(signals, not gold.isdisjoint(held), asked.number)


def _add(cases: Cases, signals: Signals, wanted: bool, number: int) -> None:
    given = entering(signals)
    row = [float(getattr(given, name) or 0.0) for name in cases.signals]
    cases.add(row, wanted, number)


def _made(cases: Cases, wanted: Wanted, job: Job) -> Row:
    chances = cases.left_out([number % 2 for number in cases.groups])
    if wanted.relative:
        best: dict[int, float] = {}
        for chance, number in zip(chances, cases.groups, strict=True):
            best[number] = max(chance, best.get(number, 0.0))
        chances = [c / best[number] for c, number in zip(chances, cases.groups, strict=True)]
    threshold = calibration.fit_threshold(chances, cases.wanted, wanted.kept)
    dropped = fit.refused(threshold, chances, [not needed for needed in cases.wanted])
    area = auc(chances, cases.wanted)
    kept = {"kept": wanted.kept, "dropped": round(dropped, 4)}
    whole = structs.replace(
        cases.fitted(),
        threshold=threshold,
        data=f"{wanted.data}, development questions: {len(set(cases.groups))} of them",
        split=SPLIT,
        measured={"auc": round(area, 4), **kept},
    )
    job.put(whole)
    return row(f"{whole.name}_auc", area, "", "", fitted_on=whole.data, **kept)
