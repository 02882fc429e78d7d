"""The paragraphs of an article, each at its spot, and the article with one of them replaced; of a
paragraph the sentences that a selection touches, and the paragraph with these replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, structs

from warehouse.errors import BadInput
from warehouse.proof import citations
from warehouse.results import claimed_text
from warehouse.results.records import Article, Block, Claim, Figure
from warehouse.writing.editing.records import Part, Spot

_GAP = re.compile(r"\n[ \t]*\n\s*")


class Paragraph(Struct, frozen=True):
    """``part`` with its claims; ``start`` is where it begins in the text of its section."""

    spot: Spot
    heading: str
    start: int
    part: Part

    @property
    def end(self) -> int:
        return self.start + len(self.part.text)

    @property
    def text(self) -> str:
        return self.part.text


def sections(article: Article) -> tuple[Block, ...]:
    """The lead, then the others."""
    return (article.lead, *article.blocks)


def paragraphs(article: Article) -> tuple[Paragraph, ...]:
    """In reading order."""
    return tuple(
        paragraph
        for at, block in enumerate(sections(article))
        for paragraph in _of(block, at, block.title or article.title)
    )


def places(article: Article) -> tuple[Paragraph, ...]:
    """As ``paragraphs``; an opening or an end that has none is one without words."""
    there = paragraphs(article)
    told = {paragraph.spot.section for paragraph in there}
    empty = tuple(
        Paragraph(Spot(at, 0), block.title or article.title, 0, Part(""))
        for at, block in enumerate(sections(article))
        if at not in told and (at == 0 or block.is_end)
    )
    return tuple(sorted((*there, *empty), key=lambda paragraph: paragraph.spot))


def find(article: Article, spot: Spot, is_to_write: bool = False) -> Paragraph:
    """``is_to_write``: among ``places``. Raises BadInput."""
    for paragraph in places(article) if is_to_write else paragraphs(article):
        if paragraph.spot == spot:
            return paragraph
    raise BadInput(
        f"There is no paragraph {named(spot)} in this article.",
        "See its paragraphs with: muniment article show",
    )


def reading(article: Article, text: str, near: Spot) -> Paragraph | None:
    """The paragraph that reads so, there or the only one elsewhere. None without words."""
    same = [paragraph for paragraph in paragraphs(article) if text and paragraph.text == text]
    at_spot = next((paragraph for paragraph in same if paragraph.spot == near), None)
    return at_spot or (same[0] if len(same) == 1 else None)


def as_it_was(article: Article, spot: Spot, before: str) -> tuple[Spot, tuple[Claim, ...]]:
    """Where the paragraph that must read ``before`` stands by now, and its claims. Raises
    BadInput.
    """
    if (paragraph := reading(article, before, spot)) is not None:
        return paragraph.spot, paragraph.part.claims
    if before or any(paragraph.spot == spot for paragraph in paragraphs(article)):
        raise BadInput("This paragraph was changed meanwhile.", "Look at it, and edit it again.")
    return spot, ()


def of_claim(article: Article, number: int) -> Paragraph | None:
    """The paragraph of the claim ``number``, counted through the article."""
    seen = 0
    for at, block in enumerate(sections(article)):
        if number < seen + len(block.claims):
            start = block.claims[number - seen].start
            candidates = _of(block, at, block.title or article.title)
            return next(
                (paragraph for paragraph in candidates if paragraph.start <= start < paragraph.end),
                None,
            )
        seen += len(block.claims)
    return None


def replaced(article: Article, spot: Spot, part: Part) -> Article:
    """The article with ``part`` in place of a paragraph; it may be several paragraphs, and one
    without words takes the old one away. A section that has none gets its first at 0. Raises
    BadInput.
    """
    old_blocks = sections(article)
    if not 0 <= spot.section < len(old_blocks):
        raise BadInput(f"There is no section {spot.section} in this article.")
    block = old_blocks[spot.section]
    old = list(_of(block, spot.section, block.title))
    if old or spot.paragraph:
        find(article, spot)
        parts = [paragraph.part for paragraph in old]
        parts[spot.paragraph : spot.paragraph + 1] = [part] if part.text else []
    else:
        parts = [part] if part.text else []
    text, claims = claimed_text.joined(((one.text, one.claims) for one in parts), "\n\n")
    failed = "" if text else block.failed
    fresh = structs.replace(block, text=text, claims=claims, failed=failed)
    blocks = list(old_blocks)
    blocks[spot.section] = fresh
    return structs.replace(article, lead=blocks[0], blocks=tuple(blocks[1:]))


def without_figure(article: Article, section: int, figure: Figure) -> Article:
    """The article without one of the figures of a section."""
    blocks = list(sections(article))
    left = tuple(other for other in blocks[section].figures if other != figure)
    blocks[section] = structs.replace(blocks[section], figures=left)
    return structs.replace(article, lead=blocks[0], blocks=tuple(blocks[1:]))


def sentences(part: Part) -> tuple[Claim, ...]:
    """Its claims; of a text that was never checked its sentences, unchecked."""
    if part.claims:
        return part.claims
    return tuple(
        Claim(sentence.start, sentence.end, sentence.written, sentence.cites, "unchecked", "")
        for sentence in citations.read(part.text)
    )


def touched(paragraph: Paragraph, span: tuple[int, int]) -> Paragraph:
    """The whole sentences that ``span``, a range in its text, touches, as a paragraph of their own.
    Raises BadInput where there are none.
    """
    start, end = span
    every = sentences(paragraph.part)
    chosen = [one for one in every if one.start < end and start < one.end]
    if not chosen:
        raise BadInput("There is no sentence in what is selected.", "Select some of its words.")
    if len(chosen) == len(every):
        return paragraph
    first, last = chosen[0].start, chosen[-1].end
    claims = (claim for claim in paragraph.part.claims if first <= claim.start < last)
    part = Part(paragraph.text[first:last], tuple(claim.moved(-first) for claim in claims))
    return structs.replace(paragraph, start=paragraph.start + first, part=part)


def with_touched(paragraph: Paragraph, chosen: Paragraph, part: Part) -> Part:
    """The paragraph with ``part`` in place of the ``chosen`` sentences; the rest stays word for
    word, with its claims.
    """
    start, end = chosen.start - paragraph.start, chosen.end - paragraph.start
    by = len(part.text) - (end - start)
    old = paragraph.part.claims
    claims = (
        *(claim for claim in old if claim.end <= start),
        *(claim.moved(start) for claim in part.claims),
        *(claim.moved(by) for claim in old if claim.start >= end),
    )
    return Part(paragraph.text[:start] + part.text + paragraph.text[end:], claims)


def named(spot: Spot) -> str:
    """``2.1``: section 2 of the article, its first paragraph; the lead is section 0."""
    return f"{spot.section}.{spot.paragraph + 1}"


def parsed(name: str) -> Spot:
    """The spot of a name. Raises BadInput."""
    section, dot, paragraph = name.partition(".")
    is_whole = dot and section.isdecimal() and paragraph.isdecimal() and int(paragraph)
    if not is_whole:
        raise BadInput(f"“{name}” names no paragraph.", "Write it as 2.1: section and paragraph.")
    return Spot(int(section), int(paragraph) - 1)


def tidy(text: str) -> str:
    """What was typed: no spaces at ends of lines, one blank line between paragraphs."""
    lines = (line.rstrip() for line in text.encode("utf-8", "replace").decode().splitlines())
    return _GAP.sub("\n\n", "\n".join(lines)).strip()


def _of(block: Block, section: int, heading: str) -> Iterator[Paragraph]:
    for count, (start, end) in enumerate(_ranges(block.text)):
        claims = tuple(claim.moved(-start) for claim in block.claims if start <= claim.start < end)
        part = Part(block.text[start:end], claims)
        yield Paragraph(Spot(section, count), heading, start, part)


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    start = len(text) - len(text.lstrip())
    whole = len(text.rstrip())
    for gap in _GAP.finditer(text, start, whole):
        yield start, gap.start()
        start = gap.end()
    if start < whole:
        yield start, whole
