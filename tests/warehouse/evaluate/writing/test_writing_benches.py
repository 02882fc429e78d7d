"""``bench outline`` and ``bench articles`` over a small library, with replies made by the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from counting import filling
from shelf import SETTINGS, HashingEmbedder

from warehouse.errors import BadInput
from warehouse.evaluate.articles import Article, Section
from warehouse.evaluate.records import Job
from warehouse.evaluate.research.thoughts_material import admission
from warehouse.evaluate.writing import articles, benched, outline, wished
from warehouse.evaluate.writing.benched import Bench
from warehouse.evaluate.writing.topics import documents, headings, topic
from warehouse.library import Library
from warehouse.run import Run

BUILT = tuple(
    f"Stone arch {at} of Lune Bridge was laid in {1880 + at} by masons" for at in range(9)
)
USED = ("Trams crossed Lune Bridge until 1950", "Carts from Lancaster paid a toll of one penny")
ARTICLE = Article(
    "Lune_Bridge",
    "Lune Bridge has stone arches.",
    (
        Section("Building of arches", BUILT),
        Section("Use", (), (Section("Traffic from Lancaster", USED),)),
        Section("References", ()),
    ),
)
METHODS = ["rag", "orag"]


@pytest.fixture(name="at")
def a_bench(tmp_path: Path) -> Iterator[Bench]:
    engine = filling(tmp_path / "calls", "Arches of Lune Bridge")
    with Library(tmp_path / "library", SETTINGS, HashingEmbedder(64)) as library:
        library.admit_many([admission(part) for part in documents(ARTICLE)], Run())
        job = Job(SETTINGS, Run())
        yield benched.bench("trial", library, engine, job, SETTINGS)


def test_bodies_are_documents_without_headings() -> None:
    made = documents(ARTICLE)
    assert [one.title for one in made] == ["Lune Bridge, part 1", "Lune Bridge, part 2"]
    assert "Trams" in made[1].text and "Building" not in made[0].text
    found = list(headings(ARTICLE.sections))
    assert found == ["Building of arches", "Use", "Traffic from Lancaster"]


def test_outlines_are_kept_and_compared(at: Bench) -> None:
    wanted = [topic(ARTICLE)]
    first = outline.outlined(at, wanted, METHODS)
    calls = len(at.engine.finished)  # type: ignore[attr-defined]
    assert calls and all(one.headings for one in first)
    with (at.folder / "outlines.jsonl").open("ab") as cut:
        cut.write(b'\n{"topic": "Lu')
    assert outline.outlined(at, wanted, METHODS) == first
    assert len(at.engine.finished) == calls  # type: ignore[attr-defined]
    rows = {row.name: row for row in outline.rows(first, benched.about(at, wanted))}
    assert rows.keys() >= {"soft_heading_recall_orag", "soft_heading_recall_rag_gain"}
    assert 0 < rows["soft_heading_recall_orag"].value <= 1
    assert rows["entity_recall_orag"].value == 0.0, "Lancaster is in no heading"
    assert rows["outline_guidance_rag"].value == pytest.approx(3.0)
    assert rows["entity_recall_rag"].context["topics"] == "Lune Bridge"


def test_articles_are_written_once_and_measured(at: Bench) -> None:
    wanted = [topic(ARTICLE)]
    first = articles.written(at, wanted, METHODS)
    calls = len(at.engine.finished)  # type: ignore[attr-defined]
    assert articles.written(at, wanted, METHODS) == first
    assert len(at.engine.finished) == calls  # type: ignore[attr-defined]
    assert all(one.seconds > 0 and one.measured.words for one in first)
    assert all(0 < one.first_s <= one.section_s <= one.seconds for one in first)
    assert all(at.case(wanted[0], method).with_suffix(".md").exists() for method in METHODS)
    rows = {row.name: row for row in articles.rows(first, benched.about(at, wanted))}
    assert rows["hallucination_rate_orag"].value == 0.0, "what is quoted is proven"
    assert rows["copied_share_orag"].value == 0.0, "and stands between quotation marks"
    assert rows["citation_recall_rag"].value == 1.0
    assert rows["relevance_orag"].value == pytest.approx(3.0)
    assert {"sources_orag_gain", "diversity_orag", "article_minutes"} <= rows.keys()


def test_what_is_wished_is_looked_for_in_what_was_written(at: Bench) -> None:
    wanted = [topic(ARTICLE)]
    rows = {row.name: row for row in wished.rows(at, wanted, ["rag"], articles.written)}
    assert {f"{pair.name}_told_rag" for pair in wished.PAIRS} <= rows.keys()
    style = rows["style_told_rag"]
    assert style.context["one"] == "plain, in short sentences"
    assert style.value == 0.0, "the replies are the same, whatever is wished"
    assert rows["sentence_words_rag_gain"].value == 0.0
    assert rows["language_kept_rag_de"].value == 0.0, "all is told in English"
    calls = len(at.engine.finished)  # type: ignore[attr-defined]
    list(wished.rows(at, wanted, ["rag"], articles.written))
    asked = len(at.engine.finished) - calls  # type: ignore[attr-defined]
    assert asked == 4 * len(wished.PAIRS), "what was written is kept; it is judged again"


def test_an_unknown_method_is_said() -> None:
    job = Job(SETTINGS, Run(), methods=("orag", "nonsense"))
    with pytest.raises(BadInput, match="no method nonsense"):
        benched.chosen(job, ["orag"], ["orag"])
    assert benched.chosen(Job(SETTINGS, Run()), ["a", "b"], ["b"]) == ["b"]
