"""What opens an article: what the sources say nearest to its topic, said anew and proven."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bridge_article import SETTINGS
from bridge_sections import evidence, shelved, weighs
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.run import Run
from warehouse.writing import opening
from warehouse.writing.outline.ranked import words_of
from warehouse.writing.sentences.plain import Filter

TOPIC = "The bridge of Lune"
NAMED = "The bridge of Lune carried carts over the river for a hundred years."
OTHERS = [
    f"Every Friday {count} bakers sold barley bread when Skerton held its market."
    for count in ("two", "three", "four", "five", "six", "seven", "eight")
]
SAID = "Carts crossed the river on the bridge of Lune for a hundred years."


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def opened(
    library: Any, sentences: list[str], known: str = "", no: str = ""
) -> tuple[str, list[str], Filter]:
    engine = ScriptedEngine([Line("retell", "", SAID, repeat=True), *weighs(no)])
    context = Context.of(library, engine, SETTINGS, Run())
    said = Filter(library.retrieval.embed)
    if known:
        said.say(known)
    pieces = [evidence(number, text) for number, text in enumerate(sentences, start=1)]
    text, claims, losses = opening.write(TOPIC, pieces, said, context)
    assert all(text[one.start : one.end] == one.text for one in claims)
    return text, [one.what for one in losses], said


def test_the_sentence_nearest_to_the_topic_opens_it_in_other_words(library: Any) -> None:
    text, _, said = opened(library, [*OTHERS, NAMED])
    assert text == f"{SAID[:-1]} [8]."
    assert said.says_again([SAID]) == [True], "no section says it again"


def test_what_is_not_proven_gives_way_to_a_quotation(library: Any) -> None:
    text, losses, _ = opened(library, [*OTHERS, NAMED], no="Carts crossed")
    assert text.startswith(f"“{NAMED[:-1]}") and "[8]" in text
    assert any("Carts crossed" in one for one in losses)


def test_of_little_evidence_nothing_is_taken_from_the_sections(library: Any) -> None:
    assert opened(library, [*OTHERS[:4], NAMED])[0] == ""


def test_what_the_article_says_already_does_not_open_it(library: Any) -> None:
    assert NAMED not in opened(library, [*OTHERS, NAMED, OTHERS[0]], NAMED, "Carts")[0]


def test_a_line_that_only_leads_to_a_list_opens_nothing(library: Any) -> None:
    text, _, _ = opened(library, [*OTHERS, NAMED, "The bridge of Lune had these parts:"])
    assert "[8]" in text and "parts" not in text


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Anna Holt was a teacher.", 1.0),
        ("Holt's school was opened in 1906.", 0.5),
        ("The Anna Holt Press printed her books.", 0.0),
        ("In 1906 a school was opened.", 0.0),
    ],
)
def test_a_longer_name_is_not_the_topic(sentence: str, named: float) -> None:
    assert opening._named("Anna Holt", sentence) == named


def test_a_sentence_without_gaps_may_open_an_article() -> None:
    text = "這座鐵橋於一八八一年建成，由當地的鑄造廠鑄造了七個鐵拱。"
    piece = structs.replace(evidence(1, text), text=text, title="鐵橋")
    assert [one.sentence for one in opening._able("鐵橋", [piece], Filter())] == [text]
    assert 10 < words_of([piece]) < 20


@pytest.mark.parametrize(
    ("sentence", "another"),
    [
        ("The 2006 Lune bridge fire was small.", True),
        ("A 1934 Lune bridge fire was larger.", True),
        ("In 1934 the bridge was widened.", False),
        ("The bridge fire took 1500 planks.", False),
        ("The 2022 fire of the bridge began at noon.", False),
        ("In 2019 the bridge was widened, before the fire of 2022.", False),
        ("At least 13,070 planks of the bridge burned.", False),
        ("In 1881 a mill opened.", False),
    ],
)
def test_what_is_called_like_the_topic_but_for_its_year_is_another(
    sentence: str, another: bool
) -> None:
    assert opening._names_another("2022 Lune bridge fire", sentence) is another
    assert not opening._names_another("Lune bridge fire", sentence)
