"""Letters and what lies behind them, where a page colours them in ways of its own."""

from __future__ import annotations

import pytest
from test_stylesheets import SECRET, shown_and_hidden

from indexers.flowing.colours import mixed, share_of


@pytest.mark.parametrize(
    ("value", "share"),
    [
        ("rgba(27, 31, 35, .05)", 0.05),
        ("rgb(0 0 0 / 5%)", 0.05),
        ("rgba(0,0,0,7)", 1),
        ("rgba(0,0,0,.0.5)", 1),
        ("rgba(0,0,0,%)", 1),
        ("rgb(0,0,0)", 1),
        ("#000", 1),
    ],
)
def test_how_much_of_a_colour_is_seen(value: str, share: float) -> None:
    assert share_of(value) == share


def test_a_colour_through_which_another_is_seen() -> None:
    assert mixed(0x000000, 0xFFFFFF, 0.5) == 0x808080
    assert mixed(0xFF0000, 0x0000FF, 0.2) == 0x3300CC


@pytest.mark.parametrize(
    "css",
    [
        "body { color: #24292e } p { background-color: rgba(27,31,35,.05) }",
        "body { color: #000 } p { background: rgb(0 0 0 / 5%) }",
        "body { background: #111 } p { color: #fff; background: rgba(255,255,255,.1) }",
        "body { background: url(a.png) } p { color: #fff; background: rgba(255,255,255,.9) }",
    ],
)
def test_letters_on_a_ground_that_is_seen_through(css: str) -> None:
    assert shown_and_hidden(f"<p>{SECRET}</p>", css) == ([SECRET], [])


@pytest.mark.parametrize(
    "css",
    [
        "p { color: #fff; background: rgba(0,0,0,.02) }",
        "p { color: #fff; background: rgba(0,0,0,0.00) }",
        "body { background: #111 } p { color: #111; background: rgba(255,255,255,.01) }",
        "p { color: #000; background: rgba(0,0,0,.99) }",
    ],
)
def test_letters_that_a_ground_seen_through_does_not_show(css: str) -> None:
    body = f"<p>{SECRET}</p><div style='background: #fff; color: #000'>Oak.</div>"
    assert shown_and_hidden(body, css) == (["Oak."], [SECRET])


@pytest.mark.parametrize(
    ("font", "ground", "shown"),
    [
        ("color=#FFFFFF", "#000000", True),
        ("color=FFFFFF", "#000000", True),
        ("color=' White '", "#000000", True),
        ("color=nonsense", "#000000", False),
        ("", "#000000", False),
        ("color=white style='color: #000'", "#000000", False),
        ("color=white", "#ffffff", False),
    ],
)
def test_letters_that_an_old_attribute_colours(font: str, ground: str, shown: bool) -> None:
    bar = f"<table><tr><td bgcolor={ground}><font {font}>{SECRET}</font></td></tr></table>"
    found = ([SECRET, "Oak."], []) if shown else (["Oak."], [SECRET])
    assert shown_and_hidden(f"{bar}<p>Oak.</p>", "body { color: #000 }") == found


HEAD = f"<table><tr><th>{SECRET}</th><th class=late>Oak</th></tr></table>"
HEAD_CSS = "body {{ color: #222 }} th {{ background: #222 }} {} {{ color: #fff }}"


@pytest.mark.parametrize(
    "selector",
    [
        "th:first-child, th + th",
        "table th:nth-child(2n+1), tr > th:not(.a, .b)",
        ":is(td, th)",
        ":where(p, tr:nth-child(1)) th:nth-child(n)",
        "tr:first-child",
        "th[scope], th.late",
        "@supports (display: grid) { th",
        "@layer a { @supports (x: y) { .late, tr",
    ],
)
def test_letters_that_a_rule_may_colour_that_is_not_read(selector: str) -> None:
    css = HEAD_CSS.format(selector)
    assert shown_and_hidden(HEAD, css) == ([f"{SECRET}\tOak"], [])


@pytest.mark.parametrize(
    "selector",
    [
        "th:hover",
        "th:focus-within, th:active",
        "tr:hover th",
        "th::selection",
        "th:first-line",
        ":not(.x)",
        "td:first-child",
        ".other:first-child, #th:first-child",
        "[x]",
        "@media print { th",
    ],
)
def test_letters_that_no_rule_colours_as_the_page_opens(selector: str) -> None:
    css = HEAD_CSS.format(selector)
    head = HEAD.replace(" class=late>Oak", f">{SECRET}")
    assert shown_and_hidden(f"{head}<p>Oak.</p>", css) == (["Oak."], [SECRET, SECRET])


def test_a_rule_that_is_not_read_brings_nothing_hidden_to_light() -> None:
    css = "p:first-child { color: #000 } .own { color: #fff }"
    body = f"<div style='color: #fff'><p>{SECRET}</p></div><p class=own>{SECRET}</p><p>Oak.</p>"
    assert shown_and_hidden(body, css) == (["Oak."], [SECRET, SECRET])


@pytest.mark.parametrize("block", ["@media screen {", "@supports (x: y) {"])
def test_rules_nested_without_end_are_left_alone(block: str) -> None:
    css = f"{block * 5000} p {{ color: #fff }} {'}' * 5000} .out {{ display: none }}"
    body = f"<p>Oak.</p><p class=out>{SECRET}</p>"
    assert shown_and_hidden(body, css) == (["Oak."], [SECRET])
