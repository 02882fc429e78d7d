"""Words whose font claims more height than its letters have."""

from __future__ import annotations

from typing import Any

from indexers.paged import heights
from indexers.paged.sheets import Line, PlacedWord, Toned


def _line(*words: PlacedWord, size: float = 9.0) -> Line:
    line = Line(list(words))
    line.tone = Toned(size, False, False, 0)
    return line


def _blocks(*spans: tuple[tuple[float, float, float, float], str]) -> list[dict[str, Any]]:
    return [{"lines": [{"spans": [{"bbox": box, "text": text} for box, text in spans]}]}]


def test_a_word_gets_the_height_of_what_most_of_it_is_set_in() -> None:
    tall: PlacedWord = (144.0, 300.0, 162.0, 317.0, "<bch>", 0, 0, 0)
    line = _line(tall, (180.0, 300.0, 198.0, 309.4, "load", 0, 0, 1))
    assert heights.suspect(line) == (False, True)
    spans = (
        ((144.0, 300.0, 147.0, 317.0), "<"),
        ((147.0, 300.0, 159.0, 309.4), "bch"),
        ((159.0, 300.0, 162.0, 317.0), ">"),
        ((147.0, 309.5, 159.0, 318.9), "cmr and other words of the line below"),
    )
    heights.level([line], _blocks(*spans))
    assert line.words[0] == (144.0, 300.0, 162.0, 309.4, "<bch>", 0, 0, 0)
    assert line.words[1] == (180.0, 300.0, 198.0, 309.4, "load", 0, 0, 1)


def test_large_type_and_single_signs_keep_their_height() -> None:
    large: PlacedWord = (0.0, 0.0, 60.0, 24.0, "Begin", 0, 0, 0)
    total: PlacedWord = (70.0, 0.0, 84.0, 26.0, "∑", 0, 0, 1)
    line = _line(large, total, (90.0, 8.0, 120.0, 18.0, "words", 0, 0, 2))
    assert heights.suspect(line) == (False, False)


def test_a_word_that_no_span_explains_stays_as_it_is() -> None:
    tall: PlacedWord = (144.0, 300.0, 162.0, 317.0, "<bch>", 0, 0, 0)
    line = _line(tall)
    heights.level([line], _blocks(((400.0, 300.0, 420.0, 309.0), "far")))
    assert line.words == [tall]


def test_a_line_without_any_height_is_too_low() -> None:
    assert heights.suspect(_line((0.0, 10.0, 30.0, 14.0, "flat", 0, 0, 0))) == (True, False)
    assert heights.suspect(_line((0.0, 10.0, 30.0, 20.0, "plain", 0, 0, 0))) == (False, False)
