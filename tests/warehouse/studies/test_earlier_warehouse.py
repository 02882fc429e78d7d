"""A warehouse that was made before research had a structure of nodes opens, whole.

``before_the_seam.zip`` was made by the version of then, without its LanceDB, which is derived: four
studies, of which one was steered, one failed, one was asked of the catalog, one was plain.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.library import Library
from warehouse.methods.registry import METHODS
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.studies.keeper import Studies
from warehouse.studies.steering.acts import chain_of

FILE = Path(__file__).with_name("before_the_seam.zip")
QUESTION = "In which town was the foundry that cast the arches of Lune Bridge?"


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Library]:
    with zipfile.ZipFile(FILE) as packed:
        packed.extractall(tmp_path / "warehouse")
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as library:
        library.resume(Run())
        yield library


def test_its_documents_are_found(earlier: Library) -> None:
    assert {row.title for row in earlier.documents()} == {
        "Lune Bridge",
        "Skerton Works",
        "Bread ovens",
    }
    assert earlier.retrieval.passages("the foundry in Halton", 1)[0].title == "Skerton Works"


def test_its_studies_are_of_methods_that_there_are(earlier: Library) -> None:
    rows = Studies(earlier).list()
    assert [(row.method, row.taken_as, row.state) for row in rows] == [
        ("rag", "", "done"),
        ("aware", "library", "done"),
        ("aware", "list", "failed"),
        ("aware", "", "done"),
    ]
    assert {row.method for row in rows} <= METHODS.keys()


def test_its_answers_have_their_evidence_in_nodes(earlier: Library) -> None:
    studies = Studies(earlier)
    steered = studies.list()[-1]
    answer = studies.load(steered.id)
    assert isinstance(answer, Answer) and answer.question == QUESTION
    research = answer.research
    assert [node.id for node in research.nodes] == ["1", "2"]
    assert research.nodes[0].title == QUESTION and research.nodes[0].sub_queries
    placed = {number for node in research.nodes for number in node.evidence}
    assert placed == {piece.number for piece in research.evidence} != set()
    assert [(act.kind, act.node, act.state) for act in studies.acts(steered)] == [
        ("pin", "1", "taken")
    ]
    growing = chain_of(studies.folder(steered.id))
    assert growing is not None and growing.nodes == research.nodes
