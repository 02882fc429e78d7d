from __future__ import annotations

from typing import Literal

import pytest

from warehouse.question.examples import questions
from warehouse.records import Header, OutlineEntry


def header(
    title: str,
    topics: tuple[str, ...],
    headings: tuple[str, ...],
    words: int,
    entities: tuple[str, ...] = (),
    language: str = "en",
    made_by: Literal["plain", "model"] = "plain",
) -> Header:
    outline = tuple(OutlineEntry(1, heading, "1", "2") for heading in headings)
    return Header(
        title.lower(), title, "pdf", language, "", (), "", topics, entities, outline, 3, words, 0,
        0, made_by,
    )  # fmt: skip


LIBRARY = (
    header("Dikes", ("sea level", "clay"), ("1 Introduction", "2 How a dike fails"), 900),
    header("Mills", ("wind", "sea level"), ("Contents", "The sea level"), 400),
    header("Orchards", ("clay",), (), 100),
)


def test_three_different_questions_from_what_is_there() -> None:
    assert questions(LIBRARY) == (
        "What do these documents say about “The sea level”?",
        "What is said about “How a dike fails” in “Dikes”?",
        "What are the main points of “Mills”?",
    )


def test_a_unit_a_fragment_and_code_are_no_subjects() -> None:
    phrases = ("million pounds", "mill grinds grain", "read next")
    library = (
        header("Annual report", phrases, ("3.1", "Million pounds", "12 May 1998"), 900),
        header("R-admin.pdf", phrases, ("Contents", "\\bicaption", "Introduccion"), 400),
    )
    assert questions(library) == ("What are the main points of “Annual report”?",)


def test_a_name_that_most_documents_have_comes_first() -> None:
    names = ("Section", "TRUE", "UTF-8", "Anna Kahn")
    library = (
        header("Letters", (), (), 900, names),
        header("Diaries", (), (), 400, (*names, "Berta Moor")),
    )
    assert questions(library) == (
        "What do these documents say about Anna Kahn?",
        "What is said about “Berta Moor” in “Diaries”?",
        "What are the main points of “Diaries”?",
    )


def test_a_single_word_is_a_name_only_where_a_title_has_it() -> None:
    one = header("Rules", (), ("Reading under Windows",), 900, ("Windows", "Suggests"))
    two = header("Notes of a clerk", (), (), 400, ("Suggests", "Windows"))
    assert questions((one, two))[0] == "What do these documents say about Windows?"


def test_topics_of_a_model_are_believed() -> None:
    library = tuple(
        header(title, ("land reclamation", "million pounds"), (), 100, made_by="model")
        for title in ("Dikes", "Polders")
    )
    assert questions(library)[0] == "What do these documents say about “land reclamation”?"


@pytest.mark.parametrize(
    ("language", "headings", "wanted"),
    [
        ("de", ("Vorwort", "2 Der Deichbau"), "Was steht in „Titel“ über „Der Deichbau“?"),
        ("fr", ("Préface", "Les moulins"), "Que dit « Titel » sur « Les moulins » ?"),
        ("es", ("Indice", "Los molinos"), "¿Qué dice «Titel» sobre «Los molinos»?"),
        ("zh", ("目录", "第二章 水车"), "“Titel”中关于“水车”说了什么？"),
        ("it", ("I mulini",), "What is said about “I mulini” in “Titel”?"),
    ],
)  # fmt: skip
def test_a_question_is_in_the_language_of_its_document(
    language: str, headings: tuple[str, ...], wanted: str
) -> None:
    assert questions((header("Titel", (), headings, 9, language=language),))[0] == wanted


def test_the_same_library_asks_the_same() -> None:
    assert questions(LIBRARY) == questions(tuple(reversed(LIBRARY)))


def test_an_empty_library_asks_nothing_and_a_small_one_little() -> None:
    assert questions(()) == ()
    assert questions((header("Alone", (), (), 10),)) == ("What are the main points of “Alone”?",)


def test_a_long_title_is_cut_at_a_word() -> None:
    asked = questions((header("word " * 40, (), (), 10),))
    assert asked[0].endswith("word …”?")
