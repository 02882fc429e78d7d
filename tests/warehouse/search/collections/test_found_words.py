"""The best of what was found comes first, and shows the words where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import HashingEmbedder, write_html

from warehouse.library import Library
from warehouse.run import Run
from warehouse.search.collections.found_words import marks
from warehouse.search.collections.query import parse
from warehouse.settings import Settings


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", Settings(), HashingEmbedder()) as made:
        for title, words in (
            ("Water mills", "They stood by the river. Many of them ground grain."),
            ("Stones", "A stone of the mill was cut in Lune. Mills wear their stones out."),
            ("Ships", "Ships carry water, and never a thing that is ground in mills or towns."),
        ):
            made.add([write_html(tmp_path / f"{title}.html", title, words * 3)], Run())
        yield made


def test_a_title_that_says_it_comes_first(library: Library) -> None:
    found = library.finder.find("mills", 1).documents
    order = library.finder.order("mills", found)
    titles = {one.id: one.title for one in library.catalog.documents()}
    assert titles[order[0]] == "Water mills"
    assert set(order) == found
    assert library.finder.order("kind:web", found) == ()


def test_words_are_marked_in_title_and_text(library: Library) -> None:
    ids = {one.title: one.id for one in library.catalog.documents()}
    seen = library.finder.seen("mill stone", list(ids.values()))
    stones = seen[ids["Stones"]]
    assert {stones.text[a:b].lower() for a, b in stones.marks} >= {"stone", "mill"}
    assert [("Stones"[a:b]) for a, b in stones.title] == ["Stones"]
    assert stones.place is not None and stones.place.document == ids["Stones"]
    assert seen[ids["Water mills"]].title == ((6, 11),)
    fields = library.finder.seen("kind:web", [ids["Ships"], "gone"])
    assert list(fields) == [ids["Ships"]] and fields[ids["Ships"]].text == ""


def test_phrases_are_marked_whole_and_what_is_ruled_out_is_not() -> None:
    text = "A water mill is no windmill, and water alone is no mill."
    words = parse('"water mill" -windmill').words
    assert words is not None
    assert [text[a:b] for a, b in marks(text, words, "en", ["en"])] == ["water mill"]
    words = parse("水车").words
    assert words is not None
    assert marks("古老的水车和车水", words, "zh", ["zh"]) == ((3, 5),)
