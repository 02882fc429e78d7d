from __future__ import annotations

import pytest

from indexers.text.placenames import is_page_number, pages_label, place_name


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        ("45", "46", "pp. 45–46"),
        ("iv", "v", "pp. iv–v"),
        ("A-9", "A-10", "pp. A-9–A-10"),
        ("45", "45", "p. 45"),
        ("C–1", "C–1", "p. C–1"),
        ("iv", "1", "pp. iv–1"),
        ("3–14", "3–15", "3–14"),
        ("45", "145", "p. 45"),
        ("slide 3", "slide 4", "slide 3"),
        ("Chapter One", "Chapter Two", "Chapter One"),
        ("45", "Appendix", "p. 45"),
        ("", "", ""),
    ],
)
def test_words_on_two_pages_name_both(first: str, last: str, told: str) -> None:
    assert place_name(pages_label(first, last)) == told


def test_a_span_of_pages_is_a_number_of_pages_and_words_with_a_dash_are_none() -> None:
    assert is_page_number("45–46")
    assert not is_page_number("Paris–Rouen")
    assert not is_page_number("45–46–47")
    assert not is_page_number("3–14"), "page 14 of chapter 3"
