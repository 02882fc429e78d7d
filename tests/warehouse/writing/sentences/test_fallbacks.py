"""A paragraph that cannot be proven says what became of it, wherever the article is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from bridge_article import FACTS, SETTINGS, an_article
from bridge_article import shelved as with_article
from bridge_sections import evidence, shelved
from msgspec import structs

from warehouse.cli.article import standing
from warehouse.context import Context
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results import fallbacks
from warehouse.results.records import Article, Block, Claim
from warehouse.run import Run
from warehouse.studies.editing.editor import Edited
from warehouse.studies.exporting import export
from warehouse.studies.exporting.paper import paper
from warehouse.studies.exporting.paper.wishes import Wish
from warehouse.studies.report import how_found, ledger
from warehouse.writing import composed, paragraphs, review
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences import fell_back, joining
from warehouse.writing.sentences.plain import Filter

NO, YES = (0.02, 0.98), (0.98, 0.02)
WORDED = {
    FACTS[0]: "In 1881 the bridge opened with arches of iron.",
    FACTS[1]: "A foundry nearby cast its arches of iron.",
    FACTS[2]: "In 1934 the deck of the bridge became wider.",
    FACTS[3]: "Until 1950 the widened deck was crossed by trams.",
    FACTS[4]: "A giant stepped on two piers of the bridge.",
}
JOINED = (
    "In 1881 the bridge opened with arches of iron, and a foundry nearby cast its arches of iron."
)
NOTES = tuple(evidence(n, fact) for n, fact in enumerate(FACTS[:5], start=1))


def joins(request: AnyRequest) -> str:
    """The first two are made one, no others."""
    words = str(request.messages[-1].content)
    return JOINED if WORDED[FACTS[0]] in words and WORDED[FACTS[1]] in words else "Nothing."


def weighs() -> list[Line]:
    names = ("claim_check", "claim_known")
    return [
        Line("reports", "", YES, repeat=True),
        Line("worth_telling", "", YES, repeat=True),
        Line("goes_on", "", (-1.0,), repeat=True),
        *(Line(name, WORDED[FACTS[4]], NO, repeat=True) for name in names),
        *(Line(name, "", YES, repeat=True) for name in names),
    ]


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


@pytest.fixture
def written(library: Library, monkeypatch: pytest.MonkeyPatch) -> paragraphs.Paragraph:
    monkeypatch.setattr(joining, "NEAR", -1.0)  # vectors of hashed words are far apart
    engine = ScriptedEngine(
        [
            *(Line("retell", fact, told, repeat=True) for fact, told in WORDED.items()),
            Line("join", "", joins, repeat=True),
            *weighs(),
        ]
    )
    context = Context.of(library, engine, SETTINGS, Run())
    [made] = paragraphs.write([Notes("Arches", NOTES)], "The bridge", Filter(), context)
    return made


def test_each_sentence_says_what_it_fell_back_to(written: paragraphs.Paragraph) -> None:
    told = {one.cites: one.fell_back for one in written.claims}
    assert told == {(1, 2): "", (3,): "retold", (4,): "retold", (5,): "quoted"}
    [quoted] = [one for one in written.claims if one.fell_back == "quoted"]
    assert quoted.state == "quoted" and FACTS[4][:-1] in quoted.text


def test_the_review_leaves_it(written: paragraphs.Paragraph, library: Library) -> None:
    context = Context.of(library, ScriptedEngine(weighs()), SETTINGS, Run())
    block = Block(2, "Arches", written.text, written.claims)
    [found], _ = review.reviewed([block], NOTES, context)
    assert [one.fell_back for one in found.claims] == ["", "retold", "retold", "quoted"]


def test_the_polish_leaves_it(written: paragraphs.Paragraph, library: Library) -> None:
    polished = written.text.replace("Until 1950", "Later, until 1950,")
    assert polished != written.text
    engine = ScriptedEngine([Line("polish", "", polished, repeat=True), *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    block = Block(2, "Arches", written.text, written.claims)
    [found], _ = composed.polished([block], NOTES, context)
    assert found.text == polished
    assert [one.fell_back for one in found.claims] == ["", "retold", "retold", "quoted"]


def claim(text: str, *cites: int, state: str = "supported", how: str = "") -> Claim:
    given: dict[str, Any] = {"state": state, "fell_back": how}
    return Claim(0, len(text), text, cites, why="", **given)


def test_a_quotation_that_is_told_in_other_words_is_none() -> None:
    before = [claim("Two piers fell [5].", 5, state="quoted", how="quoted")]
    [after] = fell_back.carried(before, [claim("So two piers fell [5].", 5)])
    assert after.fell_back == "retold"
    [other] = fell_back.carried(before, [claim("A new sentence [4].", 4)])
    assert other.fell_back == ""


def test_a_claim_of_an_older_article_fell_back_to_nothing() -> None:
    raw = b'{"start":0,"end":1,"text":"A","cites":[],"state":"quoted","why":""}'
    assert msgspec.json.decode(raw, type=Claim).fell_back == ""


def test_reasons_are_told_beside_those_of_the_check() -> None:
    doubted = structs.replace(claim("A.", how="fewer"), why="“A” is not said")
    assert fallbacks.reason(doubted) == f"“A” is not said; {fallbacks.REASONS['fewer']}"
    assert fallbacks.reason(claim("A.")) == ""
    assert fallbacks.counted([claim("A."), claim("B.")]) == ""


LINE = (
    "Kept simple in “The deck”, as nothing fuller could be proven: "
    "paragraph 1 (1 of 2 sentences: 1 from a single source sentence)."
)


@pytest.fixture
def fallen(tmp_path: Path) -> Any:
    """A library, and an article of it whose first sentence was retold."""
    with with_article(tmp_path / "other") as other:
        made = an_article(other)
        [block] = made.blocks
        first, second = block.claims
        claims = (structs.replace(first, fell_back="retold"), second)
        yield other, structs.replace(made, blocks=(structs.replace(block, claims=claims),))


def test_the_reader_is_told_which_paragraph_it_is(fallen: tuple[Library, Article]) -> None:
    library, article = fallen
    assert how_found.lines(article) == (LINE,)
    shown = "\n".join(standing(Edited(article)))
    assert "kept simple: 1 from a single source sentence" in shown
    assert shown.count("kept simple") == 1
    assert LINE in export.markdown(article, library)
    page = export.html(article, library)
    assert LINE in page
    assert page.count(fallbacks.REASONS["retold"]) == 2  # over the sentence, and in the table
    assert ledger.verdict(article.blocks[0].claims[0]).endswith(fallbacks.REASONS["retold"])


def test_a_length_that_was_not_reached_is_told_the_reader(fallen: tuple[Library, Article]) -> None:
    library, article = fallen
    settings = structs.replace(SETTINGS, article_words=500)
    context = Context.of(library, ScriptedEngine([]), settings, Run())
    writing = composed.Composing("retell", composed.Outline("A", ()), article.research, context)
    writing.blocks = list(article.blocks)
    writing._tell_length()
    told = structs.replace(article, research=writing.research)
    short = "Written: 12 words where 500 were asked for: no more could be proven."
    assert how_found.lines(told) == (short, LINE)
    assert short in export.markdown(told, library)
    writing._forget_length()
    later = structs.replace(told, research=writing.research)
    assert how_found.lines(later) == (LINE,), "a part was written anew"


def test_the_evidence_of_a_paper_tells_it(fallen: tuple[Library, Article], tmp_path: Path) -> None:
    library, article = fallen
    for evidence_too in (True, False):
        wish = Wish("markdown", "apa", evidence=evidence_too)
        text = paper.save(article, library, tmp_path, wish, Run()).read_text("utf-8")
        assert (LINE in " ".join(text.split())) == evidence_too


def test_what_is_proven_alone_keeps_it(fallen: tuple[Library, Article]) -> None:
    _, article = fallen
    made = ledger.proven_article(article)
    assert [one.fell_back for one in made.blocks[0].claims] == ["retold"]
