"""Collections, tags and the search box in the terminal. No embedder is there: words suffice."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import write_html

from warehouse import cli

Captured = pytest.CaptureFixture[str]
TEXTS = {
    "Mills": "A water mill grinds grain. The wheel is driven by the river all year long.",
    "Bridges": "A stone bridge carries the road. The mill has no water, and its river bends.",
}


@pytest.fixture
def ids(tmp_path: Path, capsys: Captured) -> dict[str, str]:
    """The ids of two documents that are in the library, by title."""
    for title, text in TEXTS.items():
        write_html(tmp_path / f"{title}.html", title, text)
    cli.main(["add", *(str(tmp_path / f"{title}.html") for title in TEXTS)])
    capsys.readouterr()
    cli.main(["ls"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    return {row[-1]: row[0] for row in rows}


def test_collections_from_beginning_to_end(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["collections"]) == 0
    assert "no collection yet" in capsys.readouterr().out
    assert cli.main(["collections", "make", "By the river", ids["Mills"]]) == 0
    assert cli.main(["collections", "add", "by the river", ids["Bridges"]]) == 0
    assert capsys.readouterr().out.endswith("By the river: 2 documents\n")
    assert cli.main(["collections", "take", "By the river", ids["Mills"]]) == 0
    assert cli.main(["collections", "save", "Stone", "stone"]) == 0
    assert cli.main(["collections", "rename", "Stone", "Of stone"]) == 0
    capsys.readouterr()
    assert cli.main(["collections"]) == 0
    said = capsys.readouterr().out
    assert "1  By the river" in said
    assert "1  Of stone      stone" in said
    assert cli.main(["collections", "make", "OF STONE"]) == 1
    assert cli.main(["collections", "rm", "By the river"]) == 0
    capsys.readouterr()
    cli.main(["ls"])
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_tags(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["tag", "old", *ids.values()]) == 0
    assert cli.main(["tag", "OLD", ids["Mills"], "--off"]) == 0
    capsys.readouterr()
    assert cli.main(["tag"]) == 0
    assert capsys.readouterr().out.split() == ["documents", "tag", "1", "old"]
    assert cli.main(["tag", "old"]) == 0
    said = capsys.readouterr().out
    assert "Bridges" in said
    assert "Mills" not in said


def test_search_shows_where_the_words_stand(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["search", '"water mill"']) == 0
    said = capsys.readouterr().out
    assert said.startswith("Mills")
    assert "    water mill\n" in said
    assert "1 document in all." in said
    assert cli.main(["search", "river", "--kind", "web", "--year", "1066"]) == 1
    cli.main(["collections", "make", "Just bridges", ids["Bridges"]])
    capsys.readouterr()
    assert cli.main(["search", "river", "--in", "just bridges"]) == 0
    said = capsys.readouterr().out
    assert "Bridges" in said
    assert "Mills" not in said
    assert cli.main(["search", '"water mill']) == 0
    assert "not closed; read as plain words" in capsys.readouterr().out


def test_nothing_is_alike_before_it_is_embedded(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["like", ids["Mills"]]) == 1
    assert "No document is like it yet." in capsys.readouterr().out
    assert cli.main(["like", "zzz"]) == 1


def test_an_unknown_collection_is_a_sentence(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["collections", "add", "Nowhere", ids["Mills"]]) == 1
    assert "no collection or saved search named “Nowhere”" in capsys.readouterr().err


def test_search_says_where_else_nearly_the_same_stands(
    ids: dict[str, str], capsys: Captured, tmp_path: Path
) -> None:
    write_html(tmp_path / "copy.html", "Mills, a copy", TEXTS["Mills"])
    cli.main(["add", str(tmp_path / "copy.html")])
    capsys.readouterr()
    assert cli.main(["search", "grinds grain"]) == 0
    said = capsys.readouterr().out
    assert said.count("water mill grinds grain") == 1
    assert "    also in: Mills" in said


def test_a_saved_search_says_how_it_was_understood(ids: dict[str, str], capsys: Captured) -> None:
    assert cli.main(["collections", "save", "Either", "kind:web OR mill"]) == 0
    said = capsys.readouterr().out
    assert "Fields and words cannot be alternatives of each other; read as plain words." in said
    assert cli.main(["collections", "change", "Either", "kind:web"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_a_passage_is_shown_on_even_lines(
    ids: dict[str, str], capsys: Captured, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("The zeppelin\n     landed   at the lake.\n")
    cli.main(["add", str(tmp_path / "a.txt")])
    capsys.readouterr()
    assert cli.main(["search", "zeppelin"]) == 0
    assert "The zeppelin landed at the lake." in capsys.readouterr().out
