"""Cited sentences: whole replies, half replies, and citations where they belong."""

from __future__ import annotations

import json

import pytest
from msgspec import ValidationError

from warehouse.engine.protocol import Completion
from warehouse.proof import cited
from warehouse.proof.cited import Sentence

REPLY = json.dumps(
    {
        "sentences": [
            {"text": 'The bridge opened in "1881".', "notes": [1, 2]},
            {"text": "It was widened later", "notes": [3]},
        ]
    }
)
TEXT = 'The bridge opened in "1881" [1][2]. It was widened later [3].'


def whole(reply: str) -> Completion:
    return Completion(reply, "stop", 1, 1)


def test_citations_stand_before_the_full_stop() -> None:
    assert cited.text(cited.parse(whole(REPLY))) == TEXT


def test_several_sentences_in_one_all_get_the_citations() -> None:
    told = (Sentence("It opened in 1881. It closed in 1922!", (4,)),)
    assert cited.text(told) == "It opened in 1881 [4]. It closed in 1922 [4]!"


def test_marks_of_the_model_are_replaced_and_repeats_dropped() -> None:
    told = {"text": "It opened [9] in 1881 [1].", "notes": [1, 1]}
    reply = json.dumps({"sentences": [told, {"text": "[1]", "notes": [1]}]})
    assert cited.parse(whole(reply)) == (Sentence("It opened in 1881.", (1,)),)


def test_the_schema_binds_to_one_sentence_and_its_notes() -> None:
    sentences = cited.schema([2, 5])["properties"]["sentences"]
    assert (sentences["minItems"], sentences["maxItems"]) == (1, 1)
    notes = sentences["items"]["properties"]["notes"]
    assert notes["items"]["enum"] == [2, 5]
    assert notes["maxItems"] == 2


def test_a_reply_that_is_no_reply_is_an_error() -> None:
    with pytest.raises(ValidationError):
        cited.parse(whole('{"sentences": [{"text": 1}]}'))


def test_a_sentence_that_breaks_off_is_none() -> None:
    begun, ending = '{"sentences": [{"text": "The deck of the brid', '", "notes": [1]}]}'
    assert cited.parse(Completion(begun + ending, "length", 1, 1, ending=len(ending))) == ()
    full = ("The deck of the bridge " * 20)[: cited.SENTENCE_CHARACTERS]
    assert cited.parse(whole(json.dumps({"sentences": [{"text": full, "notes": [1]}]}))) == ()


def test_copied_notes_are_not_the_answer() -> None:
    heads = ["Mills", "Mills › The wheel"]
    own = "The wheel turns the stone [1]. It needs water [2]."
    assert cited.prose(f"{own}\n[2] Mills › The wheel: The wheel has", False, heads) == own
    assert cited.prose(f"{own}\nMills: Water falls.", True, heads) == own
    assert cited.prose("[1] Mills: The wheel turns. [2] Mills: It is old.", True, heads).startswith(
        "The wheel turns."
    )
    assert cited.prose("...The wheel turns.", True) == "The wheel turns."
    assert cited.prose(".NET is a wheel.", True) == ".NET is a wheel."
    assert cited.prose("In Mills there is: a wheel.", True, heads) == "In Mills there is: a wheel."


def test_what_the_token_limit_cut_off_can_be_told() -> None:
    reply = "The wheel turns the stone. It needs\nwater, which the"
    assert cited.prose(reply, whole=False) == "The wheel turns the stone."
    assert cited.cut_off(reply) == "It needs water, which the"
    assert cited.cut_off("The wheel turns the") == ""
    assert cited.cut_off(f"{reply}\nMills: Water falls.", ["Mills"]) == ""


def test_the_number_of_a_note_before_the_first_word_goes() -> None:
    assert cited.prose("[1] The bridge opened [2]. It stood.") == "The bridge opened [2]. It stood."


def test_a_word_alone_in_a_line_does_not_begin_the_next_sentence() -> None:
    assert cited.prose("Wheels\n\nThe wheel turns.") == "Wheels. The wheel turns."
    assert cited.prose("Ground:\n- rye\n- wheat\nand oats.") == "Ground: rye wheat and oats."
    assert cited.prose("The wheel turns\nthe stone.") == "The wheel turns the stone."


@pytest.mark.parametrize(
    "bare",
    [
        'He said: "I was there."',
        "“The bridge was closed!”",
        "»Das Haus ist alt.«",
        "«C’est tout.»",
    ],
)
def test_a_sentence_that_ends_in_a_quotation_gets_no_second_end(bare: str) -> None:
    assert cited.text([Sentence(bare, (4,))]) == f"{bare} [4]"


def test_nor_does_one_that_ends_with_the_marks_of_notes() -> None:
    assert cited.text([Sentence("It stands nearby.[3][4]", (1,))]) == "It stands nearby [1]."
    assert cited.text([Sentence("He died in 1850.³", (4,))]) == "He died in 1850.³ [4]"


def test_a_sentence_with_its_mark_between_two_stops_has_one() -> None:
    told = "It may fail on a Monday. [4]. Is it so? [1]. And so on... [2][3]."
    assert cited.prose(told) == "It may fail on a Monday [4]. Is it so [1]? And so on [2][3]..."


@pytest.mark.parametrize(
    "told",
    [
        "2**3 is 8, and x**2 is a square.",
        "x**n and (x)**(n) are powers.",
        "#include <stdio.h> reads a header.",
        "#1 on the list is oak.",
    ],
)
def test_signs_that_mark_nothing_stay(told: str) -> None:
    assert cited.prose(told) == told


def test_signs_of_a_heading_and_of_bold_words_go() -> None:
    assert cited.prose("## The **old mill** was **closed.**") == "The old mill was closed."
    assert cited.prose("##Die Haupt**straße** war die **2**te.") == "Die Hauptstraße war die 2te."
    assert cited.prose("它的**高度**是五米。") == "它的高度是五米。"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("1931. It was opened by Anna Holt.", "1931. It was opened by Anna Holt."),
        ("12. It has twelve arches.", "12. It has twelve arches."),
        ("1. Mai 1953.\n2. Juni 1960.", "1. Mai 1953. 2. Juni 1960."),
        ("1. It was opened.", "It was opened."),
        ("So:\n2. It was opened.\n3) It fell.", "So: It was opened. It fell."),
    ],
)
def test_a_number_is_the_mark_of_an_item_only_in_a_list(reply: str, told: str) -> None:
    assert cited.prose(reply) == told
