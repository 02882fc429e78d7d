from __future__ import annotations

from warehouse.examples import questions
from warehouse.records import Header, OutlineEntry


def header(title: str, topics: tuple[str, ...], headings: tuple[str, ...], words: int) -> Header:
    outline = tuple(OutlineEntry(1, heading, "1", "2") for heading in headings)
    return Header(
        title.lower(), title, "pdf", "en", "", (), "", topics, (), outline, 3, words, 0, 0, "plain"
    )


LIBRARY = (
    header("Dikes", ("sea level", "clay"), ("1 Introduction", "2 How a dike fails"), 900),
    header("Mills", ("wind", "sea level"), ("Contents",), 400),
    header("Orchards", ("clay",), (), 100),
)


def test_three_different_questions_from_what_is_there() -> None:
    assert questions(LIBRARY) == (
        "What do these documents say about sea level?",
        "What is said about “How a dike fails” in “Dikes”?",
        "What are the main points of “Mills”?",
    )


def test_the_same_library_asks_the_same() -> None:
    assert questions(LIBRARY) == questions(tuple(reversed(LIBRARY)))


def test_an_empty_library_asks_nothing_and_a_small_one_little() -> None:
    assert questions(()) == ()
    assert questions((header("Alone", (), (), 10),)) == ("What are the main points of “Alone”?",)


def test_a_long_title_is_cut_at_a_word() -> None:
    asked = questions((header("word " * 40, (), (), 10),))
    assert asked[0].endswith("word …”?")
