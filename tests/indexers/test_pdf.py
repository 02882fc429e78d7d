"""What a PDF becomes: order, paragraphs, joined words, headings, and where the words stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import made_pdfs
import pymupdf
import pytest
from lighting import assert_every_sentence_is_lit
from made_pdfs import PROSE, wrapped, write_lines

from indexers.reading import read
from indexers.records import Reading
from indexers.text.places import rects

LEFT = PROSE.replace("ledger", "volume")
RIGHT = PROSE.replace("archive", "library").replace("northern", "southern")


def text_of(reading: Reading, index: int) -> str:
    page = reading.pages[index]
    return reading.text[page.start : page.end]


def test_lines_become_paragraphs(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    y = write_lines(document[0], wrapped(PROSE))
    write_lines(document[0], wrapped("Another paragraph begins here. " + PROSE), y=y + 14)
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text == f"{PROSE}\n\nAnother paragraph begins here. {PROSE}"
    assert reading.kind == "pdf"
    assert reading.language == "en"
    assert_every_sentence_is_lit(tmp_path / "a.pdf", reading)


def test_first_line_indents_begin_paragraphs(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    y = write_lines(document[0], wrapped(PROSE))
    y = write_lines(
        document[0], ["Indented, it begins a new paragraph which goes on like this and"], x=84, y=y
    )
    write_lines(document[0], wrapped("continues at the margin for a while. " + PROSE), y=y)
    reading = read(made_pdfs.save(document, tmp_path / "a.pdf"))
    assert reading.text.split("\n\n") == [
        PROSE,
        "Indented, it begins a new paragraph which goes on like this and "
        f"continues at the margin for a while. {PROSE}",
    ]


@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize("order", ["columns", "rows"])
def test_columns_are_read_one_after_the_other(tmp_path: Path, columns: int, order: str) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    page.insert_text((120, 60), "A title that stands across the whole of the page", fontsize=16)
    width = (595 - 2 * 50 - 18 * (columns - 1)) / columns
    texts = [
        f"Column {index} begins. {PROSE} Column {index} ends here." for index in range(columns)
    ]
    spots: list[tuple[float, float, str]] = []
    for index, text in enumerate(texts):
        x = 50 + index * (width + 18)
        lines = made_pdfs.filled(text, width, 9)
        spots += [(x, 100 + 12 * row, line) for row, line in enumerate(lines)]
    if order == "rows":
        spots.sort(key=lambda spot: spot[1])
    for x, y, line in spots:
        page.insert_text((x, y), line, fontsize=9)
    path = made_pdfs.save(document, tmp_path / "columns.pdf")
    reading = read(path)
    flat = reading.text.replace("\n\n", " ")
    assert flat == " ".join(["A title that stands across the whole of the page", *texts])
    assert_every_sentence_is_lit(path, reading)


def test_broken_words_are_joined_and_compounds_keep_their_hyphen(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    lines = [
        "The committee wrote about the well-known custom and about the admini-",
        "stration of the harbour, which had been for many years in the hands of the well-",
        "known family. Nobody spoke of state-of-the-",
        "art cranes, and nothing was written down between 1990-",
        "1995 in that office, not even once by accident or on a quiet afternoon.",
    ]
    write_lines(document[0], lines)
    path = made_pdfs.save(document, tmp_path / "hyphens.pdf")
    reading = read(path)
    assert "the administration of the harbour" in reading.text
    assert "the well-known family" in reading.text
    assert "state-of-the-art cranes" in reading.text
    assert "1990-1995" in reading.text
    start = reading.text.index("administration")
    boxes = rects(reading.pages[0], start, start + len("administration"))
    assert len(boxes) == 2
    assert boxes[0][0] > boxes[1][0] and boxes[0][3] <= boxes[1][1] + 2
    assert_every_sentence_is_lit(path, reading)


def test_ligatures_become_letters(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    font = (
        pymupdf.Font("notos") if "notos" in getattr(pymupdf, "fitz_fontdescriptors", {}) else None
    )
    writer = pymupdf.TextWriter(document[0].rect)
    writer.append(
        (72, 90),
        "The \ufb01rst o\ufb03ce kept its \ufb02ags in order.",
        font=font or pymupdf.Font("cjk"),
    )
    writer.write_text(document[0])
    reading = read(made_pdfs.save(document, tmp_path / "ligatures.pdf"))
    assert reading.text == "The first office kept its flags in order."


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_rotated_pages_read_alike_and_light_what_is_seen(tmp_path: Path, rotation: int) -> None:
    document = made_pdfs.new(1)
    write_lines(document[0], wrapped(PROSE))
    document[0].set_rotation(rotation)
    path = made_pdfs.save(document, tmp_path / "turned.pdf")
    reading = read(path)
    assert reading.text == PROSE
    assert_every_sentence_is_lit(path, reading)
    assert_ink_under(path, reading, 0, len("The archive"))


def test_text_set_sideways_is_read_along_its_lines(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    for row, line in enumerate(wrapped(PROSE)):
        document[0].insert_text((100 + 13 * row, 800), line, fontsize=10, rotate=90)
    path = made_pdfs.save(document, tmp_path / "sideways.pdf")
    reading = read(path)
    assert reading.text == PROSE
    assert_every_sentence_is_lit(path, reading)


def assert_ink_under(path: Path, reading: Reading, start: int, end: int) -> None:
    """The rectangles cover something dark on the page as it is drawn, and little else is lit."""
    with pymupdf.open(str(path)) as document:
        page = reading.pages[0]
        pixels = document[0].get_pixmap(colorspace=pymupdf.csGRAY)
        assert (pixels.width, pixels.height) == (round(page.width), round(page.height))
        for x0, y0, x1, y1 in rects(page, start, end):
            darkest = min(
                pixels.pixel(x, y)[0]
                for x in range(int(x0), int(x1))
                for y in range(int(y0), int(y1))
            )
            assert darkest < 128


def test_running_lines_go_and_single_ones_stay(tmp_path: Path) -> None:
    document = made_pdfs.new(6)
    for index, page in enumerate(document):
        page.insert_text((72, 40), "Annals of the Northern Tower", fontsize=8)
        page.insert_text((290, 815), f"- {index + 11} -", fontsize=8)
        write_lines(page, [f"Opening words of sheet {'abcdef'[index]} only."])
        write_lines(page, wrapped(PROSE), y=120)
    reading = read(made_pdfs.save(document, tmp_path / "running.pdf"))
    assert "Annals" not in reading.text
    assert "- 1" not in reading.text
    for letter in "abcdef":
        assert f"Opening words of sheet {letter} only." in reading.text


def test_pages_that_are_alike_keep_their_text(tmp_path: Path) -> None:
    document = made_pdfs.new(4)
    for page in document:
        write_lines(page, wrapped(PROSE))
    reading = read(made_pdfs.save(document, tmp_path / "alike.pdf"))
    assert reading.text.count("Visitors were shown the gap") == 4
    assert reading.text.count("The archive was moved") == 4


def test_titles_of_slides_repeat_and_stay(tmp_path: Path) -> None:
    document = made_pdfs.new(4, width=800, height=450)
    for index, page in enumerate(document):
        write_lines(page, ["What we found"], y=60, size=28)
        write_lines(
            page,
            [f"Result number {index} is a sentence of some length.", PROSE[:80]],
            y=140,
            size=16,
        )
    reading = read(made_pdfs.save(document, tmp_path / "slides.pdf"))
    assert reading.text.count("What we found") == 4


def test_numbers_of_lines_go(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    for index, page in enumerate(document):
        lines = wrapped(PROSE + " " + PROSE)
        write_lines(page, lines)
        write_lines(page, [str(len(lines) * index + row + 1) for row in range(len(lines))], x=40)
    reading = read(made_pdfs.save(document, tmp_path / "draft.pdf"))
    assert reading.text == "\n\n".join([f"{PROSE} {PROSE}"] * 2)


def test_running_titles_that_change_go_with_their_number(tmp_path: Path) -> None:
    document = made_pdfs.new(6)
    titles = ["Of Rivers", "Of Rivers", "Of Bridges", "Of Bridges", "Of Fires", "Of Ash"]
    for index, page in enumerate(document):
        page.insert_text((72, 40), titles[index], fontsize=8)
        page.insert_text((500, 40), str(index + 3), fontsize=8)
        write_lines(page, wrapped(PROSE), y=120)
    reading = read(made_pdfs.save(document, tmp_path / "running.pdf"))
    assert "Of Bridges" not in reading.text
    assert "Of Ash" not in reading.text


def test_a_sentence_runs_over_the_page(tmp_path: Path) -> None:
    lines = wrapped(PROSE)
    document = made_pdfs.new(2)
    write_lines(document[0], lines[:3])
    write_lines(document[1], lines[3:])
    path = made_pdfs.save(document, tmp_path / "over.pdf")
    reading = read(path)
    assert reading.text == PROSE
    assert reading.pages[0].end + 1 == reading.pages[1].start
    crossing = [s for s in reading.sentences if s.start < reading.pages[0].end < s.end]
    assert len(crossing) == 1
    assert all(rects(page, crossing[0].start, crossing[0].end) for page in reading.pages)
    assert_every_sentence_is_lit(path, reading)


def test_the_outline_gives_the_sections(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    for page, title in zip(document, ["1 Rivers", "2 Bridges"], strict=True):
        write_lines(page, wrapped("Before the heading there is text."))
        write_lines(page, [title], y=130, size=10)
        write_lines(page, wrapped(PROSE), y=160)
    document.set_toc([[1, "Rivers", 1], [2, "Bridges", 2]])
    reading = read(made_pdfs.save(document, tmp_path / "outline.pdf"))
    rivers, bridges = reading.sections
    assert (rivers.level, rivers.title, bridges.level, bridges.title) == (1, "Rivers", 2, "Bridges")
    assert reading.text[rivers.start :].startswith("1 Rivers")
    assert reading.text[bridges.start :].startswith("2 Bridges")
    assert rivers.end == bridges.end == len(reading.text)


def test_headings_by_their_looks(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    y = write_lines(page, ["The Northern Tower"], size=20)
    y = write_lines(page, ["1 Rivers"], y=y + 10, size=14, font="hebo")
    y = write_lines(page, wrapped(PROSE), y=y + 6)
    y = write_lines(page, ["1.1 Small rivers"], y=y + 10, size=11, font="hebo")
    y = write_lines(page, wrapped(PROSE), y=y + 6)
    y = write_lines(page, ["2 Bridges"], y=y + 10, size=14, font="hebo")
    write_lines(page, wrapped(PROSE), y=y + 6)
    reading = read(made_pdfs.save(document, tmp_path / "headings.pdf"))
    numbered = [(s.level, s.title) for s in reading.sections if s.title[0].isdigit()]
    assert numbered == [(1, "1 Rivers"), (2, "1.1 Small rivers"), (1, "2 Bridges")]
    rivers = next(s for s in reading.sections if s.title == "1 Rivers")
    assert reading.text[rivers.end :].startswith("2 Bridges")
    assert reading.title == "The Northern Tower"


def test_code_keeps_its_lines(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    y = write_lines(document[0], wrapped(PROSE))
    write_lines(document[0], ["x <- c(1, 2)", "mean(x)"], y=y + 10, font="cour")
    reading = read(made_pdfs.save(document, tmp_path / "code.pdf"))
    assert "x <- c(1, 2)\nmean(x)" in reading.text


def coded(tmp_path: Path, *lines: list[tuple[str, str, float]]) -> Reading:
    """Lines of (text, font, size) pieces side by side."""
    document = made_pdfs.new(1)
    y = 90.0
    for line in lines:
        x = 72.0
        for text, font, size in line:
            document[0].insert_text((x, y), text, fontname=font, fontsize=size)
            x += pymupdf.get_text_length(text, font, size)
        y += 14
    path = made_pdfs.save(document, tmp_path / "coded.pdf")
    reading = read(path)
    assert_every_sentence_is_lit(path, reading)
    return reading


LONG = "To build with support for the card of this machine, start it once with the option "


def test_code_stays_with_the_sentence_that_introduces_it(tmp_path: Path) -> None:
    reading = coded(
        tmp_path,
        [("Nothing else is needed for it. To build with support for a card, run:", "helv", 10)],
        [("python3 bootstrap.py run --gpu cuda", "cour", 9)],
        [("The other values are told in the next chapter of this book.", "helv", 10)],
    )
    said = [reading.text[s.start : s.end] for s in reading.sentences]
    assert said == [
        "Nothing else is needed for it.",
        "To build with support for a card, run:\npython3 bootstrap.py run --gpu cuda",
        "The other values are told in the next chapter of this book.",
    ]


def test_an_option_broken_after_its_hyphens_is_whole_again(tmp_path: Path) -> None:
    reading = coded(
        tmp_path,
        [(LONG, "helv", 10), ("--", "cour", 9)],
        [("gpu", "cour", 9), (", and name what it has.", "helv", 10)],
        [("It is the same with --gpu in each of the other commands of the program.", "helv", 10)],
    )
    assert reading.text.startswith(f"{LONG}--gpu, and name what it has.")


def test_a_line_of_nothing_but_code_can_be_the_rest_of_a_sentence(tmp_path: Path) -> None:
    reading = coded(
        tmp_path,
        [(LONG, "helv", 10), ("python3", "cour", 9)],
        [("--gpu=cuda.", "cour", 9)],
    )
    assert reading.text == f"{LONG}python3 --gpu=cuda."


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("it is at https://", "example.org/a", "it is at https://example.org/a"),
        ("it is at https://Example.", "Org.net/a", "it is at https://Example.Org.net/a"),
        ("at https://example.org/a/", "b-c.html there", "at https://example.org/a/b-c.html there"),
        ("at https://example.org/a.", "The rest is", "at https://example.org/a. The rest is"),
        ("either red/", "green or blue", "either red/ green or blue"),
    ],
)
def test_addresses_broken_at_a_line_end_are_joined(
    tmp_path: Path, first: str, second: str, whole: str
) -> None:
    start = "The whole of the story is told in another place, and for those who ask "
    reading = coded(tmp_path, [(start + first, "helv", 10)], [(second, "helv", 10)])
    assert reading.text == start + whole


def with_metadata(path: Path, metadata: dict[str, Any]) -> Reading:
    document = made_pdfs.new(1)
    write_lines(document[0], ["Largest of all"], size=18)
    write_lines(document[0], wrapped(PROSE), y=140)
    document.set_metadata(metadata)
    return read(made_pdfs.save(document, path))


def test_what_the_file_says_of_itself(tmp_path: Path) -> None:
    reading = with_metadata(
        tmp_path / "a.pdf",
        {
            "title": "On Towers",
            "author": "A. Birch; B. Oak and C. Yew",
            "creationDate": "D:20190304101010Z",
        },
    )
    assert reading.title == "On Towers"
    assert reading.authors == ("A. Birch", "B. Oak", "C. Yew")
    assert reading.date == "2019-03-04"


@pytest.mark.parametrize("title", ["", "Microsoft Word - draft3.doc", "untitled", "paper.dvi"])
def test_a_title_that_is_none_gives_way_to_the_page(tmp_path: Path, title: str) -> None:
    assert with_metadata(tmp_path / "a.pdf", {"title": title}).title == "Largest of all"


def test_page_labels_are_kept(tmp_path: Path) -> None:
    document = made_pdfs.new(3)
    for page in document:
        write_lines(page, wrapped(PROSE))
    document.set_page_labels(
        [{"startpage": 0, "style": "r", "firstpagenum": 4}, {"startpage": 2, "style": "D"}]
    )
    reading = read(made_pdfs.save(document, tmp_path / "labels.pdf"))
    assert [page.label for page in reading.pages] == ["iv", "v", "1"]


def test_captions_are_counted(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    page = document[0]
    write_lines(page, wrapped("As Figure 1 shows, it is so. " + PROSE))
    for row, line in enumerate(
        ["Figure 1: The tower.", "Figure 2: The river.", "Table 1: Ledgers."]
    ):
        write_lines(page, [line], y=300 + 50 * row, size=8)
    reading = read(made_pdfs.save(document, tmp_path / "captions.pdf"))
    assert (reading.figures, reading.tables) == (2, 1)
