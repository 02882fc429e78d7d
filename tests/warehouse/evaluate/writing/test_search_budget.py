"""Methods on the same budget of searches, above STORM, and how much of RAG's rate is left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from counting import filling
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder

from warehouse.evaluate.articles import Article as Page
from warehouse.evaluate.articles import Section
from warehouse.evaluate.records import Job
from warehouse.evaluate.research.thoughts_material import admission
from warehouse.evaluate.writing import articles, benched, budget
from warehouse.evaluate.writing.benched import Bench
from warehouse.evaluate.writing.budget import Case
from warehouse.evaluate.writing.measured import Measured
from warehouse.evaluate.writing.topics import documents, topic
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import (
    Article,
    Block,
    Coverage,
    Evidence,
    Node,
    Research,
    Spend,
    Structure,
    SubQuery,
)
from warehouse.run import Run

EMBEDDER = HashingEmbedder(64)


def article(kind: str, *nodes: Node, found: tuple[tuple[str, str], ...]) -> Article:
    """``found``: the query and the document of each piece."""
    pieces = tuple(
        Evidence(at, Place(document, 0, 0, 9), f"{document} {at}.", "T", "1", "", query, 1.0)
        for at, (query, document) in enumerate(found, start=1)
    )
    cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    research = Research("t", Structure(kind, nodes), pieces)
    return Article("t", "t", "m", Block(1, "", "", ()), (), research, cover, spend)


def node(id: str, *searches: SubQuery, children: tuple[Node, ...] = ()) -> Node:
    return Node(id, id, "resolved", children=children, sub_queries=searches)


DEEP = node("1.1", SubQuery("Arches", 2), children=(node("1.1.1", SubQuery("Iron", 3)),))
TREE = node("1", SubQuery("Bridge", 1), children=(DEEP, node("1.2", SubQuery("Tolls", 2))))
FOUND = (("bridge", "a"), ("Iron", "c"), ("Tolls", "b"), ("Opening", "d"))


def test_searches_stand_in_the_order_in_which_they_were_made() -> None:
    tree = article("tree", TREE, found=FOUND).research
    assert budget.searches(tree) == ["bridge", "arches", "tolls", "iron", "opening"]
    assert [piece.place.document for piece in budget.evidence_of(tree, 3)] == ["a", "b"]
    steps = (node("1", SubQuery("Bridge", 1), SubQuery("Span", 2)), node("2", SubQuery("Tolls", 1)))
    own = node("3", SubQuery("By me", 0))
    chain = article("intents", *steps, own, found=()).research
    assert budget.searches(chain) == ["bridge", "span", "tolls", "by me"]
    added = article("tree", own, TREE, found=()).research
    assert budget.searches(added)[-1] == "by me"


def test_each_has_as_many_searches_as_the_fewest_of_more_than_one() -> None:
    two = article("outline", node("1", SubQuery("X", 1), SubQuery("Y", 2)), found=(("X", "a"),))
    one = article("passages", node("1", SubQuery("X", 1)), found=(("X", "a"), ("X", "b")))
    tree = article("tree", TREE, found=FOUND)
    made = {Case("T", "rag"): one, Case("T", "orag"): two, Case("T", "storm"): tree}
    made |= {Case("U", "storm"): tree, Case("U", "rag"): one}
    told = budget.found(made, EMBEDDER)
    assert {case: (one.searches, one.sources) for case, one in told.items()} == {
        Case("T", "orag"): (2, 1),
        Case("T", "storm"): (2, 1),
    }, "rag is told apart, and where one is left nothing is shared"
    rows = {row.name: row for row in budget.rows(told, {"model": "m"})}
    assert rows["sources_orag_budget"].value == 1
    assert rows["sources_orag_budget"].context.items() >= {"searches": "2", "model": "m"}.items()
    assert rows["diversity_orag_budget_over_storm"].value == pytest.approx(0.0)
    assert not [name for name in rows if "rag_budget" in name.replace("orag", "")]


def test_a_gain_over_storm_is_of_the_topics_that_both_have() -> None:
    few = article("outline", node("1", SubQuery("X", 1), SubQuery("Y", 2)), found=(("X", "a"),))
    many = article("tree", TREE, found=(("Bridge", "a"), ("Arches", "b"), ("Arches", "c")))
    made = {Case(topic, "orag"): few for topic in "TU"} | {Case("T", "storm"): many}
    made |= {Case(topic, "apollo"): many for topic in "TU"}
    rows = {row.name: row for row in budget.rows(budget.found(made, EMBEDDER), {})}
    assert rows["sources_orag_budget_over_storm"].value == -2
    assert "n=1)" in rows["sources_orag_budget_over_storm"].context["interval"]
    assert "n=2)" in rows["sources_orag_budget"].context["interval"]
    assert rows["diversity_apollo_budget"].value > rows["diversity_orag_budget"].value == 0


MEASURED = Measured(9, 1, 0, 9, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 3, 1, 1.0)


def written(method: str, rate: float, cited: int) -> articles.Written:
    measured = structs.replace(MEASURED, hallucination_rate=rate, sources=cited)
    grades = dict.fromkeys(articles.rubrics.ARTICLE, 3.0)
    shares = dict.fromkeys(("rouge_1", "rouge_l", "citation_recall", "citation_precision"), 0.0)
    costs = {"tokens": 1, "calls": 1, "seconds": 0.0, "first_s": 0.0, "estimate_s": 0.0}
    return articles.Written(
        "T", method, measured, headings=0.0, entities=None, grades=grades, **shares, **costs
    )


def test_gains_are_over_storm_too_and_rates_a_ratio_of_those_of_rag() -> None:
    works = [written("rag", 0.2, 5), written("storm", 0.1, 7), written("apollo", 0.15, 9)]
    rows = {row.name: row for row in articles.rows(works, {})}
    assert rows["sources_apollo_gain"].value == 4
    assert rows["sources_apollo_over_storm"].value == 2
    assert "sources_storm_over_storm" not in rows and "sources_rag_gain" not in rows
    assert rows["hallucination_rate_storm_of_rag"].value == pytest.approx(0.5)
    assert rows["hallucination_rate_apollo_of_rag"].ok is False
    clean = [structs.replace(works[0], measured=MEASURED), *works[1:]]
    assert not [row for row in articles.rows(clean, {}) if row.name.endswith("_of_rag")]
    assert not [row for row in articles.rows(works[1:], {}) if row.name.endswith("_of_rag")]


@pytest.fixture(name="at")
def a_bench(tmp_path: Path) -> Iterator[Bench]:
    engine = filling(tmp_path / "calls", "Arches of Lune Bridge")
    with Library(tmp_path / "library", SETTINGS, EMBEDDER) as library:
        library.admit_many([admission(part) for part in documents(PAGE)], Run())
        yield benched.bench("trial", library, engine, Job(SETTINGS, Run()), SETTINGS)


PAGE = Page(
    "Lune_Bridge",
    "Lune Bridge has stone arches.",
    (Section("Building", ("Stone arches of Lune Bridge were laid in 1881 by masons",)),),
)


def test_articles_that_are_kept_are_read_and_no_model_is_asked(at: Bench) -> None:
    wanted = [topic(PAGE)]
    assert articles._kept(at, wanted, ["rag", "orag"]) == {}
    articles.written(at, wanted, ["rag", "orag"])
    calls = len(at.engine.finished)  # type: ignore[attr-defined]
    kept = articles._kept(at, wanted, ["rag", "orag", "storm"])
    assert set(kept) == {Case("Lune Bridge", "rag"), Case("Lune Bridge", "orag")}
    list(budget.rows(budget.found(kept, EMBEDDER), {}))
    assert len(at.engine.finished) == calls  # type: ignore[attr-defined]
