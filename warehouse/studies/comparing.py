"""Two runs of the same study, sentence by sentence: what stayed, what changed, what came and went.

Headings count as sentences, and so does what the program says itself (a count, an absence). Each
change comes with the words that prove it in one run only.

A study is run again after documents were added or another model was chosen. Sentences are paired
first where they are the same, then where they share most of their words, each at most once and in
the order of the text, so that a pair never crosses two others without need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct, structs

from indexers.text.placenames import place_name
from warehouse.proof import checks, citations, contradictions
from warehouse.proof.numbers import numbers
from warehouse.results.records import Answer, Article, Block, Claim, Evidence
from warehouse.studies.report import ledger
from warehouse.text import plural, shortened

if TYPE_CHECKING:
    from warehouse.store.catalog import Catalog

ALIKE = 0.6
NO_CLAIM = "said by the program"
HEADING = "a heading"
QUOTED = 160
Kind = Literal["new", "gone", "facts", "state", "sources", "reworded", "same"]
"""In the order in which a reader wants to know of them."""
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES: dict[Kind, str] = {
    "new": "New",
    "gone": "Gone",
    "facts": "Other facts",
    "state": "Proven otherwise",
    "sources": "From other words",
    "reworded": "Reworded",
    "same": "As before",
}


class Change(Struct, frozen=True):
    """A claim of the earlier run, of the later one, or of both.

    "facts" when it has other numbers, dates or names or a "not" more or less, "state" when it is
    proven otherwise than before, "sources" when other words prove it. ``only_before`` and
    ``only_after`` are the words that prove it in one of the runs, with their document and page.
    """

    kind: Kind
    before: Claim | None
    after: Claim | None
    only_before: tuple[str, ...] = ()
    only_after: tuple[str, ...] = ()


class Comparison(Struct, frozen=True):
    """``changes`` in the order of the later text, those that are gone where they stood.

    ``read_before`` and ``read_after`` count the documents that were read, ``added`` and ``left``
    are documents read in one run only; ``models`` made the earlier and the later text.
    """

    changes: tuple[Change, ...]
    read_before: int
    read_after: int
    added: tuple[str, ...]
    left: tuple[str, ...]
    models: tuple[str, str] = ("", "")

    def count(self, kind: Kind) -> int:
        return sum(change.kind == kind for change in self.changes)

    @property
    def differs(self) -> bool:
        return any(change.kind != "same" for change in self.changes)

    @property
    def shown(self) -> tuple[Change, ...]:
        """What is not as before; with the words that prove it where they are others."""
        return tuple(change for change in self.changes if change.kind != "same")


def compare(
    before: Answer | Article, after: Answer | Article, models: tuple[str, str] = ("", "")
) -> Comparison:
    """What ``after`` says otherwise than ``before``; ``models`` are their names, if known."""
    old, new = _sentences(before), _sentences(after)
    partner = _pairs([_bare(sentence) for sentence in old], [_bare(sentence) for sentence in new])
    words = tuple(
        {piece.number: piece for piece in run.research.evidence} for run in (before, after)
    )
    changes: list[Change] = []
    done = 0
    for at, claim in enumerate(new):
        mate = partner.get(at)
        if mate is None:
            changes.append(Change("new", None, claim))
            continue
        changes += _gone(old, partner, done, mate)
        done = max(done, mate + 1)
        changes.append(_change(old[mate], claim, *words))
    changes += _gone(old, partner, done, len(old))
    read = (set(before.research.read), set(after.research.read))
    return Comparison(
        changes=tuple(changes),
        read_before=len(read[0]),
        read_after=len(read[1]),
        added=tuple(sorted(read[1] - read[0])),
        left=tuple(sorted(read[0] - read[1])),
        models=models,
    )


def _sentences(result: Answer | Article) -> list[Claim]:
    """Every claim, and every other sentence of the text (a count, an absence), in its order.

    What an absence says of its searches is no part of what it says.
    """
    blocks = ledger.blocks(result)
    if isinstance(result, Answer) and result.absent:
        blocks = (structs.replace(blocks[0], text=result.text.partition("\n\n")[0]),)
    return [sentence for block in blocks for sentence in _of_block(block)]


def _of_block(block: Block) -> list[Claim]:
    sentences = list(block.claims)
    if block.failed:
        sentences.append(Claim(0, 0, f"Not written: {block.failed}", (), "unchecked", NO_CLAIM))
    for sentence in citations.read(block.text):
        if not any(
            sentence.start < claim.end and claim.start < sentence.end for claim in block.claims
        ):
            sentences.append(
                Claim(sentence.start, sentence.end, sentence.written, (), "unchecked", NO_CLAIM)
            )
    sentences.sort(key=lambda claim: claim.start)
    if block.title:
        sentences.insert(0, Claim(0, 0, block.title, (), "unchecked", HEADING))
    return sentences


def summary(found: Comparison) -> str:
    """``2 new, 1 gone, 1 proven otherwise; 5 as before``."""
    names = {
        "new": "new",
        "gone": "gone",
        "facts": "with other facts",
        "state": "proven otherwise",
        "sources": "from other words",
        "reworded": "reworded",
    }
    counts = [
        f"{found.count(kind)} {names[kind]}"
        for kind in KINDS
        if kind != "same" and found.count(kind)
    ]
    same = found.count("same")
    if not counts:
        return f"Nothing changed: {plural(same, 'sentence')} as before."
    return f"{', '.join(counts)}; {same} as before."


def documents(found: Comparison, catalog: Catalog) -> tuple[str, ...]:
    """``Read only now: Annual report``, a line for each document that one run alone has read."""
    titles = {
        id: row.title for id, row in catalog.some_documents([*found.added, *found.left]).items()
    }
    read = [("now", id) for id in found.added] + [("before", id) for id in found.left]
    return tuple(f"Read only {when}: {titles.get(id, 'a removed document')}" for when, id in read)


def made_by(found: Comparison) -> str:
    """``Written by A, before by B.`` where two models made the texts; else empty."""
    before, after = found.models
    return f"Written by {after}, before by {before}." if before and before != after else ""


def _gone(old: Sequence[Claim], partner: dict[int, int], start: int, end: int) -> list[Change]:
    met = set(partner.values())
    return [Change("gone", old[at], None) for at in range(start, end) if at not in met]


def _change(
    before: Claim,
    after: Claim,
    evidence_before: Mapping[int, Evidence],
    evidence_after: Mapping[int, Evidence],
) -> Change:
    earlier, later = _proofs(before, evidence_before), _proofs(after, evidence_after)
    alone = tuple(
        tuple(_quoted(mine[key]) for key in mine if key not in theirs)
        for mine, theirs in ((earlier, later), (later, earlier))
    )
    return Change(_kind(before, after, earlier.keys() == later.keys()), before, after, *alone)


def _kind(before: Claim, after: Claim, same_proof: bool) -> Kind:
    earlier, later = _bare(before), _bare(after)
    same_words = checks.fold(earlier) == checks.fold(later)
    if not same_words and _other_facts(earlier, later):
        return "facts"
    if before.state != after.state:
        return "state"
    if not same_words:
        return "reworded"
    return "same" if same_proof else "sources"


def _other_facts(one: str, other: str) -> bool:
    values = [Counter(number.value for number in numbers(text)) for text in (one, other)]
    facts = [contradictions.facts(text) for text in (one, other)]
    return values[0] != values[1] or contradictions.other_names(*facts)


def _proofs(claim: Claim, evidence: Mapping[int, Evidence]) -> dict[tuple[str, str], Evidence]:
    """What it cites by its words, which stay the same where a document is read again."""
    cited = (evidence[number] for number in claim.cites if number in evidence)
    return {(piece.place.document, checks.fold(piece.text)): piece for piece in cited}


def _quoted(one: Evidence) -> str:
    where = ", ".join(filter(None, (one.title, place_name(one.page_label))))
    return f"“{shortened(one.text, QUOTED)}” ({where})"


def _pairs(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """For the places of ``new`` those of ``old`` that say the same, each once."""
    pairs: dict[int, int] = {}
    free = dict(enumerate(map(checks.fold, old)))
    for at, text in enumerate(new):
        folded = checks.fold(text)
        mate = next((place for place, other in free.items() if other == folded), None)
        if mate is not None:
            pairs[at] = mate
            del free[mate]
    for at, text in enumerate(new):
        if at in pairs or not free:
            continue
        best, mate = max((_alike(text, old[place]), -place) for place in free)
        if best >= ALIKE:
            pairs[at] = -mate
            del free[-mate]
    return pairs


def _alike(one: str, other: str) -> float:
    """Shared content words over all of both (Jaccard)."""
    a, b = checks.content(one), checks.content(other)
    return len(a & b) / (len(a | b) or 1)


def _bare(claim: Claim) -> str:
    return citations.without_marks(claim.text)
