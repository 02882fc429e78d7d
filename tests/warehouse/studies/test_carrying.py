"""What was steered, carried over to another run, of a library that may have changed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.library import Library
from warehouse.records import StudyRow
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies
from warehouse.studies.steering.carrying import carried

URL = "https://example.org/tides"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        yield library


def put(library: Library, title: str, number: int) -> str:
    text = prose(number)
    return library.admit(reading(title, text), f"{number}.html", text.encode(), Run()).id


def test_a_pin_goes_to_the_newer_version_and_a_ban_to_both(library: Library) -> None:
    old, other = put(library, "Tides", 1), put(library, "Winds", 2)
    studies = Studies(library)
    first = studies.start("ask", "How high is the tide?")
    studies.steer(first, Act("pin", document=old))
    studies.steer(first, Act("pin", document=other))
    again = studies.again(first)
    assert again.again == first.id
    assert [act.document for act in studies.acts(again)] == [old, other]
    new = put(library, "Tides, corrected", 20)
    library.catalog.note_version(URL, old)
    library.catalog.note_version(URL, new)
    told = [(act.document, act.target) for act in studies.acts(studies.again(first))]
    assert told == [(new, "Tides, corrected"), (other, "Winds")]
    ban = structs.replace(studies.acts(again)[0], kind="ban")
    assert [one.document for one in carried([ban], library.catalog)] == [old, new]


def test_what_is_gone_counts_no_more(library: Library) -> None:
    gone, here = put(library, "Tides", 1), put(library, "Winds", 2)
    acts = [
        Act("pin", document=gone, state="taken"),
        Act("ban", document=here, state="taken"),
        Act("add", "costs", state="late"),
        Act("add", "tolls", state="back"),
        Act("back", other=4, state="taken"),
    ]
    library.trash.forget([gone])
    assert [one.document for one in carried(acts, library.catalog)] == [here]


def test_a_study_is_on_the_list_only_with_all_it_began_with(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill before its row is written leaves no study that has forgotten what it repeats."""
    document = put(library, "Tides", 1)
    studies = Studies(library)
    first = studies.start("ask", "How high is the tide?")
    studies.steer(first, Act("pin", document=document))
    saved: list[tuple[str, int]] = []

    def save(row: StudyRow) -> None:
        assert row.again == first.id
        saved.append((row.id, len(studies.acts(row))))

    monkeypatch.setattr(library.catalog, "save_study", save)
    fresh = studies.again(first)
    assert saved == [(fresh.id, 1)]
