"""Markdown in a folder has its figures as files beside it; Markdown without one, their captions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from figured import CAPTION, save
from msgspec import structs

from warehouse.documents.figures.find import Figures
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    Coverage,
    Evidence,
    Research,
    Spend,
)
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.exporting import export, pack
from warehouse.studies.exporting.beside import save_beside
from warehouse.studies.exporting.paper import paper
from warehouse.studies.exporting.paper.wishes import Wish
from warehouse.studies.keeper import Studies, Work

SAID = "A book was kept [1]."
HOSTILE = '"><script>alert(1)</script> ![x](http://evil.example/) \\input{/etc/passwd}'
PICTURE = re.compile(r"!\[((?:[^\]\\]|\\.)*)\]\(([^)]*)\)")


@pytest.fixture
def written(library: Library, tmp_path: Path) -> Article:
    [document] = library.add([save(tmp_path / "dam.pdf")], Run())
    found = Figures(library, document.id)
    figure = found.figure(found.captions_on(0)[0])
    assert figure is not None
    cited = Evidence(1, Place(document.id, 0, 0, 20), "The town kept a book", "dam", "1", "", "", 1)
    claim = Claim(0, len(SAID), SAID, (1,), "supported", "")
    return Article(
        title="The dam",
        question="The dam",
        method="aware",
        lead=Block(1, "", "", ()),
        blocks=(Block(2, "The book", SAID, (claim,), figures=(figure,)),),
        research=Research("The dam", evidence=(cited,)),
        coverage=Coverage(1, 1, 0, 1, 0.1, 0.5),
        spend=Spend(0, 0, 0, 0, 0.0),
    )


def pictured(path: Path) -> str:
    """Its text, in which one picture stands that lies beside it."""
    text = path.read_text("utf-8")
    [(_, name)] = PICTURE.findall(text)
    assert (path.parent / name).read_bytes().startswith(b"\x89PNG")
    return text


def test_with_every_proof(library: Library, written: Article, tmp_path: Path) -> None:
    text = pictured(export.save_markdown(written, library, tmp_path / "out", "dam"))
    assert f"](figure-1.png)\\\n*{CAPTION}* (dam, p. 1 of 4)\n" in text


def test_as_a_paper(library: Library, written: Article, tmp_path: Path) -> None:
    path = paper.save(written, library, tmp_path / "out", Wish("markdown", "ieee"), Run())
    behind = pictured(path).partition("](figure-1.png)")[2]
    assert behind.startswith(f"\n\n{CAPTION} \\[1, p. 1\\]\n")


def test_in_an_evidence_pack(library: Library, written: Article, tmp_path: Path) -> None:
    def method(question: str, *_: object, **more: object) -> Article:
        return written

    studies = Studies(library, {("write", "aware"): cast(Work, method)})
    study = studies.start("write", "The dam")
    studies.run(study, ScriptedEngine([]), Settings(), Run())
    made = pack.save(study.id, library, tmp_path, Run())
    pictured(made / "article.md")
    assert '"figure-1.png"' in (made / pack.LIST).read_text("utf-8")


def test_without_a_folder(library: Library, written: Article) -> None:
    text = export.markdown(written, library)
    assert not PICTURE.search(text) and f"*{CAPTION}* (dam, p. 1 of 4)" in text


def test_a_caption_makes_no_picture_of_its_own(
    library: Library, written: Article, tmp_path: Path
) -> None:
    [section] = written.blocks
    figures = tuple(structs.replace(one, caption=HOSTILE) for one in section.figures)
    hostile = structs.replace(written, blocks=(structs.replace(section, figures=figures),))
    for path in (
        export.save_markdown(hostile, library, tmp_path / "proof"),
        paper.save(hostile, library, tmp_path / "paper", Wish("markdown"), Run()),
    ):
        assert "<script" not in pictured(path).replace("\\<script", "")


def test_what_is_there_already_stays(library: Library, written: Article, tmp_path: Path) -> None:
    """The same picture twice is one; another file called like it is not touched."""
    folder = tmp_path / "out"
    assert export.save_markdown(written, library, folder, "one").parent == folder
    assert export.save_markdown(written, library, folder, "two").parent == folder
    (folder / "figure-1.png").write_bytes(b"MY OWN")
    third = export.save_markdown(written, library, folder, "three")
    assert third.parent == folder / "three" and pictured(third)
    assert (folder / "figure-1.png").read_bytes() == b"MY OWN"


def test_a_folder_called_like_a_picture_stays(tmp_path: Path) -> None:
    (tmp_path / "figure-1.png").mkdir()
    where = save_beside(tmp_path, "dam", ".md", {"figure-1.png": b"new"})
    assert where == tmp_path / "dam" and (where / "figure-1.png").read_bytes() == b"new"
