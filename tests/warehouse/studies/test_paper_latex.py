"""LaTeX in every script: what its preamble asks for, and what is marked to run against the rest."""

from __future__ import annotations

from typing import Any

import pytest

from warehouse.studies.exporting.paper import latex, tree

LATIN = "Naïve façades cost 10 € – “so be it”…"


def marked(text: str, side: str = "ltr") -> str:
    """A paragraph as it comes out, a span as ``{side:words}`` and a block as ``[side:words]``."""
    blocks = [tree.around("Para", tree.words(text))]
    whole = tree.whole({"title": "A", "lang": "he", "dir": side}, blocks)
    return shown(latex.in_every_script(whole, text, side)["blocks"])


def shown(node: Any) -> str:
    if isinstance(node, list):
        return "".join(map(shown, node))
    match node["t"]:
        case "Str":
            return str(node["c"])
        case "Space":
            return " "
        case "Span":
            return f"{{{node['c'][0][2][0][1]}:{shown(node['c'][1])}}}"
        case "Div":
            return f"[{node['c'][0][2][0][1]}:{shown(node['c'][1])}]"
    return shown(node["c"])


def test_latin_text_asks_for_nothing() -> None:
    assert latex.preamble(LATIN, "ltr") == ""
    whole = tree.whole({"title": "A", "lang": "fr"}, [tree.around("Para", tree.words(LATIN))])
    assert latex.in_every_script(whole, LATIN, "ltr") is whole


@pytest.mark.parametrize(
    ("text", "asked", "not_asked"),
    [
        ("堤防は夜に決壊した", {"xeCJK", "luatexja", "HaranoAjiMincho"}, {"bidi", "FreeSerif"}),
        ("堤坝在夜里决口", {"xeCJK", "luatexja", "FandolSong"}, {"bidi", "FreeSerif"}),
        ("הסכר נפרץ", {"bidi", "FreeSerif", "DejaVu Sans"}, {"xeCJK", "luatexja", "Amiri"}),
        ("انهار السد", {"bidi", "Amiri"}, {"xeCJK", "luatexja"}),
        ("Буря и κύμα", {"FreeSerif"}, {"bidi", "xeCJK", "luatexja"}),
        ("∑ xᵢ ≤ 3", {"FreeSerif"}, {"bidi", "xeCJK", "luatexja"}),
    ],
)
def test_each_script_asks_for_what_it_needs(
    text: str, asked: set[str], not_asked: set[str]
) -> None:
    made = latex.preamble(f"{LATIN} {text}", "ltr")
    assert all(name in made for name in asked), made
    assert not any(name in made for name in not_asked), made
    assert made.count("{") == made.count("}")
    assert made.startswith("% Set this with xelatex or lualatex.\n\\ifPDFTeX\\else\n")


def test_the_first_font_is_of_the_language() -> None:
    korean = latex.preamble("둑이 무너졌다 堤", "ltr")
    japanese = latex.preamble("堤防は 둑", "ltr")
    assert korean.index("UnBatang") < korean.index("HaranoAji") < korean.index("Fandol")
    assert japanese.index("HaranoAji") < japanese.index("Fandol") < japanese.index("UnBatang")


def test_a_paper_that_runs_to_the_left_says_so() -> None:
    assert "\\setRTL" in latex.preamble("הסכר", "rtl")
    assert "\\setRTL" not in latex.preamble("הסכר", "ltr")


@pytest.mark.parametrize(
    ("text", "side", "out"),
    [
        ("The dam הסכר נפרץ, broke.", "ltr", "The dam {rtl:הסכר נפרץ}, broke."),
        ("The dam (הסכר נפרץ) broke.", "ltr", "The dam ({rtl:הסכר נפרץ}) broke."),
        ("It was הסכר 1953 נפרץ then", "ltr", "It was {rtl:הסכר {ltr:1953} נפרץ} then"),
        ("In 1953 it broke", "ltr", "In 1953 it broke"),
        ("הסכר (Brielle Dam), 1953", "rtl", "הסכר {ltr:(Brielle Dam), 1953}"),
        ("הסכר נפרץ", "ltr", "[rtl:הסכר נפרץ]"),
        ("The dam of הסכר", "rtl", "[ltr:The dam of {rtl:הסכר}]"),
    ],
)
def test_what_runs_against_its_paragraph_is_marked(text: str, side: str, out: str) -> None:
    assert marked(text, side) == out


def test_babel_has_no_say_in_a_paper_of_another_script() -> None:
    whole = tree.whole({"title": "堤防", "lang": "ja", "dir": "ltr"}, [])
    assert set(latex.in_every_script(whole, "堤防", "ltr")["meta"]) == {"title"}
