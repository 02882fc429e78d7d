from __future__ import annotations

import made_pdfs
import pytest

from indexers.paged.labels import label, rules


def test_each_rule_holds_to_the_next() -> None:
    made = rules(
        [
            {"startpage": 4, "style": "D"},
            {"startpage": 0, "style": "r", "firstpagenum": 3},
            {"startpage": 6, "prefix": "A-", "style": "A", "firstpagenum": 26},
            {"startpage": 8, "prefix": "Cover"},
        ]
    )
    found = [label(made, index) for index in range(10)]
    assert found == ["iii", "iv", "v", "vi", "1", "2", "A-Z", "A-AA", "Cover", "Cover"]


def test_pages_without_a_rule_are_counted() -> None:
    assert label([], 6) == "7"
    assert label(rules([{"startpage": 2, "style": "R"}]), 1) == "2"
    assert label(rules([{"startpage": 0}]), 1) == "2"


@pytest.mark.parametrize("style", ["D", "r", "R"])
def test_labels_are_those_that_pymupdf_gives(style: str) -> None:
    document = made_pdfs.new(60)
    document.set_page_labels(
        [
            {"startpage": 0, "prefix": "p", "style": style},
            {"startpage": 40, "style": style, "firstpagenum": 1990},
        ]
    )
    made = rules(document.get_page_labels())
    assert [label(made, page.number) for page in document] == [p.get_label() for p in document]


@pytest.mark.parametrize(
    ("prefix", "told"),
    [
        ("<FEFF00310034>", "14"),
        ("<FEFF00C4>", "Ä"),
        ("<EFBBBFC384>", "Ä"),
        ("<412D>", "A-"),
        ("<A>", "<A>"),
        ("A-", "A-"),
    ],
)
def test_a_prefix_in_hexadecimals_is_spelled(prefix: str, told: str) -> None:
    assert label(rules([{"startpage": 0, "prefix": prefix}]), 0) == told
