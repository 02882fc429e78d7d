from __future__ import annotations

import random

import pytest

from indexers.text.sentences import LONGEST_CHARS, split


def parts(text: str) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in split(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Vale met Prof. Okoro at 5 p.m. on Monday.",
        "The value rose by 2.5 percent, i.e. more than before.",
        "See Fig. 3 and Eq. 4 for details, cf. Sec. 2.",
        "J. R. Harper and A. B. Stone wrote it.",
        "It was written by Stone et al. in 1999 for the U.S. Navy.",
        "The file is at https://example.org/a.b?c=d and stays there.",
        '"Really?" he asked.',
        "Der 3. Oktober ist ein Feiertag.",
        "Es kostete 2,5 Mio. Euro und 3 Mrd. Dollar.",
        "1. Open the box",
        "So der BGH (Az. VI ZR 12/19, Rn. 14, Rz. 7, Ziff. II, Tz. V und Rdnr. X) seit langem.",
        "He paused ... and went on.",
    ],
)
def test_one_sentence_stays_one(text: str) -> None:
    assert parts(text) == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One came. Two left.", 2),
        ("It ended in 1999. The rest is known.", 2),
        ("Is it so? Yes! It is.", 3),
        ('He said "no." She left.', 2),
        ("It holds for vitamin C. The others fail.", 2),
        ("We used paper, ink etc. The rest was lost.", 2),
        ("Es kostete 2,5 Mio. Die Stadt zahlte.", 2),
        ("It is proven [12]. Others disagree.", 2),
        ("It is proven.[12] Others disagree.", 2),
        ("It is proven.[12][13] Others disagree.¹² So it is.", 3),
        ("The answer is known.3 Others disagree.", 2),
        ("He came from Phoenix, AZ. Others say no.", 2),
        ("今日は晴れです。明日は雨でしょう。", 2),
        ("هل هذا صحيح؟ نعم هو كذلك۔ انتهى", 3),
        ("यह पहला वाक्य है। यह दूसरा है।", 2),
        ("What… Nothing was there.", 2),
        ("A heading\n\nA sentence. Another", 3),
    ],
)
def test_sentences_are_parted(text: str, count: int) -> None:
    assert len(parts(text)) == count


def test_rows_of_a_table_stand_alone() -> None:
    assert parts("Name\tHeight\nBirch\t20 m\nOak\t30 m") == [
        "Name\tHeight",
        "Birch\t20 m",
        "Oak\t30 m",
    ]


def test_lines_of_code_are_gathered() -> None:
    assert parts("x = 1\ny = 2\nprint(x + y)") == ["x = 1\ny = 2\nprint(x + y)"]
    many = parts("\n".join(f"line_{index} = {index}" for index in range(200)))
    assert 5 < len(many) < 50


def test_what_introduces_code_is_prose_and_keeps_its_first_lines() -> None:
    assert parts("It is built once. Then run:\nmake all\nmake check") == [
        "It is built once.",
        "Then run:\nmake all\nmake check",
    ]
    lines = "\n".join(f"line_{index} = {index}" for index in range(100))
    found = parts(f"{'It is long and ' * 30} so run:\n{lines}")
    assert "so run:\nline_0 = 0\nline_1 = 1" in found[0]
    assert len(found) > 3
    assert parts("The ages are:\nBirch\t80\nOak\t700") == [
        "The ages are:",
        "Birch\t80",
        "Oak\t700",
    ]


def test_endless_text_is_cut_to_a_readable_length() -> None:
    found = parts("word and more, " * 500)
    assert max(map(len, found)) <= LONGEST_CHARS
    assert len(parts("x" * 5000)) == 5


def test_every_character_is_in_one_sentence_and_none_crosses_a_blank_line() -> None:
    chance = random.Random(7)
    alphabet = 'ab C.D!? \n\n\t.。1"”)(…'
    for _ in range(300):
        text = "".join(chance.choice(alphabet) for _ in range(chance.randrange(0, 200)))
        position = 0
        for sentence in split(text):
            assert not text[position : sentence.start].strip()
            piece = text[sentence.start : sentence.end]
            assert piece == piece.strip() and piece
            assert "\n\n" not in piece
            position = sentence.end
        assert not text[position:].strip()


def test_a_name_in_small_letters_begins_a_sentence_after_a_word_that_stands_elsewhere() -> None:
    text = "It keeps files small. bzip2 reads files whole. In small ones it errs."
    assert parts(text) == [
        "It keeps files small.",
        "bzip2 reads files whole.",
        "In small ones it errs.",
    ]
    assert len(parts("The intrasubj. contrasts are told.")) == 1
    assert len(parts("It is approx. ten, and approx ten is enough.")) == 1
    assert len(parts("He asked for more... and more came.")) == 1


def test_a_long_run_of_marks_is_read_once() -> None:
    """Each mark more would double the time, were they tried in every grouping."""
    text = f"The word ended here.{'¹' * 4000}x goes on."
    assert len(split(text)) >= 1
