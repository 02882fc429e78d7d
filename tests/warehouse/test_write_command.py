"""``muniment write`` with what is chosen for one article: its length, and the answer it is from."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridges import reads

from warehouse import cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.results.records import Article, Block, Coverage, Research, Spend, Structure
from warehouse.settings import Settings
from warehouse.studies import keeper

QUESTION = "How many documents do I have?"


def test_an_article_has_its_own_length_and_is_written_from_an_answer(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, str]] = []

    def write(topic: str, context: Context, **more: Any) -> Article:
        chain: Research = more.get("research", Research(topic, Structure(), ()))
        given.append((context.settings.article_words, chain.task if "research" in more else ""))
        cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
        return Article(topic, topic, "aware", Block(1, "", "", ()), (), chain, cover, spend)

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "aware"), write)
    engine = ScriptedEngine(reads("library"))
    monkeypatch.setattr(Engines, "engine", lambda self, slot: engine)
    place = ["--warehouse", str(tmp_path / "papers")]
    (tmp_path / "papers").mkdir()
    assert cli.main([*place, "ask", QUESTION, "--kind", "library"]) == 0
    capsys.readouterr()
    assert cli.main([*place, "studies"]) == 0
    answer = next(line.split()[0] for line in capsys.readouterr().out.splitlines() if "How" in line)
    assert cli.main([*place, "write", "Mills", "--words", "300", "--from", answer]) == 0
    assert cli.main([*place, "write", "Mills"]) == 0
    assert given == [(300, QUESTION), (Settings().article_words, "")]
    capsys.readouterr()
    assert cli.main([*place, "write", "Mills", "--from", "1999"]) != 0
    assert "No answer begins with “1999”" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main([*place, "write", "Mills", "--words", "20"])
    assert "no number from 150 to 10,000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wish", "named"),
    [
        (["--purpose", "to decide"], "--purpose"),
        (["--readers", "engineers", "--style", "dry"], "--readers and no --style"),
        (["--outline"], "--outline"),
        (["--depth", "deep"], "--depth"),
    ],
)
def test_what_retelling_does_not_heed_is_refused(
    tmp_path: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wish: list[str],
    named: str,
) -> None:
    spoken: list[str] = []

    def write(topic: str, context: Context, **more: Any) -> Article:
        spoken.append(context.settings.article_language)
        cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
        research = Research(topic, Structure(), ())
        return Article(topic, topic, "retell", Block(1, "", "", ()), (), research, cover, spend)

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "retell"), write)
    monkeypatch.setattr(Engines, "engine", lambda self, slot: ScriptedEngine())
    (tmp_path / "papers").mkdir()
    given = ["--warehouse", str(tmp_path / "papers"), "write", "Mills", "--method", "retell"]
    assert cli.main([*given, *wish]) == 1
    assert f"heeds no {named}." in " ".join(capsys.readouterr().err.split())
    assert not spoken
    assert cli.main([*given, "--language", "German"]) == 0
    assert spoken == ["German"]


@pytest.mark.parametrize("method", ["rag", "orag"])
def test_a_depth_is_refused_where_there_is_none(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    given = ["--warehouse", str(tmp_path), "write", "Mills", "--method", method]
    assert cli.main([*given, "--depth", "shallow"]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert f"--depth is for methods that search in several rounds; {method} does not." in told


def test_what_was_exported_before_is_not_replaced(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(topic: str, context: Context, **more: Any) -> Article:
        cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
        research = Research(topic, Structure(), ())
        return Article(topic, topic, "aware", Block(1, "", "", ()), (), research, cover, spend)

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "aware"), write)
    monkeypatch.setattr(Engines, "engine", lambda self, slot: ScriptedEngine())
    (tmp_path / "papers").mkdir()
    given = ["--warehouse", str(tmp_path / "papers"), "write", "Mills", "--out", str(tmp_path)]
    assert cli.main(given) == 0
    (tmp_path / "article.md").write_text("by hand")
    (tmp_path / "article.html").unlink()
    assert cli.main(given) == 0
    assert str(tmp_path / "article 2.md") in capsys.readouterr().out
    assert (tmp_path / "article.md").read_text() == "by hand"
