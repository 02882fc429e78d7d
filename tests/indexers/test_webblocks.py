"""Pages whose parts do not stand where one would look for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_web import PAGE, PARAGRAPHS, from_page

from indexers.flowing.web import read_web


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


def test_a_style_sheet_for_paper_in_a_saved_archive() -> None:
    links = "<link rel=stylesheet href='https://a.example/s.css?a=1&amp;b=2'>"
    links += "<link rel=stylesheet media=print href='https://a.example/p/s.css'>"
    more = "<p class=paper>Not printed, but on the screen.</p><p class=out>a secret put out</p>"
    more += "<p class=far>a secret by another sheet</p><p class=wide>a secret on any screen</p>"
    links += "<link rel=stylesheet media='screen and (color)' href='wide.css'>"
    page = f"<html><head>{links}</head><body><p>{PARAGRAPHS[0]}</p>{more}</body></html>"
    sheets = {
        "https://a.example/s.css?a=1&b=2": ".out { display: none }",
        "https://a.example/p/s.css": ".paper { display: none }",
        "https://a.example/imported.css": ".far { display: none }",
        "wide.css": ".wide { display: none }",
    }
    saved = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n"
    saved += f"--B\nContent-Type: text/html\n\n{page}\n"
    for address, css in sheets.items():
        saved += f"--B\nContent-Type: text/css\nContent-Location: {address}\n\n{css}\n"
    reading = read_web(f"{saved}--B--\n".encode(), ".mhtml")
    shown = reading.text[: reading.pages[0].end]
    assert shown == f"{PARAGRAPHS[0]}\n\nNot printed, but on the screen."
    assert reading.text.count("secret") == 3


def test_a_style_element_for_paper(tmp_path: Path) -> None:
    style = "<style media=print>p { display: none }</style>"
    page = f"<html><head>{style}</head><body><p>{PARAGRAPHS[0]}</p></body></html>"
    assert from_page(tmp_path, page).text == PARAGRAPHS[0]
    assert not from_page(tmp_path, page).suspects
