"""What no sentence of an article may look like."""

from __future__ import annotations

import pytest

from warehouse.writing.outline.ranked import is_statement
from warehouse.writing.sentences.plain import has_voice_of_source, is_garbled
from warehouse.writing.sentences.unused_sentences import alone

SOURCE = "Call is.na(x) with two_words, or see example.com; the §-sign stands for a section."


@pytest.mark.parametrize(
    "text",
    [
        "Buses came from the Regional.Transport Office.",
        "In 2023,, it was referred to.",
        "The governments of ‡ 1 Odisha issued numbers.",
        "It was glued_together by mistake.",
        "A wordдва of two scripts.",
        'It was called "301, or "The Book" by them.',
        "The “second finale, revealed it.",
    ],
)
def test_what_a_sampler_glues_together_is_garbled(text: str) -> None:
    assert is_garbled(text, SOURCE)


@pytest.mark.parametrize(
    "text",
    [
        "It costs 5 % of $3, e.g. by J. Smith (R&D) – “so” they say…",
        "The function is.na tells what is missing, as do two_words.",
        "See example.com, where § 5 is told.",
        "Nach § 5 gilt: Jeder zahlt 3,5 €.",
        'It was called "the long one", and so since "2019".',
        "Er nannte es „Brücke“ und «pont».",
        'A 5" pipe is laid.',
    ],
)
def test_what_the_source_has_too_is_not(text: str) -> None:
    assert not is_garbled(text, SOURCE)


@pytest.mark.parametrize(
    "text",
    ["It was given a score of 7.6 out.", "The edition (of vinyl, is a set of three records."],
)
def test_what_breaks_off_is_garbled(text: str) -> None:
    source = "It was given a score of 7.6 out of 10. The edition (of vinyl) is a set of three."
    assert is_garbled(text, source)
    assert not is_garbled("It was given 7.6 out of 10 (of vinyl).", source)


def test_an_article_points_to_no_figure_of_its_sources() -> None:
    assert has_voice_of_source("The series from 2004 to 2014 is depicted in Figure 10.")
    assert has_voice_of_source("Die Werte stehen in Tabelle 3.")
    assert not has_voice_of_source("The figure of 10 was never reached, nor was table salt.")
    assert has_voice_of_source("If a package does not fit the above description, say so.")
    assert has_voice_of_source("The table below lists the ferries.")
    assert not has_voice_of_source("They put the rules above the law, and all of it is below that.")


def test_who_says_i_is_the_source_and_no_king() -> None:
    assert has_voice_of_source("Rather than trying something I am taking the design of a book.")
    assert has_voice_of_source("I have measured it, and so it is.")
    assert has_voice_of_source("Let's start with an example.")
    assert not has_voice_of_source("World War I was fought, and Elizabeth I had reigned before.")


def test_the_title_of_a_work_is_no_statement() -> None:
    assert not is_statement("“Bayesian Outbreak Detection in the Presence of Reporting Delays.”")
    assert is_statement("Salmon wrote “Bayesian Outbreak Detection”, which tells of delays.")


ITEMS = "• Watching the list for issues that others report. • Adding new issues to the tracker."


def test_items_of_a_list_are_told_where_there_is_nothing_else() -> None:
    """A numbered article of a law says something by itself."""
    assert not is_statement(ITEMS)
    assert is_statement("3. The tenant pays the rent by the third day of each month.")
    assert is_statement(f"The squad has several tasks every week. {ITEMS}")
    assert alone(ITEMS) == [
        "Watching the list for issues that others report.",
        "Adding new issues to the tracker.",
    ]
    told = "The squad has several tasks every week."
    assert alone(f"{told}\n\n{ITEMS}") == [told]


def test_what_speaks_of_such_things_needs_them_named() -> None:
    told = "Developers have to find out what the facts must have been to lead to such speculations."
    assert not is_statement(told, "R FAQ › How to report a bug")
    assert is_statement(told, "R FAQ › Speculations")
    assert is_statement(f"People offer speculations about the cause of a bug. {told}")
