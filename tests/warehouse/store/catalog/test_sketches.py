"""Sketches of texts: the share they tell is that of the texts, and bands agree where texts do."""

from __future__ import annotations

import random

import numpy as np
import pytest

from warehouse.store.catalog.sketches import KEPT, Sketch, sequences, share, sketch

WORDS = [f"word{number}" for number in range(4000)]


def words(count: int, seed: int) -> list[str]:
    return random.Random(seed).choices(WORDS, k=count)


def changed(text: list[str], part: float, seed: int = 7) -> list[str]:
    """The same with runs of fifty words replaced."""
    chance = random.Random(seed)
    made = list(text)
    for _ in range(round(len(text) * part / 50)):
        at = chance.randrange(len(text) - 50)
        made[at : at + 50] = chance.choices(WORDS, k=50)
    return made


def made(text: list[str]) -> Sketch:
    found = sketch(" ".join(text))
    assert found is not None
    return found


def true_share(one: list[str], other: list[str]) -> float:
    a, b = sequences(" ".join(one)), sequences(" ".join(other))
    return 2 * len(np.intersect1d(a, b)) / (len(a) + len(b))


@pytest.mark.parametrize("part", [0.0, 0.02, 0.1, 0.25])
def test_the_share_is_near_the_true_one(part: float) -> None:
    text = words(12_000, 1)
    other = changed(text, part)
    one, two = made(text), made(other)
    assert share(one.smallest, two.smallest) == pytest.approx(true_share(text, other), abs=0.05)
    assert set(one.bands) & set(two.bands)


def test_a_short_text_has_its_share_exactly() -> None:
    text = words(300, 2)
    other = [*text[:200], *words(90, 3)]
    one, two = made(text), made(other)
    assert one.size <= KEPT
    assert share(one.smallest, two.smallest) == pytest.approx(true_share(text, other))


def test_different_texts_share_nothing() -> None:
    sketches = [made(words(200, seed)) for seed in range(40)]
    bands = [band for one in sketches for band in one.bands]
    assert len(set(bands)) == len(bands)
    assert share(sketches[0].smallest, sketches[1].smallest) == 0


def test_too_little_text_has_no_sketch() -> None:
    assert sketch("Only a few words.") is None
    assert sketch("") is None


def test_scripts_without_spaces() -> None:
    text = "潮は一日に二度満ちて二度引く。月がその原因である。" * 3 + "海の水は塩からい。" * 4
    assert made([text]) == made([text.replace("。", " ")])
