from __future__ import annotations

import pytest

from warehouse.search import analyzer
from warehouse.search.collections.query import (
    MOST_WORDS,
    All,
    Any,
    Field,
    Node,
    Not,
    Phrase,
    Word,
    bare_words,
    inside,
    parse,
    quoted,
)

A, B, C = Word("a"), Word("b"), Word("c")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a", A),
        ("a b", All((A, B))),
        ("a AND b", All((A, B))),
        ("a OR b c", Any((A, All((B, C))))),
        ("(a OR b) c", All((Any((A, B)), C))),
        ("a -b", All((A, Not(B)))),
        ("a NOT b", All((A, Not(B)))),
        ("-a", Not(A)),
        ('"a b" c', All((Phrase("a b"), C))),
        ("“a b”", Phrase("a b")),
        ('a -"b c"', All((A, Not(Phrase("b c"))))),
        ("a and b", All((A, Word("and"), B))),
        ("x-ray http://a.b", All((Word("x-ray"), Word("http://a.b")))),
    ],
)
def test_words(text: str, words: Node) -> None:
    query = parse(text)
    assert (query.words, query.where, query.note) == (words, None, "")


def test_fields_and_words_come_apart() -> None:
    query = parse('tag:dikes river -kind:pdf in:"Flood defence" YEAR:1953')
    assert query.words == Word("river")
    assert query.where == All(
        (
            Field("tag", "dikes"),
            Not(Field("kind", "pdf")),
            Field("in", "Flood defence"),
            Field("year", "1953"),
        )
    )
    assert query.note == ""


def test_fields_may_be_alternatives_of_fields() -> None:
    query = parse("(tag:a OR tag:b) mill")
    assert query.where == Any((Field("tag", "a"), Field("tag", "b")))
    assert query.words == Word("mill")


@pytest.mark.parametrize(
    "text",
    [
        '"water mill',
        "(water mill",
        "water) mill",
        "()",
        "water AND",
        "AND mill",
        "water OR",
        "OR",
        "water NOT",
        "tag:",
        "tag:a OR mill",
        "water OR -mill",
        "NOT NOT mill",
        "(" * 30 + "mill" + ")" * 30,
        "NOT " * 5000 + "mill",
        "-(" * 30,
        "„" * 200_000,
        "in:“" * 50_000,
    ],
)
def test_what_is_not_understood_is_plain_words_and_says_so(text: str) -> None:
    query = parse(text)
    assert query.plain
    assert query.where is None
    assert query.note.endswith("; read as plain words.")


@pytest.mark.parametrize("text", ["", "  ", "-", "--", "!?", "\x00", "a" * 9000, "”“", "- - -"])
def test_nothing_typed_is_an_error(text: str) -> None:
    parse(text)


def test_as_many_documents_as_there_are_can_be_named() -> None:
    ids = ",".join(f"{number:012x}" for number in range(20_000))
    query = parse(f"id:{ids} mill")
    assert (query.where, query.words, query.note) == (Field("id", ids), Word("mill"), "")


@pytest.mark.parametrize("between", [" ", " OR ", " -"])
def test_of_very_many_words_the_first_are_looked_for_and_it_says_so(between: str) -> None:
    words = [f"w{number}" for number in range(MOST_WORDS)]
    assert parse(between.join(words)).note == ""
    query = parse(between.join([*words, "mill"]))
    assert len(bare_words(query.words)) == MOST_WORDS
    assert query.note.startswith(f"Of more than {MOST_WORDS} words the first are looked for")


@pytest.mark.parametrize("word", ["a/" * 50_000, "水" * 200_000])
def test_a_word_of_very_many_parts_is_cut_where_their_number_ends(word: str) -> None:
    query = parse(word)
    assert query.note.startswith("Of more than")
    assert len(analyzer.located(bare_words(query.words)[0])) == MOST_WORDS


def test_a_collection_stays_beside_very_many_words() -> None:
    many = " ".join(f"w{number}" for number in range(MOST_WORDS + 100))
    query = parse(inside("Flood defence", many))
    assert query.where == Field("in", "Flood defence")
    assert len(bare_words(query.words)) == MOST_WORDS


def test_bare_words_are_plain_and_operators_are_not() -> None:
    assert parse("river mill").plain
    assert parse("tag:a river").plain
    assert not parse('"river mill"').plain
    assert not parse("river OR mill").plain
    assert not parse("tag:a").plain


def test_a_value_is_quoted_where_it_must_be() -> None:
    for value in ("dikes", "Flood defence", "a (b)"):
        assert parse(f"tag:{quoted(value)}").where == Field("tag", value)
