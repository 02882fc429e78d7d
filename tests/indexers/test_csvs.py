"""Comma-separated values that are not quite in order."""

from __future__ import annotations

import pytest

from indexers.flowing.csvs import _rows


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ""])
def test_a_quote_that_is_never_closed_swallows_no_rows(end: str) -> None:
    rows = ["Mill,Size", '"Low, mill","two\n""wheels"""', 'High,12" tall', 'Oak,"7 wide', "Elm,9"]
    lines = (end or "\n").join(rows)
    assert list(_rows(f"{lines}{end}")) == [
        (1, ["Mill", "Size"]),
        (2, ["Low, mill", 'two\n"wheels"']),
        (3, ["High", '12" tall']),
        (4, ["Oak", '"7 wide']),
        (5, ["Elm", "9"]),
    ]


def test_a_quote_that_is_never_closed_in_the_last_row() -> None:
    assert list(_rows('a,b\nc,"d')) == [(1, ["a", "b"]), (2, ["c", '"d'])]
    assert list(_rows('a,b\nc,"d"')) == [(1, ["a", "b"]), (2, ["c", "d"])]
