"""Of a document too long to be read whole the best pieces alone are weighed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bridges import BRIDGE, Shelve
from shelf import prose

from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.absence import answerable
from warehouse.methods.absence.answerable import Judged
from warehouse.methods.evidence.sentences import are_long
from warehouse.question.reading import Reading
from warehouse.records import Place
from warehouse.results.provenance import Route
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings

QUESTION = "What does the harbour record?"
MANUAL = ("The book of mills", "\n\n".join(prose(number, 40) for number in range(12)))


def pieces(library: Library, title: str, scores: list[float]) -> list[Evidence]:
    """The first sentences of a document, each a piece, with these scores."""
    row = next(one for one in library.documents() if one.title == title)
    places = library.catalog.sentences(row.id)
    return [
        Evidence(
            number,
            Place(row.id, 0, places[number].start, places[number].end),
            library.catalog.text(row.id, places[number].start, places[number].end),
            title,
            "1",
            "",
            QUESTION,
            score,
        )
        for number, score in enumerate(scores, start=1)
    ]


@pytest.mark.parametrize("sure", [0.97, 0.03])
def test_the_best_pieces_are_asked_about(shelve: Shelve, sure: float) -> None:
    library = shelve(BRIDGE, MANUAL)
    evidence = pieces(library, MANUAL[0], [0.01, 0.3, 0.02, 0.2, 0.1])
    seen: list[str] = []

    def note(request: AnyRequest) -> tuple[float, float]:
        seen.append(str(request.messages))
        return sure, 1 - sure

    engine = ScriptedEngine([Line("explained", QUESTION, note)])
    context = Context.of(library, engine, Settings(), Run())
    judged = answerable.judge(QUESTION, "all of the notes", evidence, context)
    assert judged is not None and judged.answers == (sure > 0.5)
    told = [piece.text in seen[0] for piece in evidence]
    assert told == [False, True, False, True, True]


def test_a_short_document_is_none(shelve: Shelve) -> None:
    library = shelve(BRIDGE, MANUAL)
    short = pieces(library, BRIDGE[0], [0.5])
    assert not are_long(short, library)
    assert are_long([*short, *pieces(library, MANUAL[0], [0.1])], library)


@pytest.mark.parametrize("best", [0.6, 0.001])
def test_of_an_explanation_the_likeliest_sentence_counts_where_it_was_weighed(
    shelve: Shelve, best: float
) -> None:
    library = shelve(BRIDGE, MANUAL)
    evidence = pieces(library, MANUAL[0], [0.0005, best, 0.0001])
    reading = Reading(QUESTION, Route("fact", "user", explains=True))

    def judged(weighed: bool) -> Judged:
        engine = ScriptedEngine([Line("explained", QUESTION, (0.65, 0.35))])
        context = replace(Context.of(library, engine, Settings(), Run()), reading=reading)
        found = answerable.judge(QUESTION, "", evidence, context, weighed=weighed)
        assert found is not None
        return found

    assert judged(weighed=False).answers
    assert judged(weighed=True).answers == (best > 0.5)
