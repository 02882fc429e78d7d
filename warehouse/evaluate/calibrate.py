"""Thresholds that belong to one model, from labelled pairs; whole fits are made in own_fits.py.

*Enough*: questions with the gold sentences that answer them, against the same with one document's
sentences left out or those of another question; the score is P(the notes say everything needed).
*Absence*: questions with their gold sentences among others, against the nearest others alone; the
score is the probability that they answer (answerable.py). What *screening* is fitted on stands
beside its benchmark.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from warehouse.engine import calibration
from warehouse.engine.calibration import Threshold
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.evaluate.hotpot import Paragraph, Question, lines
from warehouse.methods.absence import answerable
from warehouse.methods.evidence import planning
from warehouse.run import Run
from warehouse.search.rarity import word_shares

BATCH = 16
BEST = 0.6
NOTES = 5  # sentences beside which the gold ones stand, or that stand in their place
SEED = 42
STAGE = "Calibrating"


def enough(folder: Path, limit: int, recall: float, engine: Engine, run: Run) -> Threshold:
    """From which probability on the notes are enough. Raises BadInput without the questions."""
    labelled = _notes(folder, limit)
    scores: list[float] = []
    for start in range(0, len(labelled), BATCH):
        run.step(STAGE, start, len(labelled), "questions")
        some = [(question, facts) for question, facts, _ in labelled[start : start + BATCH]]
        scores += planning.enough_each(some, engine, run)
    info = engine.info()
    labels = [label for _, _, label in labelled]
    return calibration.calibrated(
        "enough", info.model, info.sha256, planning.enough_hash(), scores, labels, recall
    )


def absence(folder: Path, limit: int, recall: float, engine: Engine, run: Run) -> Threshold:
    """From which probability on notes answer. Raises BadInput without the questions."""
    labelled = absences(folder, limit)
    fit = answerable.fit_of(engine.info())
    scores: list[float] = []
    for start in range(0, len(labelled), BATCH):
        run.step(STAGE, start, len(labelled), "answers")
        cases_ = [case for case, _ in labelled[start : start + BATCH]]
        signals = answerable.weigh(cases_, engine, run)
        scores += fit.probabilities(signals)[:, 1].tolist()
    info = engine.info()
    labels = [label for _, label in labelled]
    return calibration.calibrated(
        "absence", info.model, info.sha256, planning.enough_hash(), scores, labels, recall
    )


def absences(folder: Path, limit: int) -> list[tuple[answerable.Case, bool]]:
    """For each question its gold sentences among those nearest to it, and the nearest alone.

    The nearest by words, as a search would bring them, from other paragraphs than the gold ones.
    """
    paragraphs = {
        paragraph.title: paragraph for paragraph in lines(folder / "corpus.jsonl", Paragraph)
    }
    questions = lines(folder / "questions.jsonl", Question)
    all_sentences = [
        (paragraph.title, sentence.strip())
        for paragraph in paragraphs.values()
        for sentence in paragraph.sentences
    ]
    framed = [f"{title}: {text}" for title, text in all_sentences]
    labelled: list[tuple[answerable.Case, bool]] = []
    for question in questions[: limit // 2 or None]:
        gold = _sentences(question.supporting, paragraphs)
        if not gold:
            continue
        shares = word_shares([question.question], framed)
        order = sorted(range(len(all_sentences)), key=lambda at: -shares[at])
        near = [
            (all_sentences[at], shares[at])
            for at in order
            if all_sentences[at][0] not in question.titles
        ]
        beside = [sentence for sentence, _ in near[: max(0, NOTES - len(gold))]]
        alone = [sentence for sentence, _ in near[:NOTES]]
        labelled.append((_case(question.question, sorted([*gold, *beside])), True))
        labelled.append((_case(question.question, alone), False))
    if not labelled:
        raise BadInput(f"The questions in {folder} do not fit its corpus.")
    return labelled


def _case(question: str, notes: Sequence[tuple[str, str]]) -> answerable.Case:
    """As if found by a search; the relevance of its best evidence is taken to be usual."""
    text = " ".join(f"{title} {said}" for title, said in notes)
    return answerable.Case(question, _shown(notes), answerable.words_there(question, text), BEST)


def _notes(folder: Path, limit: int) -> list[tuple[str, str, bool]]:
    """(question, notes, whether they are enough): for each question one of either kind."""
    paragraphs = {
        paragraph.title: paragraph for paragraph in lines(folder / "corpus.jsonl", Paragraph)
    }
    questions = lines(folder / "questions.jsonl", Question)
    chance = random.Random(SEED)
    labelled: list[tuple[str, str, bool]] = []
    for question in questions[: limit // 2 or None]:
        gold = _sentences(question.supporting, paragraphs)
        if len({title for title, _ in gold}) < 2:
            continue
        left_out = chance.choice(sorted({title for title, _ in gold}))
        part = [(title, text) for title, text in gold if title != left_out]
        other = _other(left_out, paragraphs, chance)
        labelled.append((question.question, _shown(gold), True))
        labelled.append((question.question, _shown([*part, other]), False))
    if not labelled:
        raise BadInput(f"The questions in {folder} do not fit its corpus.")
    return labelled


def _sentences(
    places: Sequence[tuple[str, int]], paragraphs: dict[str, Paragraph]
) -> list[tuple[str, str]]:
    return [
        (title, paragraphs[title].sentences[index].strip())
        for title, index in places
        if title in paragraphs and index < len(paragraphs[title].sentences)
    ]


def _other(title: str, paragraphs: dict[str, Paragraph], chance: random.Random) -> tuple[str, str]:
    other = chance.choice([name for name in sorted(paragraphs) if name != title])
    return other, paragraphs[other].sentences[0].strip()


def _shown(notes: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"[{i}] {title}: {text}" for i, (title, text) in enumerate(notes, start=1))
