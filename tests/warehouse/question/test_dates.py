"""The time that words name."""

from __future__ import annotations

import time

import pytest

from warehouse.question import dates

NOW = time.mktime((2019, 6, 12, 12, 0, 0, 0, 0, -1))  # a Wednesday


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("1998", "1998-01-01", "1998-12-31"),
        ("between 2000 and 1850", "1850-01-01", "2000-12-31"),
        ("the 1990s", "1990-01-01", "1999-12-31"),
        ("yesterday", "2019-06-11", "2019-06-11"),
        ("gestern", "2019-06-11", "2019-06-11"),
        ("last year", "2018-01-01", "2018-12-31"),
        ("March", "2019-03-01", "2019-03-31"),
    ],
)
def test_days_weeks_months_and_years(words: str, first: str, last: str) -> None:
    found = dates.span(words, ("en", "de"), NOW)
    assert found is not None
    assert (found.first.date().isoformat(), found.last.date().isoformat()) == (first, last)


def test_other_words_name_no_time() -> None:
    assert dates.span("the mill", ("en",), NOW) is None
