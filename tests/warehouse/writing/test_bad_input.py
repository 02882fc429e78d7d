"""Whole articles from input that nobody would wish for: each is written, or a sentence says why."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from bridge_article import FACTS, TOPIC
from counting import CountingEngine
from msgspec import structs
from shelf import HashingEmbedder, prose, reading

from warehouse.engine.endpoint import structured
from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.library import Library
from warehouse.proof import disagreement
from warehouse.results.reasons import CUT_OFF
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies
from warehouse.text import WORD
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline
from warehouse.writing.ways import WAYS

SETTINGS = Settings(readers=1, article_words=300, absence=False, max_intents=2, depth=1)
NAMES = ("Casting of the arches", "Tolls and tramways", "Floods and repairs", "The wider deck")
BRIDGE = "Lune Bridge"
FEW = ("aware", "retell")
LATER = ("storm", 0.6)
ASIDE = ("Write it in", "Heed")
PAGES = range(1000, 1200)
LONG = " ".join(prose(at, 8) for at in range(2))
GERMAN = ("Eine Flut beschädigte 1967 zwei Pfeiler der Brücke.",)
FRENCH = ("Les tramways ont traversé le pont jusque en 1950.",)
DICTIONARY = {"flut": "flood", "beschädigte": "damaged", "pfeiler": "piers", "brücke": "bridge"}
DICTIONARY |= {"pont": "bridge", "tramways": "trams", "traversé": "crossed", "jusque": "until"}
DICTIONARY |= dict.fromkeys(("eine", "le", "les", "ont", "en"), "the")
TRANSLATED = {
    FACTS[0]: "Die Brücke wurde 1881 mit eisernen Bögen eröffnet.",
    FACTS[2]: "Das Deck der Brücke wurde 1934 verbreitert.",
}
Shelve = Callable[..., Library]


class Multilingual(HashingEmbedder):
    """Has one vector for a word and its translation."""

    def embed(self, texts: Sequence[str], *given: Any, **named: Any) -> Any:
        words = [[DICTIONARY.get(word, word) for word in WORD.findall(t.lower())] for t in texts]
        return super().embed([" ".join(said) for said in words], *given, **named)


@pytest.fixture
def shelve(tmp_path: Path) -> Iterator[Shelve]:
    opened: list[Library] = []

    def make(*documents: tuple[str, str, str]) -> Library:
        library = Library(tmp_path / "warehouse", SETTINGS, Multilingual(64))
        opened.append(library)
        for title, text, language in documents:
            made = reading(title, text, language=language)
            library.admit(made, f"{title}.html", text.encode(), Run())
        return library

    yield make
    for library in opened:
        library.close()


class Whole(CountingEngine):
    """Says what it was given to tell again, fills schemas with names, and finds all of it true."""

    def __init__(self, log: Path) -> None:
        super().__init__(log, _whole, lambda _: -1.0, _first)


class Cut(Whole):
    """Ends every reply at its limit, after ``share`` of what it would have written: in the middle
    of a word, a value bound to a schema closed as the engine closes it.
    """

    def __init__(self, log: Path, share: float) -> None:
        super().__init__(log)
        self.share = share

    def complete(self, requests: Any, run: Run, on_text: Any = None, on_done: Any = None) -> Any:
        whole = super().complete(requests, run, on_text, on_done)
        return [
            structs.replace(reply, text=text, finish="length", ending=ending)
            for request, reply in zip(requests, whole, strict=True)
            for text, ending in [self._cut(request, reply.text)]
        ]

    def _cut(self, request: Request, text: str) -> tuple[str, int]:
        if request.schema is None:
            text += f" {FACTS[5]}"
        at = int(len(text) * self.share)
        at = next((n for n in range(at, len(text)) if text[n - 1 : n + 1].isalpha()), at)
        if request.schema is None:
            return text[:at], 0
        closed = structured.checked(request.prompt, text[:at], request.schema, cut=True)
        return closed, len(closed) - at


def _whole(request: Request) -> str:
    """What it was given to tell, or a value with another name in each text."""
    if request.schema is not None:
        return json.dumps(_filled(request.schema, itertools.cycle(NAMES)))
    lines = [line for line in request.messages[-1].content.splitlines() if ": " in line]
    given = [line for line in lines if not line.startswith(ASIDE)]
    told = given[-1].partition(": ")[2] if given else request.messages[-1].content
    return TRANSLATED.get(told, told) if len(given) < len(lines) else told


def _filled(schema: Any, words: Iterator[str]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _filled(one, words) for name, one in schema["properties"].items()}
        case "array":
            count = max(1, schema.get("minItems", 0))
            return [_filled(schema["items"], words) for _ in range(count)]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
    return next(words)


def _first(request: ChooseRequest) -> list[float]:
    others = len(request.labels) - 1
    return [0.99, *([0.01 / others] * others)]


def written(
    library: Library, engine: CountingEngine, way: str, topic: str = TOPIC, **settings: Any
) -> Article:
    """By a study, which is run again: then nothing is asked any more, and it comes out the same."""
    studies, wishes = Studies(library), structs.replace(SETTINGS, **settings)
    row = studies.start("write", topic, way)
    first = studies.run(row, engine, wishes, Run())
    asked = engine.started
    again = studies.run(row, engine, wishes, Run())
    assert engine.started == asked, "a second run asks again"
    assert isinstance(first, Article) and isinstance(again, Article)
    assert again.blocks == first.blocks
    is_right(first)
    return first


def is_right(article: Article) -> None:
    """Every claim is at its place and rests on evidence, no sentence breaks off, a section has a
    text or says why not, and every loss says why.
    """
    numbers = {piece.number for piece in article.research.evidence}
    disputes = article.research.disagreements
    halves = {disagreement.half(side) for one in disputes for side in (one.first, one.second)}
    for block in (article.lead, *article.blocks):
        assert block is article.lead or bool(block.text) != bool(block.failed)
        for claim in block.claims:
            assert block.text[claim.start : claim.end] == claim.text
            assert claim.cites and set(claim.cites) <= numbers
            ends = claim.text.rstrip('”"»').endswith((".", "!", "?"))
            assert ends or claim.text in halves
    assert all(loss.reason for loss in article.research.losses)


def is_told(fact: str, article: Article) -> bool:
    return any(fact.rstrip(".") in block.text for block in (article.lead, *article.blocks))


def is_lost(fact: str, article: Article) -> bool:
    return any(fact in loss.what for loss in article.research.losses)


@pytest.mark.parametrize(("way", "share"), [*((way, 0.15) for way in WAYS), LATER])
def test_a_model_that_is_cut_off_at_every_call(
    way: str, share: float, shelve: Shelve, tmp_path: Path
) -> None:
    documents = [(BRIDGE, " ".join(FACTS)), ("Harbour", prose(3, 8)), ("Mill", prose(5, 8))]
    library = shelve(*((title, text, "en") for title, text in documents))
    article = written(library, Cut(tmp_path / "calls", share), way)
    assert any(block.text for block in article.blocks)
    known = {*NAMES, article.question, *(title for title, _ in documents)}
    assert {block.title for block in article.blocks} <= known, "half a word, or signs"
    nodes = [node.title for node in article.research.nodes]
    assert all(any(map(str.isalnum, title)) and "}" not in title for title in nodes)
    reasons = {loss.reason for loss in article.research.losses}
    assert way == "retell" or CUT_OFF in reasons


@pytest.mark.parametrize("way", WAYS)
def test_one_short_document(way: str, shelve: Shelve, tmp_path: Path) -> None:
    """Each of its sentences is told, or why it is not."""
    article = written(shelve((BRIDGE, " ".join(FACTS[:3]), "en")), Whole(tmp_path / "calls"), way)
    assert all(is_told(fact, article) or is_lost(fact, article) for fact in FACTS[:3])
    assert is_told(FACTS[0], article)


def test_one_huge_source_does_not_take_the_whole_article(shelve: Shelve, tmp_path: Path) -> None:
    """Some 200 pages about bridges beside two short texts on the topic."""
    pages = " ".join(f"{LONG} In {at} the iron bridge got {at} arches and piers." for at in PAGES)
    library = shelve(
        ("Bridges", pages, "en"),
        (BRIDGE, " ".join(FACTS[:3]), "en"),
        ("Lune Trams", " ".join(FACTS[3:]), "en"),
    )
    for way in FEW:
        article = written(library, Whole(tmp_path / way), way)
        cites = {n for block in article.blocks for claim in block.claims for n in claim.cites}
        cited = {p.place.document for p in article.research.evidence if p.number in cites}
        assert len(cited) > 1
        found = {piece.place.document for piece in article.research.evidence}
        assert found == {document.id for document in library.documents()}
        assert any(loss.what == "Bridges" for loss in article.research.losses)


@pytest.mark.parametrize("language", ["", "German"])
def test_three_languages(language: str, shelve: Shelve, tmp_path: Path) -> None:
    """What is found in another language is told, too, or why it is not."""
    library = shelve(
        (BRIDGE, " ".join(FACTS[:3]), "en"),
        ("Die Lune-Brücke", " ".join(GERMAN), "de"),
        ("Le pont de Lune", " ".join(FRENCH), "fr"),
    )
    for way in FEW:
        engine, topic = Whole(tmp_path / way), "The bridge: a flood damaged it, trams crossed it"
        article = written(library, engine, way, topic, article_language=language)
        for fact in (*GERMAN, *FRENCH):
            assert is_told(fact, article) or is_lost(fact, article)
        assert any(is_told(fact, article) for fact in (*GERMAN, *FRENCH))
        assert any(is_told(fact, article) for fact in TRANSLATED.values()) == bool(language)


def test_an_outline_of_sixty_headings(shelve: Shelve, tmp_path: Path) -> None:
    """Most have nothing in the library; each says so, and none tells what another has told."""
    library = shelve((BRIDGE, " ".join(FACTS), "en"), ("Harbour", prose(3, 12), "en"))
    studies, engine = Studies(library), Whole(tmp_path / "calls")
    row = studies.start("write", TOPIC, "rag")
    file = OutlineFile(studies.folder(row.id))
    named = ("Arches", "Deck", "Trams", "Piers")
    headings = [
        Heading(named[at]) if at < len(named) else Heading(f"Part {at}") for at in range(60)
    ]
    file.change(Outline(TOPIC, ()), Outline(TOPIC, tuple(headings)))
    article = studies.run(row, engine, SETTINGS, Run())
    assert isinstance(article, Article)
    is_right(article)
    assert [block.title for block in article.blocks][:60] == [one.title for one in headings]
    assert all(bool(block.text) != bool(block.failed) for block in article.blocks)
    assert sum(bool(block.text) for block in article.blocks) >= 2
    sentences = [claim.text for block in article.blocks for claim in block.claims]
    assert len(sentences) == len({*sentences})


@pytest.mark.parametrize("way", WAYS)
def test_a_topic_on_which_there_is_nothing(way: str, shelve: Shelve, tmp_path: Path) -> None:
    library = shelve((BRIDGE, " ".join(FACTS), "en"))
    engine = Whole(tmp_path / "calls")
    article = written(library, engine, way, "Why cats purr on warm carpets", absence=True)
    assert article.blocks == () and article.lead.text.startswith("Your library does not tell")
    assert not article.lead.claims and article.research.nearest
