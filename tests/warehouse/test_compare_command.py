"""``muniment compare``: a topic by two methods, and two articles that there are already."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridges import reads
from shelf import SETTINGS, HashingEmbedder

from warehouse import cli
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import Cancelled, EngineError
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Article, Block, Claim, Coverage, Evidence, Research, Spend
from warehouse.search.retrieval import Retrieval
from warehouse.settings import Settings
from warehouse.studies import keeper

TOPIC = "Mills"
WORDS = "The mill stands at the weir"


def article(method: str, text: str) -> Article:
    evidence = Evidence(1, Place("d", 0, 0, 40), WORDS, "Mills", "1", "", "", 1.0)
    claim = Claim(0, len(text), text, (1,), "supported", "what it cites says it")
    return Article(
        TOPIC,
        TOPIC,
        method,
        Block(1, "", "", ()),
        (Block(2, "Where", text, (claim,)),),
        Research(TOPIC, evidence=(evidence,)),
        Coverage(0, 0, 0, 0, 0.0, 0.0),
        Spend(0, 0, 0, 0, 0.0),
    )


@pytest.fixture
def seen() -> list[Settings]:
    """By which articles were written."""
    return []


@pytest.fixture(name="place")
def a_place(tmp_path: Path, seen: list[Settings], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said = {"orag": f"{WORDS} [1].", "storm": "By the weir a mill was built [1]."}
    for method, text in said.items():
        made = article(method, text)

        def write(_topic: str, context: Context, told: Article = made, **_: Any) -> Article:
            assert context.settings.article_words == 200
            seen.append(context.settings)
            return told

        monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", method), write)
    monkeypatch.setattr(Engines, "engine", lambda self, slot: ScriptedEngine(reads("library")))
    monkeypatch.setattr(Retrieval, "embedder", property(lambda _: HashingEmbedder(64)))
    folder = tmp_path / "papers"
    with Library(folder, SETTINGS, HashingEmbedder(64)):
        pass
    return ["--warehouse", str(folder)]


def beside(told: str) -> list[str]:
    return [line for line in told.splitlines() if "The mill stands" in line and "By the" in line]


def test_a_topic_by_two_methods_and_then_their_studies(
    place: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200"]
    assert cli.main([*place, *asked]) == 0
    told = capsys.readouterr().out
    assert beside(told)
    assert "Documents cited" in told and "Resting on two places" in told
    ids = [line.split()[-2] for line in told.splitlines() if "muniment export" in line]
    assert len(ids) == 2
    assert cli.main([*place, "compare", *ids]) == 1
    told = capsys.readouterr().out
    assert "Documents cited" in told and "What changed" in told
    assert not any(
        "The mill stands" in line and "By the weir" in line for line in told.splitlines()
    )


@pytest.mark.parametrize("width", [70, 150])
def test_the_texts_of_two_studies_stand_beside_one_another_as_wide_as_the_terminal(
    place: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
) -> None:
    asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200"]
    assert cli.main([*place, *asked]) == 0
    told = capsys.readouterr().out
    ids = [line.split()[-2] for line in told.splitlines() if "muniment export" in line]
    monkeypatch.setenv("COLUMNS", str(width))
    assert cli.main([*place, "compare", *ids, "--texts"]) == 1
    told = capsys.readouterr().out
    [line] = beside(told)
    assert line.index("  |  ") == (width - 5) // 2 and len(line) <= width
    assert "What changed" in told


def test_what_is_wished_counts_for_each_of_the_articles(
    place: list[str], home: Path, seen: list[Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = ["--purpose", "to decide", "--readers", "the board", "--style", "plain"]
    wishes += ["--language", "German", "--depth", "deep", "--thoughts", "--words", "200"]
    methods = ["compare", "Mills", "--methods", "orag,storm"]
    assert cli.main([*place, *methods, *wishes]) == 0
    assert len(seen) == 2
    for one in seen:
        said = (one.article_purpose, one.article_readers, one.article_style, one.article_language)
        assert said == ("to decide", "the board", "plain", "German")
        assert (one.effort, one.thoughts) == ("thorough", True)
    assert cli.main([*place, *methods, "--in", "Nowhere"]) == 1
    assert "Nowhere" in capsys.readouterr().err


def test_a_depth_counts_for_the_one_that_has_one(
    place: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []

    def write(_topic: str, context: Context, **_: Any) -> Article:
        turns.append(context.settings.talk_turns)
        return article("storm", "By the weir a mill was built [1].")

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "storm"), write)
    asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200", "--depth", "deep"]
    assert cli.main([*place, *asked]) == 0
    assert turns == [5]


def test_what_an_error_left_over_is_named_and_goes_on(
    place: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> Article:
        raise EngineError("The model wrote nothing.")

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "orag"), fails)
    asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200"]
    assert cli.main([*place, *asked]) != 0
    capsys.readouterr()
    assert cli.main([*place, "studies"]) == 0
    assert "not begun" in capsys.readouterr().out
    assert cli.main([*place, "resume"]) == 0
    told = capsys.readouterr().out
    assert "By the weir a mill was built" in told and "Not begun" not in told
    assert "Failed: Mills\n" in told


def test_one_that_is_to_follow_a_stopped_one_is_named(
    place: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stops(*_: object, **__: object) -> Article:
        raise Cancelled

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "orag"), stops)
    asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200"]
    assert cli.main([*place, *asked]) != 0
    capsys.readouterr()
    assert cli.main([*place, "resume"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if line.endswith(": Mills")] == [
        "Not begun: Mills",
        "Stopped: Mills",
    ]
    go_on = told[told.index("Not begun: Mills") + 1].split()[-2]
    assert cli.main([*place, "steer", go_on, "--go-on"]) == 0
    assert "By the weir a mill was built" in capsys.readouterr().out


def test_what_a_kill_left_over_goes_on_with_all_that_was_to_follow(
    place: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_killed(*_: object, **__: object) -> Article:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", "orag"), is_killed)
        asked = ["compare", "Mills", "--methods", "orag,storm", "--words", "200"]
        with pytest.raises(SystemExit):
            cli.main([*place, *asked])
    capsys.readouterr()
    assert cli.main([*place, "resume"]) == 0
    told = capsys.readouterr().out
    assert told.index("The mill stands") < told.index("By the weir a mill was built")
    assert cli.main([*place, "resume"]) == 0
    assert capsys.readouterr().out == "Nothing was left unfinished.\n"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("Mills", "--methods", "orag"), "Two methods"),
        (("Mills", "--methods", "orag,nonsense"), "no method nonsense"),
        (("Mills", "other", "--methods", "orag,storm"), "one topic"),
        (("Mills",), "Two studies"),
        (("Mills", "--methods", "rag,orag", "--depth", "deep"), "rag and orag do not"),
        (("1", "2", "--style", "plain", "--depth", "deep"), "no --style and no --depth"),
    ],
)
def test_what_cannot_be_compared_is_said(
    place: list[str],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    given: tuple[str, ...],
    why: str,
) -> None:
    assert cli.main([*place, "compare", *given]) != 0
    assert why in " ".join(capsys.readouterr().err.split())
