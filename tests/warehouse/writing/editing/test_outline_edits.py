"""What can be done to a heading: its place, its evidence, and what is to be written after it."""

from __future__ import annotations

import pytest

from warehouse.errors import BadInput
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.writing.editing import outline_edits as edits
from warehouse.writing.outline.grouping import MOST_NOTES
from warehouse.writing.outline.outlining import Heading, Outline


def piece(number: int) -> Evidence:
    place = Place("d", 0, 10 * number, 10 * number + 5)
    return Evidence(number, place, f"Fact {number}.", "Bridge", "1", "", "q", 0.9)


def shaped() -> Outline:
    one = Heading("Arches", "iron", ((piece(1), piece(2)), (piece(3),)), section=0)
    below = Heading("Foundry", "", ((piece(4),),), section=2)
    two = Heading("Deck", "", (), children=(below,), section=1)
    three = Heading("Piers", "", ((piece(5), piece(6)),), section=3)
    return Outline("The bridge", (one, two, three))


def names(outline: Outline) -> list[str]:
    return [f"{edits.named(path)} {one.title}" for path, one in edits.walk(outline)]


def test_a_heading_is_moved_and_keeps_its_text() -> None:
    now = shaped()
    made = edits.moved(now, (0,), (1, 1))
    assert names(made.outline) == ["1 Deck", "1.1 Foundry", "1.2 Arches", "2 Piers"]
    assert made.path == (0, 1) and edits.at(made.outline, made.path).section == 0
    assert names(edits.outdented(made.outline, (0, 1)).outline)[2:] == ["2 Arches", "3 Piers"]
    assert edits.down(now, (0,)).path == (1,) and edits.up(now, (2,)).path == (1,)
    assert edits.indented(now, (2,)).path == (1, 1)
    assert edits.up(now, (1, 0)).path == (1,) and edits.down(now, (1, 0)).path == (2,)
    with pytest.raises(BadInput, match="below itself"):
        edits.moved(now, (1,), (1, 0))
    with pytest.raises(BadInput, match="deep"):
        edits.moved(edits.moved(now, (0,), (1, 0, 0)).outline, (1,), (0, 0, 0, 0))


def test_merged_and_split_headings_share_their_evidence_and_are_written() -> None:
    now = shaped()
    one = edits.merged(now, (1,)).outline
    assert names(one) == ["1 Arches", "2 Deck", "2.1 Foundry"]
    assert [p.number for p in edits.evidence(edits.at(one, (1,)))] == [5, 6]
    assert edits.at(one, (1,)).section == edits.TO_BE_WRITTEN
    two = edits.split(now, (0,), "Casting")
    assert two.path == (1,) and [p.number for p in edits.evidence(edits.at(two.outline, (1,)))] == [
        3
    ]
    assert edits.at(two.outline, (0,)).section == edits.at(two.outline, (1,)).section == -1
    assert len(edits.evidence(edits.at(edits.split(now, (2,), "One pier").outline, (3,)))) == 1
    with pytest.raises(BadInput, match="too little"):
        edits.split(now, (1,), "Nothing")
    with pytest.raises(BadInput, match="after it"):
        edits.merged(now, (2,))


def test_names_notes_and_what_is_thin() -> None:
    now = shaped()
    assert edits.at(edits.renamed(now, (0,), " Iron  arches ").outline, (0,)).title == "Iron arches"
    assert edits.at(edits.renamed(now, (0,), "Iron").outline, (0,)).section == 0
    noted = edits.noted(now, (0,), "Say who cast them.")
    assert edits.at(noted.outline, (0,)).section == -1
    assert [edits.is_thin(one) for _, one in edits.walk(now)] == [False, False, True, True]
    anew = edits.anew(now, (1,)).outline
    assert [one.section for _, one in edits.walk(anew)] == [0, -1, -1, 3]
    alone = edits.anew(now, (1,), alone=True).outline
    assert [one.section for _, one in edits.walk(alone)] == [0, -1, 2, 3]
    with pytest.raises(BadInput, match="name"):
        edits.renamed(now, (0,), "  ")
    with pytest.raises(BadInput, match="no heading 9"):
        edits.at(now, (8,))
    only = edits.removed(edits.removed(now, (2,)).outline, (1,))
    assert only.path == (0,)
    with pytest.raises(BadInput, match="one heading at least"):
        edits.removed(only.outline, (0,))


def test_evidence_goes_to_another_heading_or_out() -> None:
    now = shaped()
    assert edits.retitled(now, " Lune  Bridge ").title == "Lune Bridge"
    given = edits.given(now, (0,), 2, (2,))
    assert given.path == (0,)
    one, other = edits.at(given.outline, (0,)), edits.at(given.outline, (2,))
    assert [p.number for p in edits.evidence(one)] == [1, 3] and one.section == -1
    assert [p.number for p in edits.evidence(other)] == [5, 6, 2] and other.section == -1
    assert edits.at(given.outline, (1, 0)).section == 2, "the others stay as they are"
    first = edits.at(edits.given(now, (0,), 3, (1,)).outline, (1,))
    assert [[p.number for p in group] for group in first.paragraphs] == [[3]]
    assert edits.given(now, (0,), 3, (0,)).outline == now
    out = edits.at(edits.left_out(now, (0,), 3).outline, (0,))
    assert [p.number for p in edits.evidence(out)] == [1, 2] and len(out.paragraphs) == 1
    for act in (lambda: edits.given(now, (0,), 9, (2,)), lambda: edits.left_out(now, (0,), 9)):
        with pytest.raises(BadInput, match="no evidence 9"):
            act()


def test_a_full_paragraph_gets_no_more_evidence() -> None:
    full = Heading("Full", "", (tuple(piece(10 + n) for n in range(MOST_NOTES)),))
    now = Outline("The bridge", (*shaped().sections, full))
    made = edits.at(edits.given(now, (0,), 1, (3,)).outline, (3,))
    assert [len(group) for group in made.paragraphs] == [MOST_NOTES, 1]
