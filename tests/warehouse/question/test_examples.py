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
    header("Dikes", ("sea level", "clay"), ("1 Introduction", "2 dike fails by water"), 900),
    header("Mills", ("wind", "sea level"), ("Contents", "The sea level"), 400),
    header("Orchards", ("clay",), (), 100),
)


def test_three_different_questions_from_what_is_there() -> None:
    assert questions(LIBRARY) == (
        "What do these documents say about “dike fails by water”?",
        "What are the main points of “Mills”?",
        "What are the main points of “Orchards”?",
    )


def test_code_a_file_and_a_lone_word_are_no_subjects() -> None:
    library = (
        header("Annual report", (), ("3.1", "Contents", "12 May 1998"), 900),
        header("R-admin.pdf", (), ("Contents", "\\bicaption", "Introduccion"), 400),
    )
    assert questions(library) == ("What are the main points of “Annual report”?",)


def test_a_name_that_most_documents_have_comes_first() -> None:
    names = ("Section", "TRUE", "UTF-8", "Anna Kahn")
    library = (
        header("Letters", (), (), 900, names),
        header("Diaries", (), (), 400, (*names, "Berta Moor")),
    )
    assert questions(library) == (
        "What do these documents say about “Anna Kahn”?",
        "What do these documents say about “Berta Moor”?",
        "What are the main points of “Diaries”?",
    )


def test_topics_of_a_model_are_believed() -> None:
    library = tuple(
        header(title, ("land reclamation", "million pounds"), (), 100, made_by="model")
        for title in ("Dikes", "Polders")
    )
    assert questions(library)[0] == "What do these documents say about “land reclamation”?"


@pytest.mark.parametrize(
    ("language", "headings", "wanted"),
    [
        ("de", ("2 Deich und Siel",), "Was sagen diese Dokumente über „Deich und Siel“?"),
        ("fr", ("Moulins marins",), "Que disent ces documents sur « Moulins marins » ?"),
        ("es", ("Molinos de mar",), "¿Qué dicen estos documentos sobre «Molinos de mar»?"),
        ("zh", ("目录", "第二章 水车的历史"), "这些文档关于“水车的历史”说了什么？"),
        ("it", ("Mulini e dighe",), "What do these documents say about “Mulini e dighe”?"),
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
