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
