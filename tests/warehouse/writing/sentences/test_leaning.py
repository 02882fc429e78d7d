"""Sentences that lean on what stands before them are told where nothing else is there."""

from __future__ import annotations

import dataclasses

from bridges import OVENS, Shelve
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest, Score, ScoreRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import CannotScore
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.sentences import retelling, worth_telling
from warehouse.writing.sentences.leaning import Source, before, leanings
from warehouse.writing.sentences.retelling import Asked
from warehouse.writing.sentences.worth_telling import Weighed

ALONE = "Lune Bridge is an iron bridge over the river Lune."
LEANS = "The current deck was laid then by the same firm."
LAST = "Its arches were cast by Skerton Works in 1881."
BRIDGE = ("Lune Bridge", f"{ALONE} {LAST} {LEANS}")
YES = (0.9, 0.1)


def weighs(request: AnyRequest) -> tuple[float, ...]:
    """Only what leans is likelier behind what stands before it: a nat and a half a word."""
    assert isinstance(request, ScoreRequest)
    is_behind = any("Before it:" in message.content for message in request.messages)
    helped = is_behind and request.continuation == LEANS
    return tuple(-0.5 if helped else -2.0 for _ in request.continuation.split())


def model() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("goes_on", "", weighs, repeat=True),
            Line("worth_telling", LEANS, (0.8, 0.2), repeat=True),
            Line("worth_telling", "", YES, repeat=True),
        ]
    )


def bridge(shelve: Shelve) -> tuple[Context, Evidence]:
    engine = model()
    library = shelve(BRIDGE, OVENS)
    [document] = [one.id for one in library.documents() if one.title == BRIDGE[0]]
    place, label = library.catalog.stands(document, 0, len(BRIDGE[1]))
    piece = Evidence(1, place, BRIDGE[1], BRIDGE[0], label, "", "", 1.0)
    return Context.of(library, engine, Settings(), Run()), piece


def test_what_becomes_likelier_behind_what_stands_before_it_leans(shelve: Shelve) -> None:
    context, piece = bridge(shelve)
    told = leanings([(piece, sentence) for sentence in (ALONE, LAST, LEANS)], context)
    assert told == {ALONE: 0.0, LAST: 0.0, LEANS: 1.0}
    asked = [request.continuation for request in context.engine.engine.seen]  # type: ignore[attr-defined]
    assert ALONE not in asked, "nothing stands before the first sentence"


def test_before_a_sentence_stand_the_last_two_of_the_page_also_of_other_evidence(
    shelve: Shelve,
) -> None:
    context, whole = bridge(shelve)
    document, start = whole.place.document, BRIDGE[1].index(LEANS)
    place, label = context.library.catalog.stands(document, start, len(BRIDGE[1]))
    piece = Evidence(2, place, LEANS, BRIDGE[0], label, "", "", 1.0)
    leanings([(piece, LEANS)], context)
    read = context.engine.engine.seen[0].messages[-1].content  # type: ignore[attr-defined]
    assert f"Before it: {ALONE} {LAST}\n" in read


def test_more_sentences_are_read_before_one_where_more_are_meant(shelve: Shelve) -> None:
    noted = "noted the height of the water, the wind and every boat that passed under the bridge"
    told = [f"The keeper of pier {name} {noted}." for name in "ABCDEFGH"]
    text = " ".join([*told, LEANS])
    library = shelve(("Piers", text))
    [document] = [one.id for one in library.documents()]
    place, label = library.catalog.stands(document, 0, len(text))
    piece = Evidence(1, place, text, "Piers", label, "", "", 1.0)
    assert before(piece, LEANS, library) == " ".join(told[-2:])
    assert before(piece, LEANS, library, 6) == " ".join(told[-6:])


def test_one_that_leans_is_worth_less_and_is_not_told_beside_others(shelve: Shelve) -> None:
    context, piece = bridge(shelve)
    sources = [(piece, sentence) for sentence in (ALONE, LAST, LEANS)]
    weighed = worth_telling.alone("Lune Bridge", sources, context)
    assert weighed.worth == {ALONE: 0.9, LAST: 0.9, LEANS: 0.8 - worth_telling.LEANS}
    assert weighed.leaning == {ALONE: 0.0, LAST: 0.0, LEANS: 1.0}
    sentences = [sentence for _, sentence in sources]
    assert worth_telling.worth(sentences, weighed.worth) == [True, True, False]
    assert worth_telling.worth([LEANS], weighed.worth) == [True], "where nothing else is there"


def test_one_that_hangs_is_told_behind_its_neighbour_alone(shelve: Shelve) -> None:
    _, piece = bridge(shelve)
    other = structs.replace(piece, number=2)
    worth = {ALONE: 0.9, LAST: 0.9, LEANS: 0.85}
    weighed = Weighed(worth, {}, frozenset({LEANS}))
    last, leans = (piece, LAST), (piece, LEANS)
    assert told([last, leans], weighed) == {LAST, LEANS}, "one after the other"
    assert told([leans, last], weighed) == {LAST}, "nothing stands before it"
    assert told([(other, ALONE), last, (other, LEANS)], weighed) == {ALONE, LAST}
    assert told([leans], weighed) == {LEANS}, "nothing else is there"
    poor = Weighed({**worth, LAST: 0.2}, {}, weighed.hanging)
    assert told([(other, ALONE), last, leans], poor) == {ALONE, LAST}, "in place of what hangs"
    whys = worth_telling.told([(other, ALONE), last, leans], poor, 0)
    assert whys[LEANS] == worth_telling.HANGS_ALONE


def told(sources: list[Source], weighed: Weighed) -> set[str]:
    return {one for one, why_not in worth_telling.told(sources, weighed, 0).items() if not why_not}


def test_nothing_is_asked_where_nothing_is_given(shelve: Shelve) -> None:
    context, _ = bridge(shelve)
    assert leanings([], context) == {}


def test_a_name_that_a_wording_adds_is_held_against_what_stands_before_its_sentence(
    shelve: Shelve,
) -> None:
    context, piece = bridge(shelve)
    wrong = "The current deck of Halton Bridge was laid then by the same firm."

    def believes(request: AnyRequest) -> tuple[float, float]:
        """Beside a title anything; beside the page only what it says."""
        words = request.messages[-1].content
        return (0.02, 0.98) if ALONE in words and "deck of Halton" in words else (0.98, 0.02)

    engine = ScriptedEngine(
        [
            Line("retell", LEANS, wrong, repeat=True),
            Line("reports", "", (0.02, 0.98), repeat=True),
            Line("claim_check", "", believes, repeat=True),
            Line("claim_known", "", believes, repeat=True),
        ]
    )
    piece = structs.replace(piece, title="Halton Bridge")
    context = dataclasses.replace(context, engine=engine)
    [told], losses = retelling.retold([Asked(piece, LEANS)], context)
    assert told is None
    assert [loss.reason for loss in losses][-1].endswith(retelling.NAMED)


def test_where_a_server_tells_no_likelihoods_nothing_leans(shelve: Shelve) -> None:
    context, piece = bridge(shelve)

    class Silent(ScriptedEngine):
        def score(self, *_: object, **__: object) -> list[Score]:
            raise CannotScore

    context = dataclasses.replace(context, engine=Silent([]))
    assert leanings([(piece, LEANS)], context) == {LEANS: 0.0}


def test_what_tells_less_is_told_while_there_is_room() -> None:
    """The best of it first, and nothing that is far below the best of all."""
    weighed = {"Best of all.": 0.9, "Second to it.": 0.85, "Fair enough here.": 0.6}
    weighed |= {"Somewhat less fair.": 0.5, "Poor.": 0.3}
    sentences = [*weighed]
    assert worth_telling.worth(sentences, weighed) == [True, True, False, False, False]
    assert worth_telling.worth(sentences, weighed, 7) == [True, True, True, False, False]
    assert worth_telling.worth(sentences, weighed, 99) == [True, True, True, True, False]


def test_a_wording_that_means_what_is_not_said_is_none() -> None:
    source = "A public subset of these is defined in a header of the mill."
    wordings = ["A subset of these is defined [1].", "Traditionally, it is defined [1]."]
    good = "A public subset is defined in a header of the mill, and these are many [1]."
    assert [*retelling._said([*wordings, good], source)] == [good]
