"""The experiment of growing thoughts: its measure, its gold and its points."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridges import reads
from shelf import HashingEmbedder

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.articles import Article, Section
from warehouse.evaluate.metrics import rouge_l
from warehouse.evaluate.research.thoughts import growing
from warehouse.evaluate.research.thoughts_material import ON_THE_WHOLE, gold, parts, questions
from warehouse.run import Run
from warehouse.settings import Settings

BUILT = tuple(f"Stone arch {at} of Lune Bridge was laid in {1880 + at}" for at in range(6))
USED = ("Trams crossed Lune Bridge until 1950", "Carts from Lancaster paid a toll of one penny")
ARTICLE = Article(
    "Lune_Bridge",
    "Lune Bridge has stone arches laid in 1881. Trams crossed Lune Bridge until 1950.",
    (Section("Building", BUILT), Section("Use", (), (Section("Traffic", USED),))),
)


@pytest.mark.parametrize(
    ("said", "gold", "beta", "value"),
    [
        ("the cat sat", "the cat sat", 1.0, 1.0),
        ("cats sit here", "a dog barks", 1.0, 0.0),
        ("police killed the gunman", "police kill the gunman", 1.0, 1.0),
        ("gunman killed police", "police killed gunman", 1.0, 1 / 3),
        ("police", "police killed gunman", 0.0, 1.0),
        ("", "police", 1.0, 0.0),
    ],
)
def test_rouge_l(said: str, gold: str, beta: float, value: float) -> None:
    assert rouge_l(said, gold, beta) == pytest.approx(value)


def test_the_body_is_asked_part_by_part() -> None:
    made = parts(ARTICLE)
    assert [part.title for part in made] == [
        "Lune Bridge: Building 1",
        "Lune Bridge: Building 2",
        "Lune Bridge: Traffic 1",
    ]
    assert (
        made[2].text
        == "Trams crossed Lune Bridge until 1950. Carts from Lancaster paid a toll of one penny."
    )
    assert gold(ARTICLE.summary, made) == {made[0].title, made[2].title}


def test_questions_of_three_levels_come_in_turn_in_an_order_that_stays() -> None:
    asked = questions(ARTICLE)
    assert asked == questions(ARTICLE)
    assert len(asked) == len(set(asked))
    assert "What is most important about “Traffic” of Lune Bridge?" in asked
    assert any("Lancaster" in one and "“Traffic”" in one for one in asked)
    assert not any("Trams" in one or "1950" in one for one in asked)
    assert {one.format("Lune Bridge") for one in ON_THE_WHOLE} <= set(asked)
    first = [one.split()[:3] for one in asked[1:3]]
    assert first == [["What", "is", "most"], ["What", "is", "said"]]


def engine() -> ScriptedEngine:
    cited = {"sentences": [{"text": "Trams crossed Lune Bridge until 1950.", "notes": [1]}]}
    return ScriptedEngine(
        [
            *reads("explain"),
            Line("enough", "", (0.9, 0.1), repeat=True),
            Line("answer", "", "Trams crossed Lune Bridge until 1950.", repeat=True),
            Line("explain", "", "Trams crossed Lune Bridge until 1950.", repeat=True),
            Line("repair", "", cited, repeat=True),
            Line("reword", "", "Trams crossed the bridge until 1950.", repeat=True),
            Line("claim_check", "", (0.97, 0.03), repeat=True),
            Line("claim_known", "", (0.97, 0.03), repeat=True),
            Line("likelihood", "", (-1.0,), repeat=True),
            Line("thought_sure", "Reply: \n", (0.1, 0.9), repeat=True),
            Line("thought_sure", "", (0.9, 0.1), repeat=True),
            Line("thought", "", {"thought": "Trams crossed Lune Bridge until 1950."}, repeat=True),
        ]
    )


def test_points_with_more_and_more_thoughts_are_kept(tmp_path: Path) -> None:
    settings = Settings(readers=1, passage_tokens=60, thoughts=True, absence=False)
    with growing(ARTICLE, tmp_path, settings, Run(), HashingEmbedder(256)) as growth:
        point = growth.point(0, engine(), settings, Run())
        later = growth.point(1, engine(), settings, Run())
        assert growth.point(100, engine(), settings, Run()) is None
    assert point is not None and later is not None
    assert (point.kept, point.asked, point.used) == (0, 0, 0)
    assert (later.kept, later.used) == (1, 1)
    assert later.asked >= 1
    assert (
        0 < point.rouge_l <= point.rouge_l_proven <= 6 / 10
    )  # 6 words of 6 and 14, and the opening
    assert point.recall > 0 and point.best_recall == 1.0
    assert 0 < point.plain_rouge_l <= 6 / 10 and point.plain_recall > 0
    for file in ("asked.jsonl", "points.jsonl"):
        with (tmp_path / file).open("ab") as cut:
            cut.write(b'\n{"asked": 3, "ke')
    with growing(ARTICLE, tmp_path, settings, Run(), HashingEmbedder(256)) as growth:
        silent = ScriptedEngine([])
        assert growth.point(1, silent, settings, Run()) == later
        assert silent.seen == []
