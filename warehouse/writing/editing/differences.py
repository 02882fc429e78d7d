"""Two texts sentence by sentence, two sentences word by word, and one text made of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct, structs

from warehouse.proof import checks, citations
from warehouse.results.records import Article, Claim
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Change, Part

ALIKE = 0.4  # share of words from which one sentence is another one changed


class Words(Struct, frozen=True):
    """A run of words that stands in both, or in one alone."""

    text: str
    where: Literal["both", "before", "after"]


class SectionChanges(Struct, frozen=True):
    """A section that reads otherwise; sentences that stand in both are among its changes."""

    heading: str
    changes: tuple[Change, ...]


def changes(before: Part, after: Part) -> tuple[Change, ...]:
    """In reading order; sentences that only changed their state or gap are *kept*."""
    old, new = spots.sentences(before), spots.sentences(after)
    return tuple(_changes(old, new))


def is_same(made: Sequence[Change]) -> bool:
    return all(change.kind == "kept" for change in made)


def are_akin(before: Part, after: Part) -> bool:
    """Does a sentence stand in both, be it changed?"""
    return any(change.kind in ("kept", "changed") for change in changes(before, after))


def words(before: str, after: str) -> tuple[Words, ...]:
    """Runs of words, in an order in which both can be read."""
    old, new = before.split(), after.split()
    runs: list[Words] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            runs.append(Words(" ".join(old[i1:i2]), "both"))
            continue
        if i2 > i1:
            runs.append(Words(" ".join(old[i1:i2]), "before"))
        if j2 > j1:
            runs.append(Words(" ".join(new[j1:j2]), "after"))
    return tuple(runs)


def merged(before: Part, after: Part, taken: Collection[int]) -> Part:
    """``before`` with those of its changes that are ``taken``, by their place in ``changes``."""
    text = ""
    claims: list[Claim] = []
    for at, change in enumerate(changes(before, after)):
        is_new = at in taken and change.kind != "kept"
        sides = ((change.before, before), (change.after, after))
        claim, source = sides[is_new]
        if claim is None:
            continue
        gap = _lead(claim, source) if not claims else _gap(claim, source, *sides[not is_new])
        start = len(text) + len(gap)
        text += gap + claim.text
        claims.append(structs.replace(claim, start=start, end=start + len(claim.text)))
    text += _tail(before) if claims else ""
    return Part(text, tuple(claims))


def sections(before: Article, after: Article) -> tuple[SectionChanges, ...]:
    """The sections that read otherwise, in reading order; those that went come last."""
    old, new = dict(_keyed(before)), dict(_keyed(after))
    changed = []
    for key in dict.fromkeys((*new, *old)):
        between = changes(old.get(key, Part("")), new.get(key, Part("")))
        if not is_same(between) or key not in old or key not in new:
            changed.append(SectionChanges(key[0], between))
    return tuple(changed)


def _keyed(article: Article) -> Iterator[tuple[tuple[str, int], Part]]:
    """By title, and its place among those of the same title."""
    seen: Counter[str] = Counter()
    for section in spots.sections(article):
        yield (section.title, seen[section.title]), Part(section.text, section.claims)
        seen[section.title] += 1


def _changes(old: Sequence[Claim], new: Sequence[Claim]) -> Iterator[Change]:
    old_keys, new_keys = [_key(claim) for claim in old], [_key(claim) for claim in new]
    for tag, i1, i2, j1, j2 in SequenceMatcher(
        None, old_keys, new_keys, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            for before, after in zip(old[i1:i2], new[j1:j2], strict=True):
                yield Change("kept", before, after)
        else:
            yield from _paired(old[i1:i2], new[j1:j2])


def _paired(old: Sequence[Claim], new: Sequence[Claim]) -> Iterator[Change]:
    """Each old sentence with the first new one that is much like it, in both orders."""
    at = 0
    for sentence in old:
        match = next((n for n in range(at, len(new)) if _alike(sentence, new[n])), None)
        if match is None:
            yield Change("removed", sentence, None)
            continue
        for other in new[at:match]:
            yield Change("added", None, other)
        yield Change("changed", sentence, new[match])
        at = match + 1
    for other in new[at:]:
        yield Change("added", None, other)


def _alike(one: Claim, other: Claim) -> bool:
    mine, theirs = checks.fold(_bare(one)).split(), checks.fold(_bare(other)).split()
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio() >= ALIKE


def _key(claim: Claim) -> str:
    return " ".join(claim.text.split())


def _bare(claim: Claim) -> str:
    return citations.without_marks(claim.text)


def _lead(claim: Claim, source: Part) -> str:
    """What stands before a sentence that comes to be the first: the sign of a list, say."""
    end = _end_before(claim, source)
    return source.text[end or 0 : claim.start].lstrip()


def _gap(claim: Claim, source: Part, twin: Claim | None, other: Part) -> str:
    """What stands before a sentence in its own text; where it is the first there, before its
    ``twin`` in the ``other`` text; a space where it is the first in both.
    """
    for sentence, part in ((claim, source), (twin, other)):
        if sentence is not None and (end := _end_before(sentence, part)) is not None:
            return part.text[end : sentence.start]
    return " "


def _end_before(claim: Claim, source: Part) -> int | None:
    """Where the sentence before it ends; None where it is the first."""
    sentences = spots.sentences(source)
    return max(
        (sentence.end for sentence in sentences if sentence.end <= claim.start), default=None
    )


def _tail(part: Part) -> str:
    sentences = spots.sentences(part)
    return part.text[sentences[-1].end :] if sentences else ""
