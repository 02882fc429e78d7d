from __future__ import annotations

import numpy as np
import pytest

from warehouse.engine.child.sampling import Sampler, log_likelihood

ROW = np.log(np.array([0.1, 0.2, 0.4, 0.3], np.float32))


def frequencies(sampler: Sampler, allowed: np.ndarray | None = None) -> np.ndarray:
    drawn = [sampler.draw(ROW, allowed) for _ in range(4000)]
    return np.bincount(drawn, minlength=4) / len(drawn)


def test_greedy_takes_the_best_and_the_best_allowed() -> None:
    sampler = Sampler(0, 1, 0)
    assert sampler.draw(ROW) == 2
    assert sampler.draw(ROW, np.array([0, 1, 3])) == 3


def test_temperature_one_draws_by_probability() -> None:
    assert frequencies(Sampler(1, 1, 3)) == pytest.approx([0.1, 0.2, 0.4, 0.3], abs=0.03)


def test_top_p_keeps_the_smallest_set_that_reaches_it() -> None:
    assert frequencies(Sampler(1, 0.6, 3)) == pytest.approx([0, 0, 4 / 7, 3 / 7], abs=0.03)


def test_only_allowed_tokens_are_drawn() -> None:
    assert frequencies(Sampler(1, 1, 3), np.array([0, 3])) == pytest.approx(
        [0.25, 0, 0, 0.75], abs=0.03
    )


def test_a_seed_repeats_itself() -> None:
    draws = [[Sampler(1.5, 0.9, seed).draw(ROW) for _ in range(20)] for seed in (1, 1)]
    assert draws[0] == draws[1]


def test_log_likelihood_is_a_log_softmax() -> None:
    found = log_likelihood(ROW + 5, np.array([2, 0], np.int32))
    assert found == pytest.approx(np.log([0.4, 0.1]), abs=1e-5)
