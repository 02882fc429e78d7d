"""``muniment write`` and ``compare`` say how long it will probably take before they begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridges import reads
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse import cli
from warehouse.app import Engines
from warehouse.cli.expected import in_words
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Article, Block, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.search.retrieval import Retrieval
from warehouse.studies import keeper
from warehouse.studies.durations import Expected

SPENT = {"orag": 60.0, "storm": 600.0}


@pytest.fixture(name="seen")
def contexts() -> list[Context]:
    return []


@pytest.fixture(name="place")
def a_place(tmp_path: Path, seen: list[Context], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    for method, seconds in SPENT.items():

        def write(
            topic: str, context: Context, method: str = method, seconds: float = seconds, **_: Any
        ) -> Article:
            seen.append(context)
            cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(900, 100, 7, 0, seconds)
            found = Research(topic, Structure(), ())
            return Article(topic, topic, method, Block(1, "", "", ()), (), found, cover, spend)

        monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("write", method), write)
    engine = ScriptedEngine(reads("library"))
    monkeypatch.setattr(Engines, "engine", lambda self, slot: engine)
    monkeypatch.setattr(Retrieval, "embedder", property(lambda _: HashingEmbedder(64)))
    folder = tmp_path / "papers"
    with Library(folder, SETTINGS, HashingEmbedder(64)) as library:
        for title in ("Mills", "Ovens"):
            library.admit(reading(title, f"{title} burn."), f"{title}.html", title.encode(), Run())
    return ["--warehouse", str(folder)]


def test_it_is_said_as_soon_as_it_is_known(
    place: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said: dict[str, list[str]] = {}
    for method in ("orag", "orag", "storm"):
        assert cli.main([*place, "write", "Mills", "--method", method]) == 0
        heard = capsys.readouterr()
        assert "on this computer" not in heard.out
        said.setdefault(method, []).append(heard.err)
    first, second = said["orag"]
    assert "took" not in first and "probably" not in first, "nothing is known, nothing is said"
    assert "The last ones took 40 s to 2 min on this computer.\n" in second
    both = ["compare", "Mills", "--methods", "orag,storm"]
    assert cli.main([*place, *both]) == 0
    [line] = [one for one in capsys.readouterr().err.splitlines() if "probably" in one]
    assert line == "The 2 articles together probably take 7 to 16 min."
    assert cli.main([*place, "compare", "Mills", "--methods", "orag,aware"]) != 0
    assert "probably" not in capsys.readouterr().err, "of one of them nothing is known"


def test_of_several_it_is_said_where_all_are_known() -> None:
    known = Expected(60, 120, "speed")
    alone = "probably 60 s to 2 min in all, by the speed of the model on this computer"
    assert in_words([known]) == alone
    assert in_words([known, known]) == "the 2 articles together probably take 2 to 4 min"
    assert in_words([known, None]) == in_words([]) == ""


def test_the_ways_of_a_comparison_read_what_is_pinned_and_not_what_is_banned(
    place: list[str], home: Path, seen: list[Context], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*place, "ls"]) == 0
    lines = capsys.readouterr().out.splitlines()
    ids = {
        word: next(line.split()[0] for line in lines if word in line) for word in ("Mills", "Ovens")
    }
    wishes = ["--pin", ids["Mills"], "--ban", ids["Ovens"], "--anyway"]
    assert cli.main([*place, "compare", "Heat", "--methods", "orag,storm", *wishes]) == 0
    assert len(seen) == 2
    for context in seen:
        course = context.steering.course
        assert [one[: len(ids["Mills"])] for one in course.pins] == [ids["Mills"]]
        assert [one[: len(ids["Ovens"])] for one in course.banned] == [ids["Ovens"]]
        assert not context.settings.absence
    capsys.readouterr()
    assert cli.main([*place, "compare", "1", "2", "--ban", ids["Ovens"], "--anyway"]) != 0
    assert "heed no --ban and no --anyway" in capsys.readouterr().err
    assert cli.main([*place, "compare", "Heat", "--methods", "orag,storm", "--pin", "f0f0"]) != 0
    assert "No document begins" in capsys.readouterr().err
    assert len(seen) == 2
