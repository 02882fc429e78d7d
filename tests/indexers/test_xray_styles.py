"""Letters without contrast or size, by the styles of office files, books and saved pages."""

from __future__ import annotations

import zipfile
from pathlib import Path

import made_office
import openpyxl
import pptx
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Color, Font, PatternFill
from openpyxl.worksheet.table import Table
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.util import Inches, Pt
from test_xray import SEEN, found

from indexers.reading import read
from indexers.records import StyleSheet

WHITE = "FFFFFFFF"
DARK = PatternFill("solid", fgColor="FF102040")
OPEN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{one}="{OPEN}{where}:1.0"'
    for one, where in (
        *((name, name) for name in ("office", "text", "table", "style", "presentation")),
        ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"),
    )
)
STYLES = """
<style:style style:name="White" style:family="text"><style:text-properties fo:color="#ffffff"/>
</style:style>
<style:style style:name="Faint" style:family="paragraph" style:parent-style-name="Standard">
<style:text-properties fo:color="#fefefe" fo:font-size="12pt"/></style:style>
<style:style style:name="Pale" style:family="paragraph" style:parent-style-name="Faint"/>
<style:style style:name="Black" style:family="text"><style:text-properties fo:color="#000000"/>
</style:style>
<style:style style:name="Marked" style:family="text">
<style:text-properties fo:background-color="#202020"/></style:style>
<style:style style:name="Dark" style:family="paragraph">
<style:paragraph-properties fo:background-color="#101010"/></style:style>
<style:style style:name="Dust" style:family="text"><style:text-properties fo:font-size="1pt"/>
</style:style>
<style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/>
</style:style>
<style:style style:name="Cell" style:family="table-cell">
<style:text-properties fo:color="#ffffff"/></style:style>
<style:style style:name="Blue" style:family="table-cell">
<style:table-cell-properties fo:background-color="#000080"/>
<style:text-properties fo:color="#ffffff"/></style:style>
<style:style style:name="Rule" style:family="table-cell">
<style:text-properties fo:color="#ffffff"/><style:map style:condition="value()>0"
 style:apply-style-name="Blue"/></style:style>
<style:style style:name="Night" style:family="drawing-page">
<style:drawing-page-properties draw:fill="solid" draw:fill-color="#000000"/></style:style>
<style:style style:name="Bar" style:family="graphic">
<style:graphic-properties draw:fill="solid" draw:fill-color="#000080"/></style:style>
"""


def open_file(path: Path, kind: str, body: str) -> Path:
    root = f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}"
    root += f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        archive.writestr("content.xml", f"{root}</office:body></office:document-content>")
    return path


def test_an_open_text_hides_words_by_its_styles(tmp_path: Path) -> None:
    body = f"""<text:p>{SEEN} <text:span text:style-name="White">a white secret</text:span>
<text:span text:style-name="Dust">a secret of dust</text:span>
<text:span text:style-name="Gone">a secret put away</text:span></text:p>
<text:p text:style-name="Pale">a pale secret
<text:span text:style-name="Black">Black again.</text:span>
<text:span text:style-name="Marked">White on a dark mark.</text:span></text:p>
<text:p text:style-name="Dark"><text:span text:style-name="White">White on dark.</text:span>
</text:p>
<text:section text:display="none"><text:p>a secret in a section</text:p></text:section>"""
    reading = read(open_file(tmp_path / "a.odt", "text", body))
    assert found(reading) == {
        "a white secret": "white on white",
        "a secret of dust": "too small to read",
        "a secret put away": "hidden by the author",
        "a pale secret": "in the colour of its background",
        "a secret in a section": "in a hidden section",
    }
    for words in ("Black again.", "White on a dark mark.", "White on dark."):
        assert words in reading.text


def test_an_open_sheet_hides_words_by_its_styles(tmp_path: Path) -> None:
    def cell(words: str, style: str = "") -> str:
        named = f' table:style-name="{style}"' if style else ""
        return f"<table:table-cell{named}><text:p>{words}</text:p></table:table-cell>"

    rows = [
        [cell("Town"), cell("Note")],
        [cell("Ulm"), cell("a secret by its column")],
        [cell("Rome", "Blue"), cell("shown by a rule", "Rule")],
        [cell("a secret of its own", "Cell"), cell("white on blue", "Blue")],
    ]
    columns = "<table:table-column/><table:table-column table:default-cell-style-name='Cell'/>"
    body = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    body = f"<table:table table:name='S'>{columns}{body}</table:table>"
    reading = read(open_file(tmp_path / "a.ods", "spreadsheet", body))
    assert found(reading) == dict.fromkeys(
        ["Note", "a secret by its column", "a secret of its own"], "white on white"
    )
    for words in ("Rome", "shown by a rule", "white on blue"):
        assert words in reading.text


def test_open_slides_hide_words_by_their_styles(tmp_path: Path) -> None:
    def frame(words: str, style: str = "", inner: str = "text-box") -> str:
        span = f"<text:span text:style-name='White'>{words}</text:span>"
        inside = f"<draw:{inner}><text:p>{span}</text:p></draw:{inner}>"
        return f"<draw:frame draw:style-name='{style}'>{inside}</draw:frame>"

    picture = "<draw:frame><draw:image/></draw:frame>"
    body = (
        f"<draw:page>{frame('a white secret')}{frame('white on a bar', 'Bar')}</draw:page>"
        f"<draw:page draw:style-name='Night'>{frame('white at night')}</draw:page>"
        f"<draw:page>{picture}{frame('white on a picture')}</draw:page>"
    )
    reading = read(open_file(tmp_path / "a.odp", "presentation", body))
    assert found(reading) == {"a white secret": "white on white"}
    for words in ("white on a bar", "white at night", "white on a picture"):
        assert words in reading.text


def test_slides_hide_words_by_their_colours(tmp_path: Path) -> None:
    talk = pptx.Presentation()
    blank = talk.slide_layouts[6]

    def say(slide: object, words: str, colour: object = None, size: int = 0) -> object:
        box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(4), Inches(1))
        run = box.text_frame.paragraphs[0].add_run()
        run.text = words
        if isinstance(colour, RGBColor):
            run.font.color.rgb = colour
        elif colour is not None:
            run.font.color.theme_color = colour
        if size:
            run.font.size = Pt(size)
        return box

    white = RGBColor(255, 255, 255)
    first = talk.slides.add_slide(blank)
    say(first, SEEN)
    say(first, "a white secret", white)
    say(first, "a secret by its theme", MSO_THEME_COLOR.BACKGROUND_1)
    say(first, "a secret of dust", size=1)
    dark = say(first, "White on a bar.", white)
    dark.fill.solid()
    dark.fill.fore_color.rgb = RGBColor(0, 0, 128)
    say(first, "White over a bar.", white)
    night = talk.slides.add_slide(blank)
    night.background.fill.solid()
    night.background.fill.fore_color.rgb = RGBColor(0, 0, 0)
    say(night, "White at night.", white)
    say(night, "a black secret", RGBColor(0, 0, 0))
    talk.save(str(tmp_path / "t.pptx"))
    reading = read(tmp_path / "t.pptx")
    assert found(reading) == {
        "a white secret": "white on white",
        "a secret by its theme": "white on white",
        "a secret of dust": "too small to read",
        "a black secret": "in the colour of its background",
    }
    for words in (SEEN, "White on a bar.", "White over a bar.", "White at night."):
        assert words in reading.text


def test_cells_hide_words_by_their_looks(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (("Town", "Note"), ("Ulm", "a white secret"), ("Rome", "White on dark.")):
        sheet.append(row)
    sheet["B2"].font = Font(color=WHITE)
    sheet["B3"].font, sheet["B3"].fill = Font(color=WHITE), DARK
    sheet["A4"], sheet["B4"] = "Bonn", "a secret by its theme"
    sheet["B4"].font = Font(color=Color(theme=0))
    sheet["A5"], sheet["B5"] = "Köln", 1234567
    sheet["B5"].number_format = ";;;"
    sheet["A6"], sheet["B6"] = "Wien", "coloured by a rule"
    sheet["B6"].font = Font(color=WHITE)
    sheet.conditional_formatting.add("B6:B9", CellIsRule("equal", ["1"], fill=DARK))
    faint = TextBlock(InlineFont(color=WHITE), "a secret in a word")
    sheet["A7"], sheet["B7"] = "Graz", CellRichText("Seen, and ", faint)
    sheet["D1"], sheet["D2"] = "Head", "x"
    sheet["D1"].font = Font(color=WHITE)
    sheet.add_table(Table(displayName="T", ref="D1:D2"))
    book.save(str(tmp_path / "b.xlsx"))
    reading = read(tmp_path / "b.xlsx")
    assert found(reading) == {
        "Cell B2: a white secret": "white on white",
        "Cell B4: a secret by its theme": "white on white",
        "Cell B5: 1234567": "hidden by its number format",
        "Cell B7: a secret in a word": "white on white",
    }
    for words in ("White on dark.", "coloured by a rule", "Seen, and", "Head"):
        assert words in reading.text


def test_ordinary_office_files_hide_nothing_by_their_looks(tmp_path: Path) -> None:
    looks = ("small", "white", "colour", "transparent", "format")
    for make, name in (
        (made_office.workbook, "b.xlsx"),
        (made_office.talk, "t.pptx"),
        (made_office.open_text, "a.odt"),
        (made_office.open_workbook, "a.ods"),
        (made_office.open_talk, "a.odp"),
    ):
        told = found(read(make(tmp_path / name))).values()
        assert not [one for one in told if any(word in one for word in looks)], name


def test_a_saved_page_hides_words_by_the_sheets_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_text(
        "<html><head><link rel='stylesheet' href='p_files/a%20b.css?v=3'>"
        "<link rel='stylesheet' media='print' href='p_files/print.css'></head><body><main>"
        f"<p>{SEEN} {SEEN}</p><p class='out'>a secret that was put out</p>"
        f"<p class='paper'>Not printed, but on the screen. {SEEN}</p></main></body></html>"
    )
    sheets = [
        StyleSheet("a b.css", b".out { display: none }"),
        StyleSheet("print.css", b".paper { display: none }"),
        StyleSheet("other.css", b"p { display: none }"),
    ]
    assert found(read(path)) == {}
    reading = read(path, styles=sheets)
    assert found(reading) == {"a secret that was put out": "not displayed (display: none)"}
    assert "Not printed, but on the screen." in reading.text
