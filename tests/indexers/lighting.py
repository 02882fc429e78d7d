"""Do the rectangles of a range cover the words that it says, and no others?"""

from __future__ import annotations

from pathlib import Path

import pymupdf

from indexers.records import Reading
from indexers.text.places import rects


def lit(path: Path, reading: Reading, start: int, end: int) -> str:
    """The words that the file itself has under the rectangles of a range."""
    found: list[str] = []
    with pymupdf.open(str(path)) as document:
        for page in reading.pages:
            sheet = document[page.index]
            words = [
                (pymupdf.Rect(word[:4]) * sheet.rotation_matrix, word[4])
                for word in sheet.get_text("words")
            ]
            for box in rects(page, start, end):
                middle = [(rect.tl + rect.br) / 2 for rect, _ in words]
                inside = [pymupdf.Rect(box).contains(point) for point in middle]
                found += [word for (_, word), is_in in zip(words, inside, strict=True) if is_in]
    return "".join(found)


def squeezed(text: str) -> str:
    return "".join(text.replace("-", "").replace(":", "").split())


def assert_every_sentence_is_lit(path: Path, reading: Reading) -> None:
    assert reading.sentences
    for sentence in reading.sentences:
        said = reading.text[sentence.start : sentence.end]
        assert squeezed(lit(path, reading, sentence.start, sentence.end)) == squeezed(said)
