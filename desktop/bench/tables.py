"""A round table made of what a search finds, without a model: what the window shows of a real one.

The search and the evidence are real; who says which sentence is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import structs

from desktop.bench.studies import claimed, evidence_for
from desktop.house import House
from warehouse.records import StudyRow
from warehouse.results.records import Evidence, Node, Structure
from warehouse.results.roundtable import MAP, ROOT, Expert, Intent, Role, Table, Turn
from warehouse.roundtable import table_file
from warehouse.roundtable.session import NewTable

EXPERTS = (
    Expert("e1", "Information architect", "how it is laid out and found again"),
    Expert("e2", "Archivist", "what is kept, and for how long"),
    Expert("e3", "Reader", "what it is like to use it", mine=True),
)
SENTENCES = 2  # of a turn


def lay(house: House, topic: str) -> StudyRow:
    """A saved table on the list: a moderator, three experts, a question of the user's."""
    warehouse = house.warehouse
    assert warehouse is not None
    row = warehouse.tables.begin(NewTable(topic)).row
    pieces = evidence_for(warehouse.library, topic)
    table_file.keep(warehouse.studies.folder(row.id), made(topic, pieces))
    return row


def made(topic: str, found: Sequence[Evidence]) -> Table:
    """``found`` are some sentences; three at least."""
    turns = tuple(_turns(topic, found))
    concepts = tuple(_concepts(found))
    root = Node(ROOT, topic, "resolved", (), concepts)
    return Table(
        topic,
        experts=EXPERTS,
        turns=turns,
        map=Structure(MAP, (root,)),
        evidence=tuple(found),
        pinned=tuple(concept.id for concept in concepts[:1]),
        nodes=100,
        people=len(EXPERTS),
    )


def _turns(topic: str, found: Sequence[Evidence]) -> Iterator[Turn]:
    """The last two pieces are behind the moderator's question, and nobody speaks of them."""
    spoken, behind = list(found[:-2]), tuple(piece.number for piece in found[-2:])
    yield _said(1, "moderator", "Moderator", "potential answer", spoken[:1])
    number, at = 2, 1
    for expert in EXPERTS:
        pieces = spoken[at : at + SENTENCES] or spoken[:1]
        turn = _said(number, "expert", expert.name, "further details", pieces)
        yield structs.replace(turn, expert=expert.id, seconds=9.0)
        number, at = number + 1, at + SENTENCES
    question = "What follows from what nobody has spoken of yet?"
    yield Turn(
        number,
        "moderator",
        "Moderator",
        "original question",
        question,
        question=question,
        because=behind,
    )
    mine = "Who looks after it?"
    yield Turn(
        number + 1, "user", "You", "original question", mine, question=mine, heard="question"
    )
    pieces = spoken[at : at + SENTENCES] or spoken[:1]
    turn = _said(number + 2, "expert", EXPERTS[0].name, "potential answer", pieces)
    yield structs.replace(turn, expert="e1", question=mine, seconds=11.0)


def _said(number: int, role: Role, speaker: str, intent: Intent, own: Sequence[Evidence]) -> Turn:
    text, claims = claimed(tuple(own))
    numbers = tuple(piece.number for piece in own)
    return Turn(
        number,
        role,
        speaker,
        intent,
        text,
        claims=claims,
        evidence=numbers,
    )


def _concepts(found: Sequence[Evidence]) -> Iterator[Node]:
    """One for each document, with one below it for each of its pages."""
    by_title = sorted(found, key=lambda one: one.title)
    for at, (title, pieces) in enumerate(groupby(by_title, key=lambda one: one.title), start=2):
        of_document = list(pieces)
        below = tuple(
            Node(f"{at}{place}", f"Page {label}", "resolved", tuple(piece.number for piece in page))
            for place, (label, page) in enumerate(_pages(of_document))
        )
        several = len(below) > 1
        numbers = () if several else tuple(piece.number for piece in of_document)
        yield Node(str(at), title[:60], "resolved", numbers, below if several else ())


def _pages(pieces: Sequence[Evidence]) -> Iterator[tuple[str, list[Evidence]]]:
    by_page = sorted(pieces, key=lambda one: one.page_label)
    for label, on_page in groupby(by_page, key=lambda one: one.page_label):
        yield label, list(on_page)
