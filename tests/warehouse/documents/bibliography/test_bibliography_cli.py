"""``muniment edit`` and ``cite``."""

from __future__ import annotations

from pathlib import Path

import bridge_article
import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading, write_pdf

from desktop.pages import exporting
from indexers.records import Told
from warehouse.cli import main
from warehouse.cli.library import PARTLY
from warehouse.ingest.folders import NO_FILES_NAMED
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With one document in it; the command line finds the embedder of the tests."""
    monkeypatch.setattr("warehouse.ingest.embedders.Embedder", lambda *_: HashingEmbedder())
    told = (Told("title", ("Tides",), "page"), Told("doi", ("10.1000/t",), "page"))
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as library:
        made = msgspec.structs.replace(reading("Tides", "The tide rises."), told=told)
        library.admit(made, "tides.html", b"tides", Run())
    return home / "warehouse"


def muniment(folder: Path, *arguments: str) -> int:
    return main(["--warehouse", str(folder), *arguments])


def id_in(folder: Path) -> str:
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        return library.catalog.documents()[0].id


def test_edit_shows_and_corrects(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    id = id_in(folder)
    assert muniment(folder, "edit", id[:8]) == 0
    shown = capsys.readouterr().out
    assert "Tides" in shown and "from page 1" in shown
    arguments = ["--title", "Ebb", "--author", "Weber, Anna", "--author", "R Core Team"]
    assert muniment(folder, "edit", id[:8], *arguments, "--year", "2019") == 0
    shown = capsys.readouterr().out
    assert [line.split() for line in shown.splitlines()][1:3] == [
        ["Title", "Ebb", "yours"],
        ["Authors", "Anna", "Weber;", "R", "Core", "Team", "yours"],
    ]
    assert muniment(folder, "edit", id[:8], "--reset", "title") == 0
    assert "Tides" in capsys.readouterr().out
    assert muniment(folder, "edit", id[:8], "--doi", "none") == 1


def test_cite(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert muniment(folder, "cite") == 0
    assert "doi = {10.1000/t}," in capsys.readouterr().out
    out = tmp_path / "a.json"
    assert muniment(folder, "cite", id_in(folder)[:8], "--as", "csl", "--out", str(out)) == 0
    assert '"DOI": "10.1000/t"' in out.read_text("utf-8")
    out.write_text("of another program")
    assert muniment(folder, "cite", "--out", str(out)) == 1
    assert "is there already" in capsys.readouterr().err
    assert out.read_text() == "of another program"
    assert muniment(folder, "cite", "--study", "2026") == 1
    assert muniment(folder, "collections", "make", "Sea", id_in(folder)[:8]) == 0
    capsys.readouterr()
    assert muniment(folder, "cite", "--in", "Sea") == 0
    assert "title = {{Tides}}" in capsys.readouterr().out


def test_what_a_study_cites_is_told_when_it_is_removed_too(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("warehouse.ingest.embedders.Embedder", lambda *_: HashingEmbedder(64))
    with bridge_article.shelved(tmp_path / "papers") as library:
        studies, row = bridge_article.written(library)
        article = studies.load(row.id)
        library.remove(library.documents()[0].id)
        assert article is not None
        made = exporting._write("csl", article, row.id, library, tmp_path / "out", Run())
    [told] = msgspec.json.decode(made.path.read_bytes())
    assert told["title"] == "Lune Bridge" and told["id"].startswith("gone")
    assert muniment(tmp_path / "papers", "cite", "--study", row.id) == 0
    assert "@misc{gone" in capsys.readouterr().out


def test_a_library_that_is_added_is_imported(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.bib").write_text("@book{a, title = {The Ebb}}")
    assert muniment(folder, "add", str(tmp_path / "a.bib")) == 0
    assert "1 entry, 1 of them new; 0 documents added." in capsys.readouterr().out
    (tmp_path / "b.json").write_text("7")
    assert muniment(folder, "add", str(tmp_path / "b.json")) == 1


def test_a_library_in_a_folder_of_documents_is_imported(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    (papers / "pdf").mkdir(parents=True)
    write_pdf(papers / "pdf" / "a.pdf", [prose(1)])
    (papers / "all.bib").write_text("@book{a,\n title = {The Ebb},\n file = {:pdf/a.pdf:PDF}}")
    (papers / "titles.bib").write_text("@book{b, title = {Read some day}}")
    (papers / "broken.bib").write_bytes(b"\xff\xfe\n file = @@@{{{")
    assert muniment(folder, "add", str(papers)) == PARTLY
    shown = capsys.readouterr().out
    assert "1 entry, 1 of them new; 1 document added." in shown
    assert "all.bib: " not in shown
    assert "Left out: 2" in shown and f"titles.bib: {NO_FILES_NAMED}" in shown
    assert muniment(folder, "cite") == 0
    assert "The Ebb" in capsys.readouterr().out


def test_what_is_added_in_place_stays_there_also_where_an_entry_names_it(
    folder: Path, tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    write_pdf(papers / "a.pdf", [prose(1)])
    (papers / "all.bib").write_text("@book{a, title = {The Ebb}, file = {a.pdf}}")
    before = set((folder / "objects").rglob("*.pdf"))
    assert muniment(folder, "add", "--in-place", str(papers)) == 0
    assert set((folder / "objects").rglob("*.pdf")) == before
