"""Measures of answers and sets, and how sure they are.

Exact match and token F1 as HotpotQA defines them (Yang et al. 2018): lower case, no punctuation,
no articles; yes, no and "noanswer" earn no partial F1. Intervals are percentile bootstraps.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
from msgspec import Struct

from warehouse.evaluate.records import Row, row
from warehouse.search import analyzer

RESAMPLES = 4000
AUC_RESAMPLES = 1000
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_WHOLE = ("yes", "no", "noanswer")


class Interval(Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float
    count: int

    def __str__(self) -> str:
        return f"{self.low:.3f} to {self.high:.3f} (95 %, n={self.count})"


def mean_row(
    name: str, found: Interval, unit: str = "share", want: str = "", **about: object
) -> Row:
    """The mean as a row, with its interval in the context."""
    return row(name, found.mean, unit, want, interval=found, **about)


def normal_answer(text: str) -> str:
    text = _ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION))
    return " ".join(text.split())


def exact_match(answer: str, gold: str) -> float:
    return float(normal_answer(answer) == normal_answer(gold))


def holds(text: str, gold: str) -> bool:
    """Do the words of the gold answer stand in ``text`` together?"""
    return f" {normal_answer(gold)} " in f" {normal_answer(text)} "


def f1(answer: str, gold: str) -> float:
    """Harmonic mean of token precision and recall."""
    said, true = normal_answer(answer), normal_answer(gold)
    if said != true and (said in _WHOLE or true in _WHOLE):
        return 0.0
    same = sum((Counter(said.split()) & Counter(true.split())).values())
    if same == 0:
        return 0.0
    return 2 * same / (len(said.split()) + len(true.split()))


def rouge_1(said: str, gold: str) -> float:
    """ROUGE-1 (Lin 2004) over stemmed words: F1 of the words both have, each as often as it is."""
    a, b = Counter(analyzer.terms(said)), Counter(analyzer.terms(gold))
    same = (a & b).total()
    return 2 * same / (a.total() + b.total()) if same else 0.0


def rouge_l(said: str, gold: str, beta: float = 1.0) -> float:
    """ROUGE-L (Lin 2004) over stemmed words: F of the longest common subsequence.

    ``beta`` weighs recall against precision; with 0 it is the share of ``said`` that ``gold`` has.
    """
    a, b = analyzer.terms(said), analyzer.terms(gold)
    if not a or not b:
        return 0.0
    row = [0] * (len(b) + 1)
    for word in a:
        before = 0
        for at, other in enumerate(b, start=1):
            before, row[at] = row[at], before + 1 if word == other else max(row[at], row[at - 1])
    precision, recall = row[-1] / len(a), row[-1] / len(b)
    if not row[-1]:
        return 0.0
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def precision_recall(found: Collection[object], gold: Collection[object]) -> tuple[float, float]:
    """Of sets; nothing found has precision 0."""
    hit = len(set(found) & set(gold))
    return hit / len(set(found)) if found else 0.0, hit / len(set(gold)) if gold else 0.0


def relative_error(expected: float, took: float) -> float:
    """How far an estimate was off, as a share of what it took."""
    if took <= 0:
        raise ValueError("nothing was taken")
    return abs(expected - took) / took


def share(found: Sequence[bool]) -> float:
    """Of these, those that are so; 0 of nothing."""
    return sum(found) / len(found) if found else 0.0


def interval(values: Sequence[float]) -> Interval:
    """Mean and bootstrap interval; the same values give the same interval."""
    if not values:
        raise ValueError("no values to average")
    data = np.asarray(values, dtype=np.float64)
    means = data[_resampled(len(data))].mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(data.mean()), float(low), float(high), len(data))


def paired(first: Sequence[float], second: Sequence[float]) -> Interval:
    """The mean of ``second - first``, case by case: is one method better on the same cases?"""
    return interval([b - a for a, b in zip(first, second, strict=True)])


def auc(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """Chance that a positive case scores above a negative one; ties count half."""
    yes = np.asarray([s for s, p in zip(scores, positive, strict=True) if p])
    no = np.asarray([s for s, p in zip(scores, positive, strict=True) if not p])
    if not len(yes) or not len(no):
        raise ValueError("AUC needs cases of both kinds")
    above = (yes[:, None] > no[None, :]).mean()
    return float(above + (yes[:, None] == no[None, :]).mean() / 2)


def auc_interval(scores: Sequence[float], positive: Sequence[bool]) -> Interval:
    """AUC and its bootstrap interval. Raises ValueError without cases of both kinds."""
    given, labels = np.asarray(scores, np.float64), np.asarray(positive, np.bool_)
    drawn = _resampled(len(given))[:AUC_RESAMPLES]
    areas = [
        auc(given[rows].tolist(), labels[rows].tolist())
        for rows in drawn
        if 0 < labels[rows].sum() < len(rows)
    ]
    low, high = np.percentile(areas, (2.5, 97.5))
    return Interval(auc(scores, positive), float(low), float(high), len(given))


def _resampled(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.random.default_rng(42).integers(0, count, size=(RESAMPLES, count))
