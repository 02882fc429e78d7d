"""Export over a real catalog: one file, nothing that reaches out, every claim and every source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from markdown_it import MarkdownIt
from msgspec import structs
from shelf import reading

from indexers.passages import cut
from indexers.records import Loss
from warehouse.errors import StorageError
from warehouse.ingest.headers_plain import plain_header
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.records import Document, Place
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    Coverage,
    Evidence,
    Node,
    Research,
    Spend,
    Structure,
    SubQuery,
)
from warehouse.steering import Act
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import Parsed
from warehouse.studies.exporting import export
from warehouse.studies.exporting.paper import terms
from warehouse.studies.exporting.paper.document import Shape, paper, with_states
from warehouse.studies.report import copied_text, ledger

HASH = "ab" * 32
WORDS = "The dam of Brielle broke in the night of the storm."
HOSTILE = '<script>alert(1)</script> ![x](http://evil.example/?q=1) [go](javascript:x) a<b "q"'


class Page(HTMLParser):
    """Tags, ids and links as a browser sees them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A catalog with one document; export asks for nothing else of a library."""
    catalog = Catalog(tmp_path / "catalog.db")
    catalog.queue(Document(HASH, "Floods", "web", "/in/floods.html", 10, 1.0, "queued"), ".html")
    made = reading("Floods", f"Before it nothing was known. {WORDS} After it dikes were raised.")
    parsed = Parsed(
        document=HASH,
        reading=made,
        passages=cut(made, 60, 1),
        header=plain_header(catalog.document(HASH), made),
        problem="",
        blank_pages=0,
    )
    catalog.store_readings([parsed])
    yield cast(Library, SimpleNamespace(catalog=catalog))
    catalog.close()


def evidence(library: Library, number: int = 1, document: str = HASH) -> Evidence:
    start = library.catalog.text(HASH).index(WORDS)
    place = Place(document, 0, start, start + len(WORDS))
    return Evidence(number, place, WORDS, "Floods", "1", "", "dam broke", 0.9)


def article(library: Library, text: str = "") -> Article:
    body = text or f"It broke [1]. It broke twice [1]. {HOSTILE}"
    first, second = "It broke [1].", "It broke twice [1]."
    claims = (
        Claim(0, 13, first, (1,), "supported", "numbers and names agree", 0.97),
        Claim(14, 33, second, (1,), "partly", f"“twice” is not said {HOSTILE}"),
    )
    intent = Node("1", "The dam", "resolved", (1,), (), (SubQuery("dam broke", 0, 3),), 3, 1, 2)
    losses = (Loss("screening", HOSTILE, "its header is about something else"),)
    return Article(
        title=f"Floods {HOSTILE}",
        question="Floods",
        method="aware",
        lead=Block(1, "", "It broke [1].", claims[:1]),
        blocks=(
            Block(2, f"The night {HOSTILE}", body, claims if not text else ()),
            Block(2, "Costs", "", (), failed="the model wrote nothing"),
        ),
        research=Research("Floods", Structure(nodes=(intent,)), (evidence(library),), losses),
        coverage=Coverage(4, 2, 1, 1, 0.1, 0.5),
        spend=Spend(10, 20, 3, 0, 1.0),
    )


def answer(library: Library) -> Answer:
    whole = article(library)
    lead = whole.lead
    return Answer(
        "When?", "aware", lead.text, False, lead.claims, whole.research, whole.coverage, whole.spend
    )


def test_html_stands_alone(library: Library, tmp_path: Path) -> None:
    path = export.save_html(article(library), library, tmp_path / "out")
    assert path == tmp_path / "out" / "article.html"
    text = path.read_text("utf-8")
    page = Page(text)
    assert not {"script", "img", "link", "iframe", "object", "base", "form"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert all(link.startswith("#") for link in page.links)
    assert "url(" not in text
    assert "@import" not in text
    policy = dict(page.attributes)["content"] or ""
    assert "Content-Security-Policy" in text
    assert "default-src 'none'" in text
    assert policy


def test_no_address_in_the_stylesheet() -> None:
    style = (export.ASSETS / "article.css").read_text("utf-8")
    assert not re.search(r"https?:|//|url\(|@import|expression", style.replace("/*", "").lower())


def test_a_page_is_in_the_language_of_its_text_and_runs_as_that_does(library: Library) -> None:
    assert '<html lang="en">' in export.html(article(library), library)
    text = "הסכר של העיר נפרץ בלילה של הסערה הגדולה, ואחר כך הוגבהו הסוללות לאורך החוף כולו."
    assert '<html lang="he">' in export.html(article(library, text), library)
    style = (export.ASSETS / "article.css").read_text("utf-8")
    rule = style.partition("unicode-bidi: plaintext")[0].rpartition("}")[2]
    assert {"h2", "p", "li", "td"} <= set(re.findall(r"\w+", rule))


def test_headings_keep_their_level_and_those_of_a_text_stand_below_them(library: Library) -> None:
    whole = article(library, "# Inside\n\nIt broke.")
    blocks = tuple(structs.replace(whole.blocks[0], level=n, title=f"Level {n}") for n in (2, 3, 4))
    whole = structs.replace(whole, blocks=blocks)
    shown, told = export.html(whole, library), export.markdown(whole, library)
    tree = paper(whole, library, Shape()).tree["blocks"]
    assert isinstance(tree, list)
    assert [one["c"][0] for one in tree if one["t"] == "Header"][:6] == [2, 5, 3, 5, 4, 5]
    for n in (2, 3, 4):
        assert f"<h{n}>Level {n}</h{n}>" in shown
        assert f"\n{'#' * n} Level {n}\n" in told
    assert shown.count("<h5>Inside</h5>") == 3


def test_every_link_of_the_html_arrives(library: Library) -> None:
    page = Page(export.html(article(library), library))
    missing = {link[1:] for link in page.links} - set(page.ids)
    assert missing == set()
    assert len(page.ids) == len(set(page.ids))
    assert {"e1", "c0", "c1", "c2", "sources", "claims"} <= set(page.ids)


def test_sources_show_hash_place_and_exact_words_in_context(library: Library) -> None:
    text = export.html(article(library), library)
    assert f"<mark>{WORDS}</mark>" in text
    assert "nothing was known. <mark>" in text
    assert f"SHA-256 {HASH}" in text


def test_claims_carry_state_by_line_word_and_title(library: Library) -> None:
    text = export.html(article(library), library)
    assert 'class="claim partly" id="c2" title="Partly: “twice” is not said' in text
    assert "1 partly" in text
    assert "This section was not written: the model wrote nothing" in text


def test_hostile_words_are_shown_as_words(library: Library) -> None:
    page = Page(export.html(article(library), library))
    assert page.text.count("<script>alert(1)</script>") >= 4
    assert 'a<b "q"' in page.text


def test_a_document_that_is_gone_leaves_its_words(library: Library) -> None:
    gone = article(library)
    chain = structs.replace(gone.research, evidence=(evidence(library, document="cd" * 32),))
    text = export.html(structs.replace(gone, research=chain), library)
    assert "no longer in the library" in text
    assert f"<mark>{WORDS}</mark>" in text


def test_what_was_steered_and_left_out_is_told(library: Library) -> None:
    made = article(library)
    acts = (
        Act("ban", target=HOSTILE, document=HASH, number=1, at=1e9, state="taken"),
        Act("stop", target="Costs", number=2, at=1e9, state="late", note="it was finished"),
    )
    losses = (Loss("screening", "Mills", "judged irrelevant (2 % likely to help)"),)
    chain = structs.replace(made.research, acts=acts, losses=losses)
    steered = structs.replace(made, research=chain)
    page = Page(export.html(steered, library))
    assert "Stopped “Costs” · came too late: it was finished" in page.text
    assert "set aside: Mills: judged irrelevant" in page.text
    assert "script" not in page.tags
    told = export.markdown(steered, library)
    assert "## Steered by the reader" in told
    assert "- set aside: Mills: judged irrelevant" in told
    assert "<script>" not in told.replace("\\<script", "")


def test_markdown_has_footnotes_and_nothing_active(library: Library, tmp_path: Path) -> None:
    path = export.save_markdown(article(library), library, tmp_path)
    text = path.read_text("utf-8")
    assert "It broke[^1]" in text.replace(" [^1]", "[^1]")
    assert "[^1]: Floods, no" not in text
    assert f"`{HASH}`" in text
    assert WORDS in text
    assert "*(partly)*" in text
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"!\[", text)


def test_the_name_of_a_collection_stays_words_in_markdown(library: Library) -> None:
    made = article(library)
    cover = structs.replace(made.coverage, within="![x](http://far.example/x.png)<img src=x>")
    text = export.markdown(structs.replace(made, coverage=cover), library)
    assert "far.example" in text
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\]\(", text)


@pytest.mark.parametrize("fence", ["~~~", "~~~~~ text", "- ~~~", "> ~~~", "```"])
def test_no_text_swallows_what_follows_it_in_markdown(library: Library, fence: str) -> None:
    text = export.markdown(article(library, f"{fence}\nIt broke."), library)
    shown = MarkdownIt("commonmark").parse(text)
    assert not [token for token in shown if token.type == "fence"]
    headings = [
        one.content
        for one, before in zip(shown[1:], shown, strict=False)
        if before.type == "heading_open"
    ]
    assert "Claims" in headings and "Left out" in headings


def test_quoted_words_mean_nothing_to_markdown(library: Library) -> None:
    said = "“__init__ is called with *args and **kwargs in C:\\_new &lt;”"
    made = answer(library)
    text = f"{said} [1]."
    quoted = Claim(0, len(text), text, (1,), "quoted", "")
    told = export.markdown(structs.replace(made, text=text, claims=(quoted,)), library)
    assert said in Page(MarkdownIt("commonmark").render(told)).text


def test_a_sentence_that_was_not_weighed_yet_says_so(library: Library) -> None:
    waiting = claims.at_first_sight("It was broken [1].", (evidence(library),))
    made = structs.replace(answer(library), text="It was broken [1].", claims=waiting)
    assert claims.waits(waiting[0])
    assert "It was broken [^1]. *(not weighed yet)*" in export.markdown(made, library)
    assert "It was broken [1]. (not weighed yet)" in copied_text.with_references(made)
    told, _ = with_states(Block(1, "", made.text, waiting), terms.of(""))
    assert told == "It was broken [1]. *(not weighed yet)*"


def test_signs_that_mark_nothing_are_shown_by_markdown(library: Library) -> None:
    said = "The volume is 2*3*4 m in __init__.py."
    claim = Claim(0, len(said), said, (1,), "supported", "")
    told = export.markdown(structs.replace(answer(library), text=said, claims=(claim,)), library)
    told = told.partition("## How it was found")[0]
    assert said in Page(MarkdownIt("commonmark").render(told)).text


def test_what_the_check_takes_for_marks_are_footnotes(library: Library) -> None:
    whole = article(library, "It broke [1-2], or [1, 2]. In [2019] or [2-3], not.")
    both = (evidence(library), evidence(library, 2))
    claim = Claim(0, 25, "It broke [1-2], or [1, 2].", (1, 2), "supported", "")
    blocks = (structs.replace(whole.blocks[0], claims=(claim,)),)
    research = structs.replace(whole.research, evidence=both)
    whole = structs.replace(whole, blocks=blocks, research=research)
    told = export.markdown(whole, library)
    assert "It broke [^1][^2], or [^1][^2]. In \\[2019\\] or \\[2-3\\], not." in told
    shown = export.html(whole, library)
    assert shown.count('href="#e2">2</a></sup>') == 2
    assert "In [2019] or [2-3], not." in shown


SIGNS = "1. Call __init__ with **kwargs** in C:\\*x*, ~~not~~ R&amp;D"


def test_no_word_beside_the_text_changes_in_markdown(library: Library) -> None:
    text = f"It says “{SIGNS}” [1]."
    claim = Claim(0, len(text), text, (1,), "supported", SIGNS)
    source = structs.replace(evidence(library), text=SIGNS, title=SIGNS)
    losses = (Loss(SIGNS, SIGNS, SIGNS),)
    whole = article(library)
    research = structs.replace(whole.research, evidence=(source,), losses=losses)
    blocks = (Block(2, SIGNS, text, (claim,), failed=SIGNS),)
    whole = structs.replace(whole, title=SIGNS, blocks=blocks, research=research)
    told = export.markdown(whole, library)
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    shown = Page(reader.render(told))
    assert shown.text.count(SIGNS) == told.count("Call") == 11
    assert not {"strong", "del", "s"} & set(shown.tags)
    listed = export.escaped(SIGNS), export.escaped("- one"), export.escaped("# two")
    assert Page(reader.render("\n".join(f"- {one}" for one in listed))).tags == ["ul", *["li"] * 3]


def test_an_answer_is_exported_under_its_question(library: Library) -> None:
    page = export.html(answer(library), library)
    assert "<h1>When?</h1>" in page
    assert export.markdown(answer(library), library).startswith("# When?\n")


def test_same_article_same_bytes(library: Library, tmp_path: Path) -> None:
    first = export.save_html(article(library), library, tmp_path / "a").read_bytes()
    assert export.save_html(article(library), library, tmp_path / "b").read_bytes() == first


def test_a_folder_that_cannot_be_is_a_sentence(library: Library, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="could not be written"):
        export.save_html(article(library), library, tmp_path / "file")


def test_facts_count_words_claims_and_states(library: Library) -> None:
    said = ledger.facts(answer(library))
    assert said == "2 words · 1 sentence: 1 supported"


def test_only_proven_keeps_text_and_claims_together() -> None:
    text = "One [1]. Two. Three [2].\n\nFour [3]."
    claims = [
        Claim(0, 8, "One [1].", (1,), "quoted", ""),
        Claim(9, 13, "Two.", (), "not found", ""),
        Claim(14, 24, "Three [2].", (2,), "supported", ""),
        Claim(26, 35, "Four [3].", (3,), "supported", ""),
    ]
    kept, moved = ledger.proven(text, claims)
    assert kept == "One [1]. Three [2].\n\nFour [3]."
    assert [kept[claim.start : claim.end] for claim in moved] == [
        "One [1].",
        "Three [2].",
        "Four [3].",
    ]


def test_only_proven_keeps_the_items_of_a_list() -> None:
    text = (
        "In short:\n\n- “Report A”: Odd. One [1]. Two [1].\n- “Report B”: Odd.\n- “C”: Three [3].\n"
        "\nFour [4].\n2. Five [4].\n  * Six [4]."
    )
    said = (
        "Odd.",
        "One [1].",
        "Two [1].",
        "Odd.",
        "Three [3].",
        "Four [4].",
        "Five [4].",
        "Six [4].",
    )
    claims, end = [], 0
    for one in said:
        start = text.index(one, end)
        end = start + len(one)
        claims.append(Claim(start, end, one, (), "not found" if one == "Odd." else "quoted", ""))
    kept, moved = ledger.proven(text, claims)
    assert kept == (
        "- “Report A”: One [1]. Two [1].\n- “C”: Three [3].\n\n"
        "Four [4].\n2. Five [4].\n  * Six [4]."
    )
    assert all(kept[claim.start : claim.end] == claim.text for claim in moved)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.97, ".97"), (1.0, "1.0"), (0.999, ".99"), (0.0, ".00"), (0.5, ".50"), (-1, ".00")],
)
def test_a_fraction_is_never_rounded_up_to_certainty(value: float, shown: str) -> None:
    assert ledger.fraction(value) == shown
