"""The numbers that Word writes before paragraphs, as contracts and laws are cited by them."""

from __future__ import annotations

import lxml.etree

from indexers.office.numbering import Numbers

SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def numbers(*levels: tuple[str, str, str]) -> Numbers:
    """``levels``: format, text, and what else the level says."""
    told = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for at, (format, text, more) in enumerate(levels)
    )
    root = f'<w:numbering xmlns:w="{SPACE}"><w:abstractNum w:abstractNumId="1">{told}'
    root += '</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
    return Numbers(lxml.etree.fromstring(root))


def written(made: Numbers, *levels: int) -> list[str]:
    return [made.next("5", level) for level in levels]


def test_a_legal_number_has_decimals_for_what_stands_above() -> None:
    article = ("upperRoman", "Article %1.", "")
    legal = ("decimalZero", "Section %1.%2", "<w:isLgl/>")
    assert written(numbers(article, legal), 0, 1, 0, 1, 1) == [
        "Article I.",
        "Section 1.01",
        "Article II.",
        "Section 2.01",
        "Section 2.02",
    ]
    plain = ("decimal", "%1.%2", '<w:isLgl w:val="0"/>')
    assert written(numbers(article, plain), 0, 1) == ["Article I.", "I.1"]


def test_a_number_goes_on_where_its_level_says_so() -> None:
    part = ("upperRoman", "Part %1", "")
    chapter = ("decimal", "Chapter %2", "")
    section = ("decimal", "§ %3", '<w:lvlRestart w:val="0"/>')
    assert written(numbers(part, chapter, section), 0, 1, 2, 2, 1, 2, 0, 1, 2) == [
        *("Part I", "Chapter 1", "§ 1", "§ 2", "Chapter 2", "§ 3"),
        *("Part II", "Chapter 1", "§ 4"),
    ]
    by_part = ("decimal", "§ %3", '<w:lvlRestart w:val="1"/>')
    told = written(numbers(part, chapter, by_part), 0, 1, 2, 1, 2, 0, 1, 2)
    assert [one for one in told if one.startswith("§")] == ["§ 1", "§ 2", "§ 1"]
