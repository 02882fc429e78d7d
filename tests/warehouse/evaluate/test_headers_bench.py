"""Headers measured: what is looked for, and what counts as kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from warehouse.engine import models
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.evaluate import thinking
from warehouse.evaluate.articles import Article, Section
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import headers
from warehouse.ingest import embedders
from warehouse.run import Run
from warehouse.settings import Settings

MANY = headers.OF_THE_BODY
THINGS = ("bridge", "oven", "lantern", "harbour", "violin", "orchard", "glacier", "loom")


def article(thing: str) -> Article:
    """Its body is of words that no other has, and says nothing of the thing."""
    body = tuple(
        " ".join(f"{thing[::-1]}{at}{word}" for word in "abcdefghij") for at in range(MANY)
    )
    told = f"The old {thing} keeper of this quiet valley built many a {thing} for his neighbours."
    return Article(title(thing), told, (Section("Begin", body),))


def title(thing: str) -> str:
    return f"Tale_of_{THINGS.index(thing)}"


def test_sentences_are_looked_for_without_the_title() -> None:
    looked = headers.asked(article("bridge"))
    assert {one.of_body for one in looked} == {True, False}
    assert sum(one.of_body for one in looked) == headers.OF_THE_BODY
    for one in looked:
        assert one.title == "Tale of 0"
        assert "of" not in one.text.split()
    assert looked == headers.asked(article("bridge"))


def test_headers_that_say_what_a_document_is_about_keep_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder(256))
    raw = b"\n".join(msgspec.json.encode(article(one)) for one in THINGS)
    (tmp_path / "articles.jsonl").write_bytes(raw)
    monkeypatch.setattr(models, "locate", lambda _: tmp_path / "model.gguf")
    lines = []
    for thing in THINGS:
        about = {"summary": "", "topics": [f"{thing} keeper", f"many a {thing}"], "entities": []}
        about["summary"] = f"What a keeper of the valley built for his neighbours: a {thing}."
        lines.append(Line("header", title(thing).replace("_", " "), about))
    monkeypatch.setattr(thinking, "LlamaEngine", lambda *_: ScriptedEngine(lines))
    rows = {one.name: one for one in headers.headers_rows(Job(Settings(), Run(), tmp_path))}
    assert list(rows) == [
        f"headers_{made}_{name}"
        for name in ("summary", "body")
        for made in ("plain", "model", "gain")
    ]
    plain, model = rows["headers_plain_summary"].value, rows["headers_model_summary"].value
    assert plain < 0.5, "no plain header has a word of it"
    assert model == 1
    assert rows["headers_gain_summary"].value == model - plain
    assert rows["headers_plain_body"].context["articles"] == str(len(THINGS))


def test_without_its_data_it_says_so() -> None:
    with pytest.raises(BadInput, match="needs its data"):
        list(headers.headers_rows(Job(Settings(), Run(), None)))
