"""The fits that the program brings: each under its own name, with what it was fitted on."""

from __future__ import annotations

import pytest

from warehouse.engine.calibrated import FOLDER, shipped


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.json")))
def test_a_fit_is_what_its_file_says(name: str) -> None:
    fit = shipped(name)
    assert fit.name == name
    assert fit.data
    assert {len(row) for row in fit.weights} == {len(fit.signals)}
    assert len(fit.bias) == len(fit.weights) == (1 if len(fit.labels) == 2 else len(fit.labels))
