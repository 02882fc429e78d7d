"""The words that a paper has of its own are in the language of its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from bridge_article import an_article, shelved
from msgspec import structs

from warehouse.library import Library
from warehouse.proof.claims import WAITS
from warehouse.records import Document
from warehouse.results import fallbacks
from warehouse.results.records import Article, Block, Claim, Decision
from warehouse.run import Run
from warehouse.studies.exporting.paper import paper, terms
from warehouse.studies.exporting.paper.wishes import Form, Wish

GERMAN = "Das Deck der Brücke wurde verbreitert, damit die Straßenbahnen darüber fahren konnten"
FINNISH = "Sillan kantta levennettiin, jotta raitiovaunut saattoivat kulkea sen yli turvallisesti"
JAPANESE = "橋の床版は一九三四年に拡幅され、路面電車がその上を走れるようになり、人々は川を渡った"
OWN = ("References", "Evidence", "What is kept simple", "This section", "partly", "no longer")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with shelved(tmp_path / "warehouse") as made:
        yield made


def article(library: Library, said: str) -> Article:
    """Four sentences: partly, not found, not weighed yet, and of a source that is gone; a section
    that failed; and a length that was not reached.
    """
    bridge = an_article(library)
    here, gone, mail = bridge.research.evidence
    letter = Document("ef" * 32, "The letter", "mail", "/in/a.eml", 10, 1.0, "queued")
    library.catalog.queue(letter, ".eml")
    evidence = (
        here,
        structs.replace(gone, place=structs.replace(gone.place, document="cd" * 32)),
        structs.replace(mail, place=structs.replace(mail.place, document=letter.id)),
    )
    states = (("partly", ""), ("supported", ""), ("unchecked", WAITS), ("not found", ""))
    cited = (1, 2, 3, 1)
    texts = [f"{said} [{at}]." for at in cited]
    claims, start = [], 0
    for at, text, (state, why) in zip(cited, texts, states, strict=True):
        claim = {"start": start, "end": start + len(text), "text": text, "cites": (at,)}
        claims.append(msgspec.convert({**claim, "state": state, "why": why}, Claim))
        start += len(text) + 1
    decided = (Decision(fallbacks.LENGTH, "rule", "3 words"),)
    research = structs.replace(bridge.research, evidence=evidence, decisions=decided)
    blocks = (
        Block(2, "1934", " ".join(texts), tuple(claims)),
        Block(2, "1935", "", (), failed="X"),
    )
    return structs.replace(bridge, lead=Block(1, "", "", ()), blocks=blocks, research=research)


def made(library: Library, folder: Path, said: str, form: Form = "markdown") -> str:
    wish = Wish(form, evidence=True)
    return paper.save(article(library, said), library, folder, wish, Run()).read_text("utf-8")


def test_german(library: Library, tmp_path: Path) -> None:
    text = made(library, tmp_path, GERMAN)
    own = ("## Literatur", "## Belege", "## Was einfach gehalten ist", "*(teilweise)*")
    own += ("*(nicht gefunden)*", "*(noch nicht geprüft)*", "nicht mehr in der Bibliothek")
    own += ("*(Quelle fehlt oder hat sich geändert)*",)
    own += ("*Dieser Abschnitt wurde nicht geschrieben: X*", "Persönliche Mitteilung")
    for words in own:
        assert words in text, words
    assert not [words for words in OWN if words in text]


def test_japanese(library: Library, tmp_path: Path) -> None:
    text = made(library, tmp_path, JAPANESE)
    assert "## 参考文献" in text and "*(一部のみ)*" in text
    assert not [words for words in OWN if words in text]


def test_the_outline_of_a_page(library: Library, tmp_path: Path) -> None:
    text = made(library, tmp_path, GERMAN, "html")
    assert '<nav aria-label="Gliederung"><h2>Gliederung</h2>' in text
    assert '<a href="#references"><span>Literatur</span></a>' in text
    assert '<a href="#evidence"><span>Belege</span></a>' in text


@pytest.mark.parametrize("said", [FINNISH, "So"])
def test_english_is_the_rest(library: Library, tmp_path: Path, said: str) -> None:
    text = made(library, tmp_path, said)
    assert not [words for words in OWN if words not in text]


@pytest.mark.parametrize("style", ["apa", "vancouver"])
def test_pages_of_evidence_are_named_in_the_language(
    library: Library, tmp_path: Path, style: str
) -> None:
    """In a style that tells no pages, too."""
    german = article(library, GERMAN)
    labels = ("3", "4–5", "slide 3")  # of a web page, a document that is gone, and a mail
    paged = tuple(
        structs.replace(one, page_label=label)
        for one, label in zip(german.research.evidence, labels, strict=True)
    )
    german = structs.replace(german, research=structs.replace(german.research, evidence=paged))
    wish = Wish("markdown", style, evidence=True)
    text = paper.save(german, library, tmp_path, wish, Run()).read_text("utf-8")
    behind = text.partition("## Belege")[2]
    assert "Lune Bridge, S. 4–5, nicht mehr in der Bibliothek" in behind
    assert "Lune Bridge, slide 3 " in behind and "S. 3" not in behind


@pytest.mark.parametrize("code", ["de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "sv", "zh"])
def test_every_language_has_words_of_its_own_and_a_place_for_the_reason(code: str) -> None:
    english, own = structs.asdict(terms.of("")), structs.asdict(terms.of(code))
    assert own.pop("page").count("{}") == own.pop("pages").count("{}") == 1
    assert not [name for name, words in own.items() if not words or words == english[name]]
    assert terms.of(code).failed.format("{x}").endswith("{x}")
    assert terms.of(code).failed.count("{}") == 1
