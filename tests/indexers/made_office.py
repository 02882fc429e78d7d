"""Office files made for the tests by the libraries that write them: known words, known places."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path

import docx
import openpyxl
import pptx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def letter(path: Path) -> Path:
    """A Word document with headings, a list, a table, and what libraries tend to leave out."""
    made = docx.Document()
    made.core_properties.title = "Letters from the tower"
    made.core_properties.author = "Birch Oak; Ash Elm"
    made.core_properties.created = datetime(2021, 5, 6)
    made.add_heading("The northern tower", 1)
    paragraph = made.add_paragraph("Forty ledgers were missing. ")
    paragraph.add_run("Nobody counted them.").bold = True
    paragraph._p.append(insertion("This sentence was inserted."))
    paragraph._p.append(deletion("This sentence was deleted."))
    hidden = paragraph.add_run("This sentence is hidden.")
    hidden.font.hidden = True
    made.add_heading("The shelves", 2)
    made.add_paragraph("one box of letters", style="List Bullet")
    made.add_paragraph("first step", style="List Number")
    made.add_paragraph("second step", style="List Number")
    table = made.add_table(rows=0, cols=2)
    for cells in (("Shelf", "Ledgers"), ("first", "12"), ("second", "0")):
        row = table.add_row()
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    made.add_heading("After the fire", 1)
    made.element.body.insert(len(made.element.body) - 1, content_control("A controlled sentence."))
    boxed = made.add_paragraph("Beside a box.")
    boxed._p.append(text_box("A sentence in a box."))
    commented = made.add_paragraph("A remark hangs here.")
    made.add_comment(commented.runs, text="Is this true?", author="Yew", initials="Y")
    made.sections[0].header.paragraphs[0].text = "Annals of the tower"
    made.save(str(path))
    return path


def insertion(text: str) -> object:
    return parse_xml(f'<w:ins {nsdecls("w")} w:id="1"><w:r><w:t>{text}</w:t></w:r></w:ins>')


def deletion(text: str) -> object:
    return parse_xml(
        f'<w:del {nsdecls("w")} w:id="2"><w:r><w:delText>{text}</w:delText></w:r></w:del>'
    )


def content_control(text: str) -> object:
    return parse_xml(
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>{text}</w:t></w:r></w:p>"
        "</w:sdtContent></w:sdt>"
    )


def text_box(text: str) -> object:
    inside = f"<w:txbxContent><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent>"
    return parse_xml(
        f'<w:r {nsdecls("w")} xmlns:mc="{MC}">'
        f"<mc:AlternateContent><mc:Choice Requires='w'><w:drawing>{inside}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{inside}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def rewritten(path: Path, changed: Mapping[str, bytes]) -> Path:
    """The same archive with some members replaced or added."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**members, **changed}.items():
            archive.writestr(name, data)
    return path


def workbook(path: Path) -> Path:
    """Two sheets: figures of every kind under headings, and a hidden one without headings."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Harvest"
    sheet.append(["Harvest of the valley"])
    sheet.append(["Village", "Since", "Share", "Tons", "Sound", "Total"])
    sheet.append(["Oak End", date(1998, 3, 4), 0.125, 12.0, True, "=D3*2"])
    sheet.append([None, datetime(1999, 3, 4, 17, 30), 0.5, 0.1 + 0.2, False, "n/a"])
    for row in (3, 4):
        sheet.cell(row, 3).number_format = "0.0%"
    sheet["A3"].comment = Comment("Who counted?", "Yew")
    sheet["A9"] = "Far below"
    hidden = made.create_sheet("Notes")
    hidden.sheet_state = "hidden"
    hidden["B2"], hidden["D2"] = 7, 8
    made.create_sheet("Empty")
    made.properties.title = "Harvests"
    made.properties.creator = "Birch Oak"
    made.save(str(path))
    return path


def talk(path: Path) -> Path:
    """Four slides: a title, a table and a group, a chart with notes, nothing at all."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[0])
    first.shapes.title.text = "The northern tower"
    first.placeholders[1].text = "What was lost"
    second = made.slides.add_slide(made.slide_layouts[5])
    second.shapes.title.text = "The shelves"
    box = (Inches(1), Inches(2), Inches(4), Inches(1))
    table = second.shapes.add_table(2, 2, *box).table
    for at, text in enumerate(["Shelf", "Ledgers", "first", "12"]):
        table.cell(at // 2, at % 2).text = text
    group = second.shapes.add_group_shape()
    group.shapes.add_textbox(*box).text_frame.text = "A box in a group."
    third = made.slides.add_slide(made.slide_layouts[6])
    figures = CategoryChartData()
    figures.categories = ["a", "b"]
    figures.add_series("s", (1, 2))
    third.shapes.add_chart(XL_CHART_TYPE.PIE, *box, figures)
    third.notes_slide.notes_text_frame.text = "Say that the fire was later."
    third._element.set("show", "0")
    made.slides.add_slide(made.slide_layouts[6])
    made.core_properties.title = "A talk"
    made.save(str(path))
    return path


_OPEN = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = " ".join(f'xmlns:{one}="{_OPEN}{one}:1.0"' for one in ("office", "text", "table", "draw"))
_SPACES += (
    f' xmlns:presentation="{_OPEN}presentation:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def opened(path: Path, kind: str, body: str) -> Path:
    """An OpenDocument file with that content."""
    content = f"<office:document-content {_SPACES}><office:body><office:{kind}>{body}"
    content += f"</office:{kind}></office:body></office:document-content>"
    meta = f"<office:document-meta {_SPACES}><office:meta><dc:title>A paper</dc:title>"
    meta += "<dc:creator>Birch Oak</dc:creator></office:meta></office:document-meta>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}", 0)
        archive.writestr("content.xml", content)
        archive.writestr("meta.xml", meta)
    return path


def open_text(path: Path) -> Path:
    note = (
        "<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>See the inventory.</text:p></text:note-body></text:note>"
    )
    remark = "<dc:creator>Yew</dc:creator><text:p>True?</text:p>"
    remark = f"<office:annotation>{remark}</office:annotation>"
    frame = "<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame>"
    cells = "<table:table-cell><text:p>{}</text:p></table:table-cell>" * 2
    return opened(
        path,
        "text",
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        '<text:h text:outline-level="1">The <text:span>tower</text:span></text:h>'
        f'<text:p>Forty<text:s text:c="2"/>ledgers{note} were <text:a>missing</text:a>.{remark}'
        f"{frame}</text:p><text:list><text:list-item><text:p>one box</text:p></text:list-item>"
        "<text:list-item><text:p>two boxes</text:p></text:list-item></text:list>"
        "<text:section><text:p>In a section.</text:p></text:section>"
        f"<table:table><table:table-header-rows><table:table-row>{cells.format('Shelf', 'Ledgers')}"
        f"</table:table-row></table:table-header-rows><table:table-row>{cells.format('first', 12)}"
        '</table:table-row></table:table><text:h text:outline-level="1">The fire</text:h>'
        "<text:p>Nothing was found.</text:p>",
    )


def open_workbook(path: Path) -> Path:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    nothing = '<table:table-cell table:number-columns-repeated="1000"/>'
    rows = [
        cell.format("Village") + cell.format("Share") + nothing,
        cell.format("Oak End") + cell.format("12.5 %") + nothing,
    ]
    written = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    far = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/>'
    far += "</table:table-row>"
    return opened(
        path, "spreadsheet", f'<table:table table:name="Harvest">{written}{far}</table:table>'
    )


def open_talk(path: Path) -> Path:
    frame = "<draw:frame{}><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    title = ' presentation:class="title"'
    return opened(
        path,
        "presentation",
        f"<draw:page>{frame.format('', 'Many words.')}{frame.format(title, 'The tower')}"
        f"<presentation:notes>{frame.format('', 'Speak up.')}</presentation:notes></draw:page>"
        f"<draw:page>{frame.format('', 'No title here.')}</draw:page>",
    )


def commas(path: Path) -> Path:
    rows = ["Name;Stadt;Einwohner", 'Zoë;"Köln; am Rhein";1.084.831', "Max;Gießen;93.000"]
    path.write_bytes("\r\n".join(rows).encode("cp1252"))
    return path
