"""Citation recall and precision (ALCE, Gao et al. 2023, section 3): does each citation carry?

Recall: the share of sentences that follow from all they cite. Precision: the share of citations
that are needed: the sentence follows from all, and the one alone carries it, or the others without
it do not. Whether it follows says the check of ``bench attribution`` at its fitted threshold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from warehouse.engine.protocol import Engine
from warehouse.evaluate.metrics import share
from warehouse.proof import checks, citations, entailment
from warehouse.proof.claims import PROVEN
from warehouse.proof.entailment import Pair
from warehouse.results.records import Claim, Evidence
from warehouse.run import Run


class Cited(Struct, frozen=True):
    """A sentence: does it follow from all it cites, from each alone, from the others without it?"""

    whole: bool
    alone: tuple[bool, ...]
    without: tuple[bool, ...]


def recall(sentences: Sequence[Cited]) -> float:
    """0 of nothing."""
    return share([sentence.whole for sentence in sentences])


def precision(sentences: Sequence[Cited]) -> float:
    """0 where nothing is cited."""
    return share(
        [
            sentence.whole and (alone or not rest)
            for sentence in sentences
            for alone, rest in zip(sentence.alone, sentence.without, strict=True)
        ]
    )


def precision_as_checked(claims: Sequence[Claim], evidence: Mapping[int, Evidence]) -> float | None:
    """The same where no model needs to be asked: of what is not proven no citation carries, of one
    place the only one does, and of several each that holds the very words. None where more are
    cited, and where nothing is.
    """
    carry: list[bool] = []
    for claim in claims:
        is_proven, bare = claim.state in PROVEN, citations.without_marks(claim.text)
        for number in claim.cites if is_proven and len(claim.cites) > 1 else ():
            if number not in evidence or not checks.is_quoted(bare, [evidence[number].text]):
                return None
        carry += [is_proven] * len(claim.cites)
    return share(carry) if carry else None


def judged(
    claims: Sequence[Claim], evidence: Mapping[int, Evidence], engine: Engine, run: Run
) -> list[Cited]:
    """``claims`` as they were checked; of those that cite several places each is asked apart."""
    pairs: list[Pair] = [pair for claim in claims for pair in _pairs(claim, evidence)]
    open_ = [pair for pair in pairs if not checks.is_quoted(pair.claim, [pair.evidence])]
    weighed = entailment.weighed(open_, engine, run)
    follows = {
        (pair.claim, pair.evidence): verdict.state == "supported"
        for pair, verdict in zip(open_, weighed, strict=True)
    }
    cited = []
    for claim in claims:
        whole = claim.state in PROVEN
        said = iter([follows.get((p.claim, p.evidence), True) for p in _pairs(claim, evidence)])
        several = len(claim.cites) > 1
        alone = tuple(next(said) for _ in claim.cites) if several else (whole,) * len(claim.cites)
        without = tuple(next(said) for _ in claim.cites) if several else (False,) * len(claim.cites)
        cited.append(Cited(whole, alone, without))
    return cited


def _pairs(claim: Claim, evidence: Mapping[int, Evidence]) -> Iterator[Pair]:
    """Beside each place alone, then beside the others without each; none where it cites one."""
    if len(claim.cites) < 2:
        return
    bare = citations.without_marks(claim.text)
    texts = [evidence[number].text for number in claim.cites]
    for text in texts:
        yield Pair(bare, text)
    for left in range(len(texts)):
        yield Pair(bare, "\n".join(text for at, text in enumerate(texts) if at != left))
