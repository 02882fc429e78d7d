"""What the styles of a page hide, and what they show again."""

from __future__ import annotations

import pytest

from indexers.flowing.markup import html_tree
from indexers.flowing.webblocks import blocks

SECRET = "a secret of some words"


def shown_and_hidden(body: str, css: str = "", beside: str = "") -> tuple[list[str], list[str]]:
    page = f"<html><head><style>{css}</style>{beside}</head><body>{body}</body></html>"
    shown, veiled = blocks(html_tree(page))
    return [block.text for block in shown], [one.text for one in veiled]


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("font-size:0px", "font-size:13px"),
        ("font-size:0", "font-size:1rem"),
        ("font-size:0", "font-size:small"),
        ("color:#fff", "color:#000"),
        ("color:#fff", "background:#036"),
        ("visibility:hidden", "visibility:visible"),
    ],
)
def test_what_a_wrapper_hides_and_its_parts_show(outer: str, inner: str) -> None:
    body = (
        f'<div style="{outer}">{SECRET}<p style="{inner}">The <b>invoice</b> 4711</p>{SECRET}</div>'
    )
    assert shown_and_hidden(body) == (["The invoice 4711"], [f"{SECRET} {SECRET}"])


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("font-size:0", "font-size:1em"),
        ("font-size:0", "font-size:200%"),
        ("font-size:0", "font-size:-13px"),
        ("font-size:0", "font-size:13"),
        ("font-size:0", "font-size:5.px"),
        ("font-size:0", "font-size:var(--none)"),
        ("font-size:0", f"font-size:{'9' * 5000}em"),
        ("font-size:0 !important", "color:#000"),
        ("color:#fff", "color:nonsense"),
        ("color:#fff", "color:inherit"),
        ("color:#fff", "background:#fff"),
        ("color:#fff", "background:nonsense"),
        ("color:#fff;background:#036", "background:#fff"),
        ("visibility:hidden", "visibility:inherit"),
        ("visibility:hidden", "font-size:13px;color:#000"),
        ("display:none", "display:block"),
        ("opacity:0", "opacity:1"),
    ],
)
def test_what_stays_hidden_in_a_wrapper(outer: str, inner: str) -> None:
    body = f'<div style="{outer}"><p style="{inner}">{SECRET}</p></div><p>The invoice</p>'
    assert shown_and_hidden(body) == (["The invoice"], [SECRET])


def test_letters_of_a_root_without_size_stay_hidden() -> None:
    css = "html { font-size: 0 } p { font-size: 1rem } i { font-size: 9px }"
    assert shown_and_hidden(f"<p>{SECRET} <i>The invoice</i></p>", css) == (
        ["The invoice"],
        [SECRET],
    )


def test_a_row_of_columns_without_gaps() -> None:
    css = ".row { font-size: 0 } .col { font-size: 16px }"
    row = "<div class=row><span class=col>The oak.</span> <span class=col>The elm.</span></div>"
    assert shown_and_hidden(row, css) == (["The oak. The elm."], [])


def test_what_is_important_wins_over_what_is_said_later() -> None:
    css = ".a { display: none ! important } .a { display: block } .b { display: none }"
    body = (
        f'<p class=a style="display:block">{SECRET}</p><p class=b style="display:block">Seen.</p>'
    )
    assert shown_and_hidden(body, css) == (["Seen."], [SECRET])


@pytest.mark.parametrize(
    "media",
    [
        "(min-width: 768px)",
        "only screen and (min-width:64em)",
        "(width>=48rem)",
        "screen",
    ],
)
def test_what_is_shown_in_a_window_that_is_wide_enough(media: str) -> None:
    css = f".d-none {{ display: none !important }} .hidden {{ display: none }} @media {media}{{"
    css += r".d-md-block { display: block !important } .md\:block { display: block } }"
    body = "<p class='d-none d-md-block'>The oak.</p><p class='hidden md:block'>The elm.</p>"
    assert shown_and_hidden(body, css) == (["The oak.", "The elm."], [])


@pytest.mark.parametrize(
    "media",
    [
        "(min-width: 1025px)",
        "(min-width: 1..px)",
        "(min-width: 65em)",
        "(min-width: 1px) and (max-width: 1px)",
        "print and (min-width: 1px)",
        "not screen and (min-width: 1px)",
        "screen (min-width: 1px)",
        "(max-width: 600px)",
        "print",
    ],
)
def test_what_is_shown_elsewhere_stays_hidden(media: str) -> None:
    css = f".gone {{ display: none }} @media {media} {{ .gone {{ display: block }} }}"
    assert shown_and_hidden(f"<p class=gone>{SECRET}</p><p>Oak.</p>", css) == (["Oak."], [SECRET])


def test_what_is_important_wins_in_a_wide_window() -> None:
    css = ".a { display: none !important } @media (min-width: 1px) { .a { display: block } }"
    assert shown_and_hidden(f"<p class=a>{SECRET}</p><p>Oak.</p>", css) == (["Oak."], [SECRET])


def test_style_sheets_without_spaces() -> None:
    css = ".a{display:none}@media(min-width:1px){.a{display:block}}"
    assert shown_and_hidden("<p class=a>Oak.</p>", css) == (["Oak."], [])


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ("td bgcolor='#003366'", True),
        ("td bgcolor=003366", True),
        ("td bgcolor=black", True),
        ("td bgcolor=navy", True),
        ("td bgcolor=FFFFFF", False),
        ("td bgcolor=fffff", False),
        ("td bgcolor=#003366 style='background:#fff'", False),
        ("td bgcolor=#003366 style='background-color:#fff'", False),
        ("td style='background:maroon'", True),
        ("td", False),
    ],
)
def test_white_letters_on_a_bar_of_an_old_table(attributes: str, shown: bool) -> None:
    row = f"<tr><{attributes}><span style='color:#fff'>{SECRET}</span></td></tr>"
    body = f"<table>{row}</table><p>Oak.</p>"
    found = ([SECRET, "Oak."], []) if shown else (["Oak."], [SECRET])
    assert shown_and_hidden(body) == found


def test_where_the_colour_of_a_bar_does_not_count() -> None:
    body = f"<div bgcolor=#003366 style='color:#fff'>{SECRET}</div><p>Oak.</p>"
    assert shown_and_hidden(body) == (["Oak."], [SECRET])


def test_what_styles_and_marks_of_notes_set_above_the_line() -> None:
    body = """<p>It fell in 1204<a epub:type="noteref" href="#n">12</a> or
    1205<a role="doc-noteref">13</a> with 10<span style="vertical-align:super">6</span> tons
    of H<span class=low><b>2</b></span>O, and 10<sup style="vertical-align:baseline">3</sup> mills
    of <span style="vertical-align:baseline">7</span>.</p>"""
    told = "It fell in 1204¹² or 1205¹³ with 10⁶ tons of H₂O, and 10³ mills of 7."
    assert shown_and_hidden(body, ".low { vertical-align: sub }") == ([told], [])
    cells = "<table><tr><td style='vertical-align:sub'>12</td><td>13</td></tr></table>"
    assert shown_and_hidden(cells) == (["12\t13"], [])
