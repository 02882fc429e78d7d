"""Text layer against OCR, with pages that OCR might have made."""

from __future__ import annotations

import pytest

from indexers.paged import quality
from indexers.paged.agreement import DOUBTFUL, Agreement, agreement
from indexers.records import OcrPage, OcrWord, Page

PRINTED = [
    "The archive was moved to the northern tower in the spring",
    "of that year, when forty ledgers were found to be missing",
    "from the shelves. Nobody could explain where they had gone,",
    "and the keeper wrote a long letter to the council about it.",
    "Their answer arrived in autumn, after the bridge had fallen.",
]
OTHER = """Sheep graze quietly beyond a wooden fence. Several painters mixed colours before
breakfast; others preferred sketching boats along a distant shoreline. Musicians rehearsed slowly
because somebody misplaced their music. Children laughed loudly whenever thunder rolled overhead."""
HEIGHT = 800.0


def seen(lines: list[str], sure: float = 0.97, top: float = 200.0, sures: bool = True) -> OcrPage:
    placed = tuple(
        tuple(
            OcrWord(50 + 40 * at, top + 20 * number, 85 + 40 * at, top + 12 + 20 * number, word)
            for at, word in enumerate(line.split())
        )
        for number, line in enumerate(lines)
    )
    return OcrPage(0, sure, 10.0, placed, sures=(sure,) * len(lines) if sures else ())


def found(text: str, page: OcrPage) -> Agreement:
    one = agreement(text, page, HEIGHT)
    assert one is not None
    return one


def test_the_same_words_agree_in_any_order() -> None:
    one = found(" ".join(reversed(PRINTED)), seen(PRINTED))
    assert (one.printed, one.own, one.share, one.flaw) == (1, 1, 1, "")


def test_other_words_are_found_out() -> None:
    one = found(OTHER, seen(PRINTED))
    assert one.share < 0.2
    assert one.flaw == f"its text is not what is printed: OCR agrees with {one.share:.0%}"


def test_words_shifted_by_a_wrong_table_of_letters_are_found_out() -> None:
    shifted = "".join(chr(ord(c) + 1) if c.isalpha() else c for c in " ".join(PRINTED))
    assert found(shifted, seen(PRINTED)).share == 0


def test_case_accents_ligatures_and_hyphens_make_no_difference() -> None:
    text = "ÉTUDE d\u2019une \ufb01n\u00ade o\ufb03ce na\u00efve \u0153uvre Stra\u00dfe well-known"
    lines = ["etude d'une fine office naive oeuvre", "strasse wellknown"]
    assert found(f"{text} " * 5, seen(lines * 5)).share == 1


def test_words_run_together_or_cut_at_a_line_are_found() -> None:
    lines = [PRINTED[0].replace("northern tower", "northerntower"), *PRINTED[1:]]
    lines[1:3] = [lines[1].replace("missing", "miss-"), f"ing {lines[2]}"]
    assert found(" ".join(PRINTED), seen(lines)).share > 0.93


def test_running_heads_signs_and_formulas_are_not_asked_of_the_text() -> None:
    head = OcrWord(50, 20, 300, 32, "Proceedings of the Northern Society for Records and Ledgers")
    whole = seen([*PRINTED, "x2 + 3y = 17 (4.2) a b c"])
    page = OcrPage(0, 0.97, 10.0, ((head,), *whole.lines), sures=(0.97, *whole.sures))
    assert found(" ".join(PRINTED) + " ∑ αx² ≤ 17 ♪ ♪", page).share == 1


def test_what_is_printed_and_missing_in_the_text_is_said_so() -> None:
    one = found(PRINTED[0], seen(PRINTED))
    assert one.own == 1 and one.share < DOUBTFUL
    assert one.flaw.startswith("its text lacks what is printed: it has ")


@pytest.mark.parametrize(
    "page",
    [
        seen(PRINTED[:2]),
        seen(PRINTED, sure=0.6),
        seen(PRINTED, sure=0.6, sures=False),
        seen(PRINTED, top=795.0),
        OcrPage(0, 0.0, 0.0, (), "it died"),
    ],
)
def test_nothing_is_said_of_too_few_sure_words(page: OcrPage) -> None:
    assert agreement(OTHER, page, HEIGHT) is None


def test_nothing_is_said_of_a_script_that_ocr_does_not_know() -> None:
    russian = "Архив был перенесён в северную башню весной того года, когда сорок книг пропали"
    assert agreement(russian, seen(PRINTED), HEIGHT) is None


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    text = "档案馆在那年春天搬到了北塔，四十本账簿不见了，没有人能解释它们去了哪里。"
    lines = [
        " ".join("档案馆在那年春天搬到了北塔"),
        " ".join("四十本账簿不见了没有人能解释它们去了哪里"),
    ]
    assert found(text, seen(lines)).share > 0.9
    other = "羊群在木栅栏外安静地吃草，几位画家在早餐前调好了颜色，音乐家慢慢地排练。"
    assert found(other, seen(lines)).share < 0.1


def test_a_page_is_no_better_than_it_agrees() -> None:
    text = " ".join(PRINTED)
    page = Page(0, "1", 0, len(text), 600, HEIGHT)
    [alone] = quality.scored(text, [page])
    [right] = quality.scored(text, [page], seen={0: seen(PRINTED)})
    [wrong] = quality.scored(text, [page], seen={0: seen(OTHER.split("\n"))})
    assert alone.quality == right.quality == 1
    assert wrong.quality < 0.2 and "not what is printed" in wrong.flaw
    by_ocr = Page(0, "1", 0, len(text), 600, HEIGHT, ocr=0.9)
    [kept] = quality.scored(text, [by_ocr], seen={0: seen(OTHER.split("\n"))})
    assert kept.quality == 0.9
