"""Figures and tables are found by their captions, and cut out of the page to the point."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest
from figured import CAPTION, DRAWN, IN_A_COLUMN, PROSE, SENTENCE, TABLE, UNDRAWN, save
from numpy.typing import NDArray

from indexers.records import Picture, Sentence
from indexers.text.places import Box, rects
from warehouse.documents.figures import captions, find, ink
from warehouse.documents.figures.find import Figures
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run

NEAR = 6.0  # points


@pytest.fixture
def document(library: Library, tmp_path: Path) -> Document:
    [made] = library.add([save(tmp_path / "dam.pdf")], Run())
    return made


def every(library: Library, document: Document) -> list[captions.Caption]:
    found = Figures(library, document.id)
    return [one for page in range(document.pages) for one in found.captions_on(page)]


def near(box: Box, wanted: Box) -> bool:
    return all(abs(one - other) <= NEAR for one, other in zip(box, wanted, strict=True))


def test_captions_are_found_and_a_sentence_of_prose_is_none(
    library: Library, document: Document
) -> None:
    assert SENTENCE in library.catalog.text(document.id)
    words = [Figures(library, document.id).words(one) for one in every(library, document)]
    assert words == [CAPTION, TABLE, IN_A_COLUMN, UNDRAWN]


def test_a_figure_is_what_is_drawn_over_its_caption(library: Library, document: Document) -> None:
    found = Figures(library, document.id)
    [caption] = found.captions_on(0)
    figure = found.figure(caption)
    assert figure is not None and near(figure.box, DRAWN)
    assert (figure.caption, figure.page_label, figure.title) == (CAPTION, "1", document.title)
    place = figure.place
    page = library.catalog.page(document.id, 0)
    assert library.catalog.text(document.id, place.start, place.end) == CAPTION
    assert near(rects(page, place.start, place.end)[0], caption.box)


def test_a_table_is_its_rows(library: Library, document: Document) -> None:
    found = Figures(library, document.id)
    [caption] = found.captions_on(1)
    figure = found.figure(caption)
    assert caption.kind == "table" and figure is not None
    assert near(figure.box, (90, 222, 450, 271))


def test_a_figure_of_a_column_stays_in_it(library: Library, document: Document) -> None:
    found = Figures(library, document.id)
    [caption] = found.captions_on(2)
    figure = found.figure(caption)
    assert figure is not None and near(figure.box, (80, 280, 260, 400))


def test_a_caption_without_a_picture_is_no_figure(library: Library, document: Document) -> None:
    found = Figures(library, document.id)
    [caption] = found.captions_on(3)
    assert found.figure(caption) is None


def test_the_picture_is_cut_out_of_the_page(library: Library, document: Document) -> None:
    found = Figures(library, document.id)
    figure = found.figure(found.captions_on(0)[0])
    assert figure is not None
    made = find.picture(library, figure, 2.0)
    assert abs(made.width - 2 * (DRAWN[2] - DRAWN[0])) <= 4 * NEAR
    rows = np.frombuffer(made.rgb, np.uint8).reshape(made.height, made.width, 3)
    assert (rows[made.height // 4, made.width // 4] == (178, 204, 255)).all()
    library.remove(document.id)
    library.trash.forget([document.id])
    with pytest.raises(BadInput):
        find.picture(library, figure, 2.0)


def test_a_text_without_pictures_has_no_figures(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("Figure 1: A dam.\n\nIt stood there.", "utf-8")
    [made] = library.add([path], Run())
    assert every(library, made) == []


def test_what_is_hidden_is_in_no_caption(
    library: Library, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Figures(library, document.id)
    [caption] = found.captions_on(0)
    at = caption.start + CAPTION.index("Brielle")
    hidden = {document.id: (Sentence(at, at + len("Brielle")),)}
    monkeypatch.setattr(library.catalog, "withheld", lambda ids: hidden)
    assert found.words(caption) == CAPTION.replace("Brielle ", "")


@pytest.mark.parametrize(
    ("words", "kind", "label"),
    [
        ("Figure 3: A dam", "figure", "Figure 3"),
        ("Fig. 2.1. A dam", "figure", "Fig. 2.1"),
        ("Figure 2-4: A dam", "figure", "Figure 2-4"),
        ("Abbildung 7 – Ein Deich", "figure", "Abbildung 7"),
        ("Tabelle 2: Deiche", "table", "Tabelle 2"),
        ("Table IV: Dikes", "table", "Table IV"),
        ("Algorithm 1: Sort", None, ""),
        ("Figures of speech", None, ""),
    ],
)
def test_labels(words: str, kind: str | None, label: str) -> None:
    found = captions.label_of(words)
    assert (found[:2] if found else (None, "")) == (kind, label)


def test_a_bare_label_in_a_figure_is_no_caption(library: Library, tmp_path: Path) -> None:
    with pymupdf.open() as made:
        page = made.new_page()
        page.draw_circle((200, 200), 80)
        page.insert_text((180, 200), "Table 1", fontsize=9)
        page.insert_text((120, 320), "Figure 1: A table is a set.", fontsize=9)
        page.insert_textbox((72, 350, 523, 500), PROSE, fontsize=11)
        made.save(tmp_path / "sets.pdf")
    [document] = library.add([tmp_path / "sets.pdf"], Run())
    [caption] = every(library, document)
    assert caption.label == "Figure 1"
    figure = Figures(library, document.id).figure(caption)
    assert figure is not None and near(figure.box, (120, 120, 280, 280))


def test_a_listing_does_not_take_the_figure_of_the_next_caption(
    library: Library, tmp_path: Path
) -> None:
    with pymupdf.open() as made:
        page = made.new_page()
        for at in range(4):
            page.insert_text((120, 100 + 14 * at), f"a{at} -> b{at};", fontname="cour")
        page.insert_text((120, 180), "Figure 1: The text of a graph.", fontsize=9)
        page.draw_circle((200, 300), 60)
        page.insert_text((120, 390), "Figure 2: The same, as it is drawn.", fontsize=9)
        page.insert_textbox((72, 420, 523, 600), PROSE, fontsize=11)
        made.save(tmp_path / "graphs.pdf")
    [document] = library.add([tmp_path / "graphs.pdf"], Run())
    first, second = every(library, document)
    found = Figures(library, document.id)
    assert found.figure(first) is None
    figure = found.figure(second)
    assert figure is not None and near(figure.box, (140, 240, 260, 360))


def test_a_page_that_is_bare_or_full_of_words_holds_no_figure() -> None:
    """Words alone are no figure, and a mark beside them makes them one."""
    picture = np.full((200, 200, 3), 255, np.uint8)
    picture[60:70, 40:160] = 0
    sought = ink.Sought((0, 0, 200, 200), (0, 0, 200, 200), "above", (), [], (), 0, 10, False)
    found = ink.drawn(_picture(picture), sought)
    assert found is not None and found.figure
    words = [(40.0, 60.0, 160.0, 70.0)]
    alone = ink.Sought((0, 0, 200, 200), (0, 0, 200, 200), "above", (), words, (), 0, 10, False)
    found = ink.drawn(_picture(picture), alone)
    assert found is not None and not found.figure
    bare = np.full((200, 200, 3), 255, np.uint8)
    assert ink.drawn(_picture(bare), alone) is None
    picture[100:120, 60:140] = 0
    found = ink.drawn(_picture(picture), alone)
    assert found is not None and found.figure and near(found.box, (60, 100, 140, 120))
    in_half = (0.0, 0.0, 100.0, 200.0)
    cut = ink.Sought(in_half, in_half, "above", (), words, (), 0, 10, False)
    found = ink.drawn(_picture(picture), cut)
    assert found is not None and not found.figure


def _picture(rows: NDArray[np.uint8]) -> Picture:
    return Picture(rows.shape[1], rows.shape[0], 1.0, rows.tobytes())
