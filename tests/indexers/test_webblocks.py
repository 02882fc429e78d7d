"""Pages whose parts do not stand where one would look for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_web import PAGE, PARAGRAPHS, from_page


def test_a_page_within_one_form_reads_as_one_without(tmp_path: Path) -> None:
    within = PAGE.replace("<body>", "<body><form>").replace("</body>", "</form></body>")
    assert from_page(tmp_path, within).text == from_page(tmp_path, PAGE).text
    small = "<form><p>Search for a ledger</p></form></main>"
    within = PAGE.replace("</main>", small)
    assert from_page(tmp_path, within).text == from_page(tmp_path, PAGE).text


def test_a_heading_before_the_main_part_of_a_form(tmp_path: Path) -> None:
    words = "".join(f"<p>{one}</p>" for one in PARAGRAPHS)
    page = f"<body><form><div><h1>The ledgers</h1></div><div>{words}</div></form></body>"
    assert from_page(tmp_path, page).text.split("\n\n") == ["The ledgers", *PARAGRAPHS]


@pytest.mark.parametrize("tag", ["font", "span", "b"])
def test_paragraphs_within_one_inline_tag_are_all_read(tmp_path: Path, tag: str) -> None:
    told = [f"{one} It was the {at}th year." for at in range(4) for one in PARAGRAPHS]
    page = f"<html><body><{tag}>{'<br><br>'.join(told)}</{tag}></body></html>"
    assert from_page(tmp_path, page).text.split("\n\n") == told
