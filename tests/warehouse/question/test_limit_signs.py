"""Whether a question may be limited to some documents, by what the catalog knows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.question.limit_signs import PARTS, may_limit
from warehouse.run import Run

WEEK_AGO = (date.today() - timedelta(days=7)).isoformat()
LONG = "Mill Policy Manual"
PAPERS = {
    "Flood walls": {"authors": ("Ann Reed",), "date": "2019-03-05", "kind": "pdf"},
    "Lune Bridge": {"authors": ("Lune Trust",), "date": "1998", "language": "de"},
    "Minutes": {"date": WEEK_AGO},
    LONG: {"authors": ("Weber, Ida",)},
}


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("signs") / "w", SETTINGS, HashingEmbedder()) as library:
        library.admit_many(
            [
                Admission(
                    structs.replace(
                        reading(title, prose(1, 80) if title == LONG else f"{title} it is."),
                        **about,
                    ),
                    "s",
                    title.encode(),
                )
                for title, about in PAPERS.items()
            ],
            Run(),
        )
        ids = {one.title: one.id for one in library.documents()}
        library.shelves.tag([ids["Minutes"]], "Harbour")
        library.shelves.tag([ids["Minutes"]], "walls")
        library.shelves.make("Drafts", [ids["Lune Bridge"]])
        library.shelves.make("Whole", list(ids.values()))
        yield library


@pytest.mark.parametrize(
    ("question", "may"),
    [
        ("What did the 2019 reports say of the flood?", True),
        ("When was the 2019 flood?", True),  # which of the two the model has to say
        ("What was written before 2005 of the flood?", True),  # some are earlier, some are later
        ("Who built the bridge in 1881?", False),  # all that are dated are later
        ("How many of the 300 arches fell?", False),
        ("What was decided last week about the wall?", True),
        ("What was decided three decades ago about the wall?", False),
        ("What do the PDFs say about walls?", True),
        ("What do the slides say about walls?", False),
        ("Which German words are there for a wall?", True),
        ("Which French painter saw the wall?", False),
        ("According to Ann Reed, when was the wall built?", True),
        ("According to Reed, when was the wall built?", True),
        ("Nach Weber ist die Mauer wie alt?", True),
        ("When does a reed grow on a wall?", False),
        ("What does Drafts say of the wall?", True),
        ("What does Whole say of the wall?", False),  # it holds all documents
        ("How high are the walls of the Harbour?", True),
        ("How high are walls?", False),
        ("What do those tagged “walls” say?", True),
        ("How does the mill policy manual explain the wheel?", False),  # no name as it is written
        ("How does the Mill policy manual explain the wheel?", True),
        ("When were the Flood walls built?", False),  # too short to be asked what it says
    ],
)
def test_a_limit_is_what_the_catalog_knows_some_documents_by(
    papers: Library, question: str, may: bool
) -> None:
    assert next(one for one in papers.documents() if one.title == LONG).passages >= PARTS
    assert may_limit(question, papers) is may


def test_what_all_documents_are_limits_nothing(papers: Library) -> None:
    ids = frozenset(one.id for one in papers.documents() if one.title == "Flood walls")
    narrowed = papers.within(structs.replace(papers.finder.scope("Whole"), documents=ids))
    for question in ("What do the PDFs say?", "What did the 2019 reports say?", "Why, Ann Reed?"):
        assert may_limit(question, papers)
        assert not may_limit(question, narrowed)
