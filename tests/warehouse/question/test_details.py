"""What the model takes a question apart into: only what stands in the question is used."""

from __future__ import annotations

import pytest

from warehouse.question.details import Details, Limit, said, without

QUESTION = "Which German reports mention mills on the Lune?"


def test_words_that_do_not_stand_there_are_dropped() -> None:
    told = said(
        Details(
            about="mills on the Lune",
            noun="mills",
            limits=(Limit("language", "German"), Limit("author", "Anna Kahn")),
            compared=("mills",),
            parts=("one",),
        ),
        QUESTION,
    )
    assert told.about == "mills on the Lune"
    assert told.noun == "mills"
    assert told.limits == (Limit("language", "German"),)
    assert told.compared == () and told.parts == ()


def test_a_topic_of_its_own_is_none() -> None:
    assert said(Details(about="watermills", noun="watermills"), QUESTION).about == ""


def test_the_matter_is_without_its_limits() -> None:
    told = Details((Limit("language", "German"),), about="German reports on mills on the Lune")
    assert said(told, QUESTION.replace("mention", "on")).about == "reports on mills on the Lune"


@pytest.mark.parametrize(
    ("question", "limit", "about"),
    [
        ("2019年有哪些文件提到洪水？", Limit("in", "2019年"), "洪水"),
        ("ドイツ語の文書で洪水に触れたものはどれですか", Limit("language", "ドイツ語"), "洪水"),
        ("เอกสารใดกล่าวถึงน้ำท่วมในปี 2019", Limit("in", "2019"), "น้ำท่วม"),
    ],
)
def test_scripts_without_spaces_keep_limits_and_topic(
    question: str, limit: Limit, about: str
) -> None:
    told = said(Details((limit,), about=about, wanted="documents"), question)
    assert told.limits == (limit,) and told.about == about


def test_words_are_taken_out_of_scripts_without_spaces() -> None:
    assert without("2019年洪水报告", ["2019年"]) == "洪水报告"
    assert without("the bridge in C++ (1998)", ["C++"]) == "bridge in 1998"
