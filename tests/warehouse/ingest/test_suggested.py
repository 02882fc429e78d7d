from __future__ import annotations

import msgspec
import pytest
from shelf import reading

from indexers.records import Section
from warehouse.ingest.about import Spread
from warehouse.ingest.suggested import Told, asked, suggested

WORDS = (
    "We install R and we read files. To set options, and to use a database, helps. The claim and "
    "the claims are checked by claim. Quotations of a document are documents. Muniment keeps it. "
)


@pytest.fixture
def told() -> Told:
    return Told(reading("A manual", WORDS * 3))


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("How a claim is checked", "How is a claim checked?"),
        ("Why quotations cannot be wrong", "Why can’t quotations be wrong?"),
        ("What happens to a claim that fails", "What happens to a claim that fails?"),
        ("What Muniment is for", "What is Muniment for?"),
        ("How documents are read", "How are documents read?"),
        ("Where to get the package", "Where can I get the package?"),
        ("What machines does R run on?", "What machines does R run on?"),
        ("Installing R under Windows", "How do I install R under Windows?"),
        ("Setting options", "How do I set options?"),
        ("Using a database", "How do I use a database?"),
        ("Programming interface", ""),
        ("Reading or setting the options", ""),
        ("Relational databases", ""),
        ("Short contents", ""),
        ("Index", ""),
        ("When the cable is pulled", ""),
    ],
)  # fmt: skip
def test_a_heading_is_asked_as_a_person_would(heading: str, question: str, told: Told) -> None:
    assert asked(heading, told) == question


def test_a_heading_without_a_sentence_under_it_gives_none() -> None:
    text = (
        "How to build a dike\n\nBuild it of clay, and cover it with grass before winter comes.\n\n"
        "How to find a word\n\nclay, 1\ngrass, 1\nwinter, 1"
    )
    second = text.index("How to find")
    made = msgspec.structs.replace(
        reading("Dikes", text),
        sections=(
            Section(1, "1 How to build a dike", 0, second),
            Section(1, "2 How to find a word", second, len(text)),
        ),
    )
    assert suggested(made, Spread(text)) == ("How do I build a dike?",)


@pytest.mark.parametrize(
    ("language", "sentence", "question"),
    [
        ("en", "A dike is a wall of clay that keeps the sea out of the land. ", "What is a dike?"),
        ("de", "Ein Deich ist ein Wall aus Lehm, der das Meer vom Land fernhält. ",
         "Was ist ein Deich?"),
        ("fr", "Une digue est un mur de terre qui retient la mer loin des champs. ",
         "Qu’est-ce qu’une digue ?"),
        ("es", "Un dique es un muro de tierra que detiene el mar lejos del campo. ",
         "¿Qué es un dique?"),
        ("zh", "水车是一种用水推动的机器。", "什么是水车？"),
    ],
)  # fmt: skip
def test_what_something_is_is_asked_in_the_language_of_the_document(
    language: str, sentence: str, question: str
) -> None:
    made = msgspec.structs.replace(reading("", sentence * 4), language=language)
    assert suggested(made, Spread(made.text))[:1] == (question,)


def test_what_everything_is_is_not_asked() -> None:
    text = "The value is the number that is returned. This is a test of it. The value is a number. "
    assert suggested(reading("Values", text * 5), Spread(text * 5)) == ()
