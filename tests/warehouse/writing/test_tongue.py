"""The language of an article whose sources speak several."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from test_bad_input import BRIDGE, FACTS, FRENCH, GERMAN, SETTINGS, Shelve, Whole, shelve, written

from warehouse.context import Context
from warehouse.records import Place
from warehouse.results.records import Block, Evidence, Research
from warehouse.run import Run
from warehouse.writing import tongue
from warehouse.writing.manuscript import nothing
from warehouse.writing.ways import WAYS

TOPIC = "The bridge: a flood damaged it, trams crossed it"
__all__ = ["shelve"]


WISH = " Write it in this language: "


@pytest.mark.parametrize("way", WAYS)
def test_it_is_that_of_most_and_what_is_in_another_is_told_in_it(
    way: str, shelve: Shelve, tmp_path: Path
) -> None:
    library = shelve(
        (BRIDGE, " ".join(FACTS[:3]), "en"),
        ("Die Lune-Brücke", " ".join(GERMAN), "de"),
        ("Le pont de Lune", " ".join(FRENCH), "fr"),
    )
    engine = Whole(tmp_path / "calls")
    article = written(library, engine, way, TOPIC)
    wishing = [prompt for prompt in engine.finished if WISH in prompt]
    assert {prompt.partition(WISH)[2] for prompt in wishing} == {"English"}
    assert any(one in prompt for prompt in wishing for one in (*GERMAN, *FRENCH))
    assert not any(fact in prompt for prompt in wishing for fact in FACTS)
    [told] = [one.how for one in article.research.decisions if one.what == tongue.WHAT]
    assert told.startswith("English; what your documents say in ")
    assert "German" in told and "French" in told


def test_where_all_speak_one_nothing_is_said_of_it(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve((BRIDGE, " ".join(FACTS), "en"))
    engine = Whole(tmp_path / "calls")
    article = written(library, engine, "retell")
    assert not any(WISH in prompt for prompt in engine.finished)
    assert not any(one.what == tongue.WHAT for one in article.research.decisions)


def test_a_topic_in_one_of_them_decides(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve((BRIDGE, " ".join(FACTS), "en"), ("Die Lune-Brücke", " ".join(GERMAN), "de"))
    engine = Whole(tmp_path / "calls")
    topic = "Die Brücke, ihre Pfeiler und was eine Flut beschädigte"
    written(library, engine, "retell", topic)
    wishing = [prompt for prompt in engine.finished if WISH in prompt]
    assert wishing and all(prompt.endswith("German (Deutsch)") for prompt in wishing)
    assert not any(GERMAN[0] in prompt for prompt in wishing)


LONG = (
    "Die Brücke über die Lune wurde im Jahre 1881 mit eisernen Bögen eröffnet.",
    "Eine Flut beschädigte 1967 zwei Pfeiler der Brücke, und die Stadt baute sie wieder auf.",
)


def test_a_page_that_says_it_is_english_and_is_not(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve((BRIDGE, LONG[0], "en"), ("Die Lune-Brücke", LONG[1], "de"))
    engine = Whole(tmp_path / "calls")
    article = written(library, engine, "retell", "Die Brücke und ihre Pfeiler")
    assert not any(one.what == tongue.WHAT for one in article.research.decisions)


def test_what_is_written_into_an_article_is_in_its_language(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve((BRIDGE, " ".join(FACTS), "en"), ("Die Lune-Brücke", " ".join(LONG), "de"))
    context = Context.of(library, Whole(tmp_path / "calls"), SETTINGS, Run())
    pieces = tuple(
        Evidence(
            at, Place(one.id, 0, 0, 9), library.catalog.text(one.id), one.title, "1", "", "q", 1
        )
        for at, one in enumerate(library.documents(), start=1)
    )
    made = nothing("retell", TOPIC, Research(TOPIC, evidence=pieces), context)
    german = structs.replace(made, lead=Block(1, "", " ".join(LONG), ()))
    spoken = tongue.as_written(german, context)
    documents = {one.language: {one.id} for one in library.documents()}
    assert tongue.told_in(documents["en"], spoken) == "German"
    assert tongue.told_in(documents["de"], spoken) == ""
