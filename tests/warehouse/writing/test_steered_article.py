"""An article that is steered: a section changes, and the others are not written again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bridge_article import SETTINGS, TOPIC
from bridge_sections import HEADINGS, OPENING, OWN, judged, prose, reworded, shelved
from shelf import reading

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.results.records import Article, Research
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies

TOLLS = "Tolls for the bridge were paid at a wooden house. The last toll was taken in 1911."
OF_TOLLS = "The last toll was taken in 1911, at a wooden house where tolls were paid."


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Library]:
    yield from shelved(tmp_path / "warehouse")


@pytest.fixture
def two(bridge: Library) -> Iterator[Library]:
    bridge.admit(reading("Tolls", TOLLS), "tolls.html", b"tolls", Run())
    yield bridge


def engine() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("retell", "toll", OF_TOLLS, repeat=True),
            *reworded(repeat=True),
            Line("lead", "", prose((OPENING, [1, 3])), repeat=True),
            Line("title", "", {"title": "Costs"}, repeat=True),
            *judged(),
        ]
    )


def written(library: Library) -> tuple[Studies, StudyRow, Article]:
    studies = Studies(library)
    row = studies.start("write", TOPIC, "retell")
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Article)
    return studies, row, result


def again(studies: Studies, row: StudyRow, *acts: Act) -> tuple[Article, ScriptedEngine]:
    for act in acts:
        studies.steer(row, act)
    model = engine()
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Article)
    return result, model


def titles(result: Article) -> list[str]:
    return [block.title for block in result.blocks]


def reworded_again(model: ScriptedEngine) -> int:
    return sum(one.prompt == "retell" for one in model.seen)


def test_a_stopped_section_is_left_out_and_no_other_is_written_again(two: Library) -> None:
    studies, row, first = written(two)
    assert set(HEADINGS) <= set(titles(first))
    use = next(one for one in first.research.nodes if one.title.endswith("Use"))
    result, model = again(studies, row, Act("stop", target=use.title, node=use.id))
    assert "Use" not in titles(result)
    assert reworded_again(model) == 0
    assert [one.title for one in result.research.nodes] == [
        one.title for one in first.research.nodes
    ]
    assert any(loss.stage == "steering" and "Use" in loss.what for loss in result.research.losses)
    others = {block.title: block.text for block in first.blocks}
    assert all(others[block.title] == block.text for block in result.blocks)


def test_a_banned_document_leaves_the_sections_of_others_as_they_are(two: Library) -> None:
    studies, row, first = written(two)
    tolls = next(one.id for one in two.documents() if one.title == "Tolls")
    result, _ = again(studies, row, Act("ban", document=tolls))
    assert tolls not in {one.place.document for one in result.research.evidence}
    known = {one.place: one.number for one in first.research.evidence}
    assert all(known[one.place] == one.number for one in result.research.evidence)
    told_before = {block.title: block.text for block in first.blocks}
    for block in result.blocks:
        assert told_before.get(block.title, block.text) == block.text


def test_a_section_is_added_and_another_called_otherwise(two: Library) -> None:
    studies, row, first = written(two)
    before = first.research.nodes[0]
    acts = (
        Act("add", "Tolls paid at the bridge"),
        Act("edit", "How the arches were made", before.title, node=before.id),
    )
    result, _ = again(studies, row, *acts)
    texts = [one.title for one in result.research.nodes]
    assert texts[0] == f"{TOPIC}: How the arches were made"
    assert texts[-1] == f"{TOPIC}: Tolls paid at the bridge"
    assert [act.state for act in result.research.acts] == ["taken", "taken"]
    assert "How the arches were made" in titles(result)


def test_a_section_added_while_others_are_still_to_come_takes_the_place_of_none(
    two: Library,
) -> None:
    _, _, first = written(two)
    studies = Studies(two)
    row = studies.start("write", TOPIC, "retell")

    def show(shown: object) -> None:
        if isinstance(shown, Research) and len(shown.nodes) == 1 and not studies.acts(row):
            studies.steer(row, Act("add", "Tolls paid at the bridge"))

    result = studies.run(row, engine(), SETTINGS, Run(show))
    planned = [one.title for one in first.research.nodes]
    texts = [one.title for one in result.research.nodes]
    assert [one for one in texts if one in planned] == planned
    assert f"{TOPIC}: Tolls paid at the bridge" in texts
    mine = next(one for one in result.research.nodes if "Tolls" in one.title)
    renamed, _ = again(studies, row, Act("edit", "The tolls", mine.title, node=mine.id))
    texts[result.research.nodes.index(mine)] = f"{TOPIC}: The tolls"
    assert [one.title for one in renamed.research.nodes] == texts


def test_a_pinned_document_is_in_the_article(bridge: Library) -> None:
    bridge.admit(reading("Bees", "Bees make honey from clover."), "b.html", b"bees", Run())
    studies, row, first = written(bridge)
    bees = next(one.id for one in bridge.documents() if one.title == "Bees")
    assert bees not in {one.place.document for one in first.research.evidence}
    model = engine()
    model._lines.insert(0, Line("retell", "honey", "From clover bees make honey.", repeat=True))
    studies.steer(row, Act("pin", document=bees))
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Article)
    [mine] = [one for one in result.research.evidence if one.place.document == bees]
    assert mine.number > max(one.number for one in first.research.evidence)
    assert OWN[0][:-1] in " ".join(block.text for block in result.blocks)
    assert bees in result.research.read
