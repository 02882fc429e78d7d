"""Writes the good files of the tests into a folder: ``python tests/indexers/seeds.py FOLDER``.

What ``muniment bench fuzz --data FOLDER`` begins with.
"""

from __future__ import annotations

import sys
from pathlib import Path

import made_books
import made_mail
import made_malformed
import made_office
import made_pdfs


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, make in made_malformed.GOOD.items():
        make(folder / f"good{suffix}")
    made_mail.box(folder / "box.mbox")
    made_office.open_text(folder / "text.odt")
    made_office.open_workbook(folder / "sheet.ods")
    made_office.open_talk(folder / "talk.odp")
    made_office.commas(folder / "table.csv")
    made_books.book(folder / "book.epub")
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    (folder / "notes.md").write_text(f"# Mills\n\nA *list*:\n\n- one\n- two\n\n{table}")
    page = made_pdfs.new(1, 200, 60)[0]
    page.insert_text((10, 30), "The mill stands.", fontsize=14)
    for kind in ("png", "jpg"):
        page.get_pixmap(dpi=100).save(str(folder / f"scan.{kind}"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
