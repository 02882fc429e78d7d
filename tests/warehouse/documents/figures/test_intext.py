"""Figures of what has no pages: the picture as it is in the file, by the caption beside it."""

from __future__ import annotations

from pathlib import Path

import docx
import pictured
import pytest
from msgspec import structs
from pictured import AFTER, BEFORE, BETWEEN, BLUE, CAPTION, GREEN, UNNUMBERED, made, png

from indexers.errors import Stopped
from indexers.records import Inset, Page, Reading, Sentence
from warehouse.documents.figures import find
from warehouse.documents.figures.find import Figures
from warehouse.documents.figures.intext import captioned
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.results.records import Figure
from warehouse.run import Run


def added(library: Library, path: Path) -> Document:
    [document] = library.add([path], Run())
    return document


def every(library: Library, document: Document) -> list[Figure]:
    found = Figures(library, document.id)
    captions = [one for page in range(document.pages) for one in found.captions_on(page)]
    return [figure for one in captions if (figure := found.figure(one)) is not None]


@pytest.mark.parametrize("kind", pictured.MAKERS)
def test_a_figure_is_the_picture_of_the_file(library: Library, tmp_path: Path, kind: str) -> None:
    document = added(library, made(tmp_path, kind))
    figures = every(library, document)
    captions = [CAPTION] if kind == "odp" else [CAPTION, UNNUMBERED]
    assert [figure.caption for figure in figures] == captions
    text = library.catalog.text(document.id)
    for figure, colour in zip(figures, (BLUE, GREEN), strict=False):
        place = figure.place
        assert text[place.start : place.end] == figure.caption
        page = library.catalog.page(document.id, place.page)
        assert page.start <= place.start < page.end and figure.page_label == page.label
        picture = find.picture(library, figure, 1.0)
        assert tuple(picture.rgb[:3]) == colour
        x0, y0, x1, y1 = figure.box
        assert (x0, y0) == (0, 0)
        assert (x1, y1) == ((450, 225) if colour == BLUE else (225, 300))


def test_only_captions_near_what_is_cited_are_looked_at(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    far = "".join(f"<p>In year {year}: {AFTER}</p>" for year in range(1300, 1380))
    page = pictured.page(pictured.data_address(png()), "mill.png")
    path.write_text(page.replace("</article>", f"{far}</article>"), "utf-8")
    document = added(library, path)
    found = Figures(library, document.id)
    end = library.catalog.length(document.id)
    assert [found.words(one) for one in found.captions_near(Place(document.id, 0, 0, 9))] == [
        CAPTION
    ]
    assert found.captions_near(Place(document.id, 0, end - 9, end)) == []


def test_an_older_reading_has_none(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = added(library, made(tmp_path, "docx"))
    text = library.catalog.text
    monkeypatch.setattr(library.catalog, "text", lambda *at: text(*at).replace("dam", "dyke"))
    assert every(library, document) == []


def test_a_document_in_place_that_was_changed_has_none(library: Library, tmp_path: Path) -> None:
    path = made(tmp_path, "docx")
    [document] = library.add([path], Run(), in_place=True)
    [figure, _] = every(library, document)
    pictured.docx_file(path, png(GREEN))
    assert every(library, document) == []
    with pytest.raises(BadInput):
        find.picture(library, figure, 1.0)


def test_a_document_that_is_gone_cannot_be_shown(library: Library, tmp_path: Path) -> None:
    document = added(library, made(tmp_path, "epub"))
    figure = every(library, document)[0]
    library.remove(document.id)
    library.trash.forget([document.id])
    with pytest.raises(BadInput):
        find.picture(library, figure, 1.0)


def test_a_part_that_is_not_there_is_said_in_words(library: Library, tmp_path: Path) -> None:
    document = added(library, made(tmp_path, "odt"))
    figure = structs.replace(every(library, document)[0], part="../../etc/passwd")
    with pytest.raises(BadInput, match=r"The picture of this figure .* no such picture in it"):
        find.picture(library, figure, 1.0)


@pytest.mark.parametrize(
    "image", [pictured.claiming(100_000, 100_000), png()[:200], png(size=(40, 40))]
)
def test_what_is_no_picture_is_no_figure(library: Library, tmp_path: Path, image: bytes) -> None:
    document = added(library, pictured.odt_file(tmp_path / "a.odt", image))
    assert [figure.caption for figure in every(library, document)] == [UNNUMBERED]


def test_what_is_hidden_is_in_no_caption(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = added(library, made(tmp_path, "docx"))
    at = library.catalog.text(document.id).index(CAPTION)
    words = CAPTION.index("Brielle")
    hidden = {document.id: (Sentence(at + words, at + words + len("Brielle")),)}
    monkeypatch.setattr(library.catalog, "withheld", lambda ids: hidden)
    assert every(library, document)[0].caption == CAPTION.replace("Brielle ", "")
    monkeypatch.setattr(
        library.catalog, "withheld", lambda ids: {document.id: (Sentence(at, at + len(CAPTION)),)}
    )
    assert [figure.caption for figure in every(library, document)] == [UNNUMBERED]


def test_a_file_without_pictures_is_not_read_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.html").write_text(pictured.page("dam.png", "mill.png"), "utf-8")
    letter = docx.Document()
    letter.add_paragraph(CAPTION)
    letter.save(str(tmp_path / "a.docx"))
    documents = [added(library, tmp_path / name) for name in ("a.html", "a.docx")]

    def fails(*_: object, **__: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(library.readers, "read", fails)
    assert [every(library, document) for document in documents] == [[], []]


def test_reading_anew_can_be_stopped(library: Library, tmp_path: Path) -> None:
    document = added(library, made(tmp_path, "docx"))
    with pytest.raises(Stopped):
        Figures(library, document.id, lambda: True).captions_on(0)


def matched(*blocks: str, kind: str = "document") -> dict[str, str]:
    """Captions and pictures of a text whose blocks "<a>" are pictures, "=…" the file's captions."""
    text, insets, captions = "", [], []
    for block in blocks:
        if block.startswith("<"):
            insets.append(Inset(len(text), 0, block.strip("<>")))
            continue
        text += "\n\n" if text else ""
        if block.startswith("="):
            captions.append(len(text))
        text += block.removeprefix("=")
    reading = Reading(
        kind=kind,
        title="",
        text=text,
        pages=(Page(0, "1", 0, len(text), 0, 0),),
        sections=(),
        sentences=(),
        insets=tuple(insets),
        captions=tuple(captions),
    )
    found = captioned(reading, text)
    return {text[one.start : one.end]: "".join(parts) for one, parts in found.items()}


ONE, TWO = "Figure 1: The dam", "Abb. 2. Die Mühle"


@pytest.mark.parametrize(
    ("blocks", "found"),
    [
        ((BEFORE, "<a>", ONE, "<b>", TWO, AFTER), {ONE: "a", TWO: "b"}),
        ((BEFORE, ONE, "<a>", TWO, "<b>", AFTER), {ONE: "a", TWO: "b"}),
        ((BEFORE, "<a>", ONE, BETWEEN, "<b>", AFTER), {ONE: "a"}),
        ((BEFORE, "<a>", "<b>", ONE), {ONE: "ab"}),
        ((BEFORE, "<a>", BETWEEN, ONE), {}),
        ((BEFORE, "<a>", "Figure 1 shows the dam as it stood before the storm."), {}),
        ((BEFORE, "<a>", "Figure 1 The dam"), {"Figure 1 The dam": "a"}),
        ((BEFORE, "<a>", "=The dam"), {"The dam": "a"}),
        ((BEFORE, "<a>", "The dam"), {}),
        ((BEFORE, "<a>", "Figure 1: The dam\tFigure 2: The mill"), {}),
        ((BEFORE, "<a>", "Table 1: Sluices", "North\t1320\nSouth\t1348"), {}),
        (("<a>", "Table 1: Sluices", BETWEEN), {"Table 1: Sluices": "a"}),
        (("<a>", "Figure 1: The dam\nFigure 2: The mill"), {}),
        ((BEFORE, ONE, BETWEEN), {}),
    ],
)
def test_a_caption_stands_beside_its_picture(
    blocks: tuple[str, ...], found: dict[str, str]
) -> None:
    assert matched(*blocks) == found


def test_on_a_slide_the_only_caption_is_that_of_the_picture() -> None:
    slide = ("<a>", BEFORE, ONE, AFTER)
    assert matched(*slide, kind="slides") == {ONE: "a"}
    assert matched(*slide, TWO, kind="slides") == {}


def test_several_pictures_by_one_caption_are_no_figure(library: Library, tmp_path: Path) -> None:
    image = f'<img alt="" src="{pictured.data_address(png())}"/>'
    other = f'<img alt="" src="{pictured.data_address(png(GREEN))}"/>'
    icon = f'<img alt="" src="{pictured.data_address(png(size=(16, 16)))}"/>'
    page = pictured.page("gone.png", "gone.png")
    gone = '<img alt="" src="gone.png"/>'
    for at, (pictures, count) in enumerate(((image + other, 0), (icon + image, 1))):
        path = tmp_path / f"{at}.html"
        path.write_text(page.replace(gone, pictures, 1), "utf-8")
        assert len(every(library, added(library, path))) == count
