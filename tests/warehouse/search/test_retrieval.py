from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.search.encoders.folders import spoken
from warehouse.search.retrieval import FOREIGN_TRUST, Pool, fuse
from warehouse.store.lance.feedback import Frequencies
from warehouse.store.lance.store import Found

TEXTS = {
    "Mills": "A water mill grinds grain. The wheel is driven by the river.",
    "Bridges": "A stone bridge carries the road. Its arches stand in the river.",
    "Häuser": "Die alten Häuser stehen am Fluss. Viele Brücken führen hinüber.",
    "東京": "東京都は日本の首都です。川が流れています。",
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(256)) as library:
        yield library


def fill(library: Library) -> dict[str, Document]:
    languages = {"Häuser": "de", "東京": "ja"}
    batch = [
        Admission(reading(title, text, language=languages.get(title, "en")), "s", text.encode())
        for title, text in TEXTS.items()
    ]
    return {document.title: document for document in library.admit_many(batch, Run())}


def test_an_empty_library_answers_nothing(library: Library) -> None:
    assert library.retrieval.passages("mill", 5) == []
    assert library.retrieval.headers("mill", 5) == []
    assert library.retrieval.search_words("mill", 5) == []
    assert library.retrieval.embed([]).shape == (0, 256)


def test_passages_carry_both_scores(library: Library) -> None:
    documents = fill(library)
    hits = library.retrieval.passages("Which mill grinds grain?", 3)
    assert hits[0].document == documents["Mills"].id
    assert hits[0].lexical and hits[0].dense
    assert hits[0].score == pytest.approx(2 / 61)
    assert hits[0].text == library.catalog.text(hits[0].document, hits[0].start, hits[0].end)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_documents_narrow_the_search(library: Library) -> None:
    documents = fill(library)
    only = frozenset([documents["Bridges"].id])
    assert {hit.document for hit in library.retrieval.passages("mill", 5, only)} == only
    assert library.retrieval.passages("mill", 5, frozenset()) == []
    assert library.retrieval.search_words("mill", 5, only) == []


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Haus am Fluß", "Häuser"),
        ("brucke", "Häuser"),
        ("日本の首都", "東京"),
        ("BRIDGES", "Bridges"),
    ],
)
def test_other_languages_are_found_by_words(library: Library, query: str, title: str) -> None:
    documents = fill(library)
    assert library.retrieval.search_words(query, 3)[0].document == documents[title].id


@pytest.mark.parametrize("query", ["", "   ", "!?", "'", '"mill', "a:b AND (", "\x00", "x" * 5000])
def test_odd_queries_are_harmless(library: Library, query: str) -> None:
    fill(library)
    library.retrieval.search_words(query, 5)
    library.retrieval.passages(query, 5)


def test_words_are_found_in_every_language_of_the_library(library: Library) -> None:
    texts = {
        **{f"{code}{at}": (code, code) for code in ("de", "fr", "es", "it") for at in range(2)},
        "Myllyt": ("fi", "Joen rannalla seisoo vanhoja myllyjä."),
        "Unknown": ("", "Ponies were grazing."),
    }
    batch = [
        Admission(reading(title, text, language=code), "s", title.encode())
        for title, (code, text) in texts.items()
    ]
    titles = {one.id: one.title for one in library.admit_many(batch, Run())}
    for typed, title in (("vanhat myllyt", "Myllyt"), ("ponies", "Unknown")):
        assert [titles[hit.document] for hit in library.retrieval.search_words(typed, 2)] == [title]
        found = library.finder.find(typed, 5)
        assert {titles[id] for id in found.documents} == {title}
        assert library.finder.standing(found.hits[0], typed).text
    assert {titles[id] for id in library.finder.documents('"grazing"')} == {"Unknown"}
    assert len(library.retrieval.languages()) == 4


def test_headers_find_documents(library: Library) -> None:
    documents = fill(library)
    hits = library.retrieval.headers("stone bridge arches", 2)
    assert hits[0].document == documents["Bridges"].id
    assert len(hits) == 2


def test_near_duplicates_are_shown_once(library: Library) -> None:
    text = prose(1, 5)
    batch = [
        Admission(reading("One", text), "a", b"1"),
        Admission(reading("One", text + " Added."), "b", b"2"),
        Admission(reading("Other", "The ledger of the harbour."), "c", b"3"),
    ]
    library.admit_many(batch, Run())
    hits = library.retrieval.search_words("harbour ledger mark1", 5)
    assert sorted(hit.title for hit in hits) == ["One", "Other"]


def test_fusion_by_reciprocal_rank() -> None:
    dense = [Found("a", "d", 0.9), Found("b", "d", 0.8)]
    words = [Found("b", "d", 7.0), Found("c", "d", 5.0)]
    fused = fuse(dense, words, 60)
    assert [one.id for one in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / 61 + 1 / 62)
    assert (fused[1].dense, fused[1].lexical) == (0.9, None)
    assert (fused[2].dense, fused[2].lexical) == (None, 5.0)
    assert fuse([], [], 60) == []


def test_meaning_counts_little_in_a_language_the_embedder_does_not_know(tmp_path: Path) -> None:
    """An English model puts anything beside German and Japanese."""

    class English(HashingEmbedder):
        def __init__(self) -> None:
            super().__init__(256)
            self.name = "all-minilm-l6-v2 bf16"

    with Library(tmp_path / "w", SETTINGS, English()) as library:
        documents = fill(library)
        retrieval, embedder = library.retrieval, library.embedder
        trust = {
            query: retrieval._trust(embedder, retrieval._words("passages", query, 10, None))
            for query in ("mill grain", "alte Brücken", "東京の首都", "nothing of it")
        }
        assert trust == {
            "mill grain": 1.0,
            "alte Brücken": FOREIGN_TRUST,
            "東京の首都": FOREIGN_TRUST,
            "nothing of it": 1.0,
        }
        hits = retrieval.passages("alte Brücken", 3)
        assert hits[0].document == documents["Häuser"].id
        assert hits[0].score == pytest.approx((1 + FOREIGN_TRUST) / 61, rel=0.02)
    assert spoken("paraphrase-multilingual-MiniLM-L12-v2") == frozenset()
    assert spoken("multilingual-e5-small") == frozenset()


def test_a_pool_drops_what_does_not_match() -> None:
    pool = Pool(["The mill grinds.", "The bridge.", ""])
    assert [index for index, _ in pool.rank("mills", 5)] == [0]
    assert pool.rank("zebra", 5) == []
    assert pool.rank("", 5) == []


def test_a_term_in_every_text_still_counts() -> None:
    ranked = Pool(["river mill", "river", "river river"]).rank("river", 5)
    assert {index for index, _ in ranked} == {0, 1, 2}
    assert all(score > 0 for _, score in ranked)


@pytest.mark.parametrize("texts", [[], [""], ["", "…"]])
def test_an_empty_pool_is_an_empty_answer(texts: list[str]) -> None:
    assert Pool(texts).rank("mill", 5) == []


def test_a_pool_of_an_unspaced_script() -> None:
    assert [index for index, _ in Pool(["東京都", "大阪"], ["ja"]).rank("大阪", 5)] == [1]


def test_a_second_search_follows_what_the_first_found(library: Library) -> None:
    texts = {
        "Orvane": "The mill of Orvane was finished by Tessaly Brandquist in the spring.",
        "Brandquist": "Tessaly Brandquist grew up at Kreuzfeld, among clockmakers.",
        **{f"Other {at}": f"Nobody finished it. {prose(at, 2)}" for at in range(12)},
    }
    batch = [Admission(reading(title, text), "s", title.encode()) for title, text in texts.items()]
    library.admit_many(batch, Run())
    question = "Who finished the mill of Orvane?"
    once = library.retrieval.passages(question, 14)
    twice = library.retrieval.passages(question, 14, follow=True)
    assert once[0].title == twice[0].title == "Orvane"
    later, sooner = ([hit.title for hit in hits].index("Brandquist") for hits in (once, twice))
    assert sooner < later
    vector = library.retrieval.embed([question])[0]
    stored = library.store.vectors("passages", [hit.id for hit in twice])
    assert [hit.dense for hit in twice] == [
        pytest.approx(float(stored[hit.id] @ vector), abs=1e-5) for hit in twice
    ]
    assert library.retrieval.passages("zebra", 4, follow=True)
    assert library.retrieval.passages(question, 4, frozenset(), follow=True) == []


def test_weighty_terms_are_frequent_here_and_rare_elsewhere() -> None:
    known = Frequencies(["the mill", "the river", "the mill wheel"])
    assert known.weightiest(["the", "wheel", "wheel", "zebra", "mill"], 2) == ["zebra", "wheel"]
    assert Frequencies([]).weightiest(["a", "b"], 5) == ["a", "b"]


def test_meanings_count_as_far_as_there_are_vectors(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = fill(library)
    only = library.retrieval.passages(TEXTS["東京"], 1)[0]

    def dense(*_: object, **__: object) -> list[Found]:
        return [Found(only.id, only.document, 0.4)]

    monkeypatch.setattr(library.store, "dense", dense)
    titles = [hit.title for hit in library.retrieval.passages("river", 3)]
    assert "東京" in titles[:2], "as good as the best by words"
    waiting = [documents[title].id for title in ("Mills", "Bridges", "Häuser")]
    library.catalog.change(waiting, state="searchable", embedded=0)
    titles = [hit.title for hit in library.retrieval.passages("river", 3)]
    assert titles[2] == "東京"
    within = frozenset([documents["東京"].id, documents["Mills"].id])
    assert library.catalog.embedded_share(within) == 0.5


REFERENCES = (
    "[1] A. Miller, How the water mill grinds grain, 1999.\n"
    "[2] C. Stone, The water mill and its grain, 2004."
)


def test_references_prove_nothing_and_are_found_by_the_user(library: Library) -> None:
    texts = {**TEXTS, "List": REFERENCES}
    batch = [Admission(reading(name, text), "s", text.encode()) for name, text in texts.items()]
    documents = {one.title: one for one in library.admit_many(batch, Run())}
    listed, retrieval = documents["List"].id, library.retrieval
    asked = "How does a water mill grind grain?"

    def found(query: str) -> set[str]:
        return {hit.document for hit in retrieval.passages(query, 9)}

    assert listed not in found(asked)
    assert documents["Mills"].id in found(asked)
    assert listed in found("Which papers about the water mill and its grain are cited?")
    assert listed in {hit.document for hit in retrieval.near(asked, 9)}
    assert listed in {hit.document for hit in retrieval.search_words(asked, 9)}
    assert [hit.document for hit in retrieval.passages(asked, 9, frozenset([listed]))] == [listed]
