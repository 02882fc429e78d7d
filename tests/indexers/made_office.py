"""Office files made for the tests by the libraries that write them: known words, known places."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

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
