"""One topic by several methods: what each of the articles begins with, and which one is next."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, write_html

from warehouse import app
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.records import StudyRow
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Act
from warehouse.studies import study_files, together


@pytest.fixture
def papers(tmp_path: Path) -> Iterator[app.Warehouse]:
    parts = app.Parts(app.Engines(SETTINGS, ScriptedEngine()), HashingEmbedder())
    with app.open(tmp_path / "papers", SETTINGS, begin=True, parts=parts) as warehouse:
        yield warehouse


def test_each_has_all_that_the_first_was_given(papers: app.Warehouse, tmp_path: Path) -> None:
    """Its limit, what was steered, and the settings; whatever becomes of the first."""
    write_html(tmp_path / "dam.html", "The dam", "The dam broke in the night of the storm.")
    [document] = papers.add([str(tmp_path / "dam.html")])
    papers.library.shelves.make("Floods", [document.id])
    pinned = (Act("pin", document=document.id),)
    also = ("storm", "retell")
    new = app.NewStudy("write", "The dam", "aware", "Floods", acts=pinned, also=also)
    run = Run(lambda shown: run.cancel() if isinstance(shown, StudyRow) else None)
    with pytest.raises(Cancelled):
        papers.begin(new, run, Settings(article_words=300))
    first, *others = sorted(papers.library.catalog.studies(), key=lambda row: row.created)
    studies = papers.studies
    assert [(row.method, row.beside) for row in others] == [
        ("storm", first.id),
        ("retell", first.id),
    ]
    for row in others:
        assert (row.within, studies.scope(row)) == ("Floods", studies.scope(first))
        assert [act.document for act in studies.acts(row)] == [document.id]
        assert together.waits(row) and not together.waits(first)
        kept = study_files.kept_settings(studies.folder(row.id))
        assert kept is not None and kept.article_words == 300


@pytest.mark.parametrize("trouble", [OSError("The disk is full."), BadInput("No."), SystemExit()])
def test_all_of_them_are_on_the_list_or_none(
    papers: app.Warehouse, monkeypatch: pytest.MonkeyPatch, trouble: BaseException
) -> None:
    """Whatever ends it before the last of them has its row."""
    seen: list[int] = []
    of_settings = study_files.settings_of

    def second_fails(folder: Path, settings: Settings) -> Settings:
        with ThreadPoolExecutor() as elsewhere:
            seen.append(len(elsewhere.submit(papers.library.catalog.studies).result()))
        if len(seen) == 2:
            raise trouble
        return of_settings(folder, settings)

    monkeypatch.setattr(study_files, "settings_of", second_fails)
    new = app.NewStudy("write", "The dam", "aware", also=("storm", "retell"))
    with pytest.raises(type(trouble)):
        papers.begin(new, Run())
    assert not papers.library.catalog.studies()
    assert seen == [0, 0], "an end in between leaves nothing, either"


def test_a_method_that_there_is_none_of_is_refused_at_once(papers: app.Warehouse) -> None:
    with pytest.raises(BadInput, match="no method named 'strom'"):
        papers.begin(app.NewStudy("write", "The dam", "aware", also=("strom",)), Run())
    assert not papers.library.catalog.studies()


def test_the_first_is_the_first_whatever_the_clock_said() -> None:
    first = StudyRow("a", "write", "The dam", "aware", "done", 20, 20)
    second = structs.replace(first, id="b", created=10, beside="a", state="stopped")
    assert together.group([second, first], second) == (first, second)
    assert together.all_due([second, first]) == [second]
    assert together.all_due([second]) == [], "the first was removed"
