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


@pytest.mark.parametrize("line", ["1,5;2,5;3,5", "Nord;1,5", '"Weber, Anna";1,5', "Nord\t1,5"])
def test_a_decimal_comma_parts_no_cells(line: str) -> None:
    parts = [one.strip('"') for one in line.replace("\t", ";").split(";")]
    assert list(_rows(f"{line}\n{line}\n")) == [(1, parts), (2, parts)]


def test_commas_between_figures_part_them_where_nothing_else_does() -> None:
    assert list(_rows("1,2,3\n4,5,6")) == [(1, ["1", "2", "3"]), (2, ["4", "5", "6"])]
    assert list(_rows("1,2,a;b\n4,5,c;d")) == [(1, ["1", "2", "a;b"]), (2, ["4", "5", "c;d"])]
