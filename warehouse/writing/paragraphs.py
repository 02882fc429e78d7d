"""Paragraphs: several samples of each are written side by side, all are proven, the best is kept.

    notes -> SAMPLES drafts -> claims checked -> unproven sentences cut -> the best by its merit
    -> notes it leaves out: once more by themselves -> retold one by one -> quoted

What a small model writes is proven seldom, but one of eight nearly always is (METHODS, 5a). Merit
is what an editor would want: proven, all notes told, facts of several places joined, little
copied, nothing said twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Request
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import checks, citations, cited, claims
from warehouse.results.records import Claim, Evidence
from warehouse.writing import wording
from warehouse.writing.parts import leans
from warehouse.writing.plain import Filter, speaks_of_itself
from warehouse.writing.unused_sentences import Spare
from warehouse.writing.wording import Refused, Said, Source, shifted

SAMPLES = 8
TOKENS_A_NOTE, TOKENS_MORE = 45, 60
COPIED_WORDS = 8  # in a row, from which words of a sentence are a copy
JOINED, COPIED, COVERED, KEPT = 0.5, 0.7, 1.0, 0.5  # weights of the merit
MOST_CITED = 3  # notes of a sentence; one that names more tells none of them
TOLD = 0.3  # of the words of a note, from which a sentence that cites it tells it
FEWEST_LEFT = 2  # notes that no draft told, from which they get a paragraph of their own

NOT_NEW = "was said before, or does not stand alone"

Way = Literal["written", "retold", "quoted"]
Watch = Callable[[int, str], None]


class Notes(Struct, frozen=True):
    """A paragraph to be: what it is to tell, under which heading; ``wishes`` are the user's."""

    heading: str
    evidence: tuple[Evidence, ...]
    wishes: str = ""


class Paragraph(Struct, frozen=True):
    """Proven sentences, their claims at their places, and how they came to be."""

    text: str
    claims: tuple[Claim, ...]
    ways: tuple[Way, ...]
    losses: tuple[Loss, ...] = ()


class Draft(Struct, frozen=True):
    """One sample after its check: the sentences that may stand, and those that were cut."""

    kept: tuple[Claim, ...]
    cut: tuple[Claim, ...]
    merit: float


def write(
    asked: Sequence[Notes],
    title: str,
    said: Filter,
    context: Context,
    watch: Watch | None = None,
) -> list[Paragraph]:
    """A paragraph for each of ``asked``; ``said`` knows what the article tells already, and is told
    of the new. ``watch`` gets (index, text so far) of the first sample. Raises Cancelled.
    """
    growing = [_Growing(one, said) for one in asked]
    for one, samples in zip(growing, _drafted(asked, title, context, watch), strict=True):
        one.choose(samples)
    thin = [one for one in growing if len(one.left.evidence) >= FEWEST_LEFT]
    more = _drafted([one.left for one in thin], title, context) if thin else ()
    for one, samples in zip(thin, more, strict=True):
        one.choose(samples)
    alone = [(one, piece) for one in growing for piece in one.left.evidence]
    sources = [Source(one.heading, piece.text, piece.number) for one, piece in alone]
    told = wording.anew(sources, [piece for _, piece in alone], context) if alone else []
    for (one, piece), retold in zip(alone, told, strict=True):
        one.retell(piece, retold, context)
    return [one.paragraph() for one in growing]


class _Growing:
    """A paragraph while it grows; ``left`` are the notes that it does not tell yet."""

    def __init__(self, notes: Notes, said: Filter) -> None:
        self.left, self.heading = notes, notes.heading
        self._said = said
        self._sentences: list[tuple[Claim, Way]] = []
        self._losses: list[Loss] = []

    def choose(self, samples: Sequence[Sequence[Claim]]) -> None:
        """The sample of the highest merit joins it; what it says is said from now on."""
        drafts = [_standing(one, self.left, self._said) for one in samples]
        best = max(drafts, key=lambda draft: draft.merit)
        self._add(best.kept, "written")
        self._losses += [
            Loss("checking", claim.text, f"left out: {claim.why}")
            for claim in best.cut
            if claim.state not in claims.PROVEN
        ]
        told = tells(best.kept, self.left.evidence)
        untold = tuple(piece for piece in self.left.evidence if piece.number not in told)
        self.left = structs.replace(self.left, evidence=untold)

    def retell(self, piece: Evidence, retold: Said | Refused, context: Context) -> None:
        """A note by itself, quoted where it could not be retold; a loss where it adds nothing."""
        self._losses += retold.losses
        if isinstance(retold, Refused):
            found = Spare([piece], self._said).take(retold.text or self.heading)
            if found is not None:
                self._add(wording.verbatim(found, [piece], context).claims, "quoted")
                return
        elif not self._said.repeats(retold.bare):
            self._add(retold.claims, "retold")
            return
        self._losses.append(Loss("writing", flat(piece.text), NOT_NEW))

    def paragraph(self) -> Paragraph:
        """The sentences one after the other, the claims at their places there."""
        text = ""
        placed: list[Claim] = []
        for claim, _ in self._sentences:
            text += " " if text else ""
            placed.append(shifted(claim, len(text) - claim.start))
            text += claim.text
        ways = tuple(way for _, way in self._sentences)
        return Paragraph(text, tuple(placed), ways, tuple(self._losses))

    def _add(self, sentences: Iterable[Claim], way: Way) -> None:
        for claim in sentences:
            self._sentences.append((claim, way))
            self._said.say(citations.without_marks(claim.text))


def merit(kept: Sequence[Claim], drafted: int, evidence: Sequence[Evidence]) -> float:
    """Of a sample whose ``kept`` sentences of ``drafted`` may stand, over its notes; about 0..2."""
    if not kept:
        return 0.0
    told = tells(kept, evidence)
    sources = [one.text for one in evidence]
    joined = sum(len(claim.cites) > 1 for claim in kept) / len(kept)
    copied = sum(copies(claim.text, sources) for claim in kept) / len(kept)
    covered = len(told) / len(evidence)
    return COVERED * covered + KEPT * len(kept) / drafted + JOINED * joined - COPIED * copied


def tells(kept: Sequence[Claim], evidence: Sequence[Evidence]) -> frozenset[int]:
    """The notes whose words stand in the sentences that cite them."""
    said: dict[int, str] = {}
    for claim in kept:
        for number in claim.cites:
            said[number] = f"{said.get(number, '')} {citations.without_marks(claim.text)}"
    return frozenset(
        piece.number
        for piece in evidence
        if piece.number in said and checks.overlap(piece.text, said[piece.number]) >= TOLD
    )


def copies(sentence: str, sources: Iterable[str]) -> bool:
    """Has it COPIED_WORDS in a row from one of the sources, or is it one of them?"""
    words = checks.fold(citations.without_marks(sentence)).split()
    runs = {tuple(words[at : at + COPIED_WORDS]) for at in range(len(words) - COPIED_WORDS + 1)}
    for source in sources:
        own = checks.fold(source).split()
        if any(
            tuple(own[at : at + COPIED_WORDS]) in runs for at in range(len(own) - COPIED_WORDS + 1)
        ):
            return True
    return False


def _drafted(
    asked: Sequence[Notes], title: str, context: Context, watch: Watch | None = None
) -> list[list[tuple[Claim, ...]]]:
    """SAMPLES texts for each, checked: the claims of every sample. One batch writes, one checks."""
    prompt = prompts.load("paragraph")
    settings = context.settings
    requests = [
        Request(
            prompt.name,
            prompt.render(
                article=title,
                section=one.heading,
                wishes=f". {one.wishes}" if one.wishes else "",
                notes="\n".join(f"[{piece.number}] {flat(piece.text)}" for piece in one.evidence),
            ),
            TOKENS_MORE + TOKENS_A_NOTE * len(one.evidence),
            temperature=settings.writing_temperature,
            top_p=settings.writing_top_p,
            seed=settings.seed + sample,
            stop=("\n",),
        )
        for one in asked
        for sample in range(SAMPLES)
    ]

    def grown(index: int, text: str) -> None:
        if watch is not None and index % SAMPLES == 0:
            watch(index // SAMPLES, text)

    replies = context.engine.complete(requests, context.run, grown)
    texts = [_prose(reply) for reply in replies]
    pieces = {piece.number: piece for one in asked for piece in one.evidence}
    checked = wording.checked(texts, tuple(pieces.values()), context)
    return [list(checked[at * SAMPLES : (at + 1) * SAMPLES]) for at in range(len(asked))]


def _prose(reply: Completion) -> str:
    return cited.prose(reply.text, whole=reply.finish == "stop")


def _standing(sample: Sequence[Claim], notes: Notes, said: Filter) -> Draft:
    """Proven sentences that are new and do not lean on one that was cut."""
    source = "\n".join(flat(piece.text) for piece in notes.evidence)
    own = {piece.number for piece in notes.evidence}
    kept: list[Claim] = []
    cut: list[Claim] = []
    whole = True
    for claim in sample:
        bare = citations.without_marks(claim.text)
        stands = (
            claim.state in claims.PROVEN
            and set(claim.cites) <= own
            and len(claim.cites) <= MOST_CITED
            and not speaks_of_itself(bare, source)
            and not said.repeats(bare)
            and not any(_same(bare, other.text) for other in kept)
            and (whole or not leans(bare))
        )
        (kept if stands else cut).append(claim)
        whole = stands
    return Draft(tuple(kept), tuple(cut), merit(kept, max(1, len(sample)), notes.evidence))


def _same(one: str, other: str) -> bool:
    fit = Filter()
    fit.say(citations.without_marks(other))
    return fit.repeats(one)


def joined(paragraphs: Sequence[Paragraph]) -> tuple[str, tuple[Claim, ...]]:
    """A blank line between them, with all claims at their places."""
    text = ""
    placed: list[Claim] = []
    for one in paragraphs:
        if one.text:
            text += "\n\n" if text else ""
            placed += [shifted(claim, len(text)) for claim in one.claims]
            text += one.text
    return text, tuple(placed)
