"""Titles of a file and its outline that are cut within a letter."""

from __future__ import annotations

from pathlib import Path

import made_pdfs
from made_pdfs import PROSE, wrapped, write_lines

from indexers.process import messages
from indexers.reading import read


def test_titles_cut_within_a_letter_can_be_told(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    for page in document:
        write_lines(page, wrapped(PROSE))
    document.set_toc([[1, "Rivers", 1], [1, "Bridges", 2]])
    document.set_metadata({"title": "Towers"})
    for number in range(1, document.xref_length()):
        if document.xref_get_key(number, "Title")[1] in ("Rivers", "Towers"):
            document.xref_set_key(number, "Title", "<EFBBBF41424344C3>")
    reading = read(made_pdfs.save(document, tmp_path / "cut.pdf"))
    assert reading.title == reading.sections[0].title == "ABCD\ufffd"
    assert messages.encode(messages.Finished(reading, False))
