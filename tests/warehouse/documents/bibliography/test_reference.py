"""References in words: who, when, what, where."""

from __future__ import annotations

import pytest

from warehouse.documents.bibliography.entry import Entry
from warehouse.documents.bibliography.reference import reference
from warehouse.store.catalog.people import Name, parsed


def test_an_article_in_words() -> None:
    entry = Entry(
        "d", "k", "article-journal", "Of tides",
        authors=(Name("Weber", "Anna Maria"), Name("R Core Team")), date="2019-03-01",
        container="Tides", volume="12", issue="3", pages="45–67", doi="10.1000/182",
    )  # fmt: skip
    assert reference(entry) == (
        "Weber, A. M., & R Core Team. (2019). Of tides. Tides, 12(3), 45–67. "
        "https://doi.org/10.1000/182"
    )


def test_what_is_not_known_is_left_out() -> None:
    assert reference(Entry("d", "k", "document", "Minutes")) == "Minutes (n.d.)."
    edited = Entry("d", "k", "book", "Why?", editors=(Name("Kahn", "A."),), publisher="Press")
    assert reference(edited) == "Kahn, A. (Ed.). (n.d.). Why? Press."


@pytest.mark.parametrize(
    ("author", "said"),
    [
        ("J.R.R. Tolkien", "Tolkien, J. R. R."),
        ("Tolkien, J. R.R.", "Tolkien, J. R. R."),
        ("Tolkien, JRR", "Tolkien, J. R. R."),
        ("TOLKIEN, JAN", "TOLKIEN, J."),
        ("Li, WEI", "Li, W."),
        ("McDONALD, IAN", "McDONALD, I."),
        ("Weber, Anna ME", "Weber, A. M. E."),
        ("Sartre, Jean-Paul", "Sartre, J. P."),
        ("al-Tūsī, ʿAlī E\u0301mile", "al-Tūsī, A. É."),
        ("Smith, John (Ed.)", "Smith, J."),
        ("Smith, John [ed. and trans.]", "Smith, J."),
        ("Smith, (Ed.)", "Smith."),
        ("Anna Weber, PhD", "Weber, A."),
        ("王, 小明", "王, 小明."),
        ("ישראלי, דן א.", "ישראלי, דן א."),
        ("Толстой, Лев", "Толстой, Л."),
    ],
)
def test_initials_are_whole_and_of_letters_alone(author: str, said: str) -> None:
    entry = Entry("d", "k", "book", "One", authors=(parsed(author),), date="1954")
    assert reference(entry) == f"{said} (1954). One."


def test_capitals_beside_names_in_small_letters_are_initials() -> None:
    authors = (parsed("Kahn, Ida"), parsed("Smith, JAE"))
    entry = Entry("d", "k", "book", "One", authors=authors, date="1954")
    assert reference(entry) == "Kahn, I., & Smith, J. A. E. (1954). One."
