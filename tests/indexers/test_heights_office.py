"""Numbers above and below the line in office files: 4² and not 42, H₂O and not H2O."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from pptx.util import Inches

from indexers import reading

WANTED = "4² boxes, 10⁻¹² of H₂O, the 3rd"
ODF = """<?xml version="1.0"?><office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:automatic-styles>
 <style:style style:name="up" style:family="text">
 <style:text-properties style:text-position="super 58%"/></style:style>
 <style:style style:name="T2" style:family="text" style:parent-style-name="up"/>
 <style:style style:name="T3" style:family="text">
 <style:text-properties style:text-position="-33% 58%"/></style:style>
 <style:style style:name="T4" style:family="text">
 <style:text-properties style:text-position="0% 100%"/></style:style>
 </office:automatic-styles><office:body><office:text><text:p><text:span text:style-name="T4">4
</text:span><text:span text:style-name="T2">2</text:span> boxes, 10<text:span
 text:style-name="up"><text:span>-</text:span>12</text:span> of H<text:span
 text:style-name="T3">2</text:span>O, the 3<text:span
 text:style-name="T2">rd</text:span></text:p></office:text></office:body>
</office:document-content>""".replace("4\n", "4")
PARTS = (
    *(("4", ""), ("2", "above"), (" boxes, 10", ""), ("-", "above"), ("12", "above")),
    *((" of H", ""), ("2", "below"), ("O, the 3", ""), ("rd", "above")),
)


def word(path: Path) -> Path:
    made = docx.Document()
    style = made.styles.add_style("Exponent", WD_STYLE_TYPE.CHARACTER)
    style.font.superscript = True
    paragraph = made.add_paragraph()
    for text, stand in PARTS:
        run = paragraph.add_run(text)
        if stand == "above" and text == "2":
            run.style = style
        elif stand:
            run.font.superscript, run.font.subscript = stand == "above", stand == "below"
    made.add_paragraph("A note [1] is no exponent.").runs[0].font.superscript = True
    made.save(str(path))
    return path


def slides(path: Path) -> Path:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(6), Inches(1))
    paragraph = box.text_frame.paragraphs[0]
    for text, stand in PARTS:
        run = paragraph.add_run()
        run.text = text
        run.font._rPr.set("baseline", {"": "0", "above": "30000", "below": "-25000"}[stand])
    made.save(str(path))
    return path


def sheet(path: Path) -> Path:
    made = openpyxl.Workbook()
    named = {"above": "superscript", "below": "subscript"}
    blocks = [TextBlock(InlineFont(vertAlign=named.get(stand)), text) for text, stand in PARTS]
    made.active["A1"] = CellRichText(*blocks)
    made.active["B1"] = "and words"
    made.save(str(path))
    return path


def open_text(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODF)
    return path


@pytest.mark.parametrize(
    ("make", "name"),
    [(word, "a.docx"), (slides, "a.pptx"), (sheet, "a.xlsx"), (open_text, "a.odt")],
)
def test_numbers_off_the_line_are_told_from_those_on_it(
    make: object, name: str, tmp_path: Path
) -> None:
    assert callable(make)
    assert WANTED in reading.read(make(tmp_path / name)).text
