"""Tables of a PDF: rows that can be understood, cited and lit alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import made_pdfs
import pymupdf
import pytest
from lighting import assert_every_sentence_is_lit
from made_pdfs import PROSE, wrapped, write_lines

from indexers.reading import read
from indexers.records import Reading
from indexers.text.places import rects

TREES = [("Tree", "Height", "Age"), ("Birch", "20 m", "80"), ("Oak", "30 m", "700")]
LEFTS = (72.0, 200.0, 330.0)


def write_table(
    page: pymupdf.Page,
    rows: Sequence[Sequence[str]],
    y: float = 300,
    pitch: float = 12,
    gap: float = 0,
    lefts: Sequence[float] = LEFTS,
    bold: bool = False,
) -> float:
    """Rows of cells, whose lines a line break parts; ``gap`` points stand between rows."""
    for number, row in enumerate(rows):
        font = "hebo" if bold and number == 0 else "helv"
        cells = [cell.split("\n") for cell in row]
        for left, lines in zip(lefts, cells, strict=True):
            for at, line in enumerate(lines):
                page.insert_text((left, y + at * pitch), line, fontsize=10, fontname=font)
        y += max(map(len, cells)) * pitch + gap
    return y


def table(tmp_path: Path, rows: Sequence[Sequence[str]], **looks: float | bool) -> list[str]:
    """The lines of the table as they are read, between two paragraphs."""
    document = made_pdfs.new(1)
    write_lines(document[0], wrapped(PROSE))
    y = write_table(document[0], rows, **looks)  # type: ignore[arg-type]
    write_lines(document[0], wrapped(PROSE), y=y + 30)
    path = made_pdfs.save(document, tmp_path / "table.pdf")
    reading = read(path)
    before, found, after = reading.text.split("\n\n")
    assert before == after == PROSE
    assert_every_sentence_is_lit(path, reading)
    lines = found.split("\n")
    sentences = [reading.text[s.start : s.end] for s in reading.sentences]
    assert sentences[sentences.index(lines[0]) :][: len(lines)] == lines
    return lines


def test_each_row_has_the_headings(tmp_path: Path) -> None:
    assert table(tmp_path, TREES) == [
        "Tree\tHeight\tAge",
        "Tree: Birch\tHeight: 20 m\tAge: 80",
        "Tree: Oak\tHeight: 30 m\tAge: 700",
    ]


def test_the_heading_of_a_row_is_lit_where_it_stands(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    write_table(document[0], TREES)
    reading = read(made_pdfs.save(document, tmp_path / "table.pdf"))
    start = reading.text.index("Height: 30 m")
    heading, cell = rects(reading.pages[0], start, start + len("Height: 30 m"))
    assert abs(heading[0] - 200) < 1 and heading[3] < 304
    assert abs(cell[0] - 200) < 1 and cell[1] > 312
    assert reading.tables == 1


def test_columns_written_one_after_the_other(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    for column in range(3):
        for row, cells in enumerate(TREES):
            spot = (80 + 130 * column, 300 + 14 * row)
            document[0].insert_text(spot, cells[column], fontsize=10)
    reading = read(made_pdfs.save(document, tmp_path / "table.pdf"))
    assert "Tree: Oak\tHeight: 30 m\tAge: 700" in reading.text


FILES = [
    ("The file", "What is seen", "What is kept"),
    ("is empty or is not\nwhat its name says", "a reason", "the line in the\nlist"),
    ("was cut short", "the pages that\ncould be saved", "the good pages"),
    ("is locked", "that a word is\nneeded", "the original"),
]


@pytest.mark.parametrize(("gap", "bold"), [(7, True), (7, False), (0, True)])
def test_cells_of_several_lines_are_whole(tmp_path: Path, gap: float, bold: bool) -> None:
    found = table(tmp_path, FILES, gap=gap, bold=bold)
    head = ["The file: ", "What is seen: ", "What is kept: "] if bold else [""] * 3
    assert found[0] == "The file\tWhat is seen\tWhat is kept"
    for line, row in zip(found[1:], FILES[1:], strict=True):
        cells = [name + cell.replace("\n", " ") for name, cell in zip(head, row, strict=True)]
        assert line == "\t".join(cells)


def test_rows_set_far_apart_stay_rows(tmp_path: Path) -> None:
    rows = [("bin", "essential commands", "yes"), ("dev", "essential devices", "yes")]
    rows += [("lib", "essential libraries", "yes"), ("mnt", "essential mounts", "yes")]
    assert table(tmp_path, rows, pitch=17) == ["\t".join(row) for row in rows]


def test_an_empty_first_cell_above_numbers_is_a_row(tmp_path: Path) -> None:
    rows = [("Animal", "Sold", "Price"), ("Gnat", "per gram", "13.65"), ("", "each", "0.01")]
    assert table(tmp_path, rows) == [
        "Animal\tSold\tPrice",
        "Animal: Gnat\tSold: per gram\tPrice: 13.65",
        "Sold: each\tPrice: 0.01",
    ]


def test_terms_and_what_they_mean(tmp_path: Path) -> None:
    meaning = made_pdfs.filled(PROSE, 300, 10)
    rows = [("times", "\n".join(meaning)), ("lm", "The modern\nones.")]
    document = made_pdfs.new(1)
    write_table(document[0], rows, y=100, lefts=(72, 130), gap=4)
    path = made_pdfs.save(document, tmp_path / "terms.pdf")
    reading = read(path)
    assert reading.text == f"times\t{PROSE}\nlm\tThe modern ones."
    assert_every_sentence_is_lit(path, reading)
    first = reading.sentences[0]
    said = reading.text[first.start : first.end]
    assert said.startswith("times\tThe archive") and said.endswith("of that year.")


def test_words_broken_within_a_cell_are_joined(tmp_path: Path) -> None:
    rows = [("Town", "What was told of it"), ("Yew", "nothing but an old in-\nscription")]
    rows += [("Oak", "the whole of the story")]
    document = made_pdfs.new(1)
    write_table(document[0], rows, lefts=(72, 200), gap=6)
    path = made_pdfs.save(document, tmp_path / "table.pdf")
    reading = read(path)
    assert "Yew\tnothing but an old inscription\n" in reading.text
    assert_every_sentence_is_lit(path, reading)


def test_headings_under_different_captions_are_no_running_title(tmp_path: Path) -> None:
    document = made_pdfs.new(4)
    for page, name in zip(document, ["towers", "rivers", "bridges", "fires"], strict=True):
        write_lines(page, [f"Table of the {name}"], y=60)
        write_table(page, TREES, y=85, gap=5)
        write_lines(page, wrapped(PROSE), y=400)
    reading: Reading = read(made_pdfs.save(document, tmp_path / "table.pdf"))
    assert reading.text.count("Tree\tHeight\tAge") == 4


def test_an_ellipsis_is_no_dot_leader(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    line = "There are towers, rivers, bridges . . . and much else in it."
    write_lines(document[0], [line])
    write_lines(document[0], ["1 Rivers . . . . . . . . 7", "2 Bridges . . . 9"], y=200)
    reading = read(made_pdfs.save(document, tmp_path / "dots.pdf"))
    assert reading.text == f"{line}\n\n1 Rivers\t7\n2 Bridges\t9"
