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
    reply = Completion(text, "length", 1, 1, ending=len(text) - len(begun))
    return value_of(reply, dict[str, Any])


@pytest.mark.parametrize(
    ("begun", "titles"),
    [
        ('{"title": "Iron arch', []),
        (BEGUN, []),
        (f'{BEGUN}ry"}}, {{"title": "The wid', ["Casting"]),
        (f'{BEGUN}ry"}}, {{"title": "The wide deck", "about": "', ["Casting"]),
        (f'{BEGUN}ry"}}', ["Casting"]),
        (f'{BEGUN}ry"}}, {{"title": "', ["Casting"]),
        (f'{BEGUN}ry"', ["Casting"]),
        (f'{BEGUN}ry \\"}}, {{', []),
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


@pytest.mark.parametrize(
    "begun", ['{"items": ["Alpha", "', '{"items": ["Alpha"', '{"items": ["Alpha", ']
)
def test_what_was_whole_before_a_cut_between_two_items_stays(begun: str) -> None:
    assert cut(begun, closed(items=list_of(text_of(0, 40), 2, 2))) == {"items": ["Alpha"]}


@pytest.mark.parametrize(
    ("begun", "notes"),
    [("[", []), ("[1", []), ("[1, ", [1]), ("[1, 2", [1]), ("[12, 3]", [12, 3])],
)
def test_a_text_that_is_whole_stays_without_the_number_that_was_cut(
    begun: str, notes: list[int]
) -> None:
    shape = closed(
        said=list_of(closed(text=text_of(1, 40), notes=list_of({"type": "integer"}, 0, 3)), 1, 1)
    )
    said = cut(f'{{"said": [{{"text": "Lit in 1872.", "notes": {begun}', shape)
    assert said == {"said": [{"text": "Lit in 1872.", "notes": notes}]}


def test_a_whole_value_that_a_server_calls_cut_is_whole() -> None:
    assert cut('{"items": ["Alpha", "}}}"]}', closed(items=list_of(text_of(0, 40), 2, 2))) == {
        "items": ["Alpha", "}}}"]
    }


def test_a_reply_that_ended_by_itself_is_as_it_is() -> None:
    assert value_of(Completion('{"a": ["}}}", ""]}', "stop", 1, 1), dict[str, list[str]]) == {
        "a": ["}}}", ""]
    }
