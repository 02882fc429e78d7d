"""Mail boxes and plain text as people really have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexers.errors import NotReadable
from indexers.reading import read

BEGINS = "From a@tower.example Mon Jan  1 00:00:00 2019\n"
LETTER = f"{BEGINS}From: Ash <a@tower.example>\nSubject: The ledgers\n\nForty were missing.\n\n"


def written(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def test_a_sentence_that_begins_like_a_message_is_one(tmp_path: Path) -> None:
    text = f"{LETTER}From our meeting in 2019\nnothing was kept.\n\n{LETTER}"
    reading = read(written(tmp_path / "a.mbox", text))
    assert len(reading.pages) == 2
    assert "From our meeting in 2019" in reading.text
    assert reading.losses == ()


def test_a_message_without_a_header_does_not_cost_the_box(tmp_path: Path) -> None:
    reading = read(written(tmp_path / "a.mbox", f"Sent by nobody.\n\n{LETTER}"))
    assert "Forty were missing." in reading.text
    [loss] = reading.losses
    assert loss.what == "message 1" and "not an e-mail" in loss.reason
    with pytest.raises(NotReadable, match="not an e-mail"):
        read(written(tmp_path / "b.mbox", f"{BEGINS}\nNo header at all.\n"))


@pytest.mark.parametrize("text", [" \nNorth of the tower", "\t\n\n  \nNorth of the tower\n"])
def test_a_text_may_begin_with_a_line_of_spaces(tmp_path: Path, text: str) -> None:
    reading = read(written(tmp_path / "a.txt", text))
    assert (reading.title, reading.text) == ("North of the tower", "North of the tower")
