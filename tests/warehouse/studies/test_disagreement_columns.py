"""Disagreements side by side in text, HTML and Markdown; and texts of what is proven only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from msgspec import structs

from warehouse.cli.research import shown
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    Coverage,
    Disagreement,
    Evidence,
    Research,
    Side,
    Spend,
    Structure,
)
from warehouse.store.catalog import Catalog
from warehouse.studies.exporting import export
from warehouse.studies.report import disagreement_columns, ledger

SAID = ("The works employed 300 people.", "It gave work to 340 people <b>in all</b>.")


def side(number: int, title: str, date: str) -> Side:
    said = SAID[number - 1]
    return Side(number, said, Place("ab" * 32, 0, 0, len(said)), title, f"{number}", date)


FOUND = Disagreement(
    "the number: 300 and 340", 0.93, side(1, "Report", "1998"), side(2, "Survey", "2004")
)
CLAIMS = (
    Claim(0, 4, "One.", (1,), "supported", "", 0.9),
    Claim(5, 9, "Two.", (), "not found", "nothing says it"),
)


def result() -> Answer:
    evidence = tuple(
        Evidence(one.number, one.place, one.said, one.title, one.page_label, "", "q", 1.0)
        for one in (FOUND.first, FOUND.second)
    )
    chain = Research("Who?", Structure(), evidence, disagreements=(FOUND,))
    return Answer("Who?", "aware", "One. Two.", False, CLAIMS, chain,
                  Coverage(2, 2, 0, 2, 0.1, 0.5), Spend(1, 1, 1, 0, 1.0))  # fmt: skip


def library() -> Library:
    catalog = SimpleNamespace(
        knows=lambda document: False,
        newer=lambda documents: {},
        was_read_again=lambda document: False,
        text=lambda document: "",
    )
    return cast(Library, SimpleNamespace(catalog=cast(Catalog, catalog)))


def test_the_terminal_shows_both_with_date_and_place() -> None:
    text = shown(result())
    assert disagreement_columns.TITLE in text
    assert "The number: 300 and 340 · 93% sure" in text
    [line] = [one for one in text.splitlines() if "[1] Report" in one and "|" in one]
    assert "Report, p. 1, 1998" in line and "[2] Survey, p. 2, 2004" in line
    assert "  “It gave work" in text or "| “It gave work" in text


def test_exports_show_both_and_mark_up_nothing_of_theirs() -> None:
    page = export.html(result(), library())
    assert '<div class="sides">' in page
    assert "&lt;b&gt;in all" in page and "<b>" not in page
    assert page.count('id="e2"') == 1
    text = export.markdown(result(), library())
    assert "## The sources disagree" in text
    assert "| Report, p. 1, 1998 [^1] | Survey, p. 2, 2004 [^2] |" in text
    assert "[^2]:" in text


def test_where_sources_agree_nothing_is_shown() -> None:
    agreed = structs.replace(result(), research=Research("Who?", Structure(), ()))
    assert disagreement_columns.TITLE not in shown(agreed)
    assert disagreement_columns.TITLE not in export.html(agreed, library())
    assert disagreement_columns.TITLE not in export.markdown(agreed, library())


def test_the_other_side_of_a_number() -> None:
    assert disagreement_columns.other(FOUND, 1) is FOUND.second
    assert disagreement_columns.other(FOUND, 2) is FOUND.first
    assert disagreement_columns.other(FOUND, 3) is None


def test_only_what_is_proven_is_left() -> None:
    answer = ledger.only_proven(result())
    assert isinstance(answer, Answer)
    assert (answer.text, [one.state for one in answer.claims]) == ("One.", ["supported"])
    block = Block(2, "A", "One. Two.", CLAIMS)
    article = Article("T", "Who?", "aware", block, (block,), answer.research, answer.coverage,
                      answer.spend)  # fmt: skip
    left = ledger.proven_article(article)
    assert [one.text for one in (left.lead, *left.blocks)] == ["One.", "One."]
