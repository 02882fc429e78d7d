"""Two runs of the same study, sentence by sentence: what stayed, what changed, what came and went.

A study is run again after documents were added or another model was chosen. Sentences are paired
first where they are the same, then where they share most of their words, each at most once and in
the order of the text, so that a pair never crosses two others without need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import Struct

from warehouse.research.records import Answer, Article, Block, Claim, Evidence
from warehouse.studies import ledger
from warehouse.writing import checks, citations

ALIKE = 0.6
NO_CLAIM = "said by the program"
Kind = Literal["new", "gone", "state", "sources", "reworded", "same"]
"""In the order in which a reader wants to know of them."""
KINDS: tuple[Kind, ...] = get_args(Kind)


class Change(Struct, frozen=True):
    """A claim of the earlier run, of the later one, or of both.

    "state" when it is proven otherwise than before, "sources" when other words prove it.
    """

    kind: Kind
    before: Claim | None
    after: Claim | None


class Comparison(Struct, frozen=True):
    """``changes`` in the order of the later text, those that are gone where they stood.

    ``read_before`` and ``read_after`` count the documents that were read, ``added`` and ``left``
    are documents read in one run only.
    """

    changes: tuple[Change, ...]
    read_before: int
    read_after: int
    added: tuple[str, ...]
    left: tuple[str, ...]

    def count(self, kind: Kind) -> int:
        return sum(change.kind == kind for change in self.changes)

    @property
    def differs(self) -> bool:
        return any(change.kind != "same" for change in self.changes)


def compare(before: Answer | Article, after: Answer | Article) -> Comparison:
    """What ``after`` says otherwise than ``before``."""
    old, new = _sentences(before), _sentences(after)
    partner = _pairs([_bare(one) for one in old], [_bare(one) for one in new])
    words = (_proofs(before), _proofs(after))
    changes: list[Change] = []
    told = 0
    for at, claim in enumerate(new):
        mate = partner.get(at)
        if mate is None:
            changes.append(Change("new", None, claim))
            continue
        changes += _gone(old, partner, told, mate)
        told = max(told, mate + 1)
        changes.append(Change(_kind(old[mate], claim, *words), old[mate], claim))
    changes += _gone(old, partner, told, len(old))
    read = (set(before.chain.read), set(after.chain.read))
    return Comparison(
        changes=tuple(changes),
        read_before=len(read[0]),
        read_after=len(read[1]),
        added=tuple(sorted(read[1] - read[0])),
        left=tuple(sorted(read[0] - read[1])),
    )


def _sentences(result: Answer | Article) -> list[Claim]:
    """Every claim, and every other sentence of the text (a count, an absence), in its order."""
    return [one for block in ledger.blocks(result) for one in _of_block(block)]


def _of_block(block: Block) -> list[Claim]:
    found = list(block.claims)
    for one in citations.read(block.text):
        if not any(one.start < claim.end and claim.start < one.end for claim in block.claims):
            found.append(Claim(one.start, one.end, one.written, (), "unchecked", NO_CLAIM))
    return sorted(found, key=lambda claim: claim.start)


def summary(found: Comparison) -> str:
    """``2 new, 1 gone, 1 proven otherwise; 5 as before``."""
    names = {
        "new": "new",
        "gone": "gone",
        "state": "proven otherwise",
        "sources": "from other words",
        "reworded": "reworded",
    }
    told = [
        f"{found.count(kind)} {names[kind]}"
        for kind in KINDS
        if kind != "same" and found.count(kind)
    ]
    same = found.count("same")
    if not told:
        return f"Nothing changed: {ledger.plural(same, 'sentence')} as before."
    return f"{', '.join(told)}; {same} as before."


def _gone(old: Sequence[Claim], partner: dict[int, int], start: int, end: int) -> list[Change]:
    met = set(partner.values())
    return [Change("gone", old[at], None) for at in range(start, end) if at not in met]


def _kind(
    before: Claim,
    after: Claim,
    proofs_before: dict[int, str],
    proofs_after: dict[int, str],
) -> Kind:
    if before.state != after.state:
        return "state"
    if checks.fold(_bare(before)) != checks.fold(_bare(after)):
        return "reworded"
    one = {proofs_before[number] for number in before.cites if number in proofs_before}
    other = {proofs_after[number] for number in after.cites if number in proofs_after}
    return "same" if one == other else "sources"


def _proofs(result: Answer | Article) -> dict[int, str]:
    """What each number stands for, whatever number it has in this run."""
    return {one.number: _place(one) for one in result.chain.evidence}


def _place(one: Evidence) -> str:
    return f"{one.place.document} {one.place.start} {one.place.end}"


def _pairs(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """For the places of ``new`` those of ``old`` that say the same, each once."""
    found: dict[int, int] = {}
    free = dict(enumerate(map(checks.fold, old)))
    for at, text in enumerate(new):
        folded = checks.fold(text)
        mate = next((place for place, other in free.items() if other == folded), None)
        if mate is not None:
            found[at] = mate
            del free[mate]
    for at, text in enumerate(new):
        if at in found or not free:
            continue
        best, mate = max((_alike(text, old[place]), -place) for place in free)
        if best >= ALIKE:
            found[at] = -mate
            del free[-mate]
    return found


def _alike(one: str, other: str) -> float:
    """Shared content words over all of both (Jaccard)."""
    a, b = checks.content(one), checks.content(other)
    return len(a & b) / (len(a | b) or 1)


def _bare(claim: Claim) -> str:
    return citations.without_marks(claim.text)
