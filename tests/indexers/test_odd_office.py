"""Office files and messages with values that no program writes, and that may not end a reader."""

from __future__ import annotations

import re
import time
import zipfile
from pathlib import Path

import lxml.etree
import made_office
import openpyxl
import pytest

from indexers.archive import Archive
from indexers.errors import NotReadable
from indexers.flowing import mail
from indexers.flowing.flow import Flow
from indexers.flowing.markup import html_tree
from indexers.flowing.webblocks import blocks
from indexers.office import cellsight, numbering, xlsx
from indexers.office.cellformats import Formats
from indexers.office.formulas import linear
from indexers.reading import read

SHEET = "xl/worksheets/sheet1.xml"
CELLS = '<worksheet><sheetData><row r="{}"><c r="A1" t="str"><v>Oak End</v></c>{}</row></sheetData>'


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "", "-1"])
def test_a_row_with_an_odd_number_is_read(tmp_path: Path, number: str) -> None:
    path = made_office.workbook(tmp_path / "a.xlsx")
    odd = f'<c r="B1" t="s"><v>{number}</v></c>'
    sheet = CELLS.format(number, odd) + "</worksheet>"
    made_office.rewritten(path, {SHEET: sheet.encode()})
    assert "Oak End" in read(path).text


def test_a_sheet_of_no_bytes_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    path = made_office.workbook(tmp_path / "a.xlsx")
    made_office.rewritten(path, {SHEET: b""})
    reading = read(path)
    assert reading.text
    assert reading.losses[-1].reason == "damaged in sheet1.xml; what was left was read"


@pytest.mark.parametrize("value", ["inf", "nan", "1e999"])
def test_a_value_without_end_is_shown_as_it_stands(value: str) -> None:
    assert Formats(None, since_1904=False).shown(value, None) == value


@pytest.mark.parametrize("old_mac", [True, False])
def test_a_day_after_the_last_year_is_a_number(old_mac: bool) -> None:
    styles = lxml.etree.fromstring('<s><cellXfs><xf numFmtId="14"/></cellXfs></s>')
    shown = Formats(styles, old_mac).shown("2958465.9999999", "0")
    assert shown.startswith("2958465.99")


def test_what_is_repeated_too_often_is_told(tmp_path: Path) -> None:
    cell = "<table:table-cell{}><text:p>the same words</text:p></table:table-cell>"
    many = cell.format(' table:number-columns-repeated="1200"')
    rows = (
        f'<table:table-row table:number-rows-repeated="5000">{cell.format("")}</table:table-row>'
        f"<table:table-row>{many}</table:table-row>"
    )
    body = f'<table:table table:name="Harvest">{rows}</table:table>'
    reading = read(made_office.opened(tmp_path / "a.ods", "spreadsheet", body))
    assert [(loss.what, loss.reason) for loss in reading.losses] == [
        ("row 1", "stands there 5,000 times, was read 1,000 times"),
        ("cell 'the same words'", "stands there 1,200 times, was read 1,000 times"),
    ]


NOTES = '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">{}'
NOTE = '<w:footnote w:id="{}"><w:p><w:r><w:t>Note {}.</w:t>{}</w:r></w:p></w:footnote>'


def test_notes_that_name_notes_are_told_once_each(tmp_path: Path) -> None:
    refer = '<w:footnoteReference w:id="{}"/>'
    within = "".join(NOTE.format(at, at, refer.format(at + 1) * 2) for at in range(40, 80))
    notes = NOTES.format(within + NOTE.format(80, 80, refer.format(80))) + "</w:footnotes>"
    path = made_office.letter(tmp_path / "a.docx")
    with zipfile.ZipFile(path) as whole:
        body = whole.read("word/document.xml").decode()
        links = whole.read("word/_rels/document.xml.rels").decode()
    body = body.replace("</w:body>", f"<w:p><w:r>{refer.format(40)}</w:r></w:p></w:body>")
    link = '<Relationship Id="n1" Type="x/footnotes" Target="odd.xml"/></Relationships>'
    changed = {
        "word/document.xml": body,
        "word/_rels/document.xml.rels": re.sub(
            r"<Relationship [^>]*/footnotes\"[^>]*/>", "", links
        ).replace("</Relationships>", link),
        "word/odd.xml": notes,
    }
    made_office.rewritten(path, {name: text.encode() for name, text in changed.items()})
    text = read(path).text
    assert [text.count(f"Note {at}.") for at in range(40, 81)] == [1] * 41


@pytest.mark.parametrize(
    ("number", "shown"), [(1, "a"), (28, "bb"), (780, "z" * 30), (99999999, "99999999")]
)
def test_letters_of_a_list_stay_few(number: int, shown: str) -> None:
    assert numbering._spelled(number, "lowerLetter") == shown


def test_numbers_of_thousands_of_digits_are_passed_over() -> None:
    digits = "9" * 5000
    assert cellsight.areas([f"A{digits}:B{digits}", "C1"])[-1] == cellsight.Area(2, 1, 2, 1)
    page = f'<p style="color: rgb({digits}, 0, 0)">Words of the ledger.</p>'
    shown, _ = blocks(html_tree(page))
    assert [block.text for block in shown] == ["Words of the ledger."]


def test_a_formula_within_formulas_takes_no_time() -> None:
    depth = 60
    source = "<sSub><sub>" * depth + "<t>x</t>" + "</sub></sSub>" * depth
    started = time.monotonic()
    assert "x" in linear(lxml.etree.fromstring(source))
    assert time.monotonic() - started < 5


def test_a_message_of_endless_parts_is_refused_with_a_reason() -> None:
    raw = b"Content-Type: message/rfc822\n\n" * 3000 + b"Subject: innermost\n\nwords"
    with pytest.raises(NotReadable, match="nested too deeply"):
        mail.read_message(b"Subject: outer\n" + raw)


def test_a_saved_page_of_endless_parts_is_refused_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.mhtml"
    nested = b"Content-Type: message/rfc822\n\n" * 3000
    path.write_bytes(b"MIME-Version: 1.0\n" + nested + b"Subject: innermost\n\nwords")
    with pytest.raises(NotReadable, match="nested too deeply"):
        read(path)


def test_one_message_with_an_endless_header_leaves_the_rest_of_the_box(tmp_path: Path) -> None:
    odd = b"Content-Disposition: attachment; filename=" + b"(" * 3000
    with pytest.raises(NotReadable, match="nested too deeply"):
        mail.read_message(b"Subject: odd\n" + odd + b"\n\nlost words\n")
    first = b"From a@b Mon Jan  1 00:00:00 2024\n"
    box = tmp_path / "a.mbox"
    box.write_bytes(
        first
        + b"Subject: odd\n"
        + odd
        + b"\n\nlost words\n\n"
        + first
        + b"Subject: sound\n\nThe ledger was kept in Oak End.\n"
    )
    reading = read(box)
    assert "The ledger was kept in Oak End." in reading.text
    assert [loss.what for loss in reading.losses] == ["message 1"]


def test_a_formula_that_shows_nothing_is_not_shown_itself(tmp_path: Path) -> None:
    path = made_office.workbook(tmp_path / "a.xlsx")
    odd = '<c r="B1" t="str"><f>IF(1=1,"","x")</f><v></v></c><c r="C1"><f>SUM(1,2)</f></c>'
    made_office.rewritten(path, {SHEET: (CELLS.format(1, odd) + "</worksheet>").encode()})
    text = read(path).text
    assert "IF(" not in text
    assert "=SUM(1,2)" in text, "it was never computed"


@pytest.mark.parametrize("name", ["2019", "Q1", "D"])
def test_a_sheet_that_is_called_like_a_page_is_cited_as_a_sheet(tmp_path: Path, name: str) -> None:
    made = openpyxl.Workbook()
    made.active.title = name
    made.active.append(["Village", 12])
    made.save(str(tmp_path / "a.xlsx"))
    assert [page.label for page in read(tmp_path / "a.xlsx").pages] == [f"sheet {name}"]


def test_a_long_sheet_is_not_held_to_look_for_hidden_columns(tmp_path: Path) -> None:
    path = made_office.workbook(tmp_path / "a.xlsx")
    colours = '<conditionalFormatting sqref="A1:B9"/>'
    columns = '<cols><col min="2" max="2" hidden="1"/></cols>'
    rows = '<row><c t="str"><v>x</v></c></row>' * 500
    sheet = f"<worksheet>{columns}<sheetData>{rows}</sheetData>{colours}</worksheet>"
    made_office.rewritten(path, {SHEET: sheet.encode()})
    with Archive(path) as archive:
        book = xlsx._Workbook(archive, Flow())
        assert book._hidden_columns(SHEET) == {1}
        coloured = next(book._elements(SHEET, "conditionalFormatting"))
        assert sum(1 for _ in coloured.getroottree().iter("row", "c")) <= 1
        assert book._areas(SHEET) == [cellsight.Area(0, 1, 1, 9)]
