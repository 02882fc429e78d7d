"""What was edited of an article, brought into one that its study has written anew.

Section by section, where it is still there: a paragraph that was edited takes the place of what the
new text has for the one it was made from, by its words or by a sentence that both hold; where there
is no such one it stands after the paragraph before it. What was taken out stays out. The rest is as
it was written anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from msgspec import structs

from warehouse.results import claimed_text
from warehouse.results.records import Article, Block
from warehouse.writing.editing import differences, spots
from warehouse.writing.editing.records import Part

Key = tuple[str, int]
END: Key = ("", -1)  # its heading is made anew each time


def carried(before: Article, edited: Article, anew: Article) -> Article:
    """``anew`` with what ``edited`` has otherwise than ``before``."""
    old, mine = dict(_sections(before)), dict(_sections(edited))
    blocks = []
    for key, (block, parts) in _sections(anew):
        base = _base(key, old, mine) if key in mine else None
        blocks.append(_carried(base, mine[key], (block, parts)) if base is not None else block)
    return structs.replace(anew, lead=blocks[0], blocks=tuple(blocks[1:]))


_Section = tuple[Block, list[Part]]


def _sections(article: Article) -> Iterator[tuple[Key, _Section]]:
    """By heading, and its place among those of the same heading."""
    parts: dict[int, list[Part]] = {}
    for paragraph in spots.paragraphs(article):
        parts.setdefault(paragraph.spot.section, []).append(paragraph.part)
    seen: Counter[str] = Counter()
    for at, block in enumerate(spots.sections(article)):
        key = END if block.is_end else (block.title, seen[block.title])
        seen[block.title] += 1
        yield key, (block, parts.get(at, []))


def _base(key: Key, old: Mapping[Key, _Section], mine: Mapping[Key, _Section]) -> _Section | None:
    """What a section was made from: one of its name; else, as it was renamed, the one that shares
    most of its paragraphs, of those whose name is no longer there.
    """
    if key in old:
        return old[key]
    texts = {part.text for part in mine[key][1]}
    gone = [section for name, section in old.items() if name not in mine]
    shared = [sum(part.text in texts for part in parts) for _, parts in gone]
    best = max(range(len(gone)), key=shared.__getitem__, default=None)
    return gone[best] if best is not None and shared[best] else None


def _carried(old: _Section, mine: _Section, fresh: _Section) -> Block:
    block, parts = fresh
    left_out = [figure for figure in old[0].figures if figure not in mine[0].figures]
    figures = tuple(figure for figure in block.figures if figure not in left_out)
    merged = _merged(old[1], mine[1], parts)
    if merged == parts:
        return structs.replace(block, figures=figures)
    text, claims = claimed_text.joined(((part.text, part.claims) for part in merged), "\n\n")
    failed = "" if text else block.failed
    return structs.replace(block, text=text, claims=claims, figures=figures, failed=failed)


def _merged(old: Sequence[Part], mine: Sequence[Part], fresh: Sequence[Part]) -> list[Part]:
    merged, at = list(fresh), 0
    before, after = [part.text for part in old], [part.text for part in mine]
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for tag, i1, i2, j1, j2 in steps:
        for part in old[i1:i2]:
            place = _place(part, merged, at, is_gone=tag == "delete")
            if place is None:
                continue
            if tag == "equal":
                at = place + 1
            elif part.text not in after:  # else it was moved
                del merged[place]
                at = place
        if tag in ("replace", "insert"):
            told = {part.text for part in merged}
            new = [part for part in mine[j1:j2] if part.text not in told]
            merged[at:at] = new
            at += len(new)
    return merged


def _place(part: Part, among: Sequence[Part], start: int, is_gone: bool) -> int | None:
    """Of the paragraph that reads so; else of one akin to it, unless it was taken out."""
    rest = range(start, len(among))
    same = (at for at in rest if among[at].text == part.text)
    akin = (at for at in rest if not is_gone and differences.are_akin(part, among[at]))
    return next(same, None) if is_gone else next(same, next(akin, None))
