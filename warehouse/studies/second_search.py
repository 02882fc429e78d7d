"""A second look at sentences that were refused: each is looked for in the whole library.

The check of a text from elsewhere (answering/check_text.py) does the work. A sentence that comes
out better than it stands takes its new state and its new sources; one that had been left out comes
back when it is proven, into the part of the text it is nearest to. Else the ledger says that it
was tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from indexers.records import Loss
from warehouse.answering import check_text
from warehouse.context import Context
from warehouse.proof import checks, citations
from warehouse.results import claimed_text
from warehouse.results.records import Answer, Article, Block, Claim, Evidence
from warehouse.run import Hushed
from warehouse.steering import Numbers, Steering, fold
from warehouse.studies.report import ledger
from warehouse.writing.sentences import repair

Result = TypeVar("Result", bound=Answer | Article)
STAGE = "checking"


def looked(result: Result, context: Context) -> Result:
    """The result after a second look at every sentence that the user sent back."""
    wanted = context.steering.course.rechecked
    quiet, steering = Hushed(context.run), Steering(context.steering.course)
    hushed = replace(context, run=quiet, steering=steering)
    for sentence in context.run.each("checking again", wanted, lambda sentence: sentence[:120]):
        answer = check_text.check(sentence, hushed)
        result = _with(result, sentence, answer, context.steering.numbers)
        context.run.show(result)
    return result


def _with(result: Result, sentence: str, found: Answer, numbers: Numbers) -> Result:
    said, evidence = renumbered(found, numbers)
    blocks = list(ledger.blocks(result))
    worth = min((repair.WORTH[claim.state] for claim in said), default=0)
    at, old = _standing(blocks, sentence)
    if old is not None and worth > repair.WORTH[old.state]:
        blocks[at] = _replaced(blocks[at], old, said)
    elif old is None and worth >= repair.WORTH["supported"]:
        at = _nearest(blocks, sentence)
        blocks[at] = _appended(blocks[at], said)
    else:
        why = "; ".join(claim.why for claim in said) or "it says nothing that can be checked"
        return _losing(result, Loss(STAGE, sentence, f"looked for again: {why}"))
    kept = [loss for loss in result.research.losses if fold(loss.what) != fold(sentence)]
    all_evidence = (*result.research.evidence, *result.research.lacking(evidence))
    chain = structs.replace(result.research, evidence=all_evidence, losses=tuple(kept))
    if isinstance(result, Answer):
        text, claims = blocks[0].text, blocks[0].claims
        return structs.replace(result, text=text, claims=claims, absent=False, research=chain)
    return structs.replace(result, lead=blocks[0], blocks=tuple(blocks[1:]), research=chain)


def renumbered(found: Answer, numbers: Numbers) -> tuple[list[Claim], list[Evidence]]:
    """The claims with the study's own numbers, marks and all; ranges within their joined text."""
    by_number = {piece.number: piece for piece in found.research.evidence}
    claims: list[Claim] = []
    for claim in found.claims:
        cites = tuple(numbers.of(by_number[n].place) for n in claim.cites if n in by_number)
        bare = citations.without_marks(claim.text)
        written = citations.remarked(bare, cites) if cites else bare
        start = claims[-1].end + 1 if claims else 0
        placed = {"start": start, "end": start + len(written), "text": written}
        claims.append(structs.replace(claim, cites=cites, **placed))
    used = {number for claim in found.claims for number in claim.cites}
    evidence = [
        structs.replace(piece, number=numbers.of(piece.place))
        for piece in found.research.evidence
        if piece.number in used
    ]
    return claims, evidence


def _standing(blocks: Sequence[Block], sentence: str) -> tuple[int, Claim | None]:
    """Where the sentence stands in the text, if it does."""
    for at, block in enumerate(blocks):
        for claim in block.claims:
            if fold(citations.without_marks(claim.text)) == fold(sentence):
                return at, claim
    return -1, None


def _nearest(blocks: Sequence[Block], sentence: str) -> int:
    near = [checks.overlap(sentence, f"{block.title} {block.text}") for block in blocks]
    return near.index(max(near))


def _replaced(block: Block, old: Claim, said: Sequence[Claim]) -> Block:
    better = {(old.start, old.end): (_text(said), tuple(said))}
    text, claims = repair.spliced(block.text, block.claims, better)
    return structs.replace(block, text=text, claims=claims)


def _appended(block: Block, said: Sequence[Claim]) -> Block:
    parts = [(block.text, block.claims), (_text(said), said)]
    text, claims = claimed_text.joined(parts, "\n\n")
    return structs.replace(block, text=text, claims=claims, failed="")


def _text(said: Sequence[Claim]) -> str:
    return " ".join(claim.text for claim in said)


def _losing(result: Result, loss: Loss) -> Result:
    others = [other for other in result.research.losses if fold(other.what) != fold(loss.what)]
    chain = structs.replace(result.research, losses=(*others, loss))
    return structs.replace(result, research=chain)
