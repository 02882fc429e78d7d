"""``muniment article`` where the source of an article has left the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridge_article import SETTINGS, an_article, shelved, weighs
from shelf import HashingEmbedder

from warehouse import cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.studies import keeper
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.editor import Edited
from warehouse.studies.editing.outline_editor import OutlineEditor


def test_show_marks_the_sentence_and_acts_say_that_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with shelved(tmp_path / "papers") as library:
        made = an_article(library)

    def write(topic: str, context: Context, **more: Any) -> Article:
        return made

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "aware"), write)
    engine = ScriptedEngine(weighs())
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    place = ["--warehouse", str(tmp_path / "papers")]

    def run(*words: str) -> tuple[int, str]:
        status = cli.main([*place, *words])
        told = capsys.readouterr()
        return status, " ".join((told.out or told.err).split())

    assert run("write", "The bridge")[0] == 0
    assert "✓✗" in run("article", "show", "2")[1]
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder(64)) as library:
        library.remove(library.catalog.documents()[0].id)
    why = "[2]: “Lune Bridge” is no longer in the library"
    status, told = run("article", "show", "2")
    assert status == 0 and f"!✗ Stale: {why}" in told and "2 stale" in told
    nothing = f"Nothing is left to write from. Left out: {why}."
    assert run("article", "suggest", "2", "1.1", "rewrite") == (1, nothing)
    file = tmp_path / "deck.txt"
    file.write_text("The deck grew wider in 1934 [2].", "utf-8")
    status, told = run("article", "replace", "2", "1.1", str(file))
    assert status == 1 and f"(Stale · {why})" in told
    now = Edited(made, note=f"Left out: {why}.")
    monkeypatch.setattr(OutlineEditor, "write", lambda self, *others: now)
    monkeypatch.setattr(opening_and_end, "write", lambda *others: now)
    assert run("outline", "anew", "2", "1")[0] == 0
    for words in (("outline", "write", "2"), ("article", "write", "2", "end")):
        assert run(*words)[1].endswith(f"Left out: {why}.")
    out = str(tmp_path / "out")
    assert run("export", "2", out, "--as", "markdown", "--proven")[0] == 0
    [text] = Path(out).glob("*.md")
    assert "The deck" not in text.read_text("utf-8").split("## How it was found")[0][200:]
