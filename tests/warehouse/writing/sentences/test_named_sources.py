"""The document stands in front of what is so in its matter alone, and nowhere else."""

from __future__ import annotations

from warehouse.proof import citations
from warehouse.records import Place
from warehouse.results.records import Block, Claim, Evidence
from warehouse.writing.sentences.named_sources import with_sources

TITLES = ("R FAQ", "Debian Policy Manual", "LilyPond Contributor’s Guide")
EVIDENCE = [
    Evidence(n, Place(title, 0, 0, 9), f"The manual and its policy. {n}", title, "1", "", "", 1.0)
    for n, title in enumerate(TITLES, start=1)
]


def text_of(document: str) -> str:
    """Each document speaks of its matter, and of its policy and guide."""
    name = document.partition(" ")[0]
    return f"{name} has a policy. {name} has a manual, a guide and a FAQ. The Policy of {name}."


def told(text: str, topic: str = "Checks of packages", title: str = "Checks") -> str:
    """The text as it stands afterwards, each claim being its own range."""
    found = tuple(
        Claim(one.start, one.end, one.written, one.cites, "supported", "")
        for one in citations.read(text)
    )
    [block] = with_sources([Block(2, title, text, found)], topic, EVIDENCE, text_of)
    for claim in block.claims:
        assert block.text[claim.start : claim.end] == claim.text
    return block.text


def test_a_document_is_named_when_it_begins_to_speak() -> None:
    text = "Facts are told [1]. Guesses are not [1]. Issues have labels [3]. Reports help [1]."
    assert told(text) == (
        "R FAQ: Facts are told [1]. Guesses are not [1]. "
        "LilyPond Contributor’s Guide: Issues have labels [3]. R FAQ: Reports help [1]."
    )


def test_each_paragraph_names_its_document() -> None:
    text = "Facts are told [1]. Guesses are not [1].\n\nReports help [1]."
    assert told(text) == (
        "R FAQ: Facts are told [1]. Guesses are not [1].\n\nR FAQ: Reports help [1]."
    )


def test_what_names_its_matter_itself_needs_none() -> None:
    assert told("Bugs in R are reported [1]. Guesses are not [1].").startswith("Bugs in R")
    text = "Debian has a policy [2]. A policy is a manual [2]."
    assert told(text) == text
    assert told("A policy is a manual [2].").startswith("Debian Policy Manual: ")


def test_what_many_a_title_has_is_no_name() -> None:
    text = "The Guide and the FAQ say so [3]."
    assert told(text) == f"LilyPond Contributor’s Guide: {text}"


def test_the_topic_or_the_heading_may_name_it() -> None:
    text = "Facts are told [1]."
    assert told(text, topic="Bugs in R") == told(text, title="What R wants") == text


def test_what_rests_on_two_documents_or_none_is_left_alone() -> None:
    assert told("Facts are told [1][2]. So be it.") == "Facts are told [1][2]. So be it."
    assert told("Facts are told [1][2]. Bugs are, too [1].").endswith("R FAQ: Bugs are, too [1].")


def test_the_only_document_is_named_once() -> None:
    blocks = [
        Block(2, "Checks", text, (Claim(0, len(text), text, (1,), "supported", ""),))
        for text in ("Facts are told [1].", "Guesses are not [1].")
    ]
    found = with_sources(blocks, "Checks of packages", EVIDENCE[:1], text_of)
    assert [one.text for one in found] == ["R FAQ: Facts are told [1].", "Guesses are not [1]."]


def test_it_is_done_once() -> None:
    once = told("Facts are told [1]. Issues have labels [3].")
    assert told(once) == once
