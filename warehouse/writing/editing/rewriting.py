"""A paragraph written again: from its evidence, shorter, or with more of what the library says.

Like a paragraph of a new article (paragraphs.py): several samples side by side, all proven, the
best kept. Only proven sentences are proposed, and nothing that the rest of the article says. Where
nothing can be proposed the reason comes back, as a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.proof import checks, citations, cited, claims
from warehouse.results import claimed_text
from warehouse.results.records import Article, Block, Claim, Evidence
from warehouse.text import words_in
from warehouse.writing import closing, opening, overview, paragraphs, wishes
from warehouse.writing.editing import differences, spots
from warehouse.writing.editing.records import Part
from warehouse.writing.editing.spots import Paragraph
from warehouse.writing.outline.grouping import FEWEST_NOTES, MOST_NOTES
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences import notes_told, wording
from warehouse.writing.sentences.plain import Filter, speaks_of_itself

SAMPLES = 6
OPENING = 0  # the section of a spot in the lead
NEAR = 0.3  # of the words of the paragraph, from which other evidence is near it
SHORTER = 0.8  # of the words, at most
TOKENS_A_WORD, TOKENS_MORE = 2, 40
APART = 100  # between the seeds of two suggestions

NO_EVIDENCE = "This paragraph cites nothing, and no evidence of the article is near it."
NO_OTHER = "Its evidence gave no other wording that is proven."
NO_OPENING = "Nothing that opens the article could be proven."
NO_END = "Nothing could be proven that joins what its sections say. An end takes three or more."
NOT_SHORTER = "No shorter wording was proven."


class Proposal(Struct, frozen=True):
    """What the paragraph might read; ``evidence`` are pieces that the article does not have;
    ``note`` says what was not written from.
    """

    part: Part
    evidence: tuple[Evidence, ...] = ()
    note: str = ""


def from_evidence(
    article: Article, paragraph: Paragraph, context: Context, note: str = ""
) -> Proposal | str:
    """Written anew from what it cites, heeding the user's ``note`` on its section; the opening and
    the end, unless it is some sentences of them, from what the sections say. Raises Cancelled.
    """
    notes, none = notes_of(article, paragraph), NO_OTHER
    is_whole = spots.find(article, paragraph.spot, is_to_write=True) == paragraph
    is_opening = paragraph.spot.section == OPENING
    is_end = spots.sections(article)[paragraph.spot.section].is_end
    if is_opening and is_whole:
        part, none = _opening(article, paragraph, context), NO_OPENING
    elif is_end and is_whole:
        made, _ = end(article, context)
        part, none = Part(made.text, made.claims) if made else Part(""), NO_END
    elif not notes:
        return NO_EVIDENCE
    else:
        wish = wishes.of_paragraph(context.settings, note)
        to_write = [Notes(paragraph.heading, notes, wish)]
        said = _said(article, paragraph, context, everywhere=not (is_opening or is_end))
        [written] = paragraphs.write(to_write, article.title, said, context)
        part = Part(written.text, written.claims)
    if not part.text and not paragraph.text:
        return none
    if not part.text or differences.is_same(differences.changes(paragraph.part, part)):
        return NO_OTHER
    return Proposal(part)


def end(article: Article, context: Context) -> tuple[Block | None, list[Loss]]:
    """As closing.write, from what its other sections tell."""
    others = tuple(block for block in article.blocks if not block.is_end)
    rest = structs.replace(article, blocks=others)
    said = _said(rest, None, context)
    return closing.write(article.title, others, article.research.evidence, said, context)


def _opening(article: Article, paragraph: Paragraph, context: Context) -> Part:
    """Of what the sections tell, else of what none of them does."""
    evidence = article.research.evidence
    text, claims, _ = overview.write(article.title, article.blocks, evidence, context)
    if not text:
        said = _said(article, paragraph, context)
        text, claims, _ = opening.write(article.title, evidence, said, context)
    return Part(text, claims)


def shorter(article: Article, paragraph: Paragraph, context: Context) -> Proposal | str:
    """In fewer words, the shortest of what tells nearly as much. Raises Cancelled."""
    notes = notes_of(article, paragraph)
    if not notes:
        return NO_EVIDENCE
    size = words_in(citations.without_marks(paragraph.text))
    wanted = _tells(_proven(paragraph.part.claims, notes), notes)
    drafts = [_proven(sample, notes) for sample in _samples(paragraph, notes, context, size)]
    fitting = [draft for draft in drafts if draft and _size(draft) <= SHORTER * size]
    if not fitting:
        return _without_unproven(paragraph)
    best = max(fitting, key=lambda one: _worth(one, wanted, notes, size))
    return Proposal(Part(*claimed_text.sentences(best)))


def more(article: Article, paragraph: Paragraph, about: str, context: Context) -> Proposal | str:
    """With sentences more, from what the library says about some words. Raises Cancelled."""
    pool = EvidencePool(about, context)
    cites = {n for section in spots.sections(article) for c in section.claims for n in c.cites}
    used = [piece for piece in article.research.evidence if piece.number in cites]
    [brought] = pool.ask([about])
    fresh = [
        piece for piece in pool.of(brought.numbers) if not any(_meets(piece, old) for old in used)
    ]
    if not fresh:
        return f"The library says nothing more about “{about}” than the article does."
    wish = wishes.of_paragraph(context.settings, f"Tell only what the notes say about {about}")
    to_write = [Notes(paragraph.heading, tuple(fresh[:MOST_NOTES]), wish)]
    said = _said(article, None, context)
    [written] = paragraphs.write(to_write, article.title, said, context)
    if not written.text:
        return f"What the library says about “{about}” could not be told in proven sentences."
    both = ((said.text, said.claims) for said in (paragraph.part, written))
    return Proposal(Part(*claimed_text.joined(both, " ")), article.research.lacking(fresh))


def in_place(paragraph: Paragraph, chosen: Paragraph, proposal: Proposal | str) -> Proposal | str:
    """Of the paragraph what is proposed for the ``chosen`` sentences of it."""
    if isinstance(proposal, str):
        return proposal
    part = spots.with_touched(paragraph, chosen, proposal.part)
    return structs.replace(proposal, part=part)


def another(context: Context, attempt: int) -> Context:
    """With other samples for each time that something is asked for."""
    seed = context.settings.seed + APART * attempt
    return replace(context, settings=structs.replace(context.settings, seed=seed))


def rests_on(article: Article, paragraph: Paragraph) -> tuple[Evidence, ...]:
    """What it is written again from: for the opening and the end all that the sections cite."""
    sections = spots.sections(article)
    if paragraph.spot.section != OPENING and not sections[paragraph.spot.section].is_end:
        return notes_of(article, paragraph)
    return all_cited(article)


def all_cited(article: Article) -> tuple[Evidence, ...]:
    """What its sections cite."""
    sections = spots.sections(article)
    cites = {number for block in sections for claim in block.claims for number in claim.cites}
    return tuple(piece for piece in article.research.evidence if piece.number in cites)


def notes_of(article: Article, paragraph: Paragraph) -> tuple[Evidence, ...]:
    """The evidence it cites; where that is little, also what is near its words."""
    numbers = {number for claim in paragraph.part.claims for number in claim.cites}
    pieces = [piece for piece in article.research.evidence if piece.number in numbers]
    if len(pieces) < FEWEST_NOTES:
        words = citations.without_marks(paragraph.text)
        others = [piece for piece in article.research.evidence if piece.number not in numbers]
        near = {piece.number: checks.overlap(words, piece.text) for piece in others}
        others.sort(key=lambda one: -near[one.number])
        pieces += [piece for piece in others[:FEWEST_NOTES] if near[piece.number] >= NEAR]
    return tuple(pieces[:MOST_NOTES])


def _meets(one: Evidence, other: Evidence) -> bool:
    return one.place.meets(other.place.document, other.place.start, other.place.end)


def _said(
    article: Article, but: Paragraph | None, context: Context, everywhere: bool = True
) -> Filter:
    """What the article says outside of a paragraph, or of some sentences of one; only what its own
    section says, where that tells again what the others do.
    """
    said = Filter(context.library.retrieval.embed)
    for at, section in enumerate(spots.sections(article)):
        is_here = but is not None and but.spot.section == at
        for claim in section.claims if is_here or everywhere else ():
            if but is None or not is_here or not but.start <= claim.start < but.end:
                said.say(citations.without_marks(claim.text))
    return said


def _samples(
    paragraph: Paragraph, notes: Sequence[Evidence], context: Context, size: int
) -> list[tuple[Claim, ...]]:
    prompt = prompts.load("shorter")
    request = Request(
        prompt.name,
        prompt.render(paragraph=" ".join(paragraph.text.split())),
        TOKENS_MORE + TOKENS_A_WORD * size,
        seed=context.settings.seed,
        stop=("\n",),
    )
    [replies] = context.samples([request], SAMPLES, likeliest=False)
    texts = [cited.prose(reply.text, whole=reply.finish == "stop") for reply in replies]
    return wording.checked(texts, notes, context)


def _proven(told: Sequence[Claim], notes: Sequence[Evidence]) -> list[Claim]:
    """The sentences that may be proposed."""
    source = "\n".join(piece.text for piece in notes)
    return [
        claim
        for claim in told
        if claim.state in claims.PROVEN
        and not speaks_of_itself(citations.without_marks(claim.text), source)
    ]


def _tells(told: Sequence[Claim], notes: Sequence[Evidence]) -> frozenset[int]:
    return notes_told.tells([claim.text for claim in told], notes)


def _size(told: Sequence[Claim]) -> int:
    return sum(words_in(citations.without_marks(claim.text)) for claim in told)


def _worth(
    told: Sequence[Claim], wanted: frozenset[int], notes: Sequence[Evidence], size: int
) -> float:
    """What it still tells of the notes that were told, less the room it takes."""
    kept = _tells(told, notes) & wanted
    return len(kept) / max(1, len(wanted)) - 0.5 * _size(told) / size


def _without_unproven(paragraph: Paragraph) -> Proposal | str:
    kept = [claim for claim in paragraph.part.claims if claim.state in claims.PROVEN]
    is_less = 0 < len(kept) < len(paragraph.part.claims)
    return Proposal(Part(*claimed_text.sentences(kept))) if is_less else NOT_SHORTER
