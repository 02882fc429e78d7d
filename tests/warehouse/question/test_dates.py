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
        ("How many are from March 2019?", "2019-03-01", "2019-03-31"),
        ("February 2016 to 3 May 2017", "2016-02-01", "2017-05-03"),
        ("on May 3, 2017", "2017-05-03", "2017-05-03"),
        ("between March and May 2019", "2019-03-01", "2019-05-31"),
        ("from March, April and May 2019?", "2019-03-01", "2019-05-31"),
        ("3 May to 5 June 2019", "2019-05-03", "2019-06-05"),
        ("1 January to 30 June 2019", "2019-01-01", "2019-06-30"),
        ("between 3 and 5 May 2019", "2019-05-03", "2019-05-05"),
        ("vom 3. bis zum 5. Mai 2019", "2019-05-03", "2019-05-05"),
        ("3-5 May 2019", "2019-05-01", "2019-05-31"),
        ("Q1 to Q3 2017", "2017-01-01", "2017-09-30"),
        ("5 May 2017 to 3 March 2018", "2017-05-05", "2018-03-03"),
        ("reports that may concern June 2019", "2019-06-01", "2019-06-30"),
        ("the 3 reports of May 2019", "2019-05-01", "2019-05-31"),
        ("the 3 reports of 5 May 2019", "2019-05-05", "2019-05-05"),
        ("on Friday, 3 May 2019", "2019-05-03", "2019-05-03"),
        ("3. Mai 2017", "2017-05-03", "2017-05-03"),
        ("the 3 reports of 2017", "2017-01-01", "2017-12-31"),
        ("3 of 2017", "2017-01-01", "2017-12-31"),
        ("Q2 2017", "2017-04-01", "2017-06-30"),
        ("05.03.2017", "2017-03-05", "2017-03-05"),
        ("5/3/2017", "2017-01-01", "2017-12-31"),
        ("5/31/2017", "2017-05-31", "2017-05-31"),
        ("2017-05", "2017-05-01", "2017-05-31"),
        ("(2017-05-03)", "2017-05-03", "2017-05-03"),
        ("1990年", "1990-01-01", "1990-12-31"),
        ("1990년", "1990-01-01", "1990-12-31"),
        ("1990年代", "1990-01-01", "1999-12-31"),
        ("1990er Jahre", "1990-01-01", "1999-12-31"),
        ("1990-95", "1990-01-01", "1995-12-31"),
        ("1914/18", "1914-01-01", "1918-12-31"),
        ("1998–00", "1998-01-01", "2000-12-31"),
        ("the 90s", "1990-01-01", "1999-12-31"),
        ("the ’10s", "2010-01-01", "2019-12-31"),
    ],
)
def test_days_weeks_months_and_years(words: str, first: str, last: str) -> None:
    found = dates.span(words, ("en", "de"), NOW)
    assert found is not None
    assert (str(found.first), str(found.last)) == (first, last)


def test_digits_tell_years_without_the_library() -> None:
    for words in ("1998", "the 1990s", "1914/18", "1998 to 2004"):
        assert dates.span(words, None) == dates.span(words, ("en",), NOW)
    assert dates.span("3 March 2019", None) == dates.span("2019")
    assert dates.span("yesterday", None) is None


def test_other_words_name_no_time() -> None:
    assert dates.span("the mill", ("en",), NOW) is None


@pytest.mark.parametrize(
    ("words", "way", "told", "held", "not_held"),
    [
        ("March 2019", "in", "2019-03", ("2019-03", "2019-03-05", "2019"), ("2019-11-20", "")),
        ("June 2019", "after", "2019-07 or later", ("2019-11-20", "2020"), ("2019-06-30",)),
        ("May 2020", "before", "2020-04 or earlier", ("2020-04-01", "1990"), ("2020-05-01",)),
        ("1998", "until", "1998 or earlier", ("1998-12-31",), ("1999",)),
        ("3 May 2019", "since", "2019-05-03 or later", ("2019-05-03",), ("2019-05-02",)),
    ],
)
def test_a_date_is_compared_as_far_as_it_is_known(
    words: str, way: dates.Way, told: str, held: tuple[str, ...], not_held: tuple[str, ...]
) -> None:
    found = dates.span(words)
    assert found is not None
    bounded = found.bounded(way)
    assert bounded.words == told
    assert all(map(bounded.may_hold, held)) and not any(map(bounded.may_hold, not_held))


@pytest.mark.parametrize(
    ("words", "told", "before", "after"),
    [
        ("31 December 9999", "9999-12-31", "9999-12-30 or earlier", "9999-12-31 or later"),
        ("9999", "9999", "9998 or earlier", "9999-12-31 or later"),
        ("1 January 0001", "0001-01-01", "0001-01-01 or earlier", "0001-01-02 or later"),
    ],
)
def test_the_first_and_the_last_days_are_told(
    words: str, told: str, before: str, after: str
) -> None:
    found = dates.span(words, ("en",), NOW)
    assert found is not None
    bounds = found, found.bounded("before"), found.bounded("after")
    assert [one.words for one in bounds] == [told, before, after]
