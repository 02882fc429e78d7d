"""Questions about manuals: what counts as found, and that the questions are whole."""

from __future__ import annotations

import pytest

from warehouse.evaluate.research import manuals

QUOTE = "By default it is turned into a vector when a single row or column is taken."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"Now and then. {QUOTE} So be it.", True),
        ("by default it is turned into a vector when a sin- gle row or column is taken", True),
        ("A row or a column can be a vector, too, where that is wanted by default.", False),
        ("", False),
    ],
)
def test_a_text_has_a_quotation_but_for_what_reading_changes(text: str, found: bool) -> None:
    assert manuals.has(text, QUOTE) == found


@pytest.mark.parametrize("name", [manuals.TRAIN, manuals.TEST])
def test_questions_have_places_and_words_or_no_answer(name: str) -> None:
    found = manuals.questions(name)
    assert len({one.id for one in found}) == len(found) == 70
    for one in found:
        is_absent = one.kind == "absent"
        assert bool(one.gold) != is_absent and bool(one.keys) != is_absent
        assert all(need and all(place.quote for place in need) for need in one.gold)
        assert all(group and all(group) for group in one.keys)


def test_none_of_the_questions_fitted_on_is_measured() -> None:
    train, test = (manuals.questions(name) for name in (manuals.TRAIN, manuals.TEST))
    assert {one.question for one in train}.isdisjoint(one.question for one in test)
    documents = [
        {place.document for one in each for need in one.gold for place in need}
        for each in (train, test)
    ]
    assert documents[0].isdisjoint(documents[1])
