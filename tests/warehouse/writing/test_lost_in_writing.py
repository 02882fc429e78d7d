"""Nothing of what an article was made from is lost without a line in its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bridge_article import FACTS, SETTINGS, TOPIC
from bridge_sections import OPENING, TEXT, judged, prose, reworded, shelved
from shelf import reading

from indexers.records import Loss
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.studies import retry
from warehouse.studies.keeper import Studies
from warehouse.writing.sentences import wording

WIZARDS = "Wizards cast the iron arches of the bridge in 1777 for a king."
UNPROVEN = (
    Line("claim_check", "Wizards", (0.01, 0.99), repeat=True),
    Line("claim_known", "Wizards", (0.01, 0.99), repeat=True),
)


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Library]:
    yield from shelved(tmp_path / "warehouse")


def written(library: Library, opening: str = OPENING) -> Article:
    engine = ScriptedEngine(
        [
            *UNPROVEN,
            *reworded(repeat=True),
            Line("retell", "", "The bridge stands over the river.", repeat=True),
            Line("lead", "", prose((opening, [1, 2]), (f"So {opening}", [1])), repeat=True),
            Line("outline", "", {"title": "Tolls"}, repeat=True),
            *judged(),
        ]
    )
    studies = Studies(library)
    result = studies.run(studies.start("write", TOPIC, "retell"), engine, SETTINGS, Run())
    assert isinstance(result, Article)
    return result


def by_stage(result: Article, stage: str) -> list[Loss]:
    return [loss for loss in result.research.losses if loss.stage == stage]


def test_every_document_is_evidence_or_has_a_line(bridge: Library) -> None:
    for at, text in enumerate(
        (
            f"{FACTS[2]} The tolls of the bridge were paid in a wooden house near its piers.",
            "A kettle is filled with cold water. It is boiled for the tea of the afternoon.",
            "Bridge. Deck. Piers.",
        )
    ):
        bridge.admit(reading(f"Other {at}", text), f"{at}.html", text.encode(), Run())
    result = written(bridge)
    used = {one.place.document for one in result.research.evidence}
    told_of = {loss.document for loss in result.research.losses}
    alone = {one.id for one in bridge.documents()} - used - told_of
    counted = sum(int(loss.what.split()[0]) for loss in by_stage(result, "searching"))
    assert len(alone) == counted
    unread = {one.id for one in bridge.documents()} - set(result.research.read)
    searched = " ".join(loss.reason for loss in by_stage(result, "searching"))
    assert not unread & alone or "no search" in searched


def test_of_a_document_that_was_read_it_says_how_much_was_kept(bridge: Library) -> None:
    more = "\n\n".join([TEXT, *(f"The mason {at} was paid in copper coins." for at in range(90))])
    bridge.admit(reading("Long", more), "long.html", more.encode(), Run())
    result = written(bridge)
    [loss] = [one for one in by_stage(result, "extracting") if one.what == "Long"]
    assert "% of its text" in loss.reason
    act = retry.of_loss(loss)
    assert not isinstance(act, str) and (act.kind, act.document) == ("pin", loss.document)


def test_what_the_opening_may_not_say_is_told(bridge: Library) -> None:
    result = written(bridge, WIZARDS)
    assert "Wizards" not in result.lead.text
    lost = [one for one in by_stage(result, "checking") if "Wizards" in one.what]
    assert lost and all(one.reason.startswith("left out of the opening") for one in lost)


def test_a_candidate_without_words_is_no_loss() -> None:
    assert wording.Refused("", "cut off at the length limit").losses == ()
    assert len(wording.Refused("It is so.", "not in what it cites").losses) == 1
