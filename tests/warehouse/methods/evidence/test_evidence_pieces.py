"""What can be evidence, and how sentences that belong together stay together."""

from __future__ import annotations

import numpy as np
import pytest
from bridges import Shelve

from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pieces import MOST, antecedents, pieces
from warehouse.methods.evidence.sentences import Line, tells
from warehouse.question.words import content

HEADINGS = frozenset({"how a claim is checked", "glossary"})


@pytest.mark.parametrize(
    "text",
    ["How a claim is checked", "Glossary", "kept as evidence", "Part two of six", "How it works"],
)
def test_headings_and_cover_lines_prove_nothing(text: str) -> None:
    assert not tells(text, HEADINGS)


@pytest.mark.parametrize(
    "text",
    [
        "The claim is checked.",
        "iron | 1881 | Halton",
        "- a loaf of bread",
        "der Boden hält die Wärme des Ofens lange und gibt sie wieder ab",
        "桥于一八八一年由铸造厂建成。",
    ],
)
def test_sentences_rows_and_items_may_prove(text: str) -> None:
    assert tells(text, HEADINGS)


def shelf(*texts: str, path: str = "A", document: str = "d", near: float = 0.0) -> list[Line]:
    lines, at = [], 0
    for text in texts:
        lines.append(Line(document, "Title", path, at, at + len(text), text, False, 0.5, near))
        at += len(text) + 1
    return lines


def pick(line: Line, probability: float = 0.5) -> Picked:
    return Picked(line, probability, np.zeros(1, np.float32))


def told(picked: list[Picked], lines: list[Line], *, explain: bool) -> list[str]:
    found = pieces(picked, lines, explain)
    return [" ".join(line.text for line in one.lines) for one in found]


def test_nothing_is_joined_over_a_gap_or_a_heading() -> None:
    first = shelf("Iron is cast.")
    lines = [*first, *[Line("d", "Title", "B", 14, 31, "It is poured hot.", True, 0.5)]]
    assert told([pick(lines[1])], lines, explain=False) == ["It is poured hot."]


def test_a_gap_of_one_sentence_is_closed() -> None:
    lines = shelf("Iron is cast.", "Clay is dug.", "Bread is baked.")
    assert told([pick(lines[0]), pick(lines[2])], lines, explain=False) == [
        "Iron is cast. Clay is dug. Bread is baked."
    ]


def test_an_explanation_keeps_the_best_section_in_short_pieces() -> None:
    lines = shelf(*(f"Step {number} of the work is done." for number in range(7)), near=1.0)
    stray = shelf("A stray line is here.", path="B", document="e")
    picked = [pick(lines[3], 0.5), pick(stray[0], 0.1)]
    plain = told(picked, [*lines, *stray], explain=False)
    assert plain == ["Step 3 of the work is done.", "A stray line is here."]
    found = pieces(picked, [*lines, *stray], explain=True)
    kept = [line for piece in found for line in piece.lines]
    assert kept[: len(lines)] == lines, "the best document comes first"
    assert all(1 <= len(piece.lines) <= MOST for piece in found)


def test_long_sections_are_cut_around_the_best_sentence() -> None:
    lines = shelf(*(f"Sentence {number} " + "word " * 30 + "." for number in range(40)))
    found = pieces([pick(lines[20])], lines, explain=True)
    kept = [line for piece in found for line in piece.lines]
    assert lines[20] in kept
    assert len(kept) < 12


def test_a_question_is_about_its_longer_words() -> None:
    assert content("What does the baker rake out?") == {"baker", "rake"}


def test_a_heading_in_a_document_is_never_evidence(shelve: Shelve) -> None:
    library = shelve(("How bread is baked", "How bread is baked\n\nThe loaf goes in last."))
    headings = frozenset({"how bread is baked"})
    document = library.catalog.documents()[0]
    sentences = library.catalog.sentences(document.id)
    texts = [library.catalog.text(document.id, one.start, one.end) for one in sentences]
    assert [text for text in texts if tells(text, headings)] == ["The loaf goes in last."]


def test_a_line_that_leans_brings_what_it_leans_on() -> None:
    told = ("The mill stood by a weir.", "It had two wheels.", "They were of oak.", "It burnt.")
    lines = shelf(*told)
    found = antecedents([pick(lines[2])], lines)
    assert [one.text for one in found] == ["It had two wheels.", "The mill stood by a weir."]
    assert antecedents([pick(lines[0])], lines) == []
    assert antecedents([pick(lines[3])], lines) == [lines[2], lines[1]], "two lines back at most"
    other = shelf("It is elsewhere.", document="e")
    assert antecedents([pick(other[0])], [*lines, *other]) == []


def test_a_piece_does_not_begin_with_a_line_that_leans() -> None:
    lines = shelf("Wheels turn.", "Oak lasts.", "It is hard.", "Iron rusts.", "Stone stays.")
    made = told([pick(line) for line in lines], lines, explain=False)
    assert made == ["Wheels turn.", "Oak lasts. It is hard. Iron rusts. Stone stays."]


def test_a_line_about_the_something_brings_the_line_that_says_which() -> None:
    told = ("Missouri wanted another ballot.", "The initiative was rejected.", "It cost much.")
    lines = shelf(*told)
    assert antecedents([pick(lines[1])], lines) == [lines[0]]
    assert antecedents([pick(lines[2])], lines) == [lines[1], lines[0]]
    named = shelf(*told, path="Initiatives of Missouri")
    assert antecedents([pick(named[1])], named) == [], "its heading says which"
    of = shelf("Missouri wanted it.", "The initiative of Nevada was rejected.")
    assert antecedents([pick(of[1])], of) == []
