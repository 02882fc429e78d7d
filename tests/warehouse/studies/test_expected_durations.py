"""How long an article is said to take, before there is another one to go by."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.engine.probe import Conditions, Probe
from warehouse.records import StudyRow
from warehouse.studies import durations

SPEED = Probe(Conditions("s", "m", "b", 2, 0), "m", 1, 50.0, {1: 10.0}, "")


def row(id: str, kind: str = "write", method: str = "apollo", seconds: float = 0.0) -> StudyRow:
    return StudyRow(
        id, kind, "q", method, "done", 0.0, 0.0, model="m", seconds=seconds, effort="quick"
    )


def test_an_article_of_twice_the_words_takes_twice_as_long() -> None:
    short, long = (durations.expected((), row("a"), SPEED, words) for words in (400, 800))
    assert short is not None and long is not None and long.of == "speed"
    assert (long.low_s, long.high_s) == pytest.approx((2 * short.low_s, 2 * short.high_s))
    retold = durations.expected((), row("a", method="retell"), SPEED, 400)
    assert retold is not None and retold.high_s < short.low_s + short.high_s


def test_what_took_as_long_before_says_more_than_the_speed() -> None:
    earlier = [row("b", seconds=90.0), row("c", method="retell", seconds=5.0)]
    told = durations.expected(earlier, row("a"), SPEED, 400)
    assert told is not None and told.of == "earlier" and told.low_s < 90 < told.high_s
    assert durations.expected((), row("a", kind="ask"), None, 0) is None


def test_an_article_of_another_length_says_nothing() -> None:
    earlier = [structs.replace(row("b", seconds=90.0), words=300)]
    near, far = (durations.expected(earlier, row("a"), SPEED, words) for words in (400, 3_000))
    assert near is not None and far is not None
    assert (near.of, far.of) == ("earlier", "speed") and far.low_s > 90


def test_what_is_in_the_journal_costs_nothing_when_it_goes_on() -> None:
    whole = durations.expected([row(id, seconds=90.0) for id in "bcd"], row("a"), SPEED, 400)
    assert whole is not None and durations.rest(whole, 0.0) == whole
    left = durations.rest(whole, 60.0)
    assert left is not None and (left.low_s, left.high_s, left.is_rest) == (30.0, 30.0, True)
    none_left = durations.rest(whole, 100.0)
    assert none_left is not None and (none_left.low_s, none_left.high_s) == (0.0, 0.0)
    assert durations.rest(None, 60.0) is None
