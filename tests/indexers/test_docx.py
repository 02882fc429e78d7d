from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from indexers.office.symbols import sign
from indexers.reading import read
from indexers.records import Reading

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{OFFICE}" xmlns:wps="urn:wps" xmlns:v="urn:v" xmlns:d="urn:d" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
BOX = (
    "<mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>{0}</w:txbxContent></wps:txbx>"
    "</mc:Choice><mc:Fallback><v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox>"
    "</mc:Fallback></mc:AlternateContent>"
)


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*inner: str) -> str:
    return f"<w:p>{''.join(inner)}</w:p>"


def symbol(place: str, font: str = "Symbol") -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{place}"/></w:r>'


def relations(**targets: str) -> str:
    """By kind, which is the id, too."""
    one = f'<Relationship Id="{{0}}" Type="{OFFICE}/{{0}}" Target="{{1}}"/>'
    all_ = "".join(one.format(*item) for item in targets.items())
    return f"<Relationships>{all_}</Relationships>"


def from_word(folder: Path, body: str, parts: dict[str, str] | None = None) -> Reading:
    path = folder / "a.docx"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("[Content_Types].xml", "<Types/>")
        made.writestr(
            "word/document.xml", f"<w:document {SPACES}><w:body>{body}</w:body></w:document>"
        )
        for name, text in (parts or {}).items():
            made.writestr(name, text)
    return read(path)


def test_signs_that_were_inserted_are_read(tmp_path: Path) -> None:
    dose = (run("The dose was "), symbol("F0A3"), run(" 5 "), symbol("F06D"), run("g per day."))
    reading = from_word(tmp_path, paragraph(*dose))
    assert reading.text == "The dose was ≤ 5 μg per day."
    assert reading.losses == ()


def test_a_sign_that_is_not_known_is_told(tmp_path: Path) -> None:
    reading = from_word(tmp_path, paragraph(run("Mill "), symbol("F041", "Webdings"), run(" end.")))
    assert reading.text == "Mill \ufffd end."
    assert [loss.what for loss in reading.losses] == ["text"]


@pytest.mark.parametrize(
    ("font", "place", "letter"),
    [
        ("Symbol", "F0B3", "≥"),
        ("Symbol", "B1", "±"),
        ("Symbol", "F061", "α"),
        ("Symbol", "F0E5", "∑"),
        ("Symbol", "F0F2", "∫"),
        ("Symbol", "F0D6", "√"),
        ("Symbol", "F0CE", "∈"),
        ("Symbol", "F0DE", "⇒"),
        ("Wingdings", "F0FC", "✓"),
        ("Wingdings", "F0FE", "☑"),
        ("Wingdings", "F081", "①"),
        ("Wingdings", "F0E0", "→"),
        ("Segoe UI Symbol", "2264", "≤"),
        ("Some Signs", "F041", "\ufffd"),
        ("Symbol", "F0FF", "\ufffd"),
        ("Arial", "D800", "\ufffd"),
        ("Arial", "no number", ""),
    ],
)
def test_which_letter_a_sign_is(font: str, place: str, letter: str) -> None:
    assert sign(font, place) == letter


def test_a_part_of_another_format_is_told(tmp_path: Path) -> None:
    chunk = '<w:altChunk r:id="aFChunk"/>'
    parts = {"word/_rels/document.xml.rels": relations(aFChunk="a.html"), "word/a.html": "<p>x</p>"}
    reading = from_word(tmp_path, paragraph(run("First line.")) + chunk, parts)
    assert [loss.reason for loss in reading.losses] == ["parts kept in another format, not read: 1"]


def test_the_words_of_a_diagram(tmp_path: Path) -> None:
    words = "".join(f"<p><r><t>{one}</t></r></p>" for one in ("Ask the mill.", "Pay the smith."))
    parts = {
        "word/_rels/document.xml.rels": relations(diagramData="diagrams/data1.xml"),
        "word/diagrams/data1.xml": f"<d:dataModel {SPACES}><d:t>{words}</d:t></d:dataModel>",
    }
    drawn = '<w:r><w:drawing><d:relIds r:dm="{}"/></w:drawing></w:r>'
    body = paragraph(run("Before."), drawn.format("diagramData")) + paragraph(run("After."))
    reading = from_word(tmp_path, body, parts)
    assert reading.text == "Before.\n\nAsk the mill.\n\nPay the smith.\n\nAfter."
    lost = from_word(tmp_path, body.replace("diagramData", "nothing"), parts)
    assert [loss.what for loss in lost.losses] == ["charts"]
    inside = f"<p>{drawn.format('diagramData')}</p>"
    name = "word/diagrams/data1.xml"
    parts[name] = parts[name].replace("<p>", f"{inside}<p>", 1)
    assert from_word(tmp_path, body, parts).text == reading.text, "one that names itself"


def test_a_box_in_a_header_or_a_note_is_read_once(tmp_path: Path) -> None:
    box = f"<w:r>{BOX.format(paragraph(run('Box words.')))}</w:r>"
    note = f'<w:footnote w:id="2">{paragraph(run("Note words."), box)}</w:footnote>'
    parts = {
        "word/_rels/document.xml.rels": relations(header="h.xml", footnotes="f.xml"),
        "word/h.xml": f"<w:hdr {SPACES}>{paragraph(run('Header words.'), box)}</w:hdr>",
        "word/f.xml": f"<w:footnotes {SPACES}>{note}</w:footnotes>",
    }
    body = paragraph(run("Body."), '<w:r><w:footnoteReference w:id="2"/></w:r>')
    assert from_word(tmp_path, body, parts).text.split("\n\n") == [
        "Body.[1]",
        "[1] Note words. Box words.",
        "Header words. Box words.",
    ]


def test_the_state_of_boxes_of_a_form(tmp_path: Path) -> None:
    def box(state: str) -> str:
        field = f"<w:ffData><w:checkBox><w:sizeAuto/>{state}</w:checkBox></w:ffData>"
        return f'<w:r><w:fldChar w:fldCharType="begin">{field}</w:fldChar></w:r>'

    states = (
        ('<w:default w:val="0"/>', "☐"),
        ('<w:default w:val="0"/><w:checked/>', "☒"),
        ("<w:default/>", "☒"),
        ('<w:default/><w:checked w:val="0"/>', "☐"),
    )
    body = "".join(paragraph(box(state), run(" Wheat")) for state, _ in states)
    reading = from_word(tmp_path, body)
    assert reading.text.split("\n\n") == [f"{sign} Wheat" for _, sign in states]


def test_objects_of_other_programs_are_told(tmp_path: Path) -> None:
    placed = '<w:r><w:object><v:shape/><o:OLEObject xmlns:o="urn:o"/></w:object></w:r>'
    reading = from_word(tmp_path, paragraph(run("See"), placed))
    assert [loss.reason for loss in reading.losses] == ["embedded objects not read: 1"]


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ("", "Wheat"),
        ('<w:result w:val="1"/>', "Rye"),
        ('<w:default w:val="1"/>', "Rye"),
        ('<w:result w:val="0"/><w:default w:val="1"/>', "Wheat"),
        ('<w:result w:val="7"/>', ""),
    ],
)
def test_what_was_chosen_of_a_list_in_a_form(tmp_path: Path, chosen: str, shown: str) -> None:
    entries = "".join(f'<w:listEntry w:val="{one}"/>' for one in ("Wheat", "Rye"))
    field = f"<w:ffData><w:ddList>{chosen}{entries}</w:ddList></w:ffData>"
    begin = f'<w:r><w:fldChar w:fldCharType="begin">{field}</w:fldChar></w:r>'
    assert from_word(tmp_path, paragraph(run("Sown: "), begin)).text == f"Sown: {shown}".strip()
