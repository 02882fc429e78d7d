"""A map for other programs: whatever a title says, it stays a title."""

from __future__ import annotations

from xml.etree import ElementTree

from warehouse.results.records import Node, Structure
from warehouse.structures import written

HOSTILE = '<script>"a" & [b](c) `d`\n# end\x00'
MAP = Structure(
    "mind map",
    (
        Node(
            "1",
            "Floods",
            "resolved",
            (1, 2),
            children=(Node("2", HOSTILE, "resolved", (3,)), Node("3", "Dikes", "resolved")),
        ),
    ),
)


def test_an_outline_in_markdown() -> None:
    first, second, third = written.markdown(MAP).splitlines()
    assert (first, third) == ("- Floods (2)", "  - Dikes")
    assert second.startswith("  - \\<script\\>") and "\\[b\\]\\(c\\)" in second


def test_opml_is_a_tree_with_evidence() -> None:
    root = ElementTree.fromstring(written.opml(MAP, "The <sea>"))
    assert root.get("version") == "2.0" and root.findtext("head/title") == "The <sea>"
    [floods] = root.findall("body/outline")
    assert [one.get("text") for one in floods][1] == "Dikes"
    assert (floods.get("_evidence"), floods[0].get("_evidence")) == ("1 2", "3")
    assert floods[0].get("text") == '<script>"a" & [b](c) `d` # end'


def test_mermaid_has_a_line_for_each_node_and_edge() -> None:
    lines = written.mermaid(MAP).splitlines()
    assert lines[0] == "flowchart LR" and lines[-2:] == ["  n0 --> n1", "  n0 --> n2"]
    assert lines[1] == '  n0["Floods (2)"]'
    assert lines[2].count('"') == 2 and "<" not in lines[2]


def test_words_keep_what_joins_their_letters() -> None:
    joined = "می\u200cخواهم Brücken"
    named = Structure("mind map", (Node("1", f"{joined}\u00adbau\ud800", "resolved"),))
    for text in (
        written.markdown(named),
        written.mermaid(named),
        written.opml(named, "one"),
        written.svg(named, "one"),
    ):
        assert f"{joined}bau" in text
        text.encode()


def test_svg_is_text_and_lines_alone() -> None:
    picture = ElementTree.fromstring(written.svg(MAP, "The sea"))
    tags = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert tags == {"svg", "title", "rect", "path", "g", "text", "tspan"}
    assert len(picture.findall("{*}g")) == 3 and len(picture.findall("{*}path")) == 2
    assert written.svg(Structure("mind map"), "nothing").startswith("<svg")
