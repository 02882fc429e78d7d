"""Headers measured: what is looked for, and what counts as kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from warehouse import embedders, models
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job
from warehouse.evaluate.research import headers
from warehouse.evaluate.research.thoughts_material import Article, Section
from warehouse.run import Run
from warehouse.settings import Settings

THINGS = ("bridge", "oven", "lantern", "harbour", "violin", "orchard", "glacier", "loom")


def article(thing: str) -> Article:
    body = tuple(
        f"In the year {1800 + at} somebody in the town spoke at length of it and of weather {at}"
        for at in range(6)
    )
    told = f"The old {thing} keeper of this quiet valley built many a {thing} for his neighbours."
    return Article(f"Tale_of_{thing}s", told, (Section("Begin", body),))


def test_sentences_are_looked_for_without_the_title() -> None:
    looked = headers.asked(article("bridge"))
    assert {one.of_body for one in looked} == {True, False}
    assert sum(one.of_body for one in looked) == headers.OF_THE_BODY
    for one in looked:
        assert one.title == "Tale of bridges"
        assert "of" not in one.text.split()
    assert looked == headers.asked(article("bridge"))


def test_a_header_that_says_what_a_document_is_about_keeps_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder(256))
    raw = b"\n".join(msgspec.json.encode(article(one)) for one in THINGS)
    (tmp_path / "articles.jsonl").write_bytes(raw)
    monkeypatch.setattr(models, "locate", lambda _: tmp_path / "model.gguf")
    reply = {"summary": "Nothing is said here that would be of use.", "topics": ["weather"] * 5,
             "entities": []}  # fmt: skip
    engine = ScriptedEngine([Line("header", "", reply, repeat=True)])
    monkeypatch.setattr(headers, "open_engine", lambda *_: engine)
    rows = {one.name: one for one in headers.headers_rows(Job(Settings(), Run(), tmp_path))}
    assert list(rows) == [
        f"headers_{made}_{name}"
        for name in ("summary", "body")
        for made in ("plain", "model", "gain")
    ]
    for name in ("summary", "body"):
        plain, model = rows[f"headers_plain_{name}"], rows[f"headers_model_{name}"]
        assert rows[f"headers_gain_{name}"].value == pytest.approx(model.value - plain.value)
        assert 0 <= plain.value <= 1 and plain.context["articles"] == "8"


def test_without_its_data_it_says_so() -> None:
    with pytest.raises(BadInput, match="needs its data"):
        list(headers.headers_rows(Job(Settings(), Run(), None)))
