from __future__ import annotations

from indexers.records import Page, Word
from indexers.text.places import rects

#        0         1
#        0123456789012345678
# text: "alpha beta gam ma x" on three lines, "gamma" broken
WORDS = (
    Word(0, 5, 10, 10, 60, 20),
    Word(6, 10, 65, 10, 105, 20),
    Word(11, 14, 110, 10, 140, 20),
    Word(14, 16, 10, 25, 30, 35),
    Word(17, 18, 35, 25, 45, 35),
)
PAGE = Page(0, "1", 0, 18, 200, 100, WORDS)


def test_one_rectangle_for_each_line() -> None:
    assert rects(PAGE, 0, 18) == ((10, 10, 140, 20), (10, 25, 45, 35))


def test_both_pieces_of_a_broken_word_are_lit() -> None:
    assert rects(PAGE, 11, 16) == ((110, 10, 140, 20), (10, 25, 30, 35))


def test_part_of_a_word_is_interpolated() -> None:
    assert rects(PAGE, 1, 3) == ((20, 10, 40, 20),)
    assert rects(PAGE, 3, 8) == ((40, 10, 85, 20),)


def test_nothing_outside_the_range_or_the_page() -> None:
    assert rects(PAGE, 5, 6) == ()
    assert rects(PAGE, 18, 40) == ()
    assert rects(Page(0, "1", 0, 18, 0, 0), 0, 18) == ()


def test_lines_side_by_side_in_two_columns_are_two() -> None:
    words = (Word(0, 3, 300, 10, 330, 20), Word(4, 7, 20, 10, 50, 20))
    page = Page(0, "1", 0, 7, 400, 100, words)
    assert len(rects(page, 0, 7)) == 2


def test_words_set_upwards_are_joined_along_their_line() -> None:
    words = (Word(0, 5, 10, 60, 20, 100), Word(6, 10, 10, 20, 20, 55))
    page = Page(0, "1", 0, 10, 100, 100, words)
    assert rects(page, 0, 10) == ((10, 20, 20, 100),)


def test_part_of_a_word_that_runs_leftwards_is_counted_from_the_right() -> None:
    words = (
        Word(0, 4, 100, 10, 140, 20),
        Word(5, 9, 50, 10, 90, 20),
        Word(10, 14, 100, 30, 140, 40),
        Word(15, 19, 150, 30, 190, 40),
    )
    page = Page(0, "1", 0, 19, 200, 100, words)
    assert rects(page, 5, 6) == ((80.0, 10, 90.0, 20),)
    assert rects(page, 7, 9) == ((50.0, 10, 70.0, 20),)
    assert rects(page, 15, 16) == ((150.0, 30, 160.0, 40),)


def test_words_that_run_leftwards_are_one_rectangle_where_they_are_near() -> None:
    words = (
        Word(0, 4, 100, 10, 140, 20),
        Word(5, 9, 55, 10, 95, 20),
        Word(10, 14, 10, 10, 40, 20),
    )
    page = Page(0, "1", 0, 14, 200, 100, words)
    assert rects(page, 0, 9) == ((55, 10, 140, 20),)
    assert rects(page, 0, 14) == ((55, 10, 140, 20), (10, 10, 40, 20))
