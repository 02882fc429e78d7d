"""``muniment graph``: read, counted, shown, forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import HashingEmbedder, write_html

from warehouse.app import Engines
from warehouse.cli import main
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.ingest import embedders
from warehouse.store import read_only

Captured = pytest.CaptureFixture[str]
TEXT = "The old mill grinds the corn of seven villages. Its owner, Anna Weber, keeps grey cats."
READ = {"1": [["mill", "grinds", "corn"]], "2": [["Anna Weber", "keeps", "dogs"]]}
Said = Callable[..., str]


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Said:
    """What a command says, with the status it ends with; the library has The mill."""
    monkeypatch.setattr(embedders, "of_settings", lambda settings, log: HashingEmbedder())
    engine = ScriptedEngine([Line("triples", "grinds the corn", READ, repeat=True)])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    place = ["--warehouse", str(tmp_path / "papers")]

    def said(*words: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main([*place, *words]) == status
        told = capsys.readouterr()
        return told.err if status else told.out

    said("add", str(write_html(tmp_path / "mill.html", "The mill", TEXT)))
    return said


def mill(said: Said) -> str:
    return re.findall(r"\b[0-9a-f]{8,}\b", said("ls"))[0]


def test_a_document_is_read_shown_and_forgotten(said: Said) -> None:
    id = mill(said)
    assert "Begin with: muniment graph build" in said("graph")
    built = said("graph", "build", id)
    assert "Sentences read for the graph: 2." in built
    assert re.search(r"2 +1 +1 +The mill", built)
    assert "read for the graph: 0." in said("graph", "build"), "each is read once"
    shown = said("graph", "show", id)
    assert "mill — grinds — corn" in shown and "seven villages" in shown and "dogs" not in shown
    assert "“dogs” does not stand" in said("graph", "show", id, "--lost")
    said("graph", "forget", id)
    assert "not read for the graph yet" in said("graph", "show", id)


def test_a_relation_is_removed_and_stays_so_until_it_is_taken_back(said: Said) -> None:
    id = mill(said)
    said("graph", "build")
    assert re.search(r"\b1  mill — grinds — corn", said("graph", "show", id))
    assert said("graph", "remove", id, "1") == "Removed: mill — grinds — corn\n"
    for _ in range(2):
        assert "grinds — corn" not in said("graph", "show", id)
        assert "mill — grinds — corn (removed by you)" in said("graph", "show", id, "--lost")
        assert re.search(r"2 +0 +2 +The mill", said("graph"))
        said("graph", "forget", id)
        said("graph", "build")
    assert "lost: removed by you" in said("graph", "remove", id, "1", status=1)
    assert "There is no relation 3" in said("graph", "remove", id, "1", "3", "--back", status=1)
    assert "In the graph again: mill" in said("graph", "remove", id, "1", "--back")
    assert "mill — grinds — corn" in said("graph", "show", id)
    assert "is in the graph" in said("graph", "remove", id, "1", "--back", status=1)


def test_names_are_joined_and_parted_and_that_is_taken_back(said: Said) -> None:
    said("graph", "build")
    assert "said of no names yet" in said("graph", "names")
    same = "“mill” means the same as “Corn”\n"
    assert said("graph", "join", "mill", "Corn") == same
    assert "Nothing was changed" in said("graph", "join", "corn", "mill")
    assert said("graph", "part", "mill", "corn") == "“mill” means something else than “corn”\n"
    assert said("graph", "names") == "“corn” means something else than “mill”\n"
    assert "Nothing was changed" in said("graph", "part", "corn", "mill")
    assert said("graph", "part", "mill", "corn", "--back").startswith("Taken back: “mill”")
    assert said("graph", "names") == "“corn” means the same as “mill”\n"
    said("graph", "join", "mill", "corn", "--back")
    assert "Nothing was changed" in said("graph", "join", "mill", "corn", "--back")
    assert "There is no name “dogs”" in said("graph", "join", "mill", "dogs", status=1)


def test_names_tell_what_a_later_word_has_voided(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READ, "1", [*READ["1"], ["mill", "serves", "villages"]])
    said("graph", "build")
    said("graph", "join", "mill", "corn")
    said("graph", "part", "mill", "villages")
    said("graph", "join", "corn", "villages")
    assert said("graph", "names").splitlines() == [
        "“corn” means the same as “villages”",
        "“mill” means something else than “villages”",
        "“corn” means the same as “mill” (not so by what you said later)",
    ]


def test_a_library_that_can_only_be_read_is_not_changed(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = mill(said)
    said("graph", "build")
    with monkeypatch.context() as patched:
        patched.setattr(read_only, "is_read_only", lambda folder: True)
        patched.setattr(read_only, "place_for_writing", lambda folder: folder)
        for words in (["remove", id, "1"], ["join", "mill", "corn"], ["forget", id]):
            assert "can only be read" in said("graph", *words, status=1)
    assert "mill — grinds — corn" in said("graph", "show", id)
