"""A model that answers nonsense is said to, until it makes sense."""

from __future__ import annotations

import math
from typing import Any, cast

import pytest

from warehouse.engine import self_test
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Engine, Score
from warehouse.run import Run


class Likely:
    """Gives plain and mixed words these likelihoods."""

    def __init__(self, plain: float, mixed: float) -> None:
        self.scores = [Score((plain,), 1), Score((mixed,), 1)]

    def score(self, *_: object) -> list[Score]:
        return self.scores

    def info(self) -> Any:
        return type("Info", (), {"model": "Tiny", "sha256": "a" * 64})


@pytest.mark.parametrize("plain, mixed", [(math.nan, math.nan), (-9.8, -12.8), (-4.0, -4.1)])
def test_nonsense_is_told_and_kept_until_it_makes_sense(plain: float, mixed: float) -> None:
    said = self_test.test(cast(Engine, Likely(plain, mixed)), Run())
    assert "Tiny answers nonsense" in said and "damaged" in said
    assert self_test.failed("a" * 64) == said
    assert self_test.test(cast(Engine, Likely(-2.1, -7.8)), Run()) == ""
    assert self_test.failed("a" * 64) == ""


@pytest.mark.model
def test_a_real_model_makes_sense(llama: LlamaEngine) -> None:
    assert self_test.test(llama, Run()) == ""
