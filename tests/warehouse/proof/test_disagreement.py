"""Sources that contradict each other: found, written with two citations, and counted as claims."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from bridges import reads
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.answering import routing
from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.registry import AWARE
from warehouse.proof import disagreement
from warehouse.proof.disagreement import Comparison
from warehouse.records import Place
from warehouse.results.records import Answer, Block, Claim, Evidence, Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.manuscript import Manuscript

REPORT = ("Annual report", "The foundry of Skerton employed 300 people before it was closed.")
SURVEY = ("Survey of works", "The foundry of Skerton employed 340 people before it was closed.")
OTHER = ("Bread ovens", "A bread oven holds its heat in a thick floor of clay.")
QUESTION = "How many people did the foundry of Skerton employ?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as made:
        for title, text in (REPORT, SURVEY, OTHER):
            made.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        yield made


def evidence(library: Library) -> list[Evidence]:
    return [
        Evidence(at, Place(one.id, 0, 0, one_length(library, one.id)),
                 library.catalog.text(one.id), one.title, "1", "", "q", 1.0)
        for at, one in enumerate(sorted(library.documents(), key=lambda d: d.title), start=1)
    ]  # fmt: skip


def comparison(library: Library, question: str = "", apart: bool = False) -> Comparison:
    return Comparison(library.retrieval.embed, library.date, question, apart)


def one_length(library: Library, document: str) -> int:
    return len(library.catalog.text(document))


def test_two_values_of_the_same_are_found(library: Library) -> None:
    [found] = disagreement.find(evidence(library), comparison(library))
    assert {found.first.title, found.second.title} == {"Annual report", "Survey of works"}
    assert found.about.startswith("the number: 3")
    assert found.sure > 0.5
    for side in (found.first, found.second):
        words = library.catalog.text(side.place.document, side.place.start, side.place.end)
        assert words == side.said


def test_what_is_far_in_meaning_is_none(library: Library) -> None:
    far = structs.replace(
        comparison(library), embed=lambda texts: np.eye(len(texts), dtype=np.float32)
    )
    assert disagreement.find(evidence(library), far) == ()


def test_the_earlier_document_comes_first(library: Library) -> None:
    by_title = {one.title: one.id for one in library.documents()}
    library.edit(by_title["Survey of works"], {"date": ("1998",)}, Run())
    library.edit(by_title["Annual report"], {"date": ("2004-05-01",)}, Run())
    [found] = disagreement.find(evidence(library), comparison(library))
    assert (found.first.date, found.second.date) == ("1998", "2004-05-01")
    assert found.about == "the number: 340 and 300"


def answered(library: Library) -> Answer:
    told = [{"text": "The foundry employed 300 people.", "notes": [1]}]
    engine = ScriptedEngine(
        [
            *reads("fact"),
            Line("answer", "", told[0]["text"], repeat=True),
            Line("repair", "", {"sentences": told}, repeat=True),
            Line("likelihood", "", (-1.0,), repeat=True),
            Line("sufficient", "", (0.9, 0.1), repeat=True),
            Line("claim_check", "", (0.97, 0.03), repeat=True),
            Line("claim_known", "", (0.97, 0.03), repeat=True),
            Line("enough", "", (0.99, 0.01), repeat=True),
        ]
    )
    return ask(QUESTION, Context.of(library, engine, Settings(absence=False), Run()), AWARE)


def test_it_is_written_into_the_answer_with_a_claim_for_each_half(library: Library) -> None:
    answer = answered(library)
    [found] = answer.research.disagreements
    assert disagreement.OPENING in answer.text
    *_, first, second = answer.claims
    for claim, side in ((first, found.first), (second, found.second)):
        assert answer.text[claim.start : claim.end] == claim.text
        assert claim.cites == (side.number,)
        assert claim.state == "quoted"
        assert side.title in claim.text
    assert "300" in f"{first.text}{second.text}" and "340" in f"{first.text}{second.text}"


def test_where_the_sources_agree_nothing_is_added(library: Library) -> None:
    by_title = {one.title: one.id for one in library.documents()}
    library.remove(by_title["Survey of works"])
    answer = answered(library)
    assert answer.research.disagreements == ()
    assert disagreement.OPENING not in answer.text


@pytest.mark.parametrize("before", [True, False])
def test_what_a_section_that_is_kept_tells_is_not_told_again(
    library: Library, before: bool
) -> None:
    pieces = tuple(evidence(library))
    [found] = disagreement.find(pieces, comparison(library))

    class Written(Manuscript):
        kept = (0 if before else 1,)

        def write_sections(self) -> None:
            text = f"The foundry was closed [{found.second.number}]."
            cited = Claim(0, len(text), text, (found.second.number,), "supported", "")
            fresh = Block(2, "Closed", text, (cited,))
            told, claims = disagreement.written(text, (cited,), (found,), pieces)
            kept = Block(2, "The foundry", told, claims)
            self.blocks = [kept, fresh] if before else [fresh, kept]
            self._disagreements()

    context = Context.of(library, ScriptedEngine([]), Settings(), Run())
    research = Research("The foundry of Skerton", evidence=pieces)
    made = Written("orag", "The foundry of Skerton", research, pieces, context)
    made.write_sections()
    assert [disagreement.OPENING in one.text for one in made.blocks] == [before, not before]
    assert sum(one.text.count(disagreement.OPENING) for one in made.blocks) == 1


def test_a_list_says_what_its_sources_disagree_about(library: Library) -> None:
    engine = ScriptedEngine([*reads("count", "Skerton", "mentions")])
    question = "How many documents mention Skerton?"
    answer = routing.ask(question, Context.of(library, engine, Settings(), Run()), AWARE)
    assert answer.text.startswith("2 documents were found")
    assert disagreement.OPENING in answer.text
    assert len(answer.research.disagreements) == 1
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end] == claim.text
    assert {claim.state for claim in answer.claims} == {"quoted"}


FINISHED = (
    (
        "A chronicle",
        "The old stone bridge over the river at Skerton was finished in 1989. Its deck is of oak.",
    ),
    (
        "A guide",
        "The old stone bridge over the river at Skerton was finished in 1987. Boats pass under it.",
    ),
    OTHER,
)


def test_nearly_the_same_words_with_another_year_are_no_repetition(tmp_path: Path) -> None:
    told = [{"text": "The bridge was finished in 1989.", "notes": [1]}]
    engine = ScriptedEngine(
        [
            *reads("fact"),
            Line("answer", "", told[0]["text"], repeat=True),
            Line("likelihood", "", (-1.0,), repeat=True),
            Line("sufficient", "", (0.9, 0.1), repeat=True),
            Line("claim_check", "", (0.97, 0.03), repeat=True),
            Line("claim_known", "", (0.97, 0.03), repeat=True),
            Line("enough", "", (0.99, 0.01), repeat=True),
        ]
    )
    settings = Settings(absence=False, evidence_duplicate=0.6)
    with Library(tmp_path / "other", SETTINGS, HashingEmbedder(256)) as made:
        for title, text in FINISHED:
            made.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        answer = ask(
            "When was the bridge finished?", Context.of(made, engine, settings, Run()), AWARE
        )
    assert disagreement.OPENING in answer.text
    assert "finished in 1989” [" in answer.text and "finished in 1987” [" in answer.text
    [found] = answer.research.disagreements
    assert {found.first.title, found.second.title} == {"A chronicle", "A guide"}


def test_two_answers_to_a_question_are_compared_whatever_else_they_say(tmp_path: Path) -> None:
    told = (
        ("A chronicle", "The bridge was completed in 1987 after six years of work."),
        ("A guide", "The bridge over the Lune was finished in 1989."),
    )
    with Library(tmp_path / "other", SETTINGS, HashingEmbedder(256)) as made:
        for title, text in told:
            made.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        asked = comparison(made, "When was the bridge finished?")
        close = structs.replace(asked, embed=lambda texts: np.ones((len(texts), 1), np.float32))
        far = structs.replace(asked, embed=lambda texts: np.eye(len(texts), dtype=np.float32))
        found = disagreement.sides(evidence(made), asked)
        assert disagreement.pairs(found, comparison(made)) == []
        assert disagreement.pairs(found, far) == []
        [pair] = disagreement.pairs(found, close)
    assert pair.difference.words() == "the date: 1987 and 1989"


def test_in_a_list_each_document_has_a_bridge_of_its_own(tmp_path: Path) -> None:
    said = (
        "The bridge has 40 arches of stone in all.",
        "The bridge has 30 arches of stone in all.",
    )
    with Library(tmp_path / "other", SETTINGS, HashingEmbedder(256)) as made:
        for title, text in zip(("Lune Bridge", "Ouse Bridge"), said, strict=True):
            made.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        found = evidence(made)
        assert disagreement.find(found, comparison(made))
        assert disagreement.find(found, comparison(made, apart=True)) == ()
