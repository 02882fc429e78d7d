"""Measures of articles and outlines, on cases small enough to be told by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from shelf import HashingEmbedder

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.metrics import relative_error, rouge_1
from warehouse.evaluate.writing import citing, outlines, rubrics, sentences, sources
from warehouse.evaluate.writing.citing import Cited
from warehouse.evaluate.writing.measured import measured
from warehouse.records import Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Evidence,
    Research,
    Spend,
)
from warehouse.run import Run
from warehouse.search.embedding import Vectors

IRON = "The arches of Lune Bridge are of iron from a foundry in Lancaster."
OPENED = "The bridge was opened in 1881 before a great crowd of citizens."
WIDE = "In 1934 the deck of the bridge was widened for motor traffic."


def rows(*directions: Sequence[float]) -> Vectors:
    made = np.asarray(directions, np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def evidence(number: int, text: str, document: str = "") -> Evidence:
    place = Place(document or f"d{number}", 0, 0, len(text))
    return Evidence(number, place, text, "Bridges", "1", "", "", 1.0)


def claim(text: str, *cites: int, state: ClaimState = "supported") -> Claim:
    marks = "".join(f"[{number}]" for number in cites)
    return Claim(0, len(text), f"{text.rstrip('.')} {marks}.", cites, state, "")


def test_soft_heading_recall_counts_what_is_like_the_gold() -> None:
    history, use, design = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    gold = rows(history, use)
    assert outlines.soft_recall(gold, gold) == pytest.approx(1.0)
    assert outlines.soft_recall(rows(design), gold) == pytest.approx(0.0)
    assert outlines.soft_recall(rows(history, history, history), gold) == pytest.approx(0.5)
    near = outlines.soft_recall(rows((1, 0, 0.5)), gold)
    assert 0.2 < near < 0.5
    assert outlines.soft_recall(gold[:0], gold) == 0.0


def test_entity_recall_looks_for_the_names_in_gold_headings() -> None:
    gold = ("Early life", "The siege of Lancaster", "Return to New York", "Awards")
    assert outlines.entity_recall(["Lancaster besieged", "Awards"], gold) == 0.5
    assert outlines.entity_recall(["Why New York"], ["Early life", "Awards"]) is None


def test_a_sentence_joins_where_each_place_gives_it_words() -> None:
    known = {1: evidence(1, IRON), 2: evidence(2, OPENED), 3: evidence(3, WIDE)}
    assert sentences.joins(claim("The iron arches from Lancaster opened in 1881.", 1, 2), known)
    assert not sentences.joins(claim("The iron arches came from Lancaster.", 1, 3), known)
    assert not sentences.joins(claim("The iron arches came from Lancaster.", 1), known)


def test_eight_words_in_a_row_are_a_copy_but_in_quotation_marks() -> None:
    run = "the deck of the bridge was widened for motor traffic"
    assert sentences.is_copied(claim(f"Then {run}.", 1), [WIDE])
    assert not sentences.is_copied(claim(f"It is told that “{run}”.", 1), [WIDE])
    assert not sentences.is_copied(claim("The deck was widened for motors.", 1), [WIDE])


def test_what_an_earlier_section_says_is_repeated() -> None:
    alike = rows((1, 0), (1, 0.1), (0, 1), (0.05, 1))
    texts = ("it was built by hand", "by hand it was built", "trams came", "trams came then")
    assert sentences.repeated_share([*zip([0, 1, 1, 1], texts, strict=True)], alike) == 0.25
    assert sentences.repeated_share([*zip([0, 0, 0, 0], texts, strict=True)], alike) == 0.0
    dated = [(0, "trams came in 1880"), (1, "trams came in 1890")]
    assert sentences.repeated_share(dated, rows((1, 0), (1, 0))) == 0.0


def test_diversity_sources_and_density() -> None:
    assert sources.diversity(rows((1, 0), (0, 1))) == pytest.approx(1.0)
    assert sources.diversity(rows((1, 0), (1, 0), (0, 1))) == pytest.approx(2 / 3)
    assert sources.diversity(rows((1, 0))) == 0.0
    material = [evidence(1, IRON, "a"), evidence(2, OPENED, "a"), evidence(3, WIDE, "b")]
    assert sources.unique_sources([claim(IRON, 1, 2), claim(OPENED, 2)], material) == 1
    assert sources.unique_sources([claim(IRON, 1), claim(WIDE, 3, 9)], material) == 2
    assert sources.knowledge_density(rows((1, 0), (1, 0.01), (0, 1)), 50) == pytest.approx(4.0)


def test_citations_that_are_needed_are_precise() -> None:
    both_needed = Cited(True, (False, False), (False, False))
    one_idle = Cited(True, (True, False), (False, True))
    wrong = Cited(False, (False,), (False,))
    assert citing.recall([both_needed, one_idle, wrong]) == pytest.approx(2 / 3)
    assert citing.precision([both_needed, one_idle, wrong]) == pytest.approx(3 / 5)
    assert citing.recall([]) == citing.precision([]) == 0.0


def test_each_citation_is_asked_alone_and_left_out() -> None:
    """The model says yes wherever the iron is shown: the other place is idle."""
    engine = ScriptedEngine(
        [
            Line("claim_check", "foundry", (0.999, 0.001), repeat=True),
            Line("claim_known", "foundry", (0.999, 0.001), repeat=True),
            Line("claim_check", "", (0.001, 0.999), repeat=True),
            Line("claim_known", "", (0.001, 0.999), repeat=True),
        ]
    )
    known = {1: evidence(1, IRON), 2: evidence(2, WIDE)}
    said = claim("The arches of the bridge are of iron.", 1, 2)
    [made] = citing.judged([said], known, engine, Run())
    assert made == Cited(True, (True, False), (False, True))


def test_the_grade_is_the_expected_digit() -> None:
    assert rubrics.expected((0, 0, 0, 0.5, 0.5)) == 4.5
    assert rubrics.expected((0.2,) * 5) == pytest.approx(3.0)
    with pytest.raises(ValueError, match="each digit"):
        rubrics.expected((1.0,))
    engine = ScriptedEngine([Line("rubric", "", (0.0, 0.0, 0.0, 0.0, 1.0), repeat=True)])
    graded = rubrics.graded("Bridges", "{{topic}} " * 2000, rubrics.ARTICLE, engine, Run())
    assert graded == dict.fromkeys(rubrics.ARTICLE, 5.0)


def test_rouge_1_and_the_error_of_an_estimate() -> None:
    assert rouge_1("the bridges opened", "opened bridge") == pytest.approx(0.8)
    assert rouge_1("", "a bridge") == 0.0
    assert relative_error(60, 80) == 0.25


def test_an_article_is_measured_whole() -> None:
    known = (evidence(1, IRON), evidence(2, OPENED))
    first = claim("The iron arches from Lancaster opened in 1881.", 1, 2)
    blocks = (
        Block(2, "Building", first.text, (first,)),
        Block(2, "Again", first.text, (first,)),
    )
    research = Research("Lune Bridge", evidence=known)
    article = Article(
        "Lune Bridge",
        "Lune Bridge",
        "orag",
        Block(1, "", "", ()),
        blocks,
        research,
        Coverage(2, 2, 0, 2, 0, 0),
        Spend(0, 0, 0, 0, 0),
    )
    told = measured(article, HashingEmbedder(64))
    assert (told.words, told.sections, told.sentences, told.sources) == (16, 2, 2, 2)
    assert (told.joined_share, told.copied_share, told.repeated_share) == (1.0, 0.0, 0.5)
    assert (told.hallucination_rate, told.coverage) == (0.0, 1.0)


def test_two_divisions_agree_by_what_one_says_of_the_other() -> None:
    assert outlines.agreement([0, 0, 1, 1], ["b", "b", "a", "a"]) == pytest.approx(1.0)
    assert outlines.agreement([0, 1, 0, 1], ["a", "a", "b", "b"]) == pytest.approx(0.0)
    some = outlines.agreement([0, 0, 0, 1], ["a", "a", "b", "b"])
    assert some == pytest.approx(0.344, abs=0.001)  # as scikit-learn has it
    assert outlines.agreement([0, 0], ["a", "a"]) == 1.0
