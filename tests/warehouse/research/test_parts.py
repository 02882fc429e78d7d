"""Names, titles, fusion, picking and reducing, each alone."""

from __future__ import annotations

import numpy as np
import pytest

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.records import Place
from warehouse.research.candidates.relevance import STARTING, Signals, likelihoods
from warehouse.research.evidence.context import contextualize
from warehouse.research.evidence.extraction import word_shares
from warehouse.research.names import TitleIndex, names, new_queries
from warehouse.results.records import Chain, Evidence
from warehouse.run import Run


def test_names_are_runs_of_capitals_without_openers() -> None:
    text = "The arches of Lune Bridge were cast by Skerton Works of Halton in May 1881."
    assert names(text) == ["Lune Bridge", "Skerton Works of Halton", "May 1881"]
    assert names("nothing here") == []


def test_a_name_ends_at_punctuation() -> None:
    assert names("In Halton, Skerton Works closed.") == ["Halton", "Skerton Works"]


def test_titles_are_found_as_names_longest_first() -> None:
    index = TitleIndex(
        [("a", "Lune Bridge"), ("b", "Lune"), ("c", "Mercury (planet)"), ("d", "It")]
    )
    assert index.mentioned("Lune Bridge's deck crosses the Lune.") == ["a", "b"]
    assert index.mentioned("Mercury has no moon.") == ["c"]
    assert index.mentioned("a lune bridge in small letters, and It") == []


def test_queries_are_compared_folded() -> None:
    asked: set[str] = set()
    assert new_queries(["Café  Müller", "cafe muller", " ", "other"], asked, 5) == [
        "Café Müller",
        "other",
    ]
    assert new_queries(["Other!"], asked, 5) == []
    assert new_queries(["one", "two", "three"], asked, 2) == ["one", "two"]


def test_likelihood_is_relative_to_the_best() -> None:
    engine = ScriptedEngine(
        [
            Line("likelihood", "good", (-1.0, -1.0)),
            Line("likelihood", "poor", (-3.0, -4.0)),
        ]
    )
    assert likelihoods("q", ["good", "poor"], engine, Run()) == pytest.approx([0.0, -2.5])
    assert likelihoods("q", [], engine, Run()) == []


def test_better_signals_never_lower_a_probability() -> None:
    weights = STARTING.document
    plain = weights.probability(Signals(rank=10, dense=0.3, words=0.2, likelihood=-1.0))
    for better in (
        Signals(rank=2, dense=0.3, words=0.2, likelihood=-1.0),
        Signals(rank=10, dense=0.5, words=0.2, likelihood=-1.0),
        Signals(rank=10, dense=0.3, words=0.2, linked=1.0, likelihood=-1.0),
        Signals(rank=10, dense=0.3, words=0.2, likelihood=0.0),
    ):
        assert weights.probability(better) > plain


def test_rare_words_count_more_than_common_ones() -> None:
    texts = ["the bridge of iron", "the bridge of stone", "the bridge of wood"]
    shares = word_shares(["iron bridge"], texts)
    assert shares[0] == pytest.approx(1.0)
    assert shares[1] == shares[2] < 0.3


def evidence(number: int, score: float, words: int) -> Evidence:
    text = " ".join(["word"] * words)
    return Evidence(number, Place("d", 0, 0, 9), text, "Title", "1", "", "q", 0, score)


def test_the_budget_keeps_the_best_in_their_order() -> None:
    chain = Chain("t", (), (evidence(1, 0.5, 10), evidence(2, 0.1, 10), evidence(3, 0.9, 10)))
    context = contextualize(chain, 26, ScriptedEngine())
    assert [one.number for one in context.evidence] == [1, 3]
    assert context.tokens <= 26
    assert [loss.what[:3] for loss in context.losses] == ["[2]"]
    assert "budget" in context.losses[0].reason


def test_no_evidence_no_context() -> None:
    context = contextualize(Chain("t", (), ()), 100, ScriptedEngine())
    assert (context.text, context.evidence, context.tokens) == ("", (), 0)
    assert np.isfinite(STARTING.sentence_cheap.probability(Signals()))
