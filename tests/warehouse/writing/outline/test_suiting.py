"""Evidence that serves what the user wants an article for comes before evidence that is nearer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bridge_sections import evidence
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest, ScoreRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import CannotScore
from warehouse.library import Library
from warehouse.results.records import Research, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.outline.ranked import Ranked
from warehouse.writing.outline.suiting import USUAL, Serving

TEXTS = ("Trams crossed the bridge.", "The toll was three pence.", "Its arches are of iron.")
PIECES = tuple(evidence(at, text) for at, text in enumerate(TEXTS, start=1))
NEAR = np.linspace(0.6, 0.5, len(PIECES), dtype=np.float32)
OWN = Ranked(Research("The bridge", Structure(), PIECES), np.eye(3, dtype=np.float32), NEAR, NEAR)
WISHED = Settings(article_purpose="to set a new toll")


@pytest.fixture
def library(tmp_path: Path) -> Any:
    with Library(tmp_path / "warehouse", WISHED) as library:
        yield library


def likely(request: AnyRequest) -> tuple[float]:
    """The toll makes the purpose likelier, and all make the usual one as likely."""
    assert isinstance(request, ScoreRequest)
    is_of_toll = "pence" in request.messages[-1].content
    return (-2.0 if is_of_toll and request.continuation != USUAL else -9.0,)


def test_what_serves_the_purpose_comes_first_and_is_weighed_once(library: Library) -> None:
    engine = ScriptedEngine([Line("serves", "", likely, repeat=True)])
    serving = Serving("The bridge", Context.of(library, engine, WISHED, Run()))
    found = serving.ranked(OWN)
    assert [piece.number for piece in found.nearest_first().evidence] == [2, 1, 3]
    assert found.near is OWN.near, "how near it is to the topic stays"
    asked = len(engine.seen)
    assert serving.ranked(OWN).topical.tolist() == found.topical.tolist()
    assert len(engine.seen) == asked == 2 * len(PIECES)


def test_without_a_purpose_nothing_is_asked(library: Library) -> None:
    context = Context.of(library, ScriptedEngine(), Settings(article_style="dry"), Run())
    assert Serving("The bridge", context).ranked(OWN) is OWN


def test_evidence_that_all_serves_alike_stays_in_its_order(library: Library) -> None:
    engine = ScriptedEngine([Line("serves", "", (-3.0,), repeat=True)])
    found = Serving("The bridge", Context.of(library, engine, WISHED, Run())).ranked(OWN)
    assert found.topical.tolist() == NEAR.tolist()
    none = structs.replace(OWN, research=Research("The bridge", Structure()))
    assert Serving("The bridge", Context.of(library, engine, WISHED, Run())).ranked(none) is none


def test_a_server_that_tells_no_likelihoods_leaves_it_as_it_is(library: Library) -> None:
    def refuses(request: AnyRequest) -> Any:
        raise CannotScore

    engine = ScriptedEngine([Line("serves", "", refuses, repeat=True)])
    context = Context.of(library, engine, WISHED, Run())
    assert Serving("The bridge", context).ranked(OWN) is OWN
