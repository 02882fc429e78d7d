"""What counts as hanging: not a long prompt, and not a computer that slept."""

from __future__ import annotations

from warehouse.engine.watch import TICK_S, Limits, Watch

LIMITS = Limits(still_s=60, loading_s=300, circling_s=900)


def ticks(watch: Watch, seconds: float, cpu: float = 0.0, loading: bool = False) -> str:
    """Wait in ticks, with pulses that tell no step but ``cpu`` processor seconds a second."""
    used = 0.0
    for _ in range(int(seconds / TICK_S)):
        used += cpu * TICK_S
        if cpu:
            watch.pulse(7, used)
        if reason := watch.waited(TICK_S, loading):
            return reason
    return ""


def test_a_child_that_does_nothing_hangs_after_a_minute() -> None:
    assert ticks(Watch(LIMITS), 58) == ""
    assert "did not move for 60 s" in ticks(Watch(LIMITS), 60)


def test_a_long_prompt_is_not_taken_for_hanging() -> None:
    assert ticks(Watch(LIMITS), 890, cpu=0.9) == ""


def test_one_that_turns_in_circles_is_found_in_the_end() -> None:
    assert "no step in 15 min" in ticks(Watch(LIMITS), 910, cpu=1.0)


def test_loading_from_a_slow_disk_has_more_time() -> None:
    assert ticks(Watch(LIMITS), 290, loading=True) == ""
    assert "did not move" in ticks(Watch(LIMITS), 300, loading=True)


def test_a_computer_that_slept_is_not_a_child_that_hangs() -> None:
    watch = Watch(LIMITS)
    for _ in range(10):
        assert watch.waited(8 * 3600, False) == ""
    watch.pulse(1, 0.0)
    assert ticks(watch, 58) == ""


def test_a_step_or_a_word_begins_the_wait_anew() -> None:
    watch = Watch(LIMITS)
    for step in range(10):
        assert ticks(watch, 40) == ""
        watch.pulse(step, 0.0)
    assert ticks(watch, 40) == ""
    watch.rest()
    assert ticks(watch, 58) == ""
