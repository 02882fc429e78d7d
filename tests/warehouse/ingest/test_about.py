"""What a document is about is not its licence, and not its table of contents."""

from __future__ import annotations

import msgspec
from shelf import reading

from indexers.text import sentences
from warehouse.ingest.about import Spread, is_prose, telling
from warehouse.ingest.headers_plain import key_phrases, plain_header
from warehouse.records import Document

ROW = Document("d" * 64, "file name", "pdf", "/x", 1, 0.0, "copied")
PERMISSION = (
    "Permission is granted to make and distribute verbatim copies of this text provided the "
    "copyright notice is preserved on all copies.\n\nPermission is granted to translate it under "
    "the conditions for verbatim copying, if the foundation approves of that."
)
CONTENTS = "1 The dike\t1\n2 The sluice\t4\n3 The mill\t9"
OPENING = (
    "Dikes keep the sea out of low land, and sluices let the water of the land out to sea. Where "
    "the land lies too low for a sluice, mills lift the water over the dike."
)
BODY = [
    "The dike of clay is higher than the sea, and the land behind the dike stays dry.",
    "A sluice opens when the sea is low, so that the water of the land runs out to sea.",
    "The mills lift water from the land into a basin, which a sluice empties at low water.",
    "Where a dike breaks, the sea runs over the land and the mills stand in deep water.",
    "Low land behind a dike needs mills, and a sluice needs a dike to stand in.",
]


def book(*front: str) -> str:
    chapters = [f"{line} {BODY[(at + 2) % 5]} {BODY[(at + 3) % 5]}" for at, line in enumerate(BODY)]
    return "\n\n".join([*front, OPENING, *(chapters * 4)])


def test_front_matter_is_not_what_it_is_about() -> None:
    text = book("The sea and the land", PERMISSION, CONTENTS)
    made = reading("The sea and the land", text)
    assert telling(made, Spread(text))[0].startswith("Dikes keep the sea out")
    assert plain_header(ROW, made).summary.startswith("Dikes keep the sea out")


def test_the_first_paragraph_that_speaks_of_the_document_is_taken_not_the_likest() -> None:
    text = book()
    made = reading("The sea and the land", text)
    assert telling(made, Spread(text))[0].startswith("Dikes keep the sea out")


def test_a_document_of_nothing_but_its_licence_is_about_that() -> None:
    made = reading("Licence", PERMISSION)
    assert plain_header(ROW, made).summary.startswith("Permission is granted")


def test_prose_is_told_from_rows_entries_and_code() -> None:
    assert is_prose(OPENING)
    for other in (
        "State: quoted\tLine: solid\tThe source: has these words and nothing else.",
        "1.1 Scope 3 1.2 New versions of this document 4 1.3 Authors and Maintainers 4.",
        "A HEADING IN CAPITALS THAT ENDS WITH A FULL STOP AND IS LONG.",
        "for (i = 0; i < 10; i++) { a[i] = b[i] * 2; } // copy twice.",
        "Too short.",
    ):
        assert not is_prose(other)


def test_words_of_one_part_are_no_topics_and_addresses_never_are() -> None:
    text = book(PERMISSION) + "\n\nSee https://sluices.example.org/permission/granted for more."
    topics = key_phrases(text, (), Spread(text))
    assert "sluice" in " ".join(topics)
    assert not {"permission", "https", "example"} & set(" ".join(topics).split())


def test_ranges_of_sentences_are_those_of_the_text() -> None:
    text = book(PERMISSION)
    made = msgspec.structs.replace(reading("", text), sentences=sentences.split(text))
    assert all(one in " ".join(text.split()) for one in telling(made, Spread(text)))
