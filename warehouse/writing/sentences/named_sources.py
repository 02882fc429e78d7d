"""Whose matter a sentence is: its document stands in front where nothing else tells it.

"Packages are checked before they are built" is so in one system and not in another. In each
paragraph the first sentence of a document is told with its title before it, unless the topic, the
heading or the sentence has a name of that title; and again where another document has had its say.
The only document of an article is named once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import structs

from warehouse.proof import checks, citations, named_source
from warehouse.results.records import Block, Claim, Evidence
from warehouse.text import WORD


class Names:
    """The words that name each document: those of its title that it writes large oftener than
    small, and no less than half as often as the one it writes most.
    """

    def __init__(self, evidence: Sequence[Evidence], text_of: Callable[[str], str]) -> None:
        self._pieces = {piece.number: piece for piece in evidence}
        self._text_of = text_of
        self._names: dict[str, frozenset[str]] = {}
        self.is_one = len({piece.place.document for piece in evidence}) == 1

    def piece(self, claim: Claim) -> Evidence | None:
        """Of the one document that a sentence rests on."""
        pieces = [self._pieces[number] for number in claim.cites if number in self._pieces]
        return pieces[0] if len({piece.place.document for piece in pieces}) == 1 else None

    def are_in(self, piece: Evidence, text: str) -> bool:
        """Has ``text`` a name of its document, or a word of the title where none is a name?"""
        document = piece.place.document
        if document not in self._names:
            self._names[document] = _names(piece.title, self._text_of(document))
        if names := self._names[document]:
            return bool(names & {*WORD.findall(text)})
        return bool(checks.content(piece.title) & checks.content(text))


def _names(title: str, text: str) -> frozenset[str]:
    written = Counter(WORD.findall(text))
    large = (word for word in WORD.findall(title) if word[:1].isupper())
    often = {word: written[word] for word in large if written[word] > written[word.lower()]}
    most = max(often.values(), default=0)
    return frozenset(word for word, count in often.items() if 2 * count >= most)


def with_sources(
    blocks: Sequence[Block],
    topic: str,
    evidence: Sequence[Evidence],
    text_of: Callable[[str], str],
) -> list[Block]:
    """The blocks, their claims where they stand now. ``text_of`` gives the text of a document."""
    names = Names(evidence, text_of)
    named_blocks: list[Block] = []
    said = ""
    for block in blocks:
        new, last = _with_sources(block, f"{topic} {block.title}", names, said)
        named_blocks.append(new)
        said = last if names.is_one else ""
    return named_blocks


def _with_sources(block: Block, around: str, names: Names, before: str) -> tuple[Block, str]:
    """With the document that a reader takes what follows for; ``before`` is that of what stood
    before.
    """
    text, placed, shift = block.text, list[Claim](), 0
    end = 0
    for claim in block.claims:
        if not names.is_one and "\n" in block.text[end : claim.start]:
            before = ""
        end = claim.end
        piece = names.piece(claim)
        sentence = claim.text
        said = f"{around} {citations.without_marks(sentence)}"
        another = piece is not None and piece.place.document != before
        if piece is not None and another and not names.are_in(piece, said):
            sentence = named_source.named(sentence, piece.title)
        before = piece.place.document if piece is not None else ""
        start = claim.start + shift
        text = text[:start] + sentence + text[claim.end + shift :]
        placed.append(structs.replace(claim.moved(shift), end=start + len(sentence), text=sentence))
        shift += len(sentence) - len(claim.text)
    return structs.replace(block, text=text, claims=tuple(placed)), before
