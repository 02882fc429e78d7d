"""How long an article is said to take, before there is another one to go by."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.engine.probe import Conditions, Probe
from warehouse.records import StudyRow
from warehouse.settings import Settings
from warehouse.studies import durations
from warehouse.studies.durations import Expected

SPEED = Probe(Conditions("s", "m", "b", 2, 0), "m", 1, 50.0, {1: 10.0}, "")


def row(id: str, kind: str = "write", method: str = "apollo", seconds: float = 0.0) -> StudyRow:
    return StudyRow(
        id, kind, "q", method, "done", 0.0, 0.0, model="m", seconds=seconds, effort="quick"
    )


def of(words: int, **more: int) -> Settings:
    return Settings(article_words=words, **more)


def told(method: str, settings: Settings) -> Expected:
    said = durations.expected((), row("a", method=method), SPEED, settings)
    assert said is not None and said.of == "speed"
    return said


def test_a_longer_article_takes_longer_and_no_more_exploring() -> None:
    short, long, longer = (told("apollo", of(words)) for words in (400, 800, 1_200))
    assert longer.high_s - long.high_s == pytest.approx(long.high_s - short.high_s)
    assert long.high_s < 2 * short.high_s
    assert told("retell", of(400)).high_s < short.low_s + short.high_s


def test_how_it_is_explored_and_how_deep_tells_how_long_it_takes() -> None:
    ways = [told(method, of(400)).high_s for method in ("rag", "orag", "omnithink", "storm")]
    assert ways == sorted(ways)
    for method, deeper in (
        ("omnithink", of(400, tree_depth=3)),
        ("apollo", of(400, graph_rounds=5)),
        ("storm", of(400, talk_turns=5)),
        ("costorm", of(400, turns_alone=16)),
    ):
        assert told(method, deeper).high_s > told(method, of(400)).high_s
    assert told("storm", of(400, talk_turns=1)).high_s < told("storm", of(400)).high_s
    assert told("rag", of(400, talk_turns=5)) == told("rag", of(400))
    longest = told("apollo", of(400)).high_s
    assert told("costorm", of(400)).high_s == longest >= max(ways), "what was not measured"
    thorough = structs.replace(row("a", method="aware"), effort="thorough")
    steps = durations.expected((), thorough, SPEED, of(400))
    assert steps is not None and steps.high_s > told("aware", of(400)).high_s


def test_what_took_as_long_before_says_more_than_the_speed() -> None:
    earlier = [row("b", seconds=90.0), row("c", method="retell", seconds=5.0)]
    said = durations.expected(earlier, row("a"), SPEED, of(400))
    assert said is not None and said.of == "earlier" and said.low_s < 90 < said.high_s
    assert durations.expected((), row("a", kind="ask"), None, of(400)) is None


def test_an_article_of_another_length_says_nothing() -> None:
    earlier = [structs.replace(row("b", seconds=90.0), words=300)]
    near, far = (durations.expected(earlier, row("a"), SPEED, of(words)) for words in (400, 3_000))
    assert near is not None and far is not None
    assert (near.of, far.of) == ("earlier", "speed") and far.low_s > 90


def test_what_is_in_the_journal_costs_nothing_when_it_goes_on() -> None:
    whole = durations.expected([row(id, seconds=90.0) for id in "bcd"], row("a"), SPEED, of(400))
    assert whole is not None and durations.rest(whole, 0.0) == whole
    left = durations.rest(whole, 60.0)
    assert left is not None and (left.low_s, left.high_s, left.is_rest) == (30.0, 30.0, True)
    none_left = durations.rest(whole, 100.0)
    assert none_left is not None and (none_left.low_s, none_left.high_s) == (0.0, 0.0)
    assert durations.rest(None, 60.0) is None


def test_of_what_was_done_and_is_steered_any_part_may_be_done_anew() -> None:
    whole = durations.expected([row(id, seconds=90.0) for id in "bcd"], row("a"), SPEED, of(400))
    again = durations.rest(whole, 100.0, was_done=True)
    assert again is not None and (again.low_s, again.high_s, again.is_rest) == (0.0, 90.0, True)
    assert durations.in_words(again) == "what was left probably takes up to 2 min"
