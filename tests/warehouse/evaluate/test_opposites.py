"""Pairs that contradict each other and pairs that do not, and the benchmark over them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from warehouse.errors import BadInput
from warehouse.evaluate import fit
from warehouse.evaluate.proof import disagreement, opposites

TOWNS = ("Lille", "Gouda", "Essen", "Turin", "Porto", "Basel")


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    """Articles with all that the rules need: numbers, years, names, verbs and neighbours."""
    made = []
    for at, town in enumerate(TOWNS):
        told = [
            f"In 19{10 + at}{line}, the old bridge of {town} was built by Anna Kahn and {line}"
            if line % 2
            else f"The bridge number {line} of {town} is 12{line} metres long, says Berta Moor in "
            f"her book on the river"
            for line in range(8)
        ]
        made.append({"title": town, "sections": [{"title": "A", "sentences": told}]})
    lines = b"\n".join(map(msgspec.json.encode, made))
    (tmp_path / "articles.jsonl").write_bytes(lines)
    return tmp_path


def test_the_same_pairs_every_time_and_as_many_of_either_kind(articles: Path) -> None:
    made = opposites.twins(articles)
    assert made == opposites.twins(articles)
    assert made
    contradicting = sum(one.contradicting for one in made)
    assert abs(2 * contradicting - len(made)) <= len(opposites.APART)
    assert all(one.first != one.second for one in made)
    assert len(opposites.twins(articles, 12)) <= 12


def test_without_articles_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        opposites.twins(tmp_path)


def test_what_gives_another_value_is_called_a_contradiction(articles: Path) -> None:
    embed = HashingEmbedder(256).embed
    cases = disagreement.seen(opposites.twins(articles), embed)
    judged = disagreement.verdicts(cases + disagreement.within(articles, embed))
    called = [case for case, flag in judged if flag]
    assert all(case.pair is not None for case in called)
    assert {case.contradicting for case, _ in judged} == {True, False}


def test_logistic_regression_finds_what_separates() -> None:
    rows = [(float(at), float(at % 3)) for at in range(40)]
    labels = [at >= 20 for at in range(40)]
    made = fit.logistic("late", ("at", "turn"), rows, labels)
    slope, other = made.weights[0]
    assert slope > 0 and abs(other) < slope * 20
    assert made.probability(rows[0]) < 0.1 and made.probability(rows[-1]) > 0.9
    with pytest.raises(ValueError, match="class"):
        fit.logistic("late", ("at", "turn"), rows, [True] * 40)
