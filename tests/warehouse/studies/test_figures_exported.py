"""Figures leave with their article: pictures in every format that holds them, captions in all."""

from __future__ import annotations

import base64
import re
import zipfile
from pathlib import Path

import pictured
import pymupdf
import pytest
from figured import CAPTION, save
from msgspec import structs
from shelf import SETTINGS

from warehouse.context import Context
from warehouse.documents.figures.find import Figures
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    Coverage,
    Evidence,
    Figure,
    Research,
    Spend,
)
from warehouse.run import Run
from warehouse.studies.exporting import export
from warehouse.studies.exporting.paper import paper
from warehouse.studies.exporting.paper.wishes import FORMS, Form, Wish
from warehouse.writing import figures

HOSTILE = '"><script>alert(1)</script> ![x](http://evil.example/) \\input{/etc/passwd}'
BLUE = (178, 204, 255)


@pytest.fixture
def document(library: Library, tmp_path: Path) -> Document:
    [made] = library.add([save(tmp_path / "dam.pdf")], Run())
    return made


@pytest.fixture(params=["docx", "epub", "html"])
def from_a_file(request: pytest.FixtureRequest, library: Library, tmp_path: Path) -> Article:
    """An article on a document without pages, with a picture of its file."""
    [town] = library.add([pictured.made(tmp_path, request.param)], Run())
    found = Figures(library, town.id)
    captions = [one for page in range(town.pages) for one in found.captions_on(page)]
    taken = found.figure(captions[0])
    assert taken is not None
    return article(town, taken)


@pytest.fixture
def figure(library: Library, document: Document) -> Figure:
    found = Figures(library, document.id)
    made = found.figure(found.captions_on(0)[0])
    assert made is not None
    return made


def article(document: Document, figure: Figure) -> Article:
    words = "The town kept a book"
    cited = Evidence(1, Place(document.id, 0, 0, 20), words, "dam", "1", "", "dam", 0.9)
    said = "A book was kept [1]."
    claim = Claim(0, len(said), said, (1,), "supported", "")
    return Article(
        title="The dam",
        question="The dam",
        method="aware",
        lead=Block(1, "", "", ()),
        blocks=(Block(2, "The book", said, (claim,), figures=(figure,)),),
        research=Research("The dam", evidence=(cited,)),
        coverage=Coverage(1, 1, 0, 1, 0.1, 0.5),
        spend=Spend(0, 0, 0, 0, 0.0),
    )


def test_the_page_of_html_holds_the_picture_and_reaches_for_nothing(
    library: Library, document: Document, figure: Figure
) -> None:
    text = export.html(article(document, figure), library)
    [address] = re.findall(r'<img src="([^"]*)"', text)
    head, _, body = address.partition(",")
    assert head == "data:image/png;base64"
    picture = pymupdf.Pixmap(base64.b64decode(body))
    assert picture.pixel(picture.width // 4, picture.height // 4) == BLUE
    caption = re.search(r"<figcaption>(.*?)</figcaption>", text)
    assert caption is not None and CAPTION in caption.group(1)
    assert '<a href="#e1">dam, p. 1 of 4</a>' in caption.group(1)
    assert "http" not in re.sub(r"http-equiv", "", text)
    assert "img-src data:;" in text and text.count("img-src") == 1


@pytest.mark.parametrize("form", FORMS)
def test_every_paper_has_its_caption_and_its_source(
    library: Library, document: Document, figure: Figure, tmp_path: Path, form: Form
) -> None:
    path = paper.save(article(document, figure), library, tmp_path, Wish(form), Run())
    words, pictures = read(path, form)
    assert "The dam of Brielle and its sluices" in words
    assert pictures == 1


@pytest.mark.parametrize("mine", ["figure-1.png", "references.bib", "paper.tex"])
def test_what_is_there_already_is_not_replaced(
    library: Library, document: Document, figure: Figure, tmp_path: Path, mine: str
) -> None:
    (tmp_path / mine).write_bytes(b"MY OWN")
    made = article(document, figure)
    first, second = (paper.save(made, library, tmp_path, Wish("latex"), Run()) for _ in range(2))
    assert (tmp_path / mine).read_bytes() == b"MY OWN"
    assert {first.exists(), second.exists()} == {True} and first != second
    for path in (first, second):
        assert read(path, "latex")[1] == 1 and (path.parent / "references.bib").exists()


def read(path: Path, form: Form) -> tuple[str, int]:
    """The words of a paper, and how many pictures come with it."""
    if form == "pdf":
        with pymupdf.open(path) as made:
            images = sum(len(page.get_image_info()) for page in made)
            return " ".join("".join(page.get_text() for page in made).split()), images
    if form in ("docx", "odt", "epub"):
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
            parts = [n for n in names if n.endswith((".xml", ".xhtml"))]
            text = " ".join(packed.read(name).decode() for name in parts)
            bare = " ".join(re.sub(r"<[^>]+>", "", text.replace("<text:s />", " ")).split())
            return bare, sum(name.endswith(".png") for name in names)
    text = path.read_text("utf-8")
    if form in ("latex", "markdown"):
        linked = r"\\includegraphics\[[^]]*\]\{([^}]*)\}" if form == "latex" else r"!\[.*\]\((.*)\)"
        [name] = re.findall(linked, text)
        assert (path.parent / name).read_bytes().startswith(b"\x89PNG")
        return " ".join(text.split()), 1
    return " ".join(text.split()), text.count("data:image/png")


def test_a_document_that_is_gone_leaves_caption_and_a_word(
    library: Library, document: Document, figure: Figure, tmp_path: Path
) -> None:
    made = article(document, figure)
    library.remove(document.id)
    library.trash.forget([document.id])
    text = export.html(made, library)
    assert "<img" not in text and CAPTION in text and "cannot be shown" in text
    assert "no longer in the library" in export.markdown(made, library)
    path = paper.save(made, library, tmp_path, Wish("html"), Run())
    assert CAPTION in path.read_text("utf-8") and "<img" not in path.read_text("utf-8")


def test_a_caption_is_data_everywhere(
    library: Library, document: Document, figure: Figure, tmp_path: Path
) -> None:
    made = article(document, structs.replace(figure, caption=HOSTILE, title=HOSTILE))
    text = export.html(made, library)
    assert "<script" not in text and 'alt="&quot;&gt;' in text
    told = export.markdown(made, library)
    assert "<script" not in told.replace("\\<script", "") and "![x](" not in told
    page = paper.save(made, library, tmp_path, Wish("html"), Run()).read_text("utf-8")
    assert "<script" not in page
    tex = paper.save(made, library, tmp_path, Wish("latex"), Run()).read_text("utf-8")
    assert "\\input{" not in tex


def test_a_picture_of_a_file_leaves_with_its_article(
    library: Library, from_a_file: Article, tmp_path: Path
) -> None:
    text = export.html(from_a_file, library)
    [address] = re.findall(r'<img src="data:image/png;base64,([^"]*)"', text)
    picture = pymupdf.Pixmap(base64.b64decode(address))
    assert (picture.width, picture.height) == (600, 300)
    assert picture.pixel(picture.width // 4, picture.height // 4) == pictured.BLUE
    assert pictured.CAPTION in text and '<a href="#e1">' in text
    assert pictured.CAPTION in export.markdown(from_a_file, library)
    for form in FORMS:
        path = paper.save(from_a_file, library, tmp_path, Wish(form), Run())
        words, pictures = read(path, form)
        assert "The dam of Brielle and its sluices" in words
        assert pictures == 1


def test_an_article_on_a_word_file_has_its_figure_from_draft_to_export(
    library: Library, tmp_path: Path
) -> None:
    [town] = library.add([pictured.made(tmp_path, "docx")], Run())
    text = library.catalog.text(town.id)
    at = text.index(pictured.BEFORE)
    place = Place(town.id, 0, at, at + len(pictured.BEFORE))
    cited = Evidence(1, place, pictured.BEFORE, town.title, "1", "", "dam", 0.9)
    said = "The dam of Brielle had sluices, and it was seen from the river [1]."
    claim = Claim(0, len(said), said, (1,), "supported", "")
    block = Block(2, "The dam", said, (claim,))
    context = Context(library, ScriptedEngine([]), SETTINGS, Run())
    blocks, losses = figures.illustrated([block], [0], [cited], context)
    assert losses == [] and [one.caption for one in blocks[0].figures] == [pictured.CAPTION]
    made = structs.replace(
        article(town, blocks[0].figures[0]),
        blocks=tuple(blocks),
        research=Research("The dam", evidence=(cited,)),
    )
    assert "data:image/png;base64," in export.html(made, library)
    path = paper.save(made, library, tmp_path, Wish("docx"), Run())
    with zipfile.ZipFile(path) as packed:
        [image] = [name for name in packed.namelist() if name.endswith(".png")]
        assert pymupdf.Pixmap(packed.read(image)).pixel(5, 5) == pictured.BLUE
