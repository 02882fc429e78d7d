"""Plain text that was wrapped at a margin: paragraphs and items come out as lines of their own."""

from __future__ import annotations

import textwrap

from indexers.flowing.plain import read_text
from indexers.text import sentences

TERM = "The Project Leader serves for one year from their election, and may be elected again."
LONG = (
    "For the first week any Developer may nominate themselves as a candidate Project Leader, "
    "and summarize their plans for their term. The next two weeks are the polling period."
)


def _wrapped(text: str, first: str, rest: str) -> str:
    return textwrap.fill(text, 72, initial_indent=first, subsequent_indent=rest)


def _told(text: str, suffix: str = ".txt") -> list[str]:
    found = read_text(text.encode(), suffix).text
    return [found[one.start : one.end] for one in sentences.split(found)]


def test_items_of_a_list_are_sentences_whole() -> None:
    listed = "\n".join(
        _wrapped(f"{at}. {words}", "    ", "       ")
        for at, words in enumerate((LONG, TERM, "Appoint Delegates.", LONG), start=1)
    )
    told = _told(f"  5.2. Appointment\n\n{listed}\n")
    assert f"2. {TERM}" in told
    assert "The next two weeks are the polling period." in told


def test_an_item_may_have_a_heading() -> None:
    heads = ("Free Redistribution", "Source Code", "Derived Works")
    listed = "\n".join(
        f"    {at}. {head}\n{_wrapped(LONG, '       ', '       ')}"
        for at, head in enumerate(heads, start=1)
    )
    assert "2. Source Code" in _told(listed)


def test_an_indented_paragraph_is_one_line() -> None:
    paragraph = _wrapped(f"{LONG} {TERM}", "   ", "   ")
    assert TERM in _told(f"{paragraph}\n\n{paragraph}\n")


def test_a_term_stands_before_what_it_means() -> None:
    block = f"   critical\n{_wrapped(LONG, ' ' * 10, ' ' * 10)}"
    assert _told(f"{block}\n\n{block}\n")[0].startswith("critical For the first week")


def test_code_and_columns_keep_their_lines() -> None:
    code = "    gcc -O2 -o program main.c util.c -lm -lpthread -Wall\n    ./program --verbose"
    columns = "\n".join(f"    name{at}      {'x' * 30}      {'y' * 20}" for at in range(4))
    paragraph = _wrapped(f"{LONG} {TERM}", "", "")
    told = read_text(f"{paragraph}\n\n{code}\n\n{columns}\n".encode(), ".txt").text
    assert code.strip("\n") in told
    assert columns in told


def test_indented_text_of_markdown_is_code() -> None:
    paragraph = _wrapped(f"{LONG} {TERM}", "    ", "    ")
    assert read_text(paragraph.encode(), ".md").text == paragraph


FRONT = "---\ntitle: Of tides\ntags:\n  - sea\n\n# drafted in May\n---\n"


def test_the_facts_before_a_text_in_markdown_are_not_its_title() -> None:
    found = read_text(f"{FRONT}\nThe moon\n\n# What it pulls\n\nWater.".encode(), ".md")
    assert found.title == "What it pulls"
    assert [one.title for one in found.sections] == ["What it pulls"]
    facts = [found.text[one.start : one.end] for one in found.code]
    assert "\n\n".join(facts) == FRONT.strip()
    assert read_text(f"{FRONT}\nThe moon\n\nWater.".encode(), ".md").title == "The moon"
    assert read_text(f"\ufeff{FRONT}The moon".encode(), ".md").title == "The moon"


def test_a_rule_that_opens_a_text_in_markdown_parts_nothing_off() -> None:
    found = read_text(b"---\n\n# The moon\n\nIt pulls.\n\n---\n\nThe end.", ".md")
    assert (found.title, found.code) == ("The moon", ())
    assert read_text(b"---\nThe moon pulls", ".md").title == "The moon pulls"


def test_a_title_has_letters() -> None:
    assert read_text(b"=====\nTides\n=====\n\nThe moon pulls.", ".txt").title == "Tides"
    assert (
        read_text(b"1\n00:00:01,000 --> 00:00:04,000\nGood morning", ".txt").title == "Good morning"
    )
