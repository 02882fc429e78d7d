"""Parts of the reader that need no window: find, the stack of sheets, columns, zoom, history."""

from __future__ import annotations

import pytest

from desktop.reader.columns import column_around, text_extent
from desktop.reader.content import Content, Lit
from desktop.reader.find import find, find_each
from desktop.reader.opening import History, Visit
from desktop.reader.selecting import copied
from desktop.reader.sheets import Position
from desktop.reader.stack import Stack
from desktop.reader.zoom import Room, Zoom
from indexers.records import Page, Word
from warehouse.records import Document

TEXT = "An effi-\ncient café; the oﬃce of Mr. Smith’s\nnew  house, cooper\u00adation — naïve ﬁnd"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("efficient", ["effi-\ncient"]),
        ("OFFICE", ["oﬃce"]),
        ("cafe", ["café"]),
        ("cafè", []),
        ("smith's new house", ["Smith’s\nnew  house"]),
        ("cooperation", ["cooper\u00adation"]),
        ("- naive", ["— naïve"]),
        ("find", ["ﬁnd"]),
        ("(", []),
        ("  ", []),
    ],
)
def test_words_are_found_as_they_are_meant(words: str, found: list[str]) -> None:
    assert [TEXT[start:end] for start, end in find(TEXT, words)] == found


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("a ﬁne eﬃcient mill", "ﬁne eﬃcient", ["ﬁne eﬃcient"]),
        ("a fine efficient mill", "ﬁne eﬃcient", ["fine efficient"]),
        ("Mu\u0308hle", "Mühle", ["Mu\u0308hle"]),
        ("Mühle", "mu\u0308hle", ["Mühle"]),
        ("Mu\u0308hle", "muhle", ["Mu\u0308hle"]),
        ("Muhle, Mu\u0301hle", "mühle", []),
        ("caf\u0065\u0301s", "cafe", ["caf\u0065\u0301"]),
        ("мои\u0306 край", "мой край", ["мои\u0306 край"]),
        ("하", "\u1112\u1161", ["하"]),
        ("a dam", "d\u00adam", ["dam"]),
    ],
)
def test_words_are_found_however_their_letters_are_written(
    text: str, words: str, found: list[str]
) -> None:
    assert [text[start:end] for start, end in find(text, words)] == found


def test_no_more_is_found_than_can_be_shown() -> None:
    assert len(find("a b " * 100, "a", most=7)) == 7


def test_sheets_stand_one_under_the_other() -> None:
    stack = Stack([100, 50, 200], 10)
    assert [stack.top(at) for at in range(3)] == [10, 120, 180]
    assert stack.total == 390
    assert [stack.at(y) for y in (0, 10, 119, 120, 1000)] == [0, 0, 0, 1, 2]
    assert list(stack.between(115, 185)) == [0, 1, 2]
    assert stack.set_height(0, 130) == 30
    assert (stack.top(1), stack.total) == (150, 420)
    assert Stack().at(3) == -1 and not Stack().between(0, 9)


def test_words_that_stand_apart_are_found_each_where_it_begins_a_word() -> None:
    text = "The art of vectors: vec-\ntor arithmetic, and smart parts."
    said = [text[start:end] for start, end in find_each(text, "vector art")]
    assert said == ["art", "vector", "vec-\ntor"]
    assert find_each("水車小屋", "車 屋") == [(1, 2), (3, 4)]
    assert find_each(text, " ") == []
    assert find_each("Mu\u0308hle, fu\u0308r", "hle ﬁn für") == [(8, 12)]


def page_of_two_columns() -> Page:
    words, at = [], 0
    for line in range(20):
        for left in (50.0, 320.0):
            for number in range(4):
                x = left + 60 * number
                words.append(Word(at, at + 4, x, 12.0 * line, x + 52, 12.0 * line + 10))
                at += 5
    return Page(0, "1", 0, at, 595, 842, tuple(words))


def test_a_column_is_known_from_its_neighbour() -> None:
    page = page_of_two_columns()
    assert column_around(page, [(110, 60, 162, 70)]) == (46, 286)
    assert column_around(page, [(320, 60, 372, 70)]) == (316, 556)
    assert column_around(page, ()) == (0, 0)
    assert text_extent([page]) == (50, 552) and text_extent([]) == (0, 0)


def paper(lit: Lit | None = None) -> Content:
    about = Document("a", "A", "pdf", "", 1, 0.0, "verified")
    pages = tuple(Page(at, str(at + 1), 10 * at, 10 * at + 10, 600, 800) for at in range(5))
    return Content(about, pages, (), column=(100, 500), lit=lit)


def test_a_document_is_fitted_to_the_room() -> None:
    content = paper()
    assert Zoom("width").scale(content, None, Room(1228, 800)) == 2
    assert Zoom("page").scale(content, None, Room(1228, 828)) == 1
    assert Zoom("comfort").scale(content, None, Room(1828, 800)) == 1.7
    narrow = Zoom("comfort")
    assert narrow.scale(content, None, Room(524, 800)) == 1.25  # without its margins
    assert narrow.shows_whole_lines(content, 1.25, 524)
    assert Zoom().stepped(1.0, 1.2) == Zoom("chosen", 1.2)


def test_cited_words_are_never_too_small_to_read() -> None:
    lit = Lit(0, 0, 5, ((0, ((100.0, 10.0, 200.0, 20.0),)),), (100, 500), 10.0)
    content = paper(lit)
    scale = Zoom("words").scale(content, lit, Room(524, 800))
    assert scale == 1.25 and Zoom("words").shows_whole_lines(content, scale, 524)
    scale = Zoom("words").scale(content, lit, Room(300, 800))
    assert scale == 0.8 and not Zoom("words").shows_whole_lines(content, scale, 300)


def test_small_print_is_shown_with_its_lines_whole_where_it_can_be_read() -> None:
    footnote = ((72.0, 500.0, 540.0, 508.9), (72.0, 509.0, 300.0, 517.9))
    lit = Lit(0, 0, 90, ((0, footnote),), (68, 544), 8.9)
    content = paper(lit)
    scale = Zoom("words").scale(content, lit, Room(526, 800))  # of the pane as it is at first
    assert scale > 1 and Zoom("words").shows_whole_lines(content, scale, 526)


def test_cited_words_are_in_sight_where_their_column_cannot_be() -> None:
    lit = Lit(0, 0, 90, ((0, ((72.0, 500.0, 500.0, 508.9),)),), (68, 544), 8.9)
    scale = Zoom("words").scale(paper(lit), lit, Room(384, 800))
    assert not Zoom("words").shows_whole_lines(paper(lit), scale, 384)
    assert (500 - 72) * scale <= 384
    scale = Zoom("words").scale(paper(lit), lit, Room(200, 800))
    assert scale * 8.9 >= 6  # words that nobody can make out are not seen either


def test_a_page_is_known_by_an_offset() -> None:
    content = paper()
    assert [content.page_of(at) for at in (0, 9, 10, 49, 200)] == [0, 0, 1, 4, 4]


def test_one_goes_back_and_forward_and_a_jump_forgets_what_lay_ahead() -> None:
    history = History()
    places = [Visit("a", Position(at)) for at in range(4)]
    history.jump(places[0])
    history.jump(places[1])
    assert history.back(places[2]) == places[1]
    assert history.back(places[1]) == places[0]
    assert history.back(places[0]) is None
    assert history.forward(places[0]) == places[1]
    history.jump(places[3])
    assert not history.can_go_forward and history.can_go_back


def test_what_is_copied_has_whole_words_and_lines() -> None:
    assert copied("an effi-\ncient co\u00adop\nof two\n\nand a well-known one ") == (
        "an efficient coop of two\n\nand a well-known one"
    )
    assert copied("a\tb\nc\td") == "a\tb\nc\td"
