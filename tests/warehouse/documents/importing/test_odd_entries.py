"""Entries that say what no program should have written: each costs itself at most."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.documents.importing import taking_in
from warehouse.library import Library
from warehouse.run import Run

ODD = {
    "month.bib": "@book{a, title = {T}, year = {2019}, month = {²}}",
    "name.bib": "@book{a, title = {T}, file = {~$draft.pdf}}",
    "half.json": r'[{"id": "a", "title": "T", "note": "\ud800", "file": "\ud800.pdf"}]',
    "endless.json": '[{"id": "a", "title": "T", "volume": 1e999}]',
}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("old.bib", "@book{a, title = {T}, year = {950}, month = may}"),
        ("old.json", '[{"id": "a", "title": "T", "issued": {"date-parts": [[950, 5]]}}]'),
    ],
)
def test_an_early_year_is_taken_along(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    [found] = taking_in.read(path).entries
    assert found.fields["date"] == ("0950-05",)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_value_does_not_cost_the_library(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(ODD[name], encoding="utf-8")
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        assert (taken.entries, [one.title for one in taken.without]) == (1, ["T"])
