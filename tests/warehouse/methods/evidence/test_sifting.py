"""The evidence of a whole chain: what is not needed beside the rest goes, and is told."""

from __future__ import annotations

from collections.abc import Sequence

from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from msgspec import Struct
from shelf import SETTINGS

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.unneeded import UnneededEngine
from warehouse.library import Library
from warehouse.methods.evidence.evidence_filter import sift
from warehouse.methods.evidence.reduction import LOST_CHARS
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.search.names import TitleIndex
from warehouse.steering import Numbers, Steering
from warehouse.text import shortened


def whole(library: Library, title: str, numbers: Numbers) -> Evidence:
    """All of a document as one piece."""
    row = next(one for one in library.documents() if one.title == title)
    text = library.catalog.text(row.id)
    place = Place(row.id, 0, 0, len(text))
    return Evidence(numbers.of(place), place, text, title, "1", "", QUESTION, 0.5)


class Sifted(Struct):
    evidence: list[Evidence]
    losses: list[Loss]


def sifted(
    library: Library,
    wished: frozenset[int] = frozenset(),
    names: Sequence[str] = ("Lune Bridge", "Skerton Works", "Bread ovens"),
    question: str = QUESTION,
) -> Sifted:
    steering = Steering()
    found = [whole(library, one, steering.numbers) for one in names]
    context = Context.of(library, UnneededEngine(), SETTINGS, Run(), steering)
    titles = TitleIndex((one.id, one.title) for one in library.documents())
    pieces, losses = sift(question, found, wished, titles, context)
    assert len(pieces) == len(found)
    return Sifted([one for one in pieces if one is not None], losses)


def test_what_is_about_something_else_goes_with_its_place(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    done = sifted(library)
    assert {one.title for one in done.evidence} == {"Lune Bridge", "Skerton Works"}
    assert done.losses and {one.stage for one in done.losses} == {"sifting"}
    ovens = [one for one in done.losses if one.what.startswith("Bread ovens")]
    for loss in ovens:
        words = library.catalog.text(loss.document, loss.start, loss.end)
        assert loss.what == f"Bread ovens: {shortened(words, LOST_CHARS)}"
    assert len(ovens) == len(library.catalog.sentences(ovens[0].document))


def test_every_sentence_stays_or_is_told(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    done = sifted(library)
    for row in library.documents():
        kept = [one.place for one in done.evidence if one.place.document == row.id]
        lost = {(one.start, one.end) for one in done.losses if one.document == row.id}
        for sentence in library.catalog.sentences(row.id):
            inside = any(p.start <= sentence.start and sentence.end <= p.end for p in kept)
            assert inside != ((sentence.start, sentence.end) in lost)


def test_a_shorter_piece_keeps_its_number_and_copies_its_words(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    done = sifted(library)
    assert [one.number for one in done.evidence] == [1, 2]
    for one in done.evidence:
        place = one.place
        assert one.text == library.catalog.text(place.document, place.start, place.end)


def test_what_the_user_brought_in_stays_whole(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    done = sifted(library, frozenset({3}))
    [ovens] = [one for one in done.evidence if one.title == "Bread ovens"]
    assert ovens.text == library.catalog.text(ovens.place.document)


def test_one_piece_alone_stays_and_its_score_is_that_of_all_others(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    only = whole(library, "Lune Bridge", Numbers())
    [kept] = sifted(library, names=["Lune Bridge"]).evidence
    assert only.text.startswith(kept.text) and kept.number == only.number
    assert kept.score != only.score


def test_nothing_found_is_nothing(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    assert sifted(library, names=[]).evidence == []


def test_a_part_has_the_number_of_the_whole_for_ever() -> None:
    kept: list[tuple[object, int]] = []
    numbers = Numbers(keep=lambda words, number: kept.append((words, number)))
    first = numbers.of(Place("d", 0, 0, 90))
    assert numbers.part(Place("d", 0, 10, 40), first) == first == 1
    assert numbers.of(Place("d", 0, 50, 60)) == 2
    assert numbers.part(Place("d", 0, 50, 60), first) == 2, "a number of its own stays"
    assert numbers.of(Place("d", 0, 10, 40)) == 1
    assert [number for _, number in kept] == [1, 1, 2]


def test_beside_a_weak_best_nothing_goes(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    numbers = Numbers()
    found = [whole(library, one, numbers) for one in ("Lune Bridge", "Bread ovens")]
    vague = "What is told of the price of tin?"
    done = sifted(library, names=["Lune Bridge", "Bread ovens"], question=vague)
    assert done == Sifted(found, [])
