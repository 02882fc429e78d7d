"""``muniment outline``: headings shaped from the terminal, and what changed written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from bridge_article import an_article, shelved, weighs

from warehouse import cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.records import Article
from warehouse.studies import keeper

Run = Callable[..., tuple[int, str]]
PIERS = "In 1967 a flood damaged two piers of the bridge [4]."


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command on an article of one section; its study's id is ``2``."""
    with shelved(tmp_path / "papers") as library:
        made = an_article(library)

    def write(topic: str, context: Context, **more: Any) -> Article:
        return made

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "aware"), write)
    engine = ScriptedEngine([Line("retell", "", PIERS.replace(" [4]", ""), repeat=True), *weighs()])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    place = ["--warehouse", str(tmp_path / "papers")]
    assert cli.main([*place, "write", "The bridge"]) == 0
    capsys.readouterr()

    def call(verb: str, *words: str) -> tuple[int, str]:
        status = cli.main([*place, "outline", verb, "2", *words])
        told = capsys.readouterr()
        return status, told.out or told.err

    return call


def test_headings_are_shaped_and_a_change_is_taken_back(run: Run) -> None:
    status, told = run("show", "--evidence")
    assert status == 0 and "1     The deck (1 sentence, thin)" in told
    assert "[2] Lune Bridge, 1: The deck of the bridge was widened in 1934." in told
    assert run("write") == (1, "The article follows this outline already.\n")
    told = run("add", "Piers and floods", "--about", "the flood of 1967")[1]
    assert "2     Piers and floods (0 sentences, thin, to be written)" in told
    assert "To be written: 1 section." in told
    assert "1     Piers and floods" in run("move", "2", "1")[1]
    assert "2     Trams (1 sentence, thin)" in run("rename", "2", "Trams")[1]
    assert "To the writer: Say who" in run("note", "2", "Say who")[1]
    assert "Say who" not in run("undo")[1]
    assert "Piers" not in run("remove", "1")[1]
    assert run("title", "Old trams")[1].startswith("Old trams\n")
    run("add", "Widening")
    assert "2     Widening (1 sentence, thin" in run("give", "2", "1", "2")[1]
    assert "2     Widening (0 sentences, thin" in run("leave", "2", "2")[1]
    assert run("undo")[0] == 0 and run("give", "2", "2", "1")[0] == 0
    assert run("remove", "2")[0] == 0
    assert "2     Widening" in run("undo")[1] and "Widening" not in run("redo")[1]
    assert "There is nothing to do again in this outline." in run("redo")[1]
    for _ in range(6):
        status, told = run("undo")
    assert (status, "Old trams" in told, "Piers" in told) == (0, False, True)
    for _ in range(6):
        status, told = run("redo")
    assert (status, told.startswith("Old trams")) == (0, True)
    status, told = run("split", "1", "Two")
    assert status == 1 and "too little evidence" in told
    status, told = run("merge", "3")
    assert status == 1 and "There is no heading 3" in told
