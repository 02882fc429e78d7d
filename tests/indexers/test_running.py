"""What repeats or counts at the edges of pages goes, and what only looks like it stays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import made_pdfs
import pytest
from made_pdfs import PROSE, wrapped, write_lines

from indexers.reading import read

NAMES = [
    f"{name} Ash" for name in ("Adam", "Berta", "Carla", "Doris", "Edgar", "Frida", "Georg")
] * 2


def columns(path: Path, pages: Sequence[Sequence[Sequence[str]]]) -> str:
    """The text of pages of columns, each a list of cells."""
    document = made_pdfs.new(len(pages))
    for page, here in zip(document, pages, strict=True):
        for at, column in enumerate(here):
            write_lines(page, column, x=60 + 90 * at)
    return read(made_pdfs.save(document, path)).text


def test_years_of_a_table_stay(tmp_path: Path) -> None:
    years = [[str(year) for year in range(first, first + 14)] for first in (1950, 1964)]
    people = [[f"{1000 + 7 * row:,}" for row in range(14)]] * 2
    text = columns(tmp_path / "years.pdf", list(zip(years, people, strict=True)))
    assert all(str(year) in text for year in range(1950, 1978))


@pytest.mark.parametrize("more", [[], [[f"{row},50 EUR" for row in range(3, 17)]]])
def test_numbers_of_rows_stay(tmp_path: Path, more: list[list[str]]) -> None:
    numbers = [[str(number) for number in range(first, first + 14)] for first in (1, 15)]
    text = columns(tmp_path / "rows.pdf", [[here, NAMES, *more] for here in numbers])
    assert "1\tAdam" in text and "28\tGeorg" in text


@pytest.mark.parametrize("rapid", [False, True])
def test_numbers_of_lines_go_from_testimony(tmp_path: Path, rapid: bool) -> None:
    """Questions and answers stand like two columns of cells; lines count from 1 on each page."""
    document = made_pdfs.new(3)
    for page in document:
        write_lines(page, [str(number) for number in range(1, 26)], x=40, pitch=2)
        for at in range(25):
            y = 90 + 20 * at
            if rapid or at % 3 == 0:
                page.insert_text((72, y), "QA"[at % 2] + ".", fontsize=10)
            page.insert_text((100, y), ["Yes.", "And did you see it that night?"][at % 2])
    text = read(made_pdfs.save(document, tmp_path / "testimony.pdf")).text
    assert not any(letter.isdigit() for letter in text)


def test_numbers_of_lines_go_where_a_short_page_comes_between(tmp_path: Path) -> None:
    document = made_pdfs.new(3)
    lines, number = wrapped(PROSE * 3), 1
    for page, count in zip(document, (len(lines), 4, len(lines)), strict=True):
        write_lines(page, lines[:count])
        write_lines(page, [str(number + row) for row in range(count)], x=40)
        number += count
    text = read(made_pdfs.save(document, tmp_path / "draft.pdf")).text
    assert "\n1\n" not in text and str(number - 1) not in text


def test_numbers_of_lines_go_from_two_columns(tmp_path: Path) -> None:
    """As papers under review have them: the right column goes on where the left one ends."""
    document = made_pdfs.new(2)
    lines = made_pdfs.filled(PROSE * 2, 220, 9)
    for index, page in enumerate(document):
        for side, (x, at) in enumerate(((70, 45), (310, 540))):
            first = (2 * index + side) * len(lines)
            write_lines(page, lines, x=x, size=9)
            write_lines(page, [f"{first + row:03}" for row in range(len(lines))], x=at, size=9)
    text = read(made_pdfs.save(document, tmp_path / "review.pdf")).text
    assert text.count("0") == 0 and text.count("2.5") == 8


def test_numbers_of_lines_go_from_code(tmp_path: Path) -> None:
    """As literate programs have them: the first page of code is not the first of the count."""
    document = made_pdfs.new(2)
    for index, page in enumerate(document):
        write_lines(page, ["{", "if x:", "stop", "}"] * 4, font="cour", size=9)
        numbers = [str(100 + 16 * index + row) for row in range(16)]
        write_lines(page, numbers, x=50, size=6, pitch=1.3 * 9 / 6)
    text = read(made_pdfs.save(document, tmp_path / "code.pdf")).text
    assert not any(letter.isdigit() for letter in text)


def headed(path: Path, first: Sequence[str], last: Sequence[str] = ()) -> str:
    """The text of pages with these first and last lines."""
    document = made_pdfs.new(len(first))
    for index, page in enumerate(document):
        page.insert_text((72, 40), first[index], fontsize=10)
        write_lines(page, wrapped(PROSE), y=120)
        for line in last[index : index + 1]:
            page.insert_text((72, 800), line, fontsize=10)
    return read(made_pdfs.save(document, path)).text


def test_lines_with_numbers_of_their_own_stay(tmp_path: Path) -> None:
    first = [f"Invoice no. {number}" for number in (4711, 4719, 4802, 4803, 4911)]
    last = [f"Total due: {number}.00 EUR" for number in (130, 95, 1200, 48, 77)]
    text = headed(tmp_path / "invoices.pdf", first, last)
    assert all(line in text for line in [*first, *last])


@pytest.mark.parametrize(
    "first",
    [
        [f"Annals of the Tower, {index + 7}" for index in range(5)],
        ["Annals 2019 of the Tower"] * 5,
        [f"Chapter {'iv' if index < 3 else 'v'} of {index + 12}, Rivers" for index in range(6)],
        ["Page 1 of 2", "Page 2 of 2", "Page 1 of 1", "Page 1 of 3", "Page 2 of 3", "Page 3 of 3"],
        [f"Document 15-2, page {index + 1} of 6, filed 01/04/21" for index in range(6)],
    ],
)
def test_running_lines_with_numbers_go(tmp_path: Path, first: list[str]) -> None:
    text = headed(tmp_path / "running.pdf", first)
    same = len(set(first)) == 1  # and stands once
    assert sum(text.count(line) for line in set(first)) == same


def test_the_headings_of_a_table_stay_on_each_page(tmp_path: Path) -> None:
    document = made_pdfs.new(6)
    for index, page in enumerate(document):
        page.insert_text((50, 40), "Ledger of the firm", fontsize=11)
        page.insert_text((500, 40), str(index + 1), fontsize=11)
        for x, name in ((50, "Date"), (110, "Description"), (380, "Debit"), (440, "Credit")):
            page.insert_text((x, 70), name, fontsize=11)
        for row in range(20):
            y, side = 92 + 16 * row, (380, 440)[(row + index) % 3 == 0]
            page.insert_text((50, y), f"{row + 1:02}.03.", fontsize=11)
            page.insert_text((110, y), ("Rent", "Salary", "Card payment")[row % 3], fontsize=11)
            page.insert_text((side, y), f"{97 * (row + index) % 900},00", fontsize=11)
    text = read(made_pdfs.save(document, tmp_path / "ledger.pdf")).text
    assert text.count("Debit") >= 6


def test_a_running_title_over_three_columns_goes(tmp_path: Path) -> None:
    """Each of its parts stands over a column, as the headings of a table do."""
    document = made_pdfs.new(5)
    for index, page in enumerate(document):
        for at, part in enumerate(("Weekly of the Tower", "Old series", str(index + 1))):
            page.insert_text((60 + 170 * at, 40), part, fontsize=9)
            write_lines(page, made_pdfs.filled(PROSE, 150, 9), x=60 + 170 * at)
    text = read(made_pdfs.save(document, tmp_path / "weekly.pdf")).text
    assert text.count("Old series") <= 1


def test_what_stands_on_each_page_alone_stands_once(tmp_path: Path) -> None:
    head = "Johanna Meier, Hauptstrasse 5, 91207 Lauf"
    foot = "IBAN DE12 3456 7890 1234 5678 90"
    document = made_pdfs.new(3)
    lines = made_pdfs.filled(PROSE * 3, 440, 10)
    for index, page in enumerate(document):
        page.insert_text((72, 40), head, fontsize=9)
        write_lines(page, lines[6 * index :][:6])
        page.insert_text((72, 790), foot, fontsize=9)
        page.insert_text((290, 820), str(index + 1), fontsize=9)
    text = read(made_pdfs.save(document, tmp_path / "statement.pdf")).text
    assert text.count(head) == text.count(foot) == 1
    assert " ".join(lines[:18]) in text.replace("\n\n", " ").replace(f"{head} {foot} ", "")


def test_numbers_that_a_word_names_do_not_count_pages(tmp_path: Path) -> None:
    """Invoices in one file may follow each other."""
    first = [f"Rechnung Nr. {number}" for number in range(1001, 1007)]
    last = [f"Order #{number} of that year" for number in range(71, 77)]
    text = headed(tmp_path / "invoices.pdf", first, last)
    assert all(line in text for line in [*first, *last])
    numbered = [f"Page No. {index + 1} of 6" for index in range(6)]
    assert "Page No" not in headed(tmp_path / "pages.pdf", numbered)


def test_answers_of_testimony_set_wide_stay(tmp_path: Path) -> None:
    said = ["A. Yes.", "Q. And did you see the letter?", "A. I saw the door.", "Q. So it was?"]
    document = made_pdfs.new(25)
    for index, page in enumerate(document):
        page.insert_text((500, 40), str(index + 11), fontsize=11)
        for at in range(25):
            line = said[0] if at == 24 and index % 3 == 0 else f"{said[at % 3 + 1]} {index}/{at}"
            page.insert_text((100, 80 + 28 * at), line, fontsize=11)
    text = read(made_pdfs.save(document, tmp_path / "testimony.pdf")).text
    assert text.count("A. Yes.") == 9
    assert "35" not in text


def test_lone_totals_that_agree_by_chance_stay(tmp_path: Path) -> None:
    document = made_pdfs.new(60)
    totals = [str(700 + index if index % 20 == 3 else 100 + 7 * index) for index in range(60)]
    for page, total in zip(document, totals, strict=True):
        write_lines(page, wrapped(PROSE))
        page.insert_text((72, 300), total, fontsize=10)
    text = read(made_pdfs.save(document, tmp_path / "receipts.pdf")).text
    assert all(f"\n{total}" in text for total in totals)


def test_the_number_of_the_page_goes_from_where_chapters_begin(tmp_path: Path) -> None:
    """It stands alone at the foot there, and in the running title elsewhere."""
    document = made_pdfs.new(45)
    for index, page in enumerate(document):
        write_lines(page, wrapped(PROSE), y=120)
        title = f"Annals of the Tower {index + 3001}"
        x, y, line = (290, 800, title[-4:]) if index % 15 == 0 else (72, 40, title)
        page.insert_text((x, y), line, fontsize=10)
    text = read(made_pdfs.save(document, tmp_path / "book.pdf")).text
    assert "3001" not in text and "3016" not in text


@pytest.mark.parametrize(
    ("numbers", "y", "goes"),
    [(["I.", "II."], 60, False), (["1"], 60, False), (["1"], 780, True), (["1", "2"], 60, True)],
)
def test_numbers_of_few_pages(tmp_path: Path, numbers: list[str], y: float, goes: bool) -> None:
    document = made_pdfs.new(len(numbers))
    for page, number in zip(document, numbers, strict=True):
        page.insert_text((72, y), number)
        write_lines(page, wrapped(PROSE), y=120)
    text = read(made_pdfs.save(document, tmp_path / "few.pdf")).text
    paragraphs = text.split("\n\n")
    assert all((number in paragraphs) != goes for number in numbers)


def test_a_running_title_goes_from_a_page_that_is_set_wider_than_others(tmp_path: Path) -> None:
    document = made_pdfs.new(5)
    for index, page in enumerate(document):
        page.insert_text((72, 40), "Database of the Tower", fontsize=10)
        pitch = 2.4 if index == 2 else 1.3
        write_lines(page, [f"{line} {index}" for line in wrapped(PROSE * 2)], y=66, pitch=pitch)
    text = read(made_pdfs.save(document, tmp_path / "wider.pdf")).text
    assert "Database of the Tower" not in text


def test_a_running_title_of_two_lines_goes_from_text_set_double(tmp_path: Path) -> None:
    document = made_pdfs.new(6)
    for index, page in enumerate(document):
        write_lines(page, ["Database of the Tower", "Draft of the second part"], y=40, pitch=1.4)
        lines = [f"{line} {index}" for line in wrapped(PROSE * 3, 60)[:24]]
        write_lines(page, lines, y=76, size=12, pitch=2.3)
    text = read(made_pdfs.save(document, tmp_path / "double.pdf")).text
    assert "Database" not in text and "Draft" not in text


def test_a_running_title_in_three_parts_goes_from_over_a_table(tmp_path: Path) -> None:
    document = made_pdfs.new(5)
    for index, page in enumerate(document):
        parts = ("Bank of the Tower", "Account 12345678", f"Page {index + 1}")
        for x, part in zip((50, 250, 450), parts, strict=True):
            page.insert_text((x, 40), part, fontsize=10)
            rows = [f"{(index * 37 + row * 11 + x) % 900},00" for row in range(20)]
            write_lines(page, rows, x=x + 10, y=70)
    text = read(made_pdfs.save(document, tmp_path / "bank.pdf")).text
    assert "Page" not in text and text.count("12345678") == 1


@pytest.mark.parametrize("last", ["2023", "°C"])
def test_a_year_or_letter_over_cells_stays_on_each_page(tmp_path: Path, last: str) -> None:
    document = made_pdfs.new(5)
    for index, page in enumerate(document):
        for x, part in zip((50, 250, 450), ("Mine", "Shaft", last), strict=True):
            page.insert_text((x, 40), part, fontsize=10)
            rows = [f"{(index * 37 + row * 11 + x) % 900},00" for row in range(20)]
            write_lines(page, rows, x=x + 10, y=70)
    assert read(made_pdfs.save(document, tmp_path / "mines.pdf")).text.count(last) == 5


def test_one_page_set_wide_keeps_no_running_title_on_two_others(tmp_path: Path) -> None:
    document = made_pdfs.new(9)
    for index, page in enumerate(document):
        if index < 3:
            page.insert_text((72, 40), "Database of the Tower", fontsize=10)
        pitch = 2.4 if index == 1 else 1.3
        write_lines(page, [f"{line} {index}" for line in wrapped(PROSE * 2)], y=66, pitch=pitch)
    text = read(made_pdfs.save(document, tmp_path / "three.pdf")).text
    assert "Database of the Tower" not in text


@pytest.mark.parametrize("name", ["Sheet No. {} of 6", "Plan no. {} of 6", "Blatt Nr. {}"])
def test_numbers_of_sheets_count_pages(tmp_path: Path, name: str) -> None:
    first = [f"The Tower, {name.format(index + 1)}, drawn by Vale" for index in range(6)]
    assert "The Tower" not in headed(tmp_path / "sheets.pdf", first)


def test_numbers_behind_a_sign_do_not_count_pages(tmp_path: Path) -> None:
    first = [f"Invoice #{number}" for number in range(1001, 1007)]
    text = headed(tmp_path / "signs.pdf", first)
    assert all(line in text for line in first)
