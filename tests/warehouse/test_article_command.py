"""``muniment article``: a paragraph replaced and checked, versions, suggestions, comments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from bridge_article import SETTINGS, TEXT, an_article, shelved, weighs
from msgspec import structs
from shelf import HashingEmbedder, reread

from warehouse import cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Article, Figure
from warehouse.studies import keeper

Run = Callable[..., tuple[int, str]]
OPENING = "Opened with arches in 1881, its deck was widened in 1934 [1][2]."


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command on an article of three sentences; its study's id is ``2``."""
    with shelved(tmp_path / "papers") as library:
        made = an_article(library)
        first = Place(library.catalog.documents()[0].id, 0, 0, 10)
        figure = Figure(first, "1", "Lune Bridge", "Figure 1: The deck.", (0, 0, 90, 90))
        [deck] = made.blocks
        made = structs.replace(made, blocks=(structs.replace(deck, figures=(figure,)),))

    def write(topic: str, context: Context, **more: Any) -> Article:
        return made

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "aware"), write)
    short = "The deck was widened in 1934 [2]."
    shorter = Line("shorter", "", short, repeat=True)
    engine = ScriptedEngine([shorter, Line("lead", "", OPENING, repeat=True), *weighs()])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    place = ["--warehouse", str(tmp_path / "papers")]
    assert cli.main([*place, "write", "The bridge"]) == 0
    capsys.readouterr()

    def call(verb: str, *words: str) -> tuple[int, str]:
        status = cli.main([*place, "article", verb, "2", *words])
        told = capsys.readouterr()
        return status, told.out or told.err

    return call


def test_a_paragraph_is_replaced_from_a_file_and_led_back(run: Run, tmp_path: Path) -> None:
    assert "  1.1  The deck was made wider" in run("show")[1]
    assert run("versions")[1] == "It reads as it was written.\n"
    file = tmp_path / "deck.txt"
    file.write_text("The deck was made wider in 1934 [2]. Trams ran on it [3].", "utf-8")
    status, told = run("replace", "1.1", str(file))
    assert status == 0 and "Trams ran on it [3]. (Supported" in told
    file.write_text("It was a festive day [2].", "utf-8")
    status, told = run("replace", "0.1", str(file))
    assert status == 1 and "Not found" in told
    assert run("replace", "7.1", str(file))[0] == 1
    told = run("versions")[1]
    assert "*        3     2" in told and "Paragraph edited in “The deck”" in told
    status, told = run("diff", "1", "2")
    assert status == 1
    assert "2 - It was a festive day." in told and "3 + Trams ran on it [3]." in told
    assert "festive" in run("back", "1")[1]
    assert run("diff") == (0, "The two read alike.\n")
    assert "There is no version 9" in run("back", "9")[1]


def test_a_suggestion_is_shown_and_taken(run: Run) -> None:
    status, told = run("suggest", "1.1", "shorter")
    assert status == 0 and "[-made wider-] {+widened+}" in told
    assert "Suggestion 1: 1.1 shortened" in run("show")[1]
    told = run("accept", "1", "--change", "1")[1]
    assert "widened" in told and "festive" in told and "Suggestion 1" in told
    told = run("accept", "1")[1]
    assert "festive" not in told and "Suggestion" not in told
    assert "There is no open suggestion 1" in run("reject", "1")[1]
    assert run("suggest", "1.1", "add")[0] == 1
    assert run("suggest", "1.1", "prove") == (1, "Every sentence of it is proven already.\n")


def test_an_opening_is_suggested_where_one_stands_and_written_where_none_does(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(64))
    status, told = run("write", "opening")
    assert status == 0 and "Suggestion 1 for 0.1: written anew from its evidence" in told
    file = tmp_path / "nothing.txt"
    file.write_text("", "utf-8")
    run("replace", "0.1", str(file))
    assert "  0.1" not in run("show")[1]
    status, told = run("write", "opening")
    assert status == 0 and f"  0.1  {OPENING}" in told
    assert "Paragraph written in the opening" in run("versions")[1]
    status, told = run("write", "end")
    assert status == 1 and "Nothing could be proven that joins" in told


def test_the_numbers_of_changes_are_those_last_shown(run: Run, tmp_path: Path) -> None:
    said = "The deck was made wider in 1934 [2]. It was a festive day."
    file = tmp_path / "deck.txt"
    file.write_text(f"Nobody knows why. {said}", "utf-8")
    run("replace", "1.1", str(file), "--later")
    told = run("suggest", "1.1", "shorter")[1]
    assert "1 - Nobody knows why." in told and "2 ~ The deck" in told and "3 - It was" in told
    file.write_text(f"Little is told of it. Nobody knows why. {said}", "utf-8")
    run("replace", "1.1", str(file), "--later")
    told = run("accept", "1", "--change", "1")[1]
    assert "  1.1  Little is told of it. The deck was made wider" in told
    assert "1 - Little is" in told and "2 ~ The deck" in told and "3 - It was" in told
    told = run("reject", "1", "--change", "3")[1]
    assert "festive" in told and "2 ~ The deck" in told and "3 - It was" not in told
    assert "no such change" in run("accept", "1", "--change", "7")[1]
    told = run("accept", "1", "--change", "2")[1]
    assert "Little is told of it. The deck was widened in 1934 [2]. It was a festive day" in told


def test_an_article_is_held_against_the_library(run: Run, tmp_path: Path) -> None:
    assert run("check") == (0, "Nothing in the library has changed that bears on it.\n")
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder(64)) as library:
        library.remove(library.documents()[0].id)
    status, told = run("check")
    assert status == 1 and "The deck was made wider in 1934 [2]. (gone)" in told
    assert "“Lune Bridge” is no longer in the library" in told
    status, told = run("check", "--rewrite", "1")
    assert status == 0 and "Suggestion 1 for 0.1" in told
    assert "(gone)" in run("check", "--keep", "1")[1]
    assert "There is no mark 7" in run("check", "--keep", "7")[1]


def test_an_article_is_held_against_what_was_read_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(64))
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder(64)) as library:
        now = TEXT.replace("was widened in 1934", "was made wider in 1934")
        reread(library, library.documents()[0].id, "Lune Bridge", now)
    status, told = run("check")
    assert status == 1 and "The deck was made wider in 1934 [2]. (read again)" in told
    assert "“Lune Bridge” was read again and no longer reads like this" in told
    status, told = run("check", "--rewrite", "1")
    assert status == 0 and "The deck of the bridge was made wider in 1934." in told


def test_words_are_commented(run: Run) -> None:
    assert run("comments") == (0, "Nothing was noted on it.\n")
    status, told = run("comment", "made wider", "By how much?")
    assert status == 0 and told.startswith("Comment 1 on “made wider” (1.1)")
    assert "By how much?" in run("show")[1]
    assert "resolved" in run("resolve", "1")[1]
    assert run("comments", "--open") == (0, "Nothing was noted on it.\n")
    assert "resolved" not in run("open", "1")[1]
    assert run("uncomment", "1") == (0, "Nothing is noted on it.\n")
    assert "does not stand in this article" in run("comment", "no such words", "x")[1]


def test_a_figure_is_shown_left_out_and_brought_back(run: Run) -> None:
    told = run("show")[1]
    assert "   f1  Figure 1: The deck. (Lune Bridge, p. 1)" in told
    assert told.index("f1  ") > told.index("1.1  ")
    assert "There is no figure “f2”" in run("leave-out", "f2")[1]
    status, told = run("leave-out", "f1")
    assert status == 0 and "Figure 1" not in told and "version 2" in told
    assert "Figure left out in “The deck”" in run("versions")[1]
    assert "f1  Figure 1" in run("back", "1")[1]
