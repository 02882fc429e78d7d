"""``muniment ask --follow``: a question that says "it", from the command line and from Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from warehouse import app, cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.records import Answer, Coverage, Research, Spend, Structure
from warehouse.studies import keeper

FULL = "When was Lune Bridge built?"


def answer(question: str, context: Context, **_: Any) -> Answer:
    cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    chain = Research(question, Structure(), ())
    return Answer(question, "aware", "Lune Bridge it is.", False, (), chain, cover, spend)


@pytest.fixture
def place(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("ask", "aware"), answer)
    engine = ScriptedEngine([Line("follow_up", "", FULL, repeat=True)])
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    folder = tmp_path / "papers"
    folder.mkdir()
    return folder


def test_a_question_follows_another_and_both_are_exported(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--warehouse", str(place)]
    assert cli.main([*run, "ask", "Which bridge is the oldest of them?"]) == 0
    told = capsys.readouterr().out
    first = told.split("--follow ")[1].split()[0]
    assert cli.main([*run, "ask", "When was it built?", "--follow", first[:17]]) == 0
    told = capsys.readouterr().out
    assert told.startswith("When was it built?\nAsked as:\n\n" + FULL)
    again = [*run, "ask", "When was it built?", "--follow", first, "--as-written"]
    assert cli.main(again) == 0
    assert "Asked as" not in capsys.readouterr().out
    assert cli.main([*run, "studies"]) == 0
    assert capsys.readouterr().out.count("↳ When was it built?") == 2
    out = ["export", first, str(tmp_path / "out"), "--conversation", "--as", "markdown"]
    assert cli.main([*run, *out]) == 0
    text = Path(capsys.readouterr().out.strip()).read_text("utf-8")
    assert f"## When was it built? (asked as: {FULL})" in text
    assert text.count("Lune Bridge it is.") == 3
    assert cli.main([*run, "ask", "Why?", "--follow", "1999"]) == 1
    assert "No question begins with “1999”" in capsys.readouterr().err


def test_the_same_from_python(place: Path) -> None:
    with app.open(place) as papers:
        papers.ask("Which bridge is the oldest of them?")
        first = papers.studies.list()[0]
        made = papers.ask("When was it built?", follow=first.id)
        assert made.question == FULL
        row = papers.studies.list()[0]
        changed, made = papers.reword(row, "When was it closed?", app.Run())
        assert (changed.asked_as, made.question) == ("When was it closed?", "When was it closed?")
