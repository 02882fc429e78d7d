"""Text cut short: at a word, and never down to nothing."""

from __future__ import annotations

import pytest

from warehouse.text import cut_end, cut_start, one_line, shortened, words_in

BRIDGES = "桥梁于一九五三年被洪水冲毁" * 10


@pytest.mark.parametrize("text", ["", "a few words", "x" * 40])
def test_what_fits_stays_as_it_is(text: str) -> None:
    assert shortened(text, 40) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Brücken\u00adbau", "Brückenbau"),
        ("می\u200cخواهم क्\u200dष 👩\u200d🔬", "می\u200cخواهم क्\u200dष 👩\u200d🔬"),
        ("two\nlines\u2028and\ta\u202egpj\u200b.exe", "two lines and agpj.exe"),
        ("\ufeff\ud800half \x00 ", "half"),
    ],
)
def test_a_line_has_every_letter_and_no_sign_without_a_shape(text: str, line: str) -> None:
    assert one_line(text) == line


def test_it_is_cut_at_a_word_where_one_is_near() -> None:
    assert shortened("The bridge over\nthe Lune was cast in 1881.", 22) == "The bridge over the …"
    assert cut_end("over the Lune was ca") == "over the Lune was …"
    assert cut_start("ridge over the Lune was cast") == "… over the Lune was cast"


def test_words_that_no_blank_parts_are_cut_all_the_same() -> None:
    assert shortened(BRIDGES, 40) == BRIDGES[:40] + " …"
    assert shortened(f"Re {BRIDGES}", 40) == f"Re {BRIDGES[:37]} …"
    assert cut_start(BRIDGES) == f"… {BRIDGES}"


def test_words_of_scripts_without_gaps_are_told_by_their_length() -> None:
    assert words_in("The bridge – of iron – opened in 1881.") == 9
    assert words_in("這座鐵橋於1881年建成，由當地的鑄造廠鑄造了七個鐵拱。") == 1 + 11
    assert words_in("この橋は鉄でできている。") == 6
    assert 5 <= words_in("สะพานเปิดใช้งานเมื่อปีพุทธศักราช") <= 8
    assert words_in("다리는 1881년에 열렸다.") == 3
    assert words_in("") == 0
