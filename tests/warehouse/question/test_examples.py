from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import HashingEmbedder, write_html

from warehouse.library import Library
from warehouse.question.examples import answers, questions
from warehouse.records import Header
from warehouse.run import Run
from warehouse.settings import Settings


def header(title: str, *asked: str, by: str = "plain", language: str = "en") -> Header:
    return Header(
        title.lower(), title, "pdf", language, "", (), "", (), (), (), 3, 100, 0, 0, "plain",
        asked, by,
    )  # type: ignore[arg-type]  # fmt: skip


def always(question: str, document: str) -> bool:
    return True


def test_each_question_is_of_another_document_where_there_are_enough() -> None:
    library = (
        header("Dikes", "Why do dikes break?", "What is a dike?"),
        header("Mills", "How is a mill built?"),
    )
    assert questions(library, always) == (
        "Why do dikes break?",
        "How is a mill built?",
        "What is a dike?",
    )


def test_those_of_a_model_come_first_and_those_that_are_not_answered_not_at_all() -> None:
    library = (
        header("Dikes", "Why do dikes break?", "What is a dike?"),
        header("Mills", "Who owned the mill of Lune?", by="model"),
    )

    def is_answered(question: str, document: str) -> bool:
        return question != "Why do dikes break?"

    assert questions(library, is_answered)[:2] == (
        "Who owned the mill of Lune?",
        "What is a dike?",
    )


def test_a_document_that_offers_none_is_asked_what_it_is_about() -> None:
    assert questions((), always) == ()
    assert questions((header("Alone"),), always) == ("What is “Alone” about?",)
    assert questions((header("Deiche", language="de"),), always) == ("Worum geht es in „Deiche“?",)
    asked = questions((header("word " * 40),), always)
    assert asked[0].endswith("word …” about?")


@pytest.mark.parametrize("question", ["What is this manual?", "Contents", "Why? " * 40])
def test_what_nobody_would_ask_is_left_out(question: str) -> None:
    assert questions((header("Dikes", question),), always) == ("What is “Dikes” about?",)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", Settings(), HashingEmbedder()) as made:
        for title, words in (
            ("Mills", "A water mill grinds grain. The miller of Lune owned a mill. "),
            ("Dikes", "A dike keeps the sea out. A dike breaks where water runs through it. "),
        ):
            made.add([write_html(tmp_path / f"{title}.html", title, words * 4)], Run())
        yield made


def test_a_search_says_whether_a_question_leads_to_its_document(library: Library) -> None:
    ids = {one.title: one.id for one in library.catalog.documents()}
    known: dict[tuple[str, str], bool] = {}
    is_answered = answers(library.finder, known)
    assert is_answered("Where does a dike break?", ids["Dikes"])
    assert not is_answered("Where does a dike break?", ids["Mills"])
    assert not is_answered("Who was king of Sweden?", ids["Dikes"])
    assert len(known) == 3
