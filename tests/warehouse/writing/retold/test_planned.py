"""Outlines: sections that differ, headings that say something, and ground that is not shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from shelf import HashingEmbedder

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.retold import planned
from warehouse.writing.retold.merging import merged
from warehouse.writing.retold.parts import Part
from warehouse.writing.retold.planned import Section

SETTINGS = Settings(readers=1, article_words=600)
TASK = "Bread ovens"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as library:
        yield library


def part(path: str, opening: str, score: float = 0.03, start: int = 0) -> Part:
    return Part(("d", path, 0), "Baking", score, start, f"Bread ovens: {opening}")


def titles(parts: list[Part], library: Library, *lines: Line) -> list[str]:
    facets, _ = planned.facets(
        TASK, parts, Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    )
    return [facet.title for facet in facets]


def test_a_heading_with_the_words_of_another_makes_no_section_of_its_own(library: Library) -> None:
    told = [
        part("Floors of clay", "clay holds the heat.", score=0.09, start=0),
        part("Clay floors", "the clay is thick.", start=1),
        part("Raking out", "ashes are raked out first.", start=2),
    ]
    assert titles(told, library) == ["Floors of clay", "Raking out"]


def test_a_heading_of_the_words_of_the_topic_makes_none_either(library: Library) -> None:
    told = [
        part("Bread ovens", "clay holds the heat.", start=0),
        part("Raking out bread ovens", "ashes are raked out first.", start=1),
    ]
    assert titles(told, library) == ["Raking out bread ovens"]


def test_an_empty_heading_gives_way_to_the_one_above_it(library: Library) -> None:
    told = [part("2 Floors of clay › 2.1 Purpose", "clay holds the heat.")]
    assert titles(told, library) == ["Floors of clay"]


def test_a_long_heading_loses_its_tail(library: Library) -> None:
    long = "Kinds of flour: wheat, rye, spelt, barley, oats, maize, rice, millet and buckwheat"
    assert titles([part(long, "flour is sifted.")], library) == ["Kinds of flour"]


def test_parts_without_any_heading_still_become_sections(library: Library) -> None:
    told = [part("", "clay holds the heat."), part("", "ashes are raked out first.")]
    lines = [Line("outline", "clay", {"title": "The clay"}),
             Line("outline", "ashes", {"title": "Ashes"})]  # fmt: skip
    assert titles(told, library, *lines) == ["The clay", "Ashes"]


def test_what_is_far_from_the_topic_is_left_out_and_listed(library: Library) -> None:
    far = Part(("e", "Orbits", 0), "Comets", 0.03, 0, "A comet returns after many years.")
    near = part("Floors of clay", "clay holds the heat.")
    facets, losses = planned.facets(
        TASK, [near, far], Context.of(library, ScriptedEngine(), SETTINGS, Run())
    )
    assert [facet.title for facet in facets] == ["Floors of clay"]
    assert [loss.what for loss in losses] == ["Comets › Orbits"]


def piece(number: int, text: str) -> Evidence:
    return Evidence(number, Place("d", 0, 0, len(text)), text, "Baking", "1", "", "q", 0.5)


class Opposed(HashingEmbedder):
    """Whatever is asked first is opposed to all the rest."""

    def embed(
        self,
        texts: Sequence[str],
        background: bool = False,
        on_batch: Callable[[int], None] | None = None,
    ) -> NDArray[np.float32]:
        rows = super().embed(texts)
        rows[0] = -rows[1:].sum(axis=0)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_a_topic_that_nothing_is_near_to_has_an_outline_all_the_same(tmp_path: Path) -> None:
    told = [part("Floors", "clay holds the heat."), part("Raking out", "ashes go first.", start=1)]
    with Library(tmp_path / "warehouse", SETTINGS, Opposed(256)) as library:
        assert set(titles(told, library)) == {"Floors", "Raking out"}


def test_sections_on_the_same_ground_become_one(library: Library) -> None:
    clay = "The thick clay floor of the oven holds its heat for hours."
    one = Section("Floors", (piece(1, clay), piece(2, f"{clay} So it does.")))
    two = Section("Clay", (piece(3, clay),))
    other = Section("Ashes", (piece(4, "Before the first loaf goes in, ashes are raked out."),))
    (joined, left), [loss] = merged([two, one, other], library)
    assert (loss.what, loss.reason) == ("Clay", "no section of its own: it is told in “Floors”")
    assert (joined.title, [e.number for e in joined.evidence]) == ("Floors", [1, 2, 3])
    assert left == other


def test_a_thin_section_goes_to_its_nearest(library: Library) -> None:
    clay = " ".join(["The thick clay floor of the oven holds its heat for hours."] * 4)
    ashes = " ".join(["Before the first loaf goes in, the ashes are raked out."] * 4)
    made, losses = merged(
        [
            Section("Floors", (piece(1, clay),)),
            Section("Ashes", (piece(2, ashes),)),
            Section("Heat", (piece(3, "The clay holds heat."),)),
            Section("Nothing", ()),
        ],
        library,
    )
    assert [(one.title, len(one.evidence)) for one in made] == [("Floors", 2), ("Ashes", 1)]
    assert [loss.what for loss in losses] == ["Nothing", "Heat"]
