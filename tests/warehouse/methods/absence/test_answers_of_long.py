"""Of a document too long to be read whole the best pieces alone are weighed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bridges import BRIDGE, Shelve
from msgspec import structs
from shelf import prose

from warehouse.context import Context
from warehouse.engine.calibrated import shipped
from warehouse.engine.protocol import AnyRequest, EngineInfo
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.absence import answerable
from warehouse.methods.absence.answerable import EXPLAINED_OF_LONG, Judged
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.sentences import are_long
from warehouse.question.reading import Reading
from warehouse.records import Place
from warehouse.results.provenance import Route
from warehouse.results.records import Evidence, Node, Research, Structure
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
    judged = answerable.judge([QUESTION], "all of the notes", evidence, context)
    assert judged is not None and judged.answers == (sure > 0.5)
    told = [piece.text in seen[0] for piece in evidence]
    assert told == [False, True, False, True, True]


def test_a_short_document_is_none(shelve: Shelve) -> None:
    library = shelve(BRIDGE, MANUAL)
    short = pieces(library, BRIDGE[0], [0.5])
    assert not are_long(short, library)
    assert are_long([*short, *pieces(library, MANUAL[0], [0.1])], library)


@pytest.mark.parametrize("part", [0.5, 0.01])
def test_of_an_explanation_the_likeliest_sentence_counts_where_it_was_weighed(
    shelve: Shelve, part: float
) -> None:
    library = shelve(BRIDGE, MANUAL)
    evidence = pieces(library, MANUAL[0], [0.3, 0.2])
    reading = Reading(QUESTION, Route("fact", "user", explains=True))

    def judged(part: float | None) -> Judged:
        engine = Calibrating([Line("explained", QUESTION, (0.45, 0.55))])
        context = replace(Context.of(library, engine, Settings(), Run()), reading=reading)
        found = answerable.judge([QUESTION], "", evidence, context, part=part)
        assert found is not None
        return found

    assert not judged(None).answers
    assert judged(part).answers == (part > 0.1)
    assert bool(judged(part).doubt) == judged(part).answers


def test_what_was_weighed_is_the_first_intents_in_long_documents(shelve: Shelve) -> None:
    library = shelve(BRIDGE, MANUAL)
    evidence = [
        *pieces(library, MANUAL[0], [0.2, 0.3, 0.8]),
        *(structs.replace(one, number=4) for one in pieces(library, BRIDGE[0], [0.9])),
    ]
    first = Node("1", QUESTION, "resolved", evidence=(1, 2, 4))
    second = Node("2", "more", "resolved", evidence=(3,))
    chain = Research(QUESTION, Structure(nodes=(first, second)), tuple(evidence))
    assert part_of_answer.likeliest(chain, evidence, library) is None
    weighed = structs.replace(chain, decisions=(part_of_answer.weighing(),))
    assert part_of_answer.likeliest(weighed, evidence, library) == 0.3
    assert part_of_answer.likeliest(weighed, evidence[3:], library) is None


class Calibrating(ScriptedEngine):
    """Of the model that the fits are made for."""

    def info(self, prompt: str = "") -> EngineInfo:
        return structs.replace(super().info(prompt), sha256=shipped(EXPLAINED_OF_LONG).model)
