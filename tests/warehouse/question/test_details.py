"""What the model takes a question apart into: only what stands in the question is used."""

from __future__ import annotations

from warehouse.question.details import Details, Limit, said

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
