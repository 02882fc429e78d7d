"""Names in text, titles among them, and queries that were asked before."""

from __future__ import annotations

import pytest

from warehouse.search.names import TitleIndex, names, new_queries, normal, stands_in


def test_names_are_runs_of_capitals_without_openers() -> None:
    text = "The arches of Lune Bridge were cast by Skerton Works of Halton in May 1881."
    assert names(text) == ["Lune Bridge", "Skerton Works of Halton", "May 1881"]
    assert names("nothing here") == []


def test_what_the_program_is_told_to_do_is_no_name() -> None:
    assert names("Tell me about Lune Bridge") == ["Lune Bridge"]
    assert names("Describe Lune Bridge") == ["Lune Bridge"]
    assert names("Beschreibe die Brücke von Halton") == ["Brücke von Halton"]
    assert names("Who wrote William Tell?") == ["William Tell"]


def test_a_common_word_alone_that_opens_a_sentence_is_no_name() -> None:
    assert names("Can it force a downgrade? May we? Kann sie das?") == []
    assert names("Will Smith came in May.") == ["Will Smith", "May"]


def test_an_elided_word_is_no_name() -> None:
    assert names("How do I show only the slide I'm editing, or that I’ve seen?") == []
    assert names("Is it what O'Brien said of L'Oréal and D’Alembert, or Xi'an?") == [
        "O'Brien",
        "L'Oréal and D’Alembert",
        "Xi'an",
    ]


def test_a_name_ends_at_punctuation() -> None:
    assert names("In Halton, Skerton Works closed.") == ["Halton", "Skerton Works"]


def test_titles_are_found_as_names_longest_first() -> None:
    index = TitleIndex(
        [("a", "Lune Bridge"), ("b", "Lune"), ("c", "Mercury (planet)"), ("d", "It")]
    )
    assert index.mentioned("Lune Bridge's deck crosses the Lune.") == ["a", "b"]
    assert index.mentioned("Mercury has no moon.") == ["c"]
    assert index.mentioned("a lune bridge in small letters, and It") == []


def test_queries_are_compared_folded() -> None:
    asked: set[str] = set()
    assert new_queries(["Café  Müller", "cafe muller", " ", "other"], asked, 5) == [
        "Café Müller",
        "other",
    ]
    assert new_queries(["Other!"], asked, 5) == []
    assert new_queries(["one", "two", "three"], asked, 2) == ["one", "two"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Lune Bridge", "the LUNE “Bridge”'s deck"),
        ("Café Müller", "cafe muller"),
        ("Art", "Que dit-on de l’Art ?"),
        ("5", "It is 5."),
        ("1850年", "这座桥建于1850年。"),
        ("ドイツ語", "ドイツ語の文書はどれですか"),
        ("น้ำท่วม", "เอกสารใดกล่าวถึงน้ำท่วมในปี 2019"),
        ("홍수", "홍수를 다룬 문서"),
        ("दिन", "आज का दिन है"),
    ],
)
def test_words_stand_in_a_text_of_any_script(words: str, text: str) -> None:
    assert stands_in(words, text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Li", "Oliver"),
        ("5", "It is 1.5 m or 5,000."),
        ("दान", "आज का दिन है"),
        ("हिन", "हिन्दी क्या है?"),
        ("", "all"),
    ],
)
def test_a_part_of_a_word_or_number_does_not_stand_there(words: str, text: str) -> None:
    assert not stands_in(words, text)


def test_a_sign_is_part_of_its_word() -> None:
    assert normal("दिन") != normal("दान") and " " not in normal("हिन्दी")
    assert normal("กีแฟ") != normal("กาแฟ")
