"""An article: parts become sections, evidence is shared out, every sentence is a claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from bridge_article import FACTS, SETTINGS, TOPIC
from bridge_sections import (
    FOREIGN,
    HEADINGS,
    OPENING,
    OWN,
    chain_of,
    evidence,
    judged,
    prose,
    reworded,
    shelved,
)
from shelf import HashingEmbedder, reading

from warehouse.context import Context
from warehouse.engine.protocol import Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import EngineDied
from warehouse.library import Library
from warehouse.methods.evidence.prose import is_prose
from warehouse.proof import checks
from warehouse.proof.cited import Sentence
from warehouse.records import Place
from warehouse.results import claimed_text
from warehouse.results.records import Article, Claim, Draft, Evidence, Research, Structure
from warehouse.run import Run
from warehouse.writing import overview
from warehouse.writing.retold import article, parts, planned, sections
from warehouse.writing.sentences import plain, repair, wording
from warehouse.writing.sentences.plain import Filter
from warehouse.writing.sentences.unused_sentences import Spare
from warehouse.writing.sentences.wording import Said


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    yield from shelved(tmp_path / "warehouse")


def lines(*extra: Line) -> list[Line]:
    lead = Line("lead", "", prose((OPENING, [1, 3])), repeat=True)
    return [*extra, *reworded(), lead, *judged()]


def test_every_sentence_of_an_article_is_a_claim(library: Library) -> None:
    engine = ScriptedEngine(lines())
    written = article.write(TOPIC, Context.of(library, engine, SETTINGS, Run()))
    engine.assert_used_up()
    assert written.title == TOPIC
    assert [block.title for block in written.blocks] == list(HEADINGS)
    for block in (written.lead, *written.blocks):
        assert block.claims
        assert " ".join(claim.text for claim in block.claims) == block.text
        for claim in block.claims:
            assert block.text[claim.start : claim.end] == claim.text
            assert claim.cites
            assert claim.state == "supported"
    assert [block.text for block in written.blocks] == [
        f"{own[:-1]} [{number}]." for number, own in enumerate(OWN, start=1)
    ]


def test_the_opening_does_not_repeat_a_section(library: Library) -> None:
    """Nor does it when the model leaves out the full stop."""
    lead = Line("lead", "", prose((OWN[0].rstrip("."), [1]), (OPENING, [1, 3])), repeat=True)
    engine = ScriptedEngine([*reworded(), lead, *judged()])
    written = article.write(TOPIC, Context.of(library, engine, SETTINGS, Run()))
    assert [claim.cites for claim in written.lead.claims] == [(1, 3)]


def test_each_section_is_an_intent_with_evidence_of_its_own(library: Library) -> None:
    written = article.write(TOPIC, Context.of(library, ScriptedEngine(lines()), SETTINGS, Run()))
    chain = written.research
    assert [intent.state for intent in chain.nodes] == ["resolved"] * 3
    assert [intent.evidence for intent in chain.nodes] == [(1,), (2,), (3,)]
    for one in chain.evidence:
        document = one.place.document
        assert library.catalog.text(document, one.place.start, one.place.end) == one.text
        [at] = [at for at, node in enumerate(chain.nodes) if one.number in node.evidence]
        assert one.path == HEADINGS[at]
        assert not any(heading in one.text for heading in HEADINGS)


def test_a_given_chain_keeps_its_numbers_and_is_not_read_twice(library: Library) -> None:
    lead = Line("lead", "", prose((OPENING, [2, 4])), repeat=True)
    own = (
        Line("retell", FACTS[2], "In 1934 the bridge got a wider deck."),
        Line("retell", FACTS[3], "Until 1950 there were trams on the widened deck."),
    )
    engine = ScriptedEngine([*own, *lines(lead)])
    given = chain_of(library)
    written = article.write(TOPIC, Context.of(library, engine, SETTINGS, Run()), given)
    assert written.research.evidence[0] == given.evidence[0]
    assert sum(FACTS[2] in one.text for one in written.research.evidence) == 1
    assert (1,) in [claim.cites for claim in written.blocks[1].claims]


def test_a_topic_of_another_matter_names_the_search_that_was_made(library: Library) -> None:
    settings = msgspec.structs.replace(SETTINGS, absence=True)
    context = Context.of(library, ScriptedEngine(), settings, Run())
    written = article.write(FOREIGN, context)
    assert f"Searches tried: {FOREIGN}." in written.lead.text
    assert [one.state for one in written.research.nodes] == ["unresolved"]
    assert written.research.nearest


def test_an_answer_from_a_table_alone_becomes_an_article_of_one_section(tmp_path: Path) -> None:
    """Nothing there is prose, so no part of a document can be a section."""
    row = "Tolls of the bridge | 1911 | three pence"
    with Library(tmp_path / "rows", SETTINGS, HashingEmbedder(64)) as library:
        library.admit(reading("Tolls", row), "tolls.html", b"tolls", Run())
        place = Place(library.catalog.documents()[0].id, 0, 0, len(row))
        given = Research(TOPIC, Structure(), (Evidence(1, place, row, "Tolls", "1", "", "q", 0.9),))
        own = Line("reword", "Tolls", "Tolls of the bridge were three pence in 1911.")
        engine = ScriptedEngine(
            [own, Line("lead", "", prose((OPENING, [1])), repeat=True), *judged()]
        )
        written = article.write(TOPIC, Context.of(library, engine, SETTINGS, Run()), given)
    assert [block.title for block in written.blocks] == [TOPIC]
    assert written.blocks[0].text == "Tolls of the bridge were three pence in 1911 [1]."


def test_a_sentence_is_not_said_in_two_sections() -> None:
    one, two = (planned.Section(f"S{at}", (evidence(at, FACTS[0]),)) for at in (1, 2))
    own = Line("retell", FACTS[0], "With iron arches the bridge opened in 1881.", repeat=True)
    engine = ScriptedEngine([own, *judged()])
    plan = planned.Outline("T", (one, two))
    first, second = sections.write(
        plan, Context.of(library, engine, SETTINGS, Run()), lambda *_: None, Filter()
    )
    assert first.text == "With iron arches the bridge opened in 1881 [1]."
    assert second.failed == sections.NOTHING_NEW
    assert ["said before" in loss.reason for loss in second.losses] == [True]


def test_the_article_is_shown_while_it_grows(library: Library) -> None:
    shown: list[msgspec.Struct] = []
    written = article.write(
        TOPIC, Context.of(library, ScriptedEngine(lines()), SETTINGS, Run(shown.append))
    )
    articles = [one for one in shown if isinstance(one, Article)]
    assert articles[0].blocks[0].text == ""
    assert articles[-1] == written
    assert {one.where for one in shown if isinstance(one, Draft)} == set(HEADINGS)


def test_a_section_that_cannot_be_written_is_shown_as_failed(library: Library) -> None:
    def dies(_: object) -> str:
        raise EngineDied("The model process ended.")

    lead = Line("lead", "", prose((OPENING, [1, 3])), repeat=True)
    dying = Line("retell", FACTS[2], dies, repeat=True)
    script = [dying, *reworded(repeat=True), lead, *judged()]
    written = article.write(TOPIC, Context.of(library, ScriptedEngine(script), SETTINGS, Run()))
    assert [block.failed for block in written.blocks] == ["", "The model process ended.", ""]
    assert [block.title for block in written.blocks] == list(HEADINGS)
    assert written.blocks[0].claims


def test_what_is_not_proven_gives_way_to_the_words_of_the_page(library: Library) -> None:
    wrong = "Zebras grazed on its northern bank."
    script = [
        Line("retell", FACTS[0], wrong),
        Line("retell", FACTS[0], wrong),
        Line("claim_check", "Zebras", (0.01, 0.99), repeat=True),
        Line("claim_known", "Zebras", (0.01, 0.99), repeat=True),
        *lines(),
    ]
    written = article.write(TOPIC, Context.of(library, ScriptedEngine(script), SETTINGS, Run()))
    assert written.blocks[0].claims[0].state == "quoted"
    assert written.blocks[0].claims[0].text in (f"“{fact[:-1]}” [1]." for fact in FACTS[:2])
    losses = [loss for loss in written.research.losses if loss.what.startswith(wrong[:-1])]
    assert ["replaced by a quotation" in loss.reason for loss in losses] == [True]


def test_what_is_no_sentence_is_tried_again_and_a_second_proven_wording_is_taken(
    library: Library,
) -> None:
    engine = ScriptedEngine([Line("retell", FACTS[0], ""), *lines()])
    written = article.write(TOPIC, Context.of(library, engine, SETTINGS, Run()))
    engine.assert_used_up()
    assert written.blocks[0].claims[0].text == f"{OWN[0][:-1]} [1]."
    asked = [one for one in engine.seen if isinstance(one, Request) and one.prompt == "retell"]
    tries = [one for one in asked if FACTS[0] in one.messages[-1].content]
    assert [one.temperature for one in tries] == [0.0, wording.AGAIN_WARMTH]


def test_what_has_no_evidence_left_stays_visible() -> None:
    fit = Filter()
    fit.say(FACTS[0])
    assert Spare([evidence(1, FACTS[0])], fit).take("Zebras graze.") is None


def test_nothing_found_is_said_not_written(library: Library) -> None:
    engine = ScriptedEngine()
    written = article.write(
        "Comets", Context.of(library, engine, SETTINGS, Run()), Research("Comets", Structure(), ())
    )
    assert written.blocks == ()
    assert written.lead.text.startswith("Your library does not tell of this.")
    assert not engine.seen


def test_a_section_without_a_heading_is_named_by_the_model(library: Library) -> None:
    part = parts.Part(("d", "1 Introduction", 0), "Lune Bridge", 0.5, 0, FACTS[0])
    engine = ScriptedEngine([Line("outline", FACTS[0], {"title": "Opening of the bridge"})])
    made, losses = planned.facets(TOPIC, [part], Context.of(library, engine, SETTINGS, Run()))
    assert [facet.title for facet in made] == ["Opening of the bridge"]
    assert not losses


def test_a_title_that_says_nothing_gives_way_to_the_document(library: Library) -> None:
    part = parts.Part(("d", "", 1), "Lune Bridge", 0.5, 0, FACTS[0])
    engine = ScriptedEngine([Line("outline", "", {"title": "Introduction"})])
    made, _ = planned.facets(TOPIC, [part], Context.of(library, engine, SETTINGS, Run()))
    assert [facet.title for facet in made] == ["Lune Bridge"]


def test_the_topic_is_the_title() -> None:
    assert planned.article_title("write an article about reading data.") == "Reading data"
    assert planned.article_title("How are bridges built?") == "How are bridges built?"


def test_a_sentence_that_was_cut_or_speaks_of_the_article_is_a_loss() -> None:
    fit = Filter()
    said = [
        Sentence("This article discusses the bridge and its arches.", (1,)),
        Sentence("The bridge has arches of iron.", (1,)),
        Sentence(f"The deck of the bridge {'has planks and ' * 20}has", (1,)),
    ]
    kept = fit.through(said, FACTS[0])
    assert [one.text for one in kept] == ["The bridge has arches of iron."]
    assert [loss.reason.split(",")[0] for loss in fit.losses] == [
        "speaks of the article",
        "cut off at the length limit",
    ]


def test_a_source_may_speak_of_its_own_sections() -> None:
    text = "This section describes the formats."
    assert plain.speaks_of_itself(text)
    assert not plain.speaks_of_itself(text, "this section describes the formats of files.")


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (FACTS[0], True),
        ("Building", False),
        ("x <- read.table('a.csv', header = TRUE); y(x[1]).", False),
        ("Name\tSize\tKind\tUse.", False),
        ("It can be one of the following kinds:", False),
        ("See the next part of the handbook for all of it.", False),
        ("The kinds of files are listed in Section 2, page 14.", False),
        ("This chapter collects the advice that was given.", False),
        ("The panel, three umpires and an emergency, is given below.", False),
        ("The last subsection explains how a mill is built of oak.", False),
        ("In the following, the wheels of the mill are described.", False),
        ("Under subsection 3 the tenant of the mill may end the lease.", True),
    ],
)
def test_only_whole_sentences_are_prose(text: str, prose: bool) -> None:
    assert is_prose(text) == prose


def test_a_copy_keeps_its_words_under_a_heading() -> None:
    assert checks.is_quoted(FACTS[0], [f"Building\n\n{FACTS[0]}"])
    assert not checks.is_quoted("Opened in 1881 with iron arches.", [FACTS[0]])


@pytest.mark.parametrize(
    ("found", "words", "count"), [(2, 900, 2), (9, 900, 5), (14, 300, 3), (40, 3000, 6)]
)
def test_sections_follow_length_and_parts(found: int, words: int, count: int) -> None:
    assert planned.sections_for(found, words) == count


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


def test_a_paragraph_ends_where_the_page_goes_to_another_section() -> None:
    pieces = [
        msgspec.structs.replace(evidence(at, FACTS[at % 6]), path="One" if at < 5 else "Two")
        for at in range(1, 9)
    ]
    told = [(piece, Said(f"Fact {piece.number} of the bridge.", ())) for piece in pieces]
    assert [len(group) for group in sections.paragraphs(told)] == [4, 4]
    assert [len(group) for group in sections.paragraphs(told[:6])] == [6]
    assert [len(group) for group in sections.paragraphs([told[0]] * 10)] == [6, 4]


def test_claims_stand_where_their_sentences_do() -> None:
    said = [Said(f"Fact {at}.", (Claim(0, 7, f"Fact {at}.", (at,), "supported", ""),))
            for at in range(3)]  # fmt: skip
    text, claims = claimed_text.joined(map(wording.joined, (said[:2], said[2:])), "\n\n")
    assert text == "Fact 0. Fact 1.\n\nFact 2."
    assert [text[claim.start : claim.end] for claim in claims] == ["Fact 0.", "Fact 1.", "Fact 2."]


def test_an_opening_may_tell_again_what_a_section_tells_at_greater_length() -> None:
    section = "The bridge opened in 1881 with iron arches that were cast in a local foundry."
    assert overview._is_same(f"In 1881 {section[0].lower()}{section[1:]}", section)
    assert not overview._is_same("The bridge opened in 1881 with iron arches.", section)
    assert not overview._is_same(f"{section[:-1]}, and was widened for trams in 1934.", section)


def test_what_a_passage_says_besides_is_told_as_left_out() -> None:
    piece = evidence(1, f"• {FACTS[0]} {FACTS[3]} {FACTS[3]}")
    assert [loss.what for loss in sections._untold(piece, FACTS[0])] == [FACTS[3]]
    assert sections._untold(piece, "") == []


def test_of_a_passage_that_says_something_again_the_rest_is_told(library: Library) -> None:
    piece, fit = evidence(1, f"{FACTS[0]} {FACTS[3]}"), Filter()
    fit.say(FACTS[0])
    context = Context.of(library, ScriptedEngine(judged()), SETTINGS, Run())
    again = wording.Said(f"{FACTS[0][:-1]} [1].", ())
    section = planned.Section("Iron arches of 1881", (piece,))
    found = sections._new(piece, again, section, fit, context)
    assert found is not None and found[0] == FACTS[3]
    assert sections._new(piece, again, section, fit, context) is None


def test_what_is_told_in_the_voice_of_a_source_is_quoted(library: Library) -> None:
    piece = evidence(1, FACTS[0])
    context = Context.of(library, ScriptedEngine(judged()), SETTINGS, Run())
    ours = wording.Said(f"We wanted it so: {FACTS[0][:-1]} [1].", ())
    section = planned.Section("Iron arches of 1881", (piece,))
    found = sections._new(piece, ours, section, Filter(), context)
    assert found is not None and found[1].bare == f"“{FACTS[0][:-1]}”."
