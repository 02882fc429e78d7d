"""What limits a question: names that the catalog knows, and times, kinds and languages beside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.question import filters
from warehouse.question.details import Details, Limit
from warehouse.run import Run

PAPERS = {
    "Rain in the hills": {"authors": ("Wei Li",), "date": "2019-03-05"},
    "Training manual": {"authors": ("Oliver Williams", "Anna Weber"), "date": "2019-11-20"},
    "Annual Report 2019": {"authors": ("Tom Kahn", "Anna Smith"), "date": "2020-04-01"},
    "Annual Report 2019 Appendix": {"authors": ("WHO",), "date": "1990"},
    "The “Big” Flood": {"authors": ("Frank French",), "date": "2000", "language": "de"},
    "Mail Handling Rules": {"date": "1995-06-01"},
    "Life of Anna Weber": {"authors": ("Jan Oak",)},
    "Rings": {"authors": ("J. R. R. Tolkien",)},
    "Looms": {"authors": ("Ortiz, Martha",)},
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("limits")
    with Library(folder / "w", SETTINGS, HashingEmbedder()) as made:
        for name in ("Art", "हिन", "东京", "To read", "Open questions", "C++"):
            made.shelves.make(name)
        yield made


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many documents did Arthur write?", ""),
        ("What is SmArt?", ""),
        ("Which documents of Art are the oldest?", "in “Art”"),
        ("Que dit-on de l’Art ?", "in “Art”"),
        ("What should I have to read about mills?", ""),
        ("Are there open questions about rivers?", ""),
        ("Which are the oldest of To read?", "in “To read”"),
        ("Which are the oldest of “to read”?", "in “To read”"),
        ("Is vitamin C good?", ""),
        ("What is in C++?", "in “C++”"),
        ("Artの文書は？", "in “Art”"),
        ("हिन्दी क्या है?", ""),
        ("东京都的文件", "in “东京”"),
    ],
)
def test_a_collection_is_called_by_whole_words(library: Library, question: str, words: str) -> None:
    assert filters.standing(question, library, filters.Filters()).words == words


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("papers") / "w", SETTINGS, HashingEmbedder()) as library:
        made = [
            Admission(
                structs.replace(reading(title, f"{title} it is."), **about), "s", title.encode()
            )
            for title, about in PAPERS.items()
        ]
        library.admit_many(made, Run())
        ids = {one.title: one.id for one in library.documents()}
        rain, training, annual, _, flood, mail, *_ = (ids[title] for title in PAPERS)
        library.shelves.make("Flood 1953", [flood, mail])
        library.shelves.make("German Slides", [rain, training])
        library.shelves.make("Pictures", [annual])
        library.shelves.tag([rain, training], "mail")
        yield library


def limited(
    papers: Library, question: str, *told: Limit, dated: bool = False
) -> tuple[str, set[str]]:
    found = filters.standing(question, papers, filters.checked(Details(told), papers), dated)
    return found.words, {one.title for one in found.let(papers.documents())}


@pytest.mark.parametrize(
    ("question", "told", "words", "titles"),
    [
        ("How many are in the collection Flood 1953?", (), "in “Flood 1953”", None),
        (
            "How many are in the collection flood 1953?",
            (Limit("collection", "flood 1953"),),
            "in “Flood 1953”",
            {"The “Big” Flood", "Mail Handling Rules"},
        ),
        ("How many are in German Slides?", (), "in “German Slides”", None),
        ("How many are in Pictures?", (), "in “Pictures”", {"Annual Report 2019"}),
        ("How many have the tag mail?", (Limit("tag", "mail"),), "tagged “mail”", None),
        (
            "How many are in the collection Flood 1953?",
            (Limit("in", "1953"), Limit("collection", "Flood 1953")),
            "in “Flood 1953”",
            None,
        ),
        (
            "How many mails by German Mail?",
            (Limit("author", "German Mail"),),
            "of the kind “mail”, in German, by German Mail",
            set(),
        ),
        ("How many mails have the tag old?", (), "of the kind “mail”", set()),
        ("How many pages has Mail Handling Rules?", (), "called “Mail Handling Rules”", None),
        ("What did Frank French write?", (), "by Frank French", {"The “Big” Flood"}),
        (
            "Which German ones did Frank French write?",
            (Limit("author", "French"),),
            "by Frank French, in German",
            {"The “Big” Flood"},
        ),
        ("How long is Life of Anna Weber?", (), "called “Life of Anna Weber”", None),
        ("Who are the authors?", (), "", None),
        ("What did the WHO write?", (), "by WHO", {"Annual Report 2019 Appendix"}),
    ],
)
def test_no_word_of_a_name_is_another_limit(
    papers: Library, question: str, told: tuple[Limit, ...], words: str, titles: set[str] | None
) -> None:
    for dated in (False, True):
        said, found = limited(papers, question, *told, dated=dated)
        assert said == words
        assert found if titles is None else found == titles


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How many pages has the Annual Report 2019?", "Annual Report 2019"),
        ("How many pages has the Annual Report 2019 Appendix?", "Annual Report 2019 Appendix"),
        ("How many pages has The “Big” Flood?", "The “Big” Flood"),
        ("How many pages has The Big Flood?", "The “Big” Flood"),
    ],
)
def test_a_title_is_that_document_and_no_other(papers: Library, question: str, title: str) -> None:
    assert limited(papers, question) == (f"called “{title}”", {title})
    assert limited(papers, question, Limit("title", title))[1] == {title}


@pytest.mark.parametrize(
    ("limit", "titles"),
    [
        (Limit("author", "Li"), {"Rain in the hills"}),
        (Limit("author", "Weber, Anna"), {"Training manual"}),
        (Limit("author", "Anna Kahn"), set()),
        (Limit("author", "J.R.R. Tolkien"), {"Rings"}),
        (Limit("author", "M. Ortiz"), {"Looms"}),
        (Limit("author", "K. Ortiz"), set()),
        (Limit("author", "M."), set()),
        (Limit("title", "Rain"), {"Rain in the hills"}),
        (Limit("title", "2019"), {"Rain in the hills", "Training manual"}),
        (Limit("in", "March 2019"), {"Rain in the hills"}),
        (Limit("after", "June 2019"), {"Training manual", "Annual Report 2019"}),
    ],
)
def test_names_and_times_are_taken_whole(papers: Library, limit: Limit, titles: set[str]) -> None:
    assert limited(papers, "", limit)[1] == titles


def test_one_of_several_times_is_enough_and_bounds_hold_together(papers: Library) -> None:
    told = Limit("in", "1990"), Limit("in", "2000")
    both = {"Annual Report 2019 Appendix", "The “Big” Flood"}
    assert limited(papers, "", *told) == ("dated 1990 or dated 2000", both)
    told = Limit("since", "1995"), Limit("before", "2001")
    assert limited(papers, "", *told)[1] == {"The “Big” Flood", "Mail Handling Rules"}


def test_without_a_model_it_is_said_that_no_direction_was_read(papers: Library) -> None:
    said, _ = limited(papers, "How many are from before 1990?", dated=True)
    assert said == f"dated 1990 {filters.NO_MODEL}"
