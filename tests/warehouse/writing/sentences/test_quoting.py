"""The page's own words between quotation marks: whole sentences, and runs that are taken over."""

from __future__ import annotations

import pytest

from warehouse.proof import checks
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.settings import Settings
from warehouse.writing.sentences import notes_told, quoting

SETTINGS = Settings()
PIECE = Evidence(4, Place("d", 0, 0, 120), "", "Ovens", "1", "", "q", 0.5)
FLOOR = "The thick clay floor of the oven holds its heat for hours, unless a door (of oak) is open."


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("The oven is raked out.", "“The oven is raked out”."),
        ('He calls it "the old oven", and it is.', "“He calls it ‘the old oven’, and it is”."),
        ("The “old” («big») oven is hot.", "“The ‘old’ (‘big’) oven is hot”."),
        ("“The oven is raked out.”", "“The oven is raked out.”"),
        ("Er sagte: „Der Ofen ist alt“, und ging.", "“Er sagte: ‘Der Ofen ist alt’, und ging”."),
        ("Ein »alter« Ofen ist heiß.", "“Ein ‘alter’ Ofen ist heiß”."),
        ("他说“今天天气很好”，然后走了。", "“他说‘今天天气很好’，然后走了。”"),
        ('The oven is 40" wide.', 'The oven is 40" wide.'),
        ("The oven is 40” wide.", "The oven is 40” wide."),
        ('Set class="x" in the file.', 'Set class="x" in the file.'),
        ('קצין צה"ל דיבר אתמול בטקס.', 'קצין צה"ל דיבר אתמול בטקס.'),
        ("“I went home.", "“I went home."),
        (
            "Four came, [a] the first (of six), [b] and ate.",
            "“Four came, the first (of six), and ate”.",
        ),
        ("It rained all night.¹", "“It rained all night”."),
        ("It has an area of 10 km².", "“It has an area of 10 km²”."),
    ],
)
def test_a_quotation_stands_between_its_own_marks(page: str, told: str) -> None:
    found = quoting.quotation(page)
    assert found in (told, told.removesuffix("."))
    assert checks.is_quoted(found, [page]), "word for word"


@pytest.mark.parametrize(
    ("told", "marked"),
    [
        ('The 40" oven is old: a floor of clay.', 'The 40" oven is old: a floor of clay.'),
        (
            'Of the 40" oven the thick clay floor of the oven holds its heat for hours.',
            'Of the 40" oven the “thick clay floor of the oven holds its heat for hours”.',
        ),
        (
            "The floor holds its heat for hours, unless a door (of oak) of it is shut.",
            "The floor “holds its heat for hours, unless a door (of oak)” of it is shut.",
        ),
        (FLOOR, f"“{FLOOR[:-1]}”."),
        (
            "In winter the thick clay floor of the oven holds its heat for long.",
            "In winter the “thick clay floor of the oven holds its heat” for long.",
        ),
        (
            "The floor holds its heat for hours, unless a door (of oak) stands.",
            "The floor “holds its heat for hours, unless a door (of oak)” stands.",
        ),
        (
            "The thick “clay” floor of the oven holds its heat for hours.",
            "The thick “clay” “floor of the oven holds its heat for hours”.",
        ),
        (
            "The oven is old, holds its heat for hours and has a door.",
            "The oven is old, holds its heat for hours and has a door.",
        ),
        (
            "It cools for hours, unless a door (of oak) is open.",
            "It cools for hours, “unless a door (of oak) is open”.",
        ),
        ("It is so (“the thick clay floor of the oven holds its heat for hours”).",) * 2,
    ],
)
def test_a_run_that_stands_so_in_a_source_stands_between_marks(told: str, marked: str) -> None:
    found = quoting.in_marks(told, ["Ovens are old.", FLOOR])
    assert found == marked
    outside = "".join(found.split("“")[0] + found.split("”")[-1])
    assert not notes_told.copies(outside, [FLOOR])
    assert all(checks.holds(FLOOR, part) for part in checks.quotations(found))


def test_two_runs_from_two_places_are_two_quotations() -> None:
    other = "Its door of oak was made by a joiner in the year of the flood."
    told = f"{FLOOR.split(',')[0]} and its door of oak was made by a joiner in the spring."
    found = quoting.in_marks(told, [FLOOR, other])
    assert found == (
        "“The thick clay floor of the oven holds its heat for hours” and its “door of oak was made "
        "by a joiner” in the spring."
    )


def test_marks_stand_where_words_begin_and_end() -> None:
    page = "Binaries of R come for the 32-bit and the 64-bit (libstdc++) kinds of a processor."
    told = "The binaries of R come for the 32-bit and the 64-bit (libstdc--) processor."
    found = quoting.in_marks(told, [page])
    assert found == "The “binaries of R come for the 32-bit and the 64-bit” (libstdc--) processor."


def test_where_most_is_taken_over_the_whole_sentence_can_be_quoted() -> None:
    near = "In winter the “thick clay floor of the oven holds its heat for hours” and more [4]."
    far = "The oven, in which bread is baked in winter, holds heat, and it has a door of oak [4]."
    assert quoting.is_mostly(near, FLOOR)
    assert not quoting.is_mostly(far, FLOOR)
    assert not quoting.is_mostly(near, FLOOR * 3), "so long that it is no longer the same"
    assert not quoting.is_mostly(near, FLOOR.replace("The thick", "Our thick", 1))
    assert not quoting.is_mostly(near, FLOOR.replace("for hours", 'for 40" of')), "no pair of marks"


def test_a_part_of_a_longer_word_is_not_quoted() -> None:
    page = "Non-volatile memory is kept when the power of the machine is off."
    told = "Volatile memory is kept when the power of the machine is off."
    assert quoting.in_marks(told, [page]) == (
        "Volatile “memory is kept when the power of the machine is off”."
    )
    assert not checks.holds(page, "volatile memory is kept")
    assert checks.holds("他说今天，天气，很好吗。", "今天，天气，很好"), "words without gaps"


def test_a_bracket_that_the_source_goes_on_in_stands_outside() -> None:
    page = "The clay holds its heat for many hours, unless a door (of oak or iron) is open."
    told = "The clay holds its heat for many hours, unless a door (of oak) is open."
    found = quoting.in_marks(told, [page])
    assert all(checks.holds(page, part) for part in checks.quotations(found))


def test_single_marks_that_the_model_put_around_it_go() -> None:
    page = "Parties may lose all their candidates where the vote is split among many."
    told = "It threatens parties that 'may lose all their candidates where the vote is split'."
    found = quoting.in_marks(told, [page])
    assert found == (
        "It threatens parties that “may lose all their candidates where the vote is split”."
    )
