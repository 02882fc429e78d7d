"""What is whole of a reply that the token limit cut, as the engine closes it."""

from __future__ import annotations

from typing import Any

import pytest

from warehouse.engine.endpoint import structured
from warehouse.engine.protocol import Completion, closed, list_of, text_of
from warehouse.engine.replies import value_of

SECTION = closed(title=text_of(3, 40), about=text_of(3, 40))
DRAFT = closed(title=text_of(3, 40), sections=list_of(SECTION, 3, 3))
SEARCHES = closed(
    parts=list_of(closed(name=text_of(3, 40), searches=list_of(text_of(3, 40), 1, 2)), 2, 2),
    more=list_of(text_of(3, 40), 1, 1),
)
BEGUN = '{"title": "Iron arches", "sections": [{"title": "Casting", "about": "the found'


def cut(begun: str, schema: dict[str, Any]) -> Any:
    text = structured.checked("draft", begun, schema, cut=True)
    return value_of(Completion(text, "length", 1, 1), dict[str, Any])


@pytest.mark.parametrize(
    ("begun", "titles"),
    [
        ('{"title": "Iron arch', []),
        (BEGUN, []),
        (f'{BEGUN}ry"}}, {{"title": "The wid', ["Casting"]),
        (f'{BEGUN}ry"}}, {{"title": "The wide deck", "about": "', ["Casting"]),
    ],
)
def test_what_was_cut_and_what_comes_after_it_is_in_no_list(begun: str, titles: list[str]) -> None:
    assert [section["title"] for section in cut(begun, DRAFT)["sections"]] == titles


def test_what_holds_a_list_that_was_cut_keeps_the_rest() -> None:
    begun = '{"parts": [{"name": "Deck", "searches": ["its trams", "its widen'
    assert cut(begun, SEARCHES) == {
        "parts": [{"name": "Deck", "searches": ["its trams"]}],
        "more": [],
    }


def test_a_reply_that_ended_by_itself_is_as_it_is() -> None:
    assert value_of(Completion('{"a": ["}}}", ""]}', "stop", 1, 1), dict[str, list[str]]) == {
        "a": ["}}}", ""]
    }
