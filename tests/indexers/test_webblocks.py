"""Pages whose parts do not stand where one would look for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_web import PAGE, PARAGRAPHS, from_page

from indexers.flowing.web import read_web
from indexers.text.sentences import split


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


SHADOW = "<{host}><template {mode}><h2>The shelf</h2><p>{words}</p></template></{host}>"


@pytest.mark.parametrize(
    ("host", "mode", "shown"),
    [
        ("x-card", "shadowrootmode=open", True),
        ("section", "shadowrootmode=closed", True),
        ("x-card", "shadowmode=open", False),
        ("x-card", "shadowrootmode=ajar", False),
        ("x-card", "", False),
        ("ul", "shadowrootmode=open", False),
    ],
)
def test_what_a_browser_shows_of_templates(
    tmp_path: Path, host: str, mode: str, shown: bool
) -> None:
    card = SHADOW.format(host=host, mode=mode, words=PARAGRAPHS[1])
    page = f"<html><body><main><p>{PARAGRAPHS[0]}</p>{card}</main></body></html>"
    told = [PARAGRAPHS[0], "The shelf", PARAGRAPHS[1]] if shown else PARAGRAPHS[:1]
    assert from_page(tmp_path, page).text.split("\n\n") == told


def test_what_an_open_template_hides(tmp_path: Path) -> None:
    mode = "shadowrootmode=open"
    host = f"<x-card><template {mode}><style>{{}}</style><p>{{}}</p></template>{{}}</x-card>"
    second = f"<template {mode}>a secret that waits</template>"
    cards = [
        host.format(":host { display: block }", PARAGRAPHS[1], ""),
        host.format(":host { display: none }", "a secret in the shadow", ""),
        host.format("", "A second.", second),
    ]
    page = f"<html><body><main><p>{PARAGRAPHS[0]}</p>{''.join(cards)}</main></body></html>"
    reading = from_page(tmp_path, page)
    shown = reading.text[: reading.pages[0].end]
    assert shown.split("\n\n") == [*PARAGRAPHS[:2], "A second."]
    assert [one.reason for one in reading.suspects] == ["not displayed (display: none)"]


def test_shadows_of_a_page_that_chrome_saved() -> None:
    card = SHADOW.format(host="x-card", mode="shadowmode=open", words=PARAGRAPHS[1])
    saved = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n--B\n"
    body = f"<body><p>{PARAGRAPHS[0]}</p>{card}</body>"
    saved += f"Content-Type: text/html\n\n<html>{body}</html>\n--B--\n"
    told = read_web(saved.encode(), ".mhtml").text.split("\n\n")
    assert told == [PARAGRAPHS[0], "The shelf", PARAGRAPHS[1]]


def test_pages_that_stand_within_a_page_are_told(tmp_path: Path) -> None:
    inner = ("&lt;p&gt;In a frame.&lt;/p&gt;", " ", "&lt;script&gt;x&lt;/script&gt;")
    frames = "".join(f'<iframe srcdoc="{one}"></iframe>' for one in inner)
    page = f"<html><body><p>{PARAGRAPHS[0]}</p>{frames}</body></html>"
    assert [(one.what, one.reason) for one in from_page(tmp_path, page).losses] == [
        ("frames", "pages within the page, not read: 1")
    ]


def test_reading_aids_over_words_do_not_stand_in_them(tmp_path: Path) -> None:
    page = "<p>彼は<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>に住む。</p>"
    assert from_page(tmp_path, page).text == "彼は東京に住む。"


def test_marks_of_notes_in_brackets_stand_on_the_line(tmp_path: Path) -> None:
    mark = "<a role='doc-noteref'><span>[</span>{}<span>]</span></a>"
    wiki = "<sup><a href='#c'><span>[</span>12<span>]</span></a></sup>"
    told = f"It fell in 1204.{mark.format(1)} It rose in 1205.{wiki} It stood{mark.format('3,4')}"
    page = f"<p>{told} on 10<sup>6</sup> piles.</p>"
    shown = "It fell in 1204.[1] It rose in 1205.[12] It stood[3,4] on 10⁶ piles."
    text = from_page(tmp_path, page).text
    assert text == shown
    assert [text[one.start : one.end] for one in split(text)] == [
        "It fell in 1204.[1]",
        "It rose in 1205.[12]",
        "It stood[3,4] on 10⁶ piles.",
    ]


def test_a_rule_of_an_inner_shadow_hides_no_outer_host(tmp_path: Path) -> None:
    style = "<style>:host { display: none }</style>"
    inner = f"<template shadowrootmode=open>{style}<p>a secret in the shadow</p></template>"
    outer = f"<template shadowrootmode=open><p>{PARAGRAPHS[1]}</p><x-hint>{inner}</x-hint>"
    page = f"<html><body><p>{PARAGRAPHS[0]}</p><x-card>{outer}</template></x-card></body></html>"
    reading = from_page(tmp_path, page)
    shown = reading.text[: reading.pages[0].end]
    assert shown.split("\n\n") == PARAGRAPHS[:2]
    assert "a secret in the shadow" in reading.text


@pytest.mark.parametrize(
    "ruby",
    [
        "東<rt>とう<rb>京<rt>きょう",
        "<rb>東<rt>とう<rb>京<rt>きょう",
        "<rb>東</rb><rt>とう<rb>京</rb><rt>きょう</rt>",
        "東<rt>とう<rt>east<rb>京</rb><rt>きょう",
        "<rt>とう<rb>東</rb><rb>京</rb>",
        "<rb>東<rb>京<rt>とう<rt>きょう",
    ],
)
def test_words_under_reading_aids_that_are_never_closed(tmp_path: Path, ruby: str) -> None:
    page = f"<p>彼は<ruby>{ruby}</ruby>に住む。</p>"
    assert from_page(tmp_path, page).text == "彼は東京に住む。"
