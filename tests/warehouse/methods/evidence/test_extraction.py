"""Which sentences are picked of documents too long to be read whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder

from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.methods.evidence.extraction import LONG_CHARACTERS, extract
from warehouse.methods.evidence.sentences import Line
from warehouse.run import Run
from warehouse.search.names import TitleIndex
from warehouse.search.rarity import word_shares

SERVES = "The Leader serves for one year from their election."
ASIDE = "This does not apply to what has become urgent for as long as nothing was done."
OTHERS = tuple(f"The Leader may talk to Developers about matter {at}." for at in range(8))


def lines(of_long: bool) -> list[Line]:
    made = [
        Line("d", "Constitution", "", 99 * at, 99 * at + len(text), text, False, 0.3)
        for at, text in enumerate((ASIDE, SERVES, *OTHERS))
    ]
    return [structs.replace(one, of_long=of_long) for one in made]


def best(of_long: bool, tmp_path: Path) -> str:
    asked = ("How long does the Leader serve?",)
    with Library(tmp_path / str(of_long), SETTINGS, HashingEmbedder(64)) as library:
        picked = extract(
            asked,
            lines(of_long),
            TitleIndex(()),
            Context.of(library, ScriptedEngine(), SETTINGS, Run()),
        )
    return picked[0].line.text


def test_words_of_asking_are_not_looked_for_in_a_manual(tmp_path: Path) -> None:
    assert best(True, tmp_path) == SERVES


def test_beside_short_documents_the_question_counts_as_it_is(tmp_path: Path) -> None:
    assert best(False, tmp_path) == ASIDE


def test_rare_words_count_more_than_common_ones() -> None:
    texts = ["the bridge of iron", "the bridge of stone", "the bridge of wood"]
    shares = word_shares(["iron bridge"], texts)
    assert shares[0] == pytest.approx(1.0)
    assert shares[1] == shares[2] < 0.3


def test_of_long_documents_as_much_is_kept_as_there_is_room_for(tmp_path: Path) -> None:
    asked = ("What may the Leader talk to Developers about?",)
    long = "The Leader may talk to Developers about matter {}, and " + "so on, " * 60 + "too."
    made = [
        Line("d", "Constitution", "", 999 * at, 999 * at + 480, long.format(at), False)
        for at in range(12)
    ]
    made = [structs.replace(one, of_long=True) for one in made]
    with Library(tmp_path / "long", SETTINGS, HashingEmbedder(64)) as library:
        context = Context.of(library, ScriptedEngine(), SETTINGS, Run())
        picked = extract(asked, made, TitleIndex(()), context, least=0.0)
    size = sum(len(one.line.text) for one in picked)
    assert 0 < size <= LONG_CHARACTERS < size + max(len(one.text) for one in made)


def picked_of(made: list[Line], tmp_path: Path, room: int = LONG_CHARACTERS) -> list[str]:
    with Library(tmp_path / "mixed", SETTINGS, HashingEmbedder(64)) as library:
        context = Context.of(library, ScriptedEngine(), SETTINGS, Run())
        asked = ("How long does the Leader serve?",)
        picked = extract(asked, made, TitleIndex(()), context, least=0.0, room=room)
    return [one.line.text for one in picked]


def test_sentences_of_short_documents_do_not_push_out_those_of_long_ones(tmp_path: Path) -> None:
    short = [structs.replace(one, document="mail") for one in lines(False)]
    found = picked_of([*short, *lines(True)], tmp_path)
    assert found.count(SERVES) == 2


def test_the_best_of_a_long_document_is_kept_whatever_room_there_is(tmp_path: Path) -> None:
    assert len(picked_of(lines(True), tmp_path, room=10)) == 1
