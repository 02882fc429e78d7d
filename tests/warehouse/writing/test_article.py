"""An article: evidence shared out, sections in parallel, every sentence a claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder, reading

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import EngineDied
from warehouse.library import Library
from warehouse.records import Place
from warehouse.research.records import Article, Chain, Claim, Draft, Evidence
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import article, outline, repair

SETTINGS = Settings(readers=1, article_words=300)
FACTS = (
    "The bridge opened in 1881 with iron arches.",
    "Its iron arches were cast in a local foundry.",
    "The deck of the bridge was widened in 1934.",
    "Trams crossed the widened deck until 1950.",
    "A flood damaged two piers in 1967.",
    "The piers were repaired with concrete in 1968.",
)


def evidence(number: int, text: str) -> Evidence:
    place = Place("d", 0, number * 100, number * 100 + len(text))
    return Evidence(number, place, text, "Lune Bridge", "1", "", "q", 0, 1 / number)


CHAIN = Chain("Lune Bridge", (), tuple(evidence(n, fact) for n, fact in enumerate(FACTS, 1)))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(64)) as library:
        text = " ".join(FACTS)
        library.admit(reading("Lune Bridge", text), "bridge.html", text.encode(), Run())
        yield library


def plan(*sections: tuple[str, list[int]]) -> Line:
    told = [{"title": title, "notes": notes} for title, notes in sections]
    return Line("outline", "", {"title": "The Lune Bridge", "sections": told})


def told(*sentences: tuple[str, list[int]]) -> dict[str, list[dict[str, object]]]:
    return {"sentences": [{"text": text, "notes": notes} for text, notes in sentences]}


def lines(*extra: Line) -> list[Line]:
    return [
        *extra,
        plan(("Building", [1, 2]), ("Use", [3, 4])),
        Line("section", 'section "Building"', told((FACTS[0], [1]), (FACTS[1], [2]))),
        Line("section", 'section "Use"', told((FACTS[2], [3]), (FACTS[0], [4]))),
        Line("lead", "", told(("The bridge opened in 1881.", [1]), (FACTS[4], [5]))),
        Line("claim_check", "", (0.97, 0.03), repeat=True),
        Line("claim_given", "", (-0.3,), repeat=True),
    ]


def test_every_sentence_of_an_article_is_a_claim(library: Library) -> None:
    engine = ScriptedEngine(lines())
    written = article.write("Lune Bridge", library, engine, SETTINGS, Run(), CHAIN)
    engine.assert_used_up()
    assert written.title == "The Lune Bridge"
    assert [block.title for block in written.blocks] == ["Building", "Use"]
    for block in (written.lead, *written.blocks):
        assert block.claims
        assert " ".join(claim.text for claim in block.claims) == block.text
        for claim in block.claims:
            assert block.text[claim.start : claim.end] == claim.text
            assert claim.cites


def test_sections_share_out_all_evidence_once(library: Library) -> None:
    engine = ScriptedEngine([plan(("Building", [1, 2]), ("Use", [2, 3, 4]))])
    made = outline.outline("Lune Bridge", CHAIN.evidence, library, engine, SETTINGS, Run())
    numbers = [one.number for section in made.sections for one in section.evidence]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert 2 in [one.number for one in made.sections[0].evidence]


def test_sections_of_one_title_are_one(library: Library) -> None:
    engine = ScriptedEngine([plan(("Use", [1, 2]), ("use.", [3]), ("Floods", [5]))])
    made = outline.outline("Lune Bridge", CHAIN.evidence, library, engine, SETTINGS, Run())
    assert len(made.sections) == 2


def test_a_sentence_is_not_said_in_two_sections(library: Library) -> None:
    engine = ScriptedEngine(lines())
    written = article.write("Lune Bridge", library, engine, SETTINGS, Run(), CHAIN)
    assert FACTS[0][:-1] in written.blocks[0].text
    assert FACTS[0][:-1] not in written.blocks[1].text


def test_the_article_is_shown_while_it_grows(library: Library) -> None:
    shown: list[msgspec.Struct] = []
    engine = ScriptedEngine(lines())
    written = article.write("Lune Bridge", library, engine, SETTINGS, Run(shown.append), CHAIN)
    articles = [one for one in shown if isinstance(one, Article)]
    assert articles[0].blocks[0].text == ""
    assert articles[-1] == written
    assert {one.where for one in shown if isinstance(one, Draft)} == {"Building", "Use"}


def test_a_section_that_cannot_be_written_is_shown_as_failed(library: Library) -> None:
    def dies(_: object) -> str:
        raise EngineDied("The model process ended.")

    script = lines()
    script[1] = msgspec.structs.replace(script[1], repeat=True)
    script[2] = Line("section", 'section "Use"', dies, repeat=True)
    engine = ScriptedEngine(script)
    written = article.write("Lune Bridge", library, engine, SETTINGS, Run(), CHAIN)
    assert [block.failed for block in written.blocks] == ["", "The model process ended."]
    assert [block.title for block in written.blocks] == ["Building", "Use"]
    assert written.blocks[0].claims


def test_nothing_found_is_said_not_written(library: Library) -> None:
    engine = ScriptedEngine()
    written = article.write("Comets", library, engine, SETTINGS, Run(), Chain("Comets", (), ()))
    assert written.blocks == ()
    assert written.lead.text.startswith("Your library does not answer this.")
    assert not engine.seen


@pytest.mark.parametrize(("notes", "words", "count"), [(2, 900, 1), (9, 900, 3), (40, 3000, 6)])
def test_sections_follow_length_and_evidence(notes: int, words: int, count: int) -> None:
    assert outline.sections_for(notes, words) == count


def test_claims_move_with_a_repaired_sentence() -> None:
    text = "One is. Two was wrong. Three is."
    claims = tuple(
        Claim(text.index(part), text.index(part) + len(part), part, (), state, "")
        for part, state in (
            ("One is.", "supported"),
            ("Two was wrong.", "not found"),
            ("Three is.", "supported"),
        )
    )
    new = (Claim(0, 4, "Two.", (1,), "supported", ""),)
    whole, moved = repair.spliced(text, claims, {(claims[1].start, claims[1].end): ("Two.", new)})
    assert whole == "One is. Two. Three is."
    assert [whole[claim.start : claim.end] for claim in moved] == ["One is.", "Two.", "Three is."]
