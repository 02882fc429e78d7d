"""E-mail made for the tests."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

CELLS = "<tr><td>a</td><td>1</td></tr>"
PAGE = f"<html><body><p>Only in <b>HTML</b>.</p><table>{CELLS}</table></body></html>"
NOTES = b"The notes of the day: forty ledgers were missing."


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Birch Öak <birch@tower.example>"
    made["To"] = "ash@tower.example"
    made["Date"] = "Thu, 06 May 2021 10:00:00 +0200"
    made["Subject"] = "The ledgers – again"
    made.set_content(
        "Forty ledgers were missing when the inventory was made at last,\n"
        "and nobody could say who had carried them away.\n\n> So you said.\n> Twice.\n"
    )
    made.add_alternative("<p>The same in HTML.</p>", subtype="html")
    made.add_attachment(NOTES, maintype="text", subtype="plain", filename="notes.txt")
    made.add_attachment(b"\x00", maintype="application", subtype="x-odd", filename="odd.xyz")
    inner = EmailMessage()
    inner["From"] = "yew@tower.example"
    inner["Subject"] = "Fwd: the shelf"
    inner.set_content(PAGE, subtype="html")
    made.add_attachment(inner)
    return made


def one(path: Path) -> Path:
    path.write_bytes(message().as_bytes())
    return path


def box(path: Path) -> Path:
    """Three messages; the second has no subject and a line that begins like a new message."""
    plain = b"From: a@b.example\nDate: x\n\n{}\n"
    texts = (
        b"Subject: =?utf-8?q?T=C3=BCrme?=\n" + plain.replace(b"{}", b"The first."),
        plain.replace(b"{}", b"The second.\n\n>From here on it is quoted."),
        b"Subject: Third\n" + plain.replace(b"{}", b""),
    )
    start = b"From a@b.example Thu May  6 10:00:00 2021\n"
    path.write_bytes(b"".join(start + text + b"\n" for text in texts))
    return path
