"""An answer or article as a tree for pandoc: title, sections with citations, evidence on request.

What is not proven, or rests on a source that is gone or has changed, says so behind its sentence,
and a section that failed says why: a paper hides nothing that the window shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from indexers.text import language
from indexers.text.placenames import is_page_number
from warehouse.documents.bibliography.csl import item
from warehouse.render import prose
from warehouse.results.records import Answer, Article, Block, Claim, Evidence, Figure
from warehouse.studies.exporting.paper import prose_tree, references, terms, tree
from warehouse.studies.exporting.paper.pictures import Pictures
from warehouse.studies.exporting.paper.references import References
from warehouse.studies.exporting.paper.terms import Terms
from warehouse.studies.exporting.paper.tree import Node
from warehouse.studies.report import fell_back, ledger, lost_sources
from warehouse.studies.report.cited_places import ONE_PLACE
from warehouse.studies.report.lost_sources import Lost

if TYPE_CHECKING:
    from warehouse.library import Library

_RIGHT_TO_LEFT = frozenset(("ar", "fa", "he", "ps", "ur"))


class Shape(Struct, frozen=True):
    """What the paper holds: the words of its evidence, too; its title as a heading; whether links
    lead from a citation to its entry and whether headings can be led to; whether paragraphs say in
    which direction they run; whether pictures are inside it or files beside it.
    """

    evidence: bool = False
    title: bool = False
    links: bool = True
    headings: bool = True
    directions: bool = True
    inside: bool = True


class Paper(Struct, frozen=True):
    """``tree`` is the whole document; ``headings`` are level, words and id of each section;
    ``beside`` are files by their names.
    """

    title: str
    language: str
    direction: str
    tree: Node
    headings: tuple[tuple[int, str, str], ...]
    references: References
    beside: Mapping[str, bytes] = {}


def paper(result: Answer | Article, library: Library, shape: Shape) -> Paper:
    lost = lost_sources.of(result.research.evidence, library.catalog)
    result = lost.told(result)
    cited = references.of(result, library.catalog)
    text = "\n\n".join(block.text for block in ledger.blocks(result))
    code = language.detect(text)
    side = "rtl" if code in _RIGHT_TO_LEFT else "ltr"
    words = terms.of(code)
    # Pages are named in English here, in other languages by the style.
    parts = _Parts(cited, shape, side, words, named=code in ("", "en"))
    pictures = Pictures(ledger.figures(result), shape.inside, library)
    title = ledger.title(result)
    blocks = [tree.header(1, tree.words(title))] if shape.title else []
    headings: list[tuple[int, str, str]] = []
    for at, block in enumerate(ledger.blocks(result)):
        if block.title:
            level, id = ledger.heading_level(block), f"s{at}"
            blocks.append(tree.header(level, tree.words(block.title), id if shape.headings else ""))
            headings.append((level, block.title, id))
        blocks += parts.section(block)
        blocks += [parts.figure(figure, pictures) for figure in block.figures]
    if cited.entries:
        id = "references" if shape.headings else ""
        blocks += [tree.header(2, tree.words(words.references), id), tree.div([], "refs")]
        headings.append((2, words.references, "references"))
    if shape.evidence and cited.evidence:
        blocks += parts.appendix(library, lost)
        headings.append((2, words.evidence, "evidence"))
    fallen = fell_back.lines(result) if shape.evidence and isinstance(result, Article) else ()
    if fallen:
        id = "drafts" if shape.headings else ""
        blocks.append(tree.header(2, tree.words(words.simple), id))
        blocks += [tree.around("Para", tree.words(said)) for said in fallen]
        headings.append((2, words.simple, "drafts"))
    meta: dict[str, object] = {
        "title": title,
        "references": [_item(reference, words) for reference in map(item, cited.entries)],
        "link-citations": shape.links,
        "link-bibliography": False,
        "dir": side,
    }
    meta |= {"lang": code} if code else {}
    whole = tree.whole(meta, blocks)
    return Paper(title, code, side, whole, tuple(headings), cited, pictures.beside)


def _item(entry: dict[str, object], words: Terms) -> dict[str, object]:
    fields = {name: value for name, value in entry.items() if name != "custom"}
    if fields["type"] == "personal_communication":  # of which several styles list nothing
        fields |= {"type": "document", "genre": words.letter}
    return fields


class _Parts:
    """Blocks of one paper, which runs to ``side``; ``named`` as in ``tree.cite``."""

    def __init__(
        self, cited: References, shape: Shape, side: str, words: Terms, named: bool
    ) -> None:
        self._cited, self._shape, self._side = cited, shape, side
        self._words, self._named = words, named

    def section(self, block: Block) -> Iterator[Node]:
        if block.failed:
            said = tree.words(self._words.failed.format(block.failed))
            yield tree.around("Para", [tree.around("Emph", said)])
        text, claims = with_states(block, self._words)
        safe = prose(text, claims, self._cited.evidence.keys(), target="page")
        yield from map(self._turned, prose_tree.blocks(safe, self.citation))

    def figure(self, one: Figure, pictures: Pictures) -> Node:
        """Its caption cites the document; without a picture that is all there is."""
        label = one.page_label
        pages = (label,) if is_page_number(label) else ()
        key = self._cited.keys[one.place.document]
        cited = tree.cite({key: pages}, f"[{key}]", self._named)
        caption = [*tree.words(one.caption), tree.SPACE, cited]
        picture = pictures.node(one)
        return tree.figure(picture, caption) if picture else tree.around("Para", caption)

    def citation(self, numbers: Sequence[int]) -> list[Node]:
        shown = "".join(f"[{number}]" for number in numbers)
        nodes = [tree.cite(self._cited.sources(numbers), shown, self._named)]
        if self._shape.evidence:
            marks: list[Node] = []
            for number in dict.fromkeys(numbers):
                marks += [*(tree.words(", ") if marks else []), *self._to_evidence(number)]
            nodes += [tree.around("Superscript", marks)] if self._shape.links else self._set(marks)
        return nodes

    def _set(self, marks: list[Node]) -> list[Node]:
        return [*tree.words(" ["), *marks, *tree.words("]")]

    def _to_evidence(self, number: int) -> list[Node]:
        shown = tree.words(f"E{number}")
        return [tree.link(shown, f"e{number}")] if self._shape.links else shown

    def appendix(self, library: Library, lost: Lost) -> Iterator[Node]:
        id = "evidence" if self._shape.headings else ""
        yield tree.header(2, tree.words(self._words.evidence), id)
        for number, piece in self._cited.evidence.items():
            key = self._cited.keys[piece.place.document]
            where = _where(piece, library, self._words)
            noted = self._words.lost(lost.note(number))
            told = ", ".join(filter(None, [piece.title, where, noted]))
            name = tree.around("Strong", tree.words(f"E{number}"))
            head = [tree.span([name], f"e{number}"), tree.SPACE]
            head += tree.words(f"{told} ")
            head.append(tree.cite({key: ()}, f"[{number}]"))
            quoted = tree.around("BlockQuote", [tree.around("Para", tree.words(piece.text))])
            yield from (tree.around("Para", head), self._turned(quoted))

    def _turned(self, block: Node) -> Node:
        """What runs against the paper says so."""
        if not self._shape.directions:
            return block
        side = tree.direction(tree.text(block))
        return tree.div([block], "", side) if side and side != self._side else block


def _where(one: Evidence, library: Library, words: Terms) -> str:
    catalog, id = library.catalog, one.place.document
    if not catalog.knows(id):
        return words.place(one.page_label)
    return "" if catalog.document(id).kind in ONE_PLACE else words.place(one.page_label)


def with_states(block: Block, words: Terms) -> tuple[str, list[Claim]]:
    """The text, with what each claim lacks behind it; and its claims there."""
    pieces: list[str] = []
    claims: list[Claim] = []
    done = added = 0
    for claim in sorted(block.claims, key=lambda one: one.start):
        if claim.start < done:
            continue
        state = f" *({words.doubt(doubt)})*" if (doubt := ledger.doubt(claim)) else ""
        pieces += [block.text[done : claim.end], state]
        start, end = claim.start + added, claim.end + added
        claims.append(replace(claim, start=start, end=end))
        done, added = claim.end, added + len(state)
    return "".join([*pieces, block.text[done:]]), claims
