"""Sentences and their marks; every range is a range of the text as written."""

from __future__ import annotations

import time

import pytest

from warehouse.proof import citations

TEXT = """# The tower

The tower is 300 m tall [3]. It was built in 1889. [1][4] Dr. Eiffel made it [2-4], he said.

- A list item [1, 9].
1. Another one (e.g. [2]) here.
[7] And so? What of [x]."""


def test_sentences_with_their_marks() -> None:
    found = citations.read(TEXT)
    assert [(one.bare, one.cites) for one in found] == [
        ("The tower", ()),
        ("The tower is 300 m tall.", (3,)),
        ("It was built in 1889.", (1, 4)),
        ("Dr. Eiffel made it, he said.", (2, 3, 4)),
        ("A list item.", (1, 9)),
        ("Another one (e.g.) here.", (2,)),
        ("And so?", (7,)),
        ("What of [x].", ()),
    ]
    assert found[0].heading
    assert all(TEXT[one.start : one.end] == one.written for one in found)


def test_odd_marks() -> None:
    assert citations.cited("[2][2, 5] [7–9] [0001]") == (2, 5, 7, 8, 9, 1)
    assert citations.cited("[1-9999]") == tuple(range(1, 22))
    assert citations.cited("[a] [12345] [-1]") == ()
    assert citations.cited("On [2019-03-05], not [4-2], [1-2-3] or [1–2, 4]") == (1, 2, 4)
    assert citations.read("") == ()
    assert citations.read("[1]\n\n[2]") == ()


def test_notes_of_a_page_are_no_marks() -> None:
    text = (
        "It was built in 1850 [12] by Roebling.[3][4] So x[1] is, but [2019] and [0] are no note."
    )
    bare = "It was built in 1850 by Roebling. So x[1 ] is, but [2019] and [0] are no note."
    assert citations.without_notes(text) == bare
    assert citations.cited(citations.with_gaps(text)) == ()


def test_notes_in_letters_are_no_words_of_a_page() -> None:
    text = "Four came, [a] the first ever (of six). [b] [c] Then, as told,[note 2] they left."
    bare = "Four came, the first ever (of six). Then, as told, they left."
    assert citations.without_lettered(text) == bare == citations.without_notes(text)


@pytest.mark.parametrize(
    "text",
    [
        "He saw, [a] dog.[b]",
        "As Weber put it, [t]he mill burned.",
        "»[d]ie Mühle brannte«",
        "The vowels [i], [u], [a] are common.",
        "xs.[i] + ys.[j] + x[n1] + f(x)[i]",
        "“[a] dog” came.",
        "",
    ],
)
def test_a_letter_in_brackets_elsewhere_is_one_of_the_page(text: str) -> None:
    assert citations.without_lettered(text) == text


def test_after_a_mark_before_a_full_stop_a_sentence_begins_in_small_letters_too() -> None:
    found = citations.read("Files are packed [1]. bzip2 packs blocks [2]. As in [3] so here [4].")
    assert [one.cites for one in found] == [(1,), (2,), (3, 4)]


def test_a_stop_alone_is_no_sentence() -> None:
    found = citations.read('It was called "outstanding." [3]. The rest [4]. … An end [5].')
    assert [one.cites for one in found] == [(3,), (4,), (5,)]


def test_a_number_sign_alone_makes_no_heading() -> None:
    found = citations.read("# Trees\n#1 on the list is oak [1].\n#")
    assert [one.heading for one in found] == [True, False, True]


def test_the_day_of_a_month_is_no_mark_of_an_item() -> None:
    found = citations.read("  12. Mai 1953 wurde sie eröffnet [1].\n2. Set the wheel [2].")
    assert [one.bare for one in found] == ["12. Mai 1953 wurde sie eröffnet.", "Set the wheel."]


@pytest.mark.parametrize(
    "item", ["may co-opt members.", "May not be used.", "Mars has two moons.", "June Carter sang."]
)
def test_a_word_that_may_be_a_month_leaves_the_mark_of_an_item(item: str) -> None:
    assert [one.bare for one in citations.read(f"2. {item}")] == [item]


@pytest.mark.parametrize(
    "said",
    [
        "As Weber [1998] and Kahn [1998, 2004] showed, it is old.",
        "The scale runs from [0, 10] for all items.",
    ],
)
def test_a_year_or_an_interval_is_no_mark(said: str) -> None:
    assert citations.without_marks(said) == said
    assert citations.remarked(said, (3,)) == f"{said[:-1]} [3]."
    assert citations.cited(said) == ()


def test_a_long_row_of_years_is_read_at_once() -> None:
    start = time.process_time()
    assert len(citations.cited("[1998] " * 4000 + "[1999]")) == 2
    assert time.process_time() - start < 1


def test_of_many_sources_that_is_one_which_stands_where_marks_do() -> None:
    text = "It is old [1998][1999]. So is this. [1998]\n- Mill [1998]\n- Wheel [2004]"
    assert citations.cited(text) == (1998, 1999, 2004)
    assert citations.without_marks(text) == "It is old. So is this. - Mill - Wheel"
