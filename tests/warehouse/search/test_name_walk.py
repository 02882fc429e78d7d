"""A walk along names finds what no word of the question leads to."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.library import Library
from warehouse.methods.evidence.pool import Pool
from warehouse.search import name_walk

QUESTION = "In which town was the foundry that cast the arches of Lune Bridge?"
HALTON = ("Halton", "Halton is a town. It has a market every week.")


def places(library: Library, question: str) -> dict[str, int]:
    """By title the places of what the names of a question lead to."""
    found = name_walk.documents(question, library.catalog, library.may_read)
    return {library.catalog.document(id).title: place for id, place in found.items()}


def documents(library: Library, question: str) -> list[str]:
    return [*places(library, question)]


def test_a_walk_goes_from_the_names_of_a_question_to_what_is_related(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, HALTON, OVENS)
    assert documents(library, QUESTION) == ["Lune Bridge", "Skerton Works", "Halton"]
    assert documents(library, "What do bakers sing?") == []


def test_it_goes_only_through_what_may_be_read(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, HALTON)
    by_title = {one.title: one.id for one in library.documents()}
    without = library.without(frozenset({by_title["Skerton Works"]}))
    assert documents(without, "What is Lune Bridge?") == ["Lune Bridge"]
    library.remove(by_title["Halton"])
    assert documents(library, QUESTION) == ["Lune Bridge", "Skerton Works"]


def test_what_the_trash_holds_makes_no_name_less_rare(shelve: Shelve) -> None:
    library = shelve(HALTON, ("Halton", "Halton is a village."))
    library.remove(library.documents()[0].id)
    assert places(library, "How large is Halton?") == {"Halton": 0}


def test_who_holds_the_same_names_has_the_same_place(shelve: Shelve) -> None:
    twins = [(f"Mill {n}", f"This mill stands in Halton since 18{n}0.") for n in (1, 2)]
    library = shelve(*twins, OVENS)
    assert places(library, "Which mill of Halton is older?") == {"Mill 1": 0, "Mill 2": 0}


def test_what_it_leads_to_is_a_candidate_with_its_place(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, HALTON, OVENS)
    pool = Pool(library)
    pool.walk(QUESTION)
    ranked = {pool.title(one.document): signals.walked for one, signals in pool.ranked()}
    assert ranked == {"Lune Bridge": 0, "Skerton Works": 1, "Halton": 2}
    assert all(one.hits for one in pool.candidates.values())
