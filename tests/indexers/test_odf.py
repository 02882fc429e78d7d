"""OpenDocument: what stands in its styles and is words of the document all the same."""

from __future__ import annotations

import zipfile
from pathlib import Path

import made_office

from indexers.reading import read

PAGE = (
    "<style:master-page><style:header><text:p>Contract <text:span>no.</text:span> 7</text:p>"
    "<text:p><draw:frame><draw:text-box><text:p>Draft</text:p></draw:text-box></draw:frame>"
    "</text:p></style:header><style:footer{}><text:p>Confidential</text:p></style:footer>"
    "</style:master-page>"
)


def test_headers_and_footers_are_read_once_each(tmp_path: Path) -> None:
    path = made_office.opened(tmp_path / "a.odt", "text", "<text:p>The words.</text:p>")
    spaces = f'{made_office._SPACES} xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    pages = PAGE.format("") * 2 + PAGE.replace("Confidential", "Hidden").format(
        ' style:display="false"'
    )
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "styles.xml",
            f"<office:document-styles {spaces}><office:master-styles>{pages}"
            "</office:master-styles></office:document-styles>",
        )
    reading = read(path)
    assert reading.text.split("\n\n") == ["The words.", "Contract no. 7 Draft", "Confidential"]
    assert reading.sections[-1].title == "Headers and footers"


def test_hidden_and_filtered_rows_and_columns_are_kept_apart(tmp_path: Path) -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"

    def row(more: str, *texts: str) -> str:
        return f"<table:table-row {more}>{''.join(map(cell.format, texts))}</table:table-row>"

    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    rows = (
        row("", "Oslo", "1", "a"),
        row('table:visibility="collapse" table:number-rows-repeated="2"', "Rome", "2", "b"),
        row('table:visibility="filter"', "Bonn", "3", "c"),
        row("", "Lima", "4", "d"),
    )
    sheet = f'<table:table table:name="Towns">{columns}{"".join(rows)}</table:table>'
    reading = read(made_office.opened(tmp_path / "a.ods", "spreadsheet", sheet))
    seen, _, hidden = reading.text.partition("\n\nRow 1: 1")
    assert seen == "Row 1\tOslo\ta\n\nRow 5\tLima\td"
    assert hidden.split("\n\n")[1:] == ["Row 2: Rome | 2 | b", "Row 4: Bonn | 3 | c", "Row 5: 4"]
    reasons = [one.reason for one in reading.suspects]
    assert reasons == ["a hidden column", "a hidden row", "a hidden row", "a hidden column"]


def test_reading_aids_over_words_do_not_stand_in_them(tmp_path: Path) -> None:
    aid = "<text:ruby-text>とうきょう</text:ruby-text>"
    ruby = f"<text:ruby><text:ruby-base>東京</text:ruby-base>{aid}</text:ruby>"
    words = f"<text:p>彼は{ruby}に住む。</text:p>"
    assert read(made_office.opened(tmp_path / "a.odt", "text", words)).text == "彼は東京に住む。"
