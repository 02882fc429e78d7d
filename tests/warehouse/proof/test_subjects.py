"""What a source says of its own subject proves nothing of another that a claim names."""

from __future__ import annotations

from warehouse.proof.subjects import of_another
from warehouse.records import Place
from warehouse.results.records import Evidence


def source(number: int, title: str, text: str) -> Evidence:
    place = Place(title, 1, 0, len(text))
    return Evidence(number, place, text, title, "1", "", "", 1.0)


HOLT = source(1, "Anna Holt", "Anna Holt, a founder, bought the bell foundry in 1902.")
MARSH = source(2, "Peter Marsh", "Peter Marsh, a miller, sat in the Senate from 1911.")


def test_a_fact_of_one_person_is_not_given_to_another() -> None:
    assert of_another("Anna Holt bought the foundry in 1902 and sat in the Senate.", [HOLT, MARSH])
    assert of_another("Anna Holt bought it in 1902, a miller from 1911.", [HOLT, MARSH])


def test_who_names_both_may_tell_of_both() -> None:
    claim = "Anna Holt bought the foundry in 1902, and Marsh sat in the Senate from 1911."
    assert not of_another(claim, [HOLT, MARSH])


def test_what_names_neither_is_left_to_the_model() -> None:
    assert not of_another("A founder bought the foundry before a miller sat in the Senate.", [HOLT])
    assert not of_another("In 1911 a miller sat in the Senate.", [HOLT, MARSH])


def test_a_word_that_sets_titles_apart_names_nothing_where_the_other_text_has_it_too() -> None:
    cowboys = source(1, "Avon Rovers", "The Avon Rovers play in the Northern League (NFL).")
    texans = source(2, "Avon Albion (NFL)", "Avon Albion lost eleven games in 1952.")
    claim = "The Avon Rovers play in the NFL, where they lost eleven games in 1952."
    assert of_another(claim, [cowboys, texans])


def test_a_title_that_its_text_does_not_begin_with_is_no_subject() -> None:
    manual = source(1, "Policy", "Packages are built from 1 source by dpkg.")
    other = source(2, "Handbook", "Mirrors carry 3 architectures of Debian.")
    assert not of_another(
        "By the handbook, Debian has 3 architectures of 1 source.", [manual, other]
    )


def test_what_no_source_says_is_told_elsewhere() -> None:
    assert not of_another("Anna Holt bought the foundry in 1903.", [HOLT, MARSH])


def test_what_one_source_says_of_the_other_leads_from_one_to_the_other() -> None:
    bell = source(3, "Great Tom", "Great Tom, a bell, was cast in the foundry of Anna Holt.")
    assert not of_another("Great Tom was cast in a foundry that was bought in 1902.", [HOLT, bell])
