"""Numbers of a workbook, each as its format shows it."""

from __future__ import annotations

import lxml.etree
import pytest

from indexers.office.cellformats import Formats

STYLES = (
    '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="{}"/></numFmts>'
    '<cellXfs><xf numFmtId="{}"/></cellXfs></styleSheet>'
)


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("[h]:mm:ss", "1.5", "36:00"),
        ("[$-409][hh]:mm", "0.0423611111", "1:01"),
        ("[H]:mm:ss;@", "1.50001157407", "36:00:01"),
        ("[h]:mm", "-0.5", "-12:00"),
        ("[mm]:ss", "0.0628472222", "90:30"),
        ("[s]", "0.5", "43200"),
        ("[s]", "1e305", "1e+305"),
        ("[Red]h:mm", "0.5", "12:00"),
        ("h:mm", "1.5", "1900-01-01 12:00"),
        ("h:mm", "0", "00:00"),
        ("yyyy-mm-dd", "0", ""),
        ("yyyy-mm-dd hh:mm", "0.5", "12:00"),
        ("yyyy-mm-dd", "1", "1900-01-01"),
        ("yyyy-mm-dd", "59", "1900-02-28"),
        ("yyyy-mm-dd", "61", "1900-03-01"),
        ("00000", "1067", "01067"),
        ("00000", "-1067", "-01067"),
        ("00000", "1067.5", "1067.5"),
        ("0", "12", "12"),
        ("0000", "1e300", "1e+300"),
        ("mmmm", "45292", "2024-01-01"),
        ("0.00", "12", "12"),
    ],
)
def test_a_number_is_shown_as_its_format_means_it(code: str, value: str, shown: str) -> None:
    styles = lxml.etree.fromstring(STYLES.format(code, 200))
    assert Formats(styles, since_1904=False).shown(value, "0") == shown


def test_the_format_of_elapsed_time_that_has_no_code() -> None:
    styles = lxml.etree.fromstring(STYLES.format("0", 46))
    assert Formats(styles, since_1904=False).shown("1.5", "0") == "36:00"


@pytest.mark.parametrize(("value", "shown"), [("0", "1904-01-01"), ("59", "1904-02-29")])
def test_the_days_of_an_old_mac(value: str, shown: str) -> None:
    styles = lxml.etree.fromstring(STYLES.format("yyyy-mm-dd", 200))
    assert Formats(styles, since_1904=True).shown(value, "0") == shown
