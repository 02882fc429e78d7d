"""Questions to the catalog where no model is installed: the real embedder's vector reads them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, reading

from warehouse import app
from warehouse.errors import ModelMissing
from warehouse.results.provenance import taken
from warehouse.run import Run


@pytest.fixture
def opened(tmp_path: Path, home: Path, minilm: Path) -> Iterator[app.Warehouse]:
    """Two documents, of 2019 and 1998, and no model but the embedder."""
    shutil.copytree(minilm, home / "models" / minilm.name)
    with app.open(tmp_path / "papers", SETTINGS, begin=True) as warehouse:
        library = warehouse.library
        for title, date in (("Mills", "2019"), ("Bridges", "1998")):
            made = reading(title, f"{title} stood there.")
            document = library.admit(made, f"{title}.html", title.encode(), Run())
            library.catalog.tell(document.id, "yours", {"date": [date]})
        yield warehouse


def test_they_are_answered_and_the_other_reading_is_offered(opened: app.Warehouse) -> None:
    assert not opened.engines.installed()
    answer = opened.ask("How many documents do I have?")
    assert "There are 2 documents in your library" in answer.text
    assert answer.way is not None and answer.way.route.by == "vector"
    assert answer.way.route.other is not None
    assert "without a model: none could be asked" in taken(answer.way.route)


def test_a_year_limits_them(opened: app.Warehouse) -> None:
    assert "1 document dated 2019" in opened.ask("Which of my files are from 2019?").text


def test_what_is_there(opened: app.Warehouse) -> None:
    assert "2 documents" in opened.ask("What is in my library?").text


def test_other_questions_need_a_model(opened: app.Warehouse) -> None:
    with pytest.raises(ModelMissing):
        opened.ask("Why did the mill close?")
