"""Sentences are read once, and a triple is held to the words of its sentence."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve
from msgspec import structs

from warehouse.documents.graph import extraction
from warehouse.documents.graph.name_vectors import names_of
from warehouse.documents.graph.network import standing
from warehouse.engine.endpoint import structured
from warehouse.engine.protocol import Completion, Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Place
from warehouse.run import Run, Step

ARCHES = ["arch", "were cast by", "skerton works"]
READ = {
    "1": [["Lune Bridge", "crosses", "Lune"], ["Lune Bridge", "is", "wooden bridge"]],
    "2": [ARCHES, ["arches", "belong to", "arches"], ["Lune Bridge", "was cast in", "1881"]],
    "3": [["deck", "was widened for", "tramway"], ["deck", "?!", "1934"]],
}


def whole(library: Library) -> list[Place]:
    return extraction.waiting(library.documents()[0].id, library)


def test_what_stands_is_kept_in_the_words_of_the_text_and_the_rest_is_lost_with_a_reason(
    shelve: Shelve,
) -> None:
    library = shelve(BRIDGE)
    text = BRIDGE[1]
    engine = ScriptedEngine([Line("triples", "(3) The deck", READ)])
    assert extraction.extract(whole(library), library, engine, Run()) == 3
    found = library.catalog.triples(library.documents()[0].id)
    kept = [(one.head, one.relation, one.tail) for one in found if not one.lost]
    assert kept == [
        ("Lune Bridge", "crosses", "Lune"),
        ("arches", "were cast by", "Skerton Works"),
        ("Lune Bridge", "was cast in", "1881"),
        ("deck", "was widened for", "tramway"),
    ]
    lost = {one.tail: one.lost for one in found if one.lost}
    assert lost == {
        "wooden bridge": f"“wooden bridge” {extraction.NOT_THERE}",
        "arches": extraction.NOTHING_ELSE,
        "1934": extraction.NO_RELATION,
    }
    own, onwards = (one for one in found if one.relation in ("were cast by", "was cast in"))
    assert text[own.start : own.end] == "Its arches were cast by Skerton Works in 1881."
    assert text[onwards.start : onwards.end].startswith("Lune Bridge is an iron bridge")
    assert onwards.end == own.end


def test_a_sentence_is_read_once_and_the_rest_of_its_passage_later(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    [place] = whole(library)
    document = place.document
    reading = library.catalog.reading_hash(document)
    second = library.catalog.sentences(document)[1]
    one = structs.replace(place, start=second.start, end=second.end)
    engine = ScriptedEngine(
        [
            Line("triples", "(1) Its arches", {"1": [ARCHES]}),
            Line("triples", "(2) The deck", {"1": READ["1"], "2": READ["3"]}),
        ]
    )
    assert extraction.extract([one], library, engine, Run()) == 1
    assert extraction.extract([one], library, engine, Run()) == 0
    assert extraction.extract([place], library, engine, Run()) == 2
    assert len(library.catalog.graphed(document)) == 3
    library.catalog.keep_triples(document, {second.start: ()}, "another", reading)
    assert len(standing([one], library)) == 1


def test_it_is_stopped_before_all_of_the_text_was_looked_at(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    places = [place for one in library.documents() for place in extraction.waiting(one.id, library)]
    run = Run(lambda _: run.cancel())  # at the first step
    looked: list[str] = []
    unread = extraction._unread

    def looking(document: str, *rest: Any) -> Any:
        looked.append(document)
        return unread(document, *rest)

    monkeypatch.setattr(extraction, "_unread", looking)
    with pytest.raises(Cancelled):
        extraction.extract(places, library, ScriptedEngine([]), run)
    assert looked == [places[0].document]


def test_the_text_of_one_document_after_the_other_is_taken(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS)
    monkeypatch.setattr(extraction, "GROUP", 1)
    first, second = (extraction.waiting(one.id, library) for one in library.documents())
    asked = {at: [["it", "is", "not there"]] for at in "123"}
    steps: list[Step] = []
    run = Run(lambda step: steps.append(cast(Step, step)))
    engine = ScriptedEngine([Line("triples", "", lambda request: needed(request, asked))] * 2)
    assert extraction.extract([*first, *second], library, engine, run) == 5
    told = [(step.done, step.total) for step in steps if step.stage == extraction.STAGE]
    assert told[0] == (0, 5) and len(told) == 2


def needed(request: AnyRequest, said: dict[str, Any]) -> dict[str, Any]:
    assert isinstance(request, Request) and request.schema is not None
    return {number: said[number] for number in request.schema["required"]}


def cut_reply(request: AnyRequest, written: str) -> Completion:
    """As it comes from a server that stops at the limit: closed by the grammar alone."""
    assert isinstance(request, Request) and request.schema is not None
    closed = structured.checked("triples", written, request.schema, cut=True)
    return Completion(closed, "length", 10, 10, ending=len(closed) - len(written))


def test_a_document_that_is_read_again_meanwhile_is_asked_no_more(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE)
    monkeypatch.setattr(extraction, "GROUP", 1)
    monkeypatch.setattr(extraction, "TOGETHER", 1)

    def replied(request: AnyRequest) -> Any:
        with library.catalog.write() as connection:
            connection.execute("UPDATE structures SET sentences = CAST(sentences || x'00' AS BLOB)")
        return {"1": READ["1"]}

    engine = ScriptedEngine([Line("triples", "(1) Its arches", {"1": [ARCHES]})])
    [place] = whole(library)
    second = library.catalog.sentences(place.document)[1]
    one = structs.replace(place, start=second.start, end=second.end)
    assert extraction.extract([one], library, engine, Run()) == 1
    engine = ScriptedEngine([Line("triples", "", replied)])  # one of the two that are left
    assert extraction.extract([place], library, engine, Run()) == 0
    assert library.catalog.graphed(place.document) == {second.start}


@pytest.mark.parametrize("cut_in", [1, 2, 3])
def test_sentences_that_a_cut_reply_has_not_whole_are_asked_for_alone(
    shelve: Shelve, cut_in: int
) -> None:
    library = shelve(BRIDGE)
    said = json.dumps({number: READ[number] for number in list(READ)[:cut_in]})
    written = said[: said.rindex(", ") + 6]  # within the last part of the last triple
    first = [
        "(1) Lune Bridge is an iron bridge",
        "(1) Its arches were cast",
        "(1) The deck was widened",
    ]
    engine = ScriptedEngine(
        [
            Line("triples", "(3) The deck", lambda request: cut_reply(request, written)),
            *(
                Line("triples", words, {"1": READ[f"{at + 1}"]})
                for at, words in enumerate(first)
                if at + 1 >= cut_in
            ),
        ]
    )
    assert extraction.extract(whole(library), library, engine, Run()) == 3
    engine.assert_used_up()
    document = library.documents()[0].id
    kept = [one.tail for one in library.catalog.triples(document) if not one.lost]
    assert kept == ["Lune", "Skerton Works", "1881", "tramway"]
    assert len(library.catalog.graphed(document)) == 3


def test_a_sentence_alone_keeps_what_was_said_before_the_cut(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    [place] = whole(library)
    second = library.catalog.sentences(place.document)[1]
    one = structs.replace(place, start=second.start, end=second.end)
    written = '{"1": [["arches", "were cast by", "Skerton Works"], ["Lune Bridge", "was ca'
    engine = ScriptedEngine([Line("triples", "", lambda request: cut_reply(request, written))])
    assert extraction.extract([one], library, engine, Run()) == 1
    told, cut = library.catalog.triples(place.document)
    assert (told.tail, told.lost) == ("Skerton Works", "")
    assert (cut.head, cut.relation, cut.tail) == ("Lune Bridge", "was ca", "")
    assert cut.lost == extraction.CUT
    assert extraction.extract([one], library, ScriptedEngine([]), Run()) == 0


def test_what_is_gone_has_no_triples(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    [place] = whole(library)
    engine = ScriptedEngine([Line("triples", "", READ, repeat=True)])
    extraction.extract([place], library, engine, Run())
    assert library.catalog.graphed_documents()[place.document].triples == 4
    library.remove(place.document)
    assert not library.catalog.graphed_documents()
    library.trash.forget([place.document])
    for table in ("triples", "graphed"):
        assert library.catalog.rows(f"SELECT * FROM {table}") == []


def test_a_sign_is_a_part_of_the_name_that_has_it(shelve: Shelve) -> None:
    library = shelve(("Languages", "C++ was built on C by Stroustrup. The .NET runtime runs C#."))
    read = {
        "1": [["C++", "was built on", "C"], ["C", "was built by", "Stroustrup"]],
        "2": [[".NET runtime", "runs", "C#"]],
    }
    extraction.extract(whole(library), library, ScriptedEngine([Line("triples", "", read)]), Run())
    found = library.catalog.triples(library.documents()[0].id)
    assert [(one.head, one.tail) for one in found if not one.lost] == [
        ("C++", "C"),
        ("C", "Stroustrup"),
        (".NET runtime", "C#"),
    ]
    assert [*names_of(one for one in found if not one.lost)] == [
        *("c++", "c", "stroustrup", ".net runtime", "c#")
    ]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("C++", "C++由Stroustrup设计。", "C++"),
        ("C", "C++由Stroustrup设计。", ""),
        ("C++", "C++는 C에서 나왔다.", "C++"),
        ("C#", "微软的C#语言", "C#"),
        (".NET", "微软的.NET框架", ".NET"),
        (".NET框架", "微软的.NET框架", ".NET框架"),
        ("C++", "Ｃ＋＋ was built on C.", "Ｃ＋＋"),
        ("Ｃ＋＋", "C++ was built on C.", "C++"),
        ("Rennie", "The bridge was built .Rennie built it.", "Rennie"),
        ("csv files", "It reads .csv files.", "csv files"),
        (".csv files", "It reads .csv files.", ".csv files"),
        (".NET", "He cast a net over the .NET runtime.", ".NET"),
        ("C", "C++ was built on C.", "C"),
        ("C#", "C was before C++.", ""),
    ],
)
def test_a_name_with_a_sign_is_found_as_it_stands(name: str, text: str, words: str) -> None:
    assert extraction.standing(name, text, "en") == words


def test_every_sentence_has_a_place_in_the_reply(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    asked: list[AnyRequest] = []
    line = Line("triples", lambda request: not asked.append(request), READ)
    extraction.extract(whole(library), library, ScriptedEngine([line]), Run())
    [request] = asked
    assert isinstance(request, Request) and request.schema is not None
    assert request.schema["required"] == ["1", "2", "3"]
    assert all(one["minItems"] == 1 for one in request.schema["properties"].values())
