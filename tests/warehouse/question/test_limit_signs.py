"""What in a question may limit it to some documents, by what the catalog knows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.question.details import Limit, What
from warehouse.question.limit_signs import PASSAGES, WORDS, found, held
from warehouse.run import Run

LONG = "Mill Policy Manual"
PAPERS = {
    "Flood walls": {"authors": ("Ann Reed",), "date": "2019-03-05", "kind": "pdf"},
    "Lune Bridge": {"authors": ("Lune Trust", "the", "what", "R"), "date": "1998"},
    "Minutes": {"kind": "mail", "language": "de"},
    LONG: {"authors": ("Weber, Ida", "The Mill Policy Mailing List")},
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
        library.shelves.tag([ids["Minutes"]], "To read")
        library.shelves.make("Drafts", [ids["Lune Bridge"]])
        library.shelves.make("Old Drafts", [ids["Lune Bridge"]])
        library.shelves.make("Whole Shelf", list(ids.values()))
        yield library


@pytest.mark.parametrize(
    ("question", "signs"),
    [
        ("What did the 2019 reports say of the flood?", ["in: 2019"]),
        ("When was the 2019 flood?", ["in: 2019"]),  # which of the two the model has to say
        ("What did the 2019 report say of the flood of 1850?", ["in: 2019"]),
        ("What was written before 2005 of the flood?", ["in: 2005"]),  # some are earlier and later
        ("Who built the bridge in 1881?", []),  # all that are dated are later
        ("How many of the 300 arches fell?", []),
        ("What was decided yesterday about the wall?", []),
        ("What do the PDFs say about walls?", []),
        ("Which German words did he mail?", []),
        ("According to Ann Reed, when was the wall built?", ["author: Ann Reed"]),
        ("Nach Ida Weber ist die Mauer wie alt?", ["author: Ida Weber"]),
        ("According to Reed, when was the wall built?", []),
        ("When does an ann reed grow on a wall?", []),
        ("Does the Lune rise at the Mill? What does the Mailing List say?", []),
        ("What is R? The what?", []),
        ("What do the “Drafts” say of the wall?", ["collection: Drafts"]),
        ("What does Drafts say of the wall?", []),
        ("What do Old Drafts say of the wall?", ["collection: Old Drafts"]),
        ("What does Whole Shelf say of the wall?", []),  # it holds all documents
        ("How high are the walls of the Harbour?", []),
        ("What do those tagged 'harbour' say?", ["tag: Harbour"]),
        ("What to read about walls?", []),
        ("How does the mill policy manual explain the wheel?", []),  # no name as it is written
        ("How does the Mill policy manual explain the wheel?", [f"title: {LONG}"]),
        ("What is the policy of the Mill Manual?", []),
        ("When were the Flood walls built?", []),  # too short to be asked what it says
        ("word " * WORDS + "in 2019", []),
    ],
)
def test_a_sign_is_a_name_or_a_year_that_some_documents_are_known_by(
    papers: Library, question: str, signs: list[str]
) -> None:
    assert next(one for one in papers.documents() if one.title == LONG).passages >= PASSAGES
    assert [f"{sign.what}: {sign.words}" for sign in found(question, papers)] == signs


def test_what_all_documents_in_reach_are_is_no_sign(papers: Library) -> None:
    ids = frozenset(one.id for one in papers.documents() if one.title == "Flood walls")
    narrowed = papers.within(structs.replace(papers.finder.scope("Drafts"), documents=ids))
    for question in ("What did the 2019 reports say?", "Why, Ann Reed?"):
        assert found(question, papers)
        assert not found(question, narrowed)


@pytest.mark.parametrize(
    ("what", "words", "kept"),
    [
        ("author", "Reed", [Limit("author", "Ann Reed")]),
        ("author", "R", []),
        ("title", "Ann Reed", []),
        ("language", "German", []),
        ("before", "2019", [Limit("before", "2019")]),
        ("in", "yesterday", []),
    ],
)
def test_what_had_no_sign_limits_nothing(what: What, words: str, kept: list[Limit]) -> None:
    signs = [Limit("author", "Ann Reed"), Limit("in", "2019")]
    assert list(held([Limit(what, words)], signs)) == kept
    assert not held([Limit(what, words)], [])
