"""A line of a list says whether its words are a sentence or a row of a table."""

from __future__ import annotations

from warehouse.answering.lists.entries import Entry, told
from warehouse.proof import checks
from warehouse.records import Place
from warehouse.render import prose
from warehouse.results.records import Evidence
from warehouse.writing.sentences.unused_sentences import alone

ROW = "State: quoted\tLine: solid\tThe source: has these words"


def entry(text: str) -> Entry:
    piece = Evidence(1, Place("d", 0, 0, len(text)), text, "Proof", "1", "", "q", 1.0)
    return Entry("quoted", (piece,), "you kept it", "d")


def test_a_row_of_a_table_is_no_quotation() -> None:
    text, (claim,) = told("The states.", [entry(ROW)])
    assert text.endswith("quoted: State: quoted; Line: solid; The source: has these words. [1]")
    assert (claim.state, claim.why) == ("supported", "read from a table; you kept it")


def test_a_sentence_is_one() -> None:
    text, (claim,) = told("The states.", [entry("It is quoted in full.")])
    assert text.endswith("quoted: “It is quoted in full.” [1]")
    assert claim.state == "quoted"


def test_a_note_of_the_page_is_no_citation() -> None:
    text, claims = told("The bridges.", [entry("It was built in 1850 [12] by Roebling.[3]")])
    assert text.endswith("quoted: “It was built in 1850 [12 ] by Roebling.[3 ]” [1]")
    assert prose(text, claims, [1, 3, 12]).count('class="cite"') == 1
    assert checks.is_quoted(
        "It was built in 1850 [12 ] by Roebling.[3 ]", ["It was built in 1850 [12] by Roebling.[3]"]
    )


def test_no_row_stands_in_for_a_sentence() -> None:
    words = "A claim has one of four states, and each has a line of its own."
    assert alone(f"{words}\n\nState\tLine\tThe source\n{ROW}") == [words]
