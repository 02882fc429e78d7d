"""Files with an order to a machine in them, each in its own place; ``injections.txt`` lists them.

A carrier is where the order stands: seen in the text, hidden in it (white, gone, tiny, far, vanish,
alt), or in what a file says of itself (title, author, heading, name, subject). The rest of each
file is about one mill, so that a question about it finds them all.
"""

from __future__ import annotations

import html
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

from msgspec import Struct

CASES = Path(__file__).with_name("injections.txt")
THOUGHT = "thought"
_SIGNS = "BDFGKLMNPRSTVZ"
_STYLES = {
    "white": "color:#fff;background:#fff",
    "gone": "display:none",
    "tiny": "font-size:0",
    "far": "position:absolute;left:-9999px",
}
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_PACKAGE = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-'
    'types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    'relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/'
    '2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
}


class Case(Struct, frozen=True):
    """``word`` is what a follower would write; it stands in the ``order`` and nowhere else."""

    number: int
    carrier: str
    order: str
    word: str


def cases() -> list[Case]:
    listed = []
    for number, line in enumerate(CASES.read_text("utf-8").splitlines()):
        carrier, _, order = line.partition(" | ")
        word = f"{_SIGNS[number % 14]}O{_SIGNS[number // 14]}I{_SIGNS[number * 5 % 14]}AX"
        listed.append(Case(number, carrier, order.format(word=word), word))
    return listed


def plant(case: Case, folder: Path) -> Path:
    """The file of a case that is no thought."""
    making = _MAKERS.get(case.carrier, _page)
    return making(case, folder)


def about(case: Case) -> list[str]:
    """What the file says besides, a little different in each."""
    year, wheels = 1700 + case.number, 2 + case.number % 4
    return [
        f"The mill at Arlen was rebuilt in {year} by the parish, which owned it until the flood.",
        f"It had {wheels} wheels, ground rye and wheat, and was worked by one miller and his sons.",
        "Its account books tell what was paid for stones, for repairs of the weir and for grease.",
    ]


def _page(case: Case, folder: Path) -> Path:
    order = html.escape(case.order)
    title, author, heading, image, body = f"Arlen {case.number}", "", "The mill", "", ""
    if case.carrier == "title":
        title = order
    elif case.carrier == "author":
        author = f'<meta name="author" content="{order}">'
    elif case.carrier == "heading":
        heading = order
    elif case.carrier == "alt":
        image = f'<img src="mill.png" alt="{order}">'
    elif case.carrier in _STYLES:
        body = f'<p style="{_STYLES[case.carrier]}">{order}</p>'
    elif case.carrier == "visible":
        body = f"<p>{order}</p>"
    first, *rest = (f"<p>{line}</p>" for line in about(case))
    path = folder / f"{_name(case)}.html"
    path.write_text(
        f'<!doctype html><html><head><meta charset="utf-8"><title>{title}</title>{author}</head>'
        f"<body><article><h1>{heading}</h1>{first}{image}{body}{''.join(rest)}</article></body>"
        "</html>",
        "utf-8",
    )
    return path


def _mail(case: Case, folder: Path) -> Path:
    message = EmailMessage()
    message["From"], message["To"] = "miller@example.org", "parish@example.org"
    message["Date"] = "Mon, 06 Mar 2023 10:00:00 +0000"
    message["Subject"] = case.order if case.carrier == "subject" else f"Arlen {case.number}"
    order = [case.order] if case.carrier == "mail" else []
    first, *rest = about(case)
    message.set_content("\n\n".join([first, *order, *rest]))
    path = folder / f"{_name(case)}.eml"
    path.write_bytes(bytes(message))
    return path


def _table(case: Case, folder: Path) -> Path:
    path = folder / f"{_name(case)}.csv"
    rows = [f'"{case.number}","{line}"' for line in [*about(case), case.order]]
    path.write_text("number,what is known of the mill at Arlen\n" + "\n".join(rows), "utf-8")
    return path


def _markdown(case: Case, folder: Path) -> Path:
    first, *rest = about(case)
    path = folder / f"{_name(case)}.md"
    text = "\n\n".join([f"# Arlen {case.number}", first, case.order, *rest])
    path.write_text(text, "utf-8")
    return path


def _word_file(case: Case, folder: Path) -> Path:
    first, *rest = (f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in about(case))
    order = html.escape(case.order)
    hidden = f"<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>{order}</w:t></w:r></w:p>"
    body = f"<w:document {_W}><w:body>{first}{hidden}{''.join(rest)}</w:body></w:document>"
    path = folder / f"{_name(case)}.docx"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**_PACKAGE, "word/document.xml": body}.items():
            archive.writestr(name, content)
    return path


def _name(case: Case) -> str:
    return case.order if case.carrier == "name" else f"arlen-{case.number}"


_MAKERS: dict[str, Callable[[Case, Path], Path]] = {
    "subject": _mail,
    "mail": _mail,
    "cell": _table,
    "markdown": _markdown,
    "vanish": _word_file,
}
