from __future__ import annotations

from pathlib import Path

from indexers.reading import read
from indexers.text import cells

ROWS = "State\tLine\tThe source\nState: quoted\tLine: solid\tThe source: has these words"
SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "sample"


def test_a_row_of_names_is_known_by_the_row_below() -> None:
    head, below = ROWS.split("\n")
    assert cells.is_headings(head, f"\n{below}")
    assert not cells.is_headings(below, "")
    assert not cells.is_headings("Jan Klaasen\tBaker\tLeiden", "\nAnna Kahn\tSmith\tLille")
    assert not cells.is_headings("One sentence.", "\nA: b\tC: d")


def test_a_row_is_spoken_with_its_cells_apart() -> None:
    assert cells.spoken(ROWS.split("\n")[1]) == (
        "State: quoted; Line: solid; The source: has these words."
    )
    assert cells.spoken("Two\nlines of  prose.") == "Two lines of prose."


def test_of_a_table_single_cells_are_statements() -> None:
    told = list(cells.statements(f"Before it.\n\n{ROWS}\n\nAfter it."))
    assert "State\tLine\tThe source" not in told and "State: quoted" in told
    assert told[0] == "Before it." and told[-1] == "After it."


def test_a_printed_table_keeps_its_cells() -> None:
    text = read(SAMPLE / "Muniment handbook 4 - Proof of every sentence.pdf").text
    at = text.index("State\tLine\tThe source")
    row, below = text[at:].split("\n", 1)
    assert cells.has_cells(row) and cells.is_headings(row, below)
