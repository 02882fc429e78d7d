"""What says the same as evidence before it, and lists with the words that introduce them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.reduction import SAID_ALREADY, reduce
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.methods.evidence.sentences import Line, of_hits, with_lead
from warehouse.results.records import Evidence
from warehouse.run import Run

HEAD = " › ".join(
    f"Relations of the bridges of the county to the mills and the roads of the {part}"
    for part in ("north", "south", "east", "west")
)
RULES = (
    "Gates should be shut",
    "• when two carts stand before the bridge and will stay there,",
    "• together with Lamps when only one cart may pass the bridge,",
    "• in other cases where a cart is loaded with hay or with straw.",
    "A gate that is shut for one cart is opened by the keeper of the bridge for the next.",
)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as library:
        yield Context.of(library, ScriptedEngine(), SETTINGS, Run())


def new(known: KnownEvidence, context: Context, *texts: str, head: str = HEAD) -> list[bool]:
    rows = context.library.retrieval.embed([f"{head}: {text}" for text in texts])
    return [known.is_new(text, row) for text, row in zip(texts, rows, strict=True)]


def test_under_a_long_heading_another_sentence_is_no_repetition(context: Context) -> None:
    one, other = "Carts may be left out.", "Please look at the tolls."
    rows = context.library.retrieval.embed([f"{HEAD}: {one}", f"{HEAD}: {other}"])
    assert float(rows[0] @ rows[1]) >= SETTINGS.evidence_duplicate
    assert new(KnownEvidence(context), context, one, other, one) == [True, True, False]


def test_the_same_words_about_something_else_are_no_repetition(context: Context) -> None:
    known, text = KnownEvidence(context), "It was opened by the mayor."
    assert new(known, context, text, head="The bridge at Halton") == [True]
    assert new(known, context, text, head="A bakery of Lancaster, with its ovens") == [True]


def test_another_number_is_no_repetition(context: Context) -> None:
    told = [f"The toll of the bridge for carts was {pence} pence a day." for pence in (2, 3, 2)]
    assert new(KnownEvidence(context), context, *told) == [True, True, False]


def lines(context: Context, *paragraphs: str) -> list[Line]:
    text = "\n\n".join(paragraphs)
    made = reading("Gates", *paragraphs)
    [row] = context.library.admit_many([Admission(made, "s", text.encode())], Run())
    return of_hits(context.library.catalog.passage_hits(row.id), context.library)


def reduced(context: Context, read: Sequence[Line], *wanted: str) -> list[Evidence]:
    rows = context.library.retrieval.embed([line.framed for line in read])
    picked = [
        Picked(line, 0.5, np.asarray(row))
        for line, row in zip(read, rows, strict=True)
        if any(one in line.text for one in wanted)
    ]
    known = KnownEvidence(context)
    found, losses = reduce(picked, read, {}, known, context)
    again, lost = reduce(picked, read, {}, known, context)
    assert not losses and not again and {one.reason for one in lost} == {SAID_ALREADY}
    return found


def test_an_item_of_a_list_is_evidence_with_what_introduces_it(context: Context) -> None:
    [piece] = reduced(context, lines(context, *RULES), "loaded with hay", "only one cart")
    assert piece.text.startswith("Gates should be shut") and piece.text.endswith("straw.")


def test_a_list_goes_no_further_than_a_reader_would_look(context: Context) -> None:
    items = [f"• when cart number {at} is loaded with hay and with straw," for at in range(30)]
    read = lines(context, "Gates should be shut", *items)
    last = next(line for line in read if "number 29" in line.text)
    assert with_lead(last, context.library) == (last.start, last.end)


def test_an_item_that_is_a_sentence_stands_alone(context: Context) -> None:
    read = lines(
        context, "Rules of the bridge:", "1. The gate is shut at ten at night by a keeper."
    )
    [piece] = reduced(context, read, "at night")
    assert piece.text.startswith("1. The gate")


def test_what_introduces_a_list_is_evidence_with_it(context: Context) -> None:
    items = ("• A gate of oak and of iron.", "• A lamp on each side.")
    read = lines(context, "The bridge of the town is shut by these three:", *items, RULES[-1])
    [piece] = reduced(context, read, "is shut by these")
    assert piece.text.endswith("each side.")


def test_what_ends_before_a_list_introduces_none(context: Context) -> None:
    ended = "The keeper of the bridge lives beside it."
    [piece] = reduced(context, lines(context, ended, *RULES[1:]), "loaded with hay")
    assert piece.text == RULES[3]


def test_a_list_that_holds_an_earlier_piece_takes_it_in_from_its_beginning(
    context: Context,
) -> None:
    whole = "• Lamps are lit at the bridge before the gates are shut."
    read = lines(context, RULES[0], whole, *RULES[1:])
    [piece] = reduced(context, read, "Lamps are lit", "loaded with hay")
    assert piece.text.startswith("Gates should be shut") and piece.text.endswith("straw.")


def test_what_explains_a_term_above_it_is_evidence_with_that(context: Context) -> None:
    rest = ("Set to the number of carts that may pass the bridge.", "Never more than four carts.")
    read = lines(context, "bridge-carts", " ".join(rest), "Gates and other means")
    [piece] = reduced(context, read, "number of carts")
    assert piece.text == f"bridge-carts\n\n{rest[0]}"
    [piece] = reduced(context, read, "Never more")
    assert piece.text == rest[1]


def test_a_sentence_under_its_heading_is_evidence_alone(context: Context) -> None:
    text = "The bridge of the town is shut by a gate of oak at night."
    [piece] = reduced(context, lines(context, "Gates", text), "gate of oak")
    assert piece.text == text


@pytest.mark.parametrize(
    "above",
    [
        "Toll: four pence\tCarts: two",
        "• Gates of oak",
        "夜间大桥的大门由看守人关闭并且在每天早晨的日出之后再一次打开以便让所有等待在桥前面的马车与行人都可以安全地依次通过大桥的两侧车道",
    ],
)
def test_a_row_an_item_and_a_line_without_spaces_are_no_terms(context: Context, above: str) -> None:
    text = "The bridge of the town is shut by a gate of oak at night."
    [piece] = reduced(context, lines(context, "Gates", above, text), "gate of oak")
    assert piece.text == text
