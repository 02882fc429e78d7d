from __future__ import annotations

from pathlib import Path

import made_pdfs
import pytest

from indexers.paged import pdf
from indexers.paged.labels import Rule, label


def test_each_rule_holds_to_the_next() -> None:
    made = [Rule(0, "", "r", 3), Rule(4, "", "D"), Rule(6, "A-", "A", 26), Rule(8, "Cover")]
    found = [label(made, index) for index in range(10)]
    assert found == ["iii", "iv", "v", "vi", "1", "2", "A-Z", "A-AA", "Cover", "Cover"]


def test_pages_without_a_rule_are_counted() -> None:
    assert label([], 6) == "7"
    assert label([Rule(2, "", "R")], 1) == "2"
    assert label([Rule(0)], 1) == "2"


@pytest.mark.parametrize("style", ["D", "r", "R"])
def test_labels_are_those_that_pymupdf_gives(tmp_path: Path, style: str) -> None:
    document = made_pdfs.new(60)
    document.set_page_labels(
        [
            {"startpage": 0, "prefix": "p", "style": style},
            {"startpage": 40, "style": style, "firstpagenum": 1990},
        ]
    )
    given = [page.get_label() for page in document]
    assert labels_of(made_pdfs.save(document, tmp_path / "labels.pdf")) == given


def labels_of(path: Path) -> list[str]:
    document = pdf.open_pdf(path)
    try:
        return [sheet.label for sheet in pdf.sheets(document, lambda done, total: None)]
    finally:
        document.close()


@pytest.mark.parametrize(
    ("prefix", "told"),
    [
        ("<FEFF00310034>", "14"),
        ("<FEFF00C4>", "Ä"),
        ("<EFBBBFC384>", "Ä"),
        ("<412D>", "A-"),
        ("<EFBBBFFF41>", "\ufffdA"),
        ("<FEFFD83DDE00>", "😀"),
        ("(<A>)", "<A>"),
        ("(A-)", "A-"),
        ("(A/1)", "A/1"),
        ("(B \\(x\\) 1\\\\)", "B (x) 1\\"),
        ("(/S /r)", "/S /r"),
    ],
)
@pytest.mark.parametrize("tree", ["{}", "<</Kids[{}]>>", "<</Kids[<</Kids[{}]>>]>>"])
def test_a_prefix_is_spelled_as_it_is_meant(
    tmp_path: Path, prefix: str, told: str, tree: str
) -> None:
    document = made_pdfs.new(2)
    rules = f"<</Nums[0 <</P {prefix}>> 1 <</S/D/St 7>>]>>"
    document.xref_set_key(document.pdf_catalog(), "PageLabels", tree.format(rules))
    assert labels_of(made_pdfs.save(document, tmp_path / "labels.pdf")) == [told, "7"]


def test_rules_that_hold_themselves_are_none(tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    tree = document.get_new_xref()
    document.update_object(tree, f"<</Kids[{tree} 0 R {tree} 0 R]>>")
    document.xref_set_key(document.pdf_catalog(), "PageLabels", f"{tree} 0 R")
    assert labels_of(made_pdfs.save(document, tmp_path / "labels.pdf")) == ["1", "2"]
