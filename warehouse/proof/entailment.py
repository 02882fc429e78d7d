"""Does the evidence say it? Signals of the model and of the words, and the fit that weighs them.

The model is asked in two wordings whether the evidence says the claim (``choose``: no token is
decoded), all claims in one batch; beside its yes stands the share of the claim's words that
neighbouring sentences of each cited place have. The fit (``assets/fits/claims.json``) is made by
``muniment models calibrate claims --data DIR`` from sentences that people have judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter

from msgspec import Struct

from indexers.text import language
from warehouse.engine import calibrated, prompts
from warehouse.engine.calibrated import Calibrated, log_odds
from warehouse.engine.choosing import YES_NO
from warehouse.engine.protocol import Choice, ChoiceListener, ChooseRequest, Engine
from warehouse.proof import checks, conjuncts
from warehouse.proof.excerpt import excerpt
from warehouse.results.records import ClaimState
from warehouse.run import Run

FIT = "claims"
FIT_FOREIGN = "claims_foreign"  # for a claim in another language than its evidence: no words count
ASKED = ("claim_check", "claim_known")
SIGNALS = ("yes", "known", "words")
OF_MODEL = len(ASKED)  # so many of them are the model's
PARTLY = 0.25  # the probability below which a claim counts as not found
CHANCE = attrgetter("probability")
SHARED = 0.3  # share of the words from which claim and evidence are taken to be of one language


class Pair(Struct, frozen=True):
    """A claim without its marks, and the text it must follow from; ``places`` are its parts."""

    claim: str
    evidence: str
    places: tuple[str, ...] = ()


class Weighed(Struct, frozen=True):
    """``probability`` that people call the claim supported; ``state`` what it amounts to.

    ``uncalibrated``: the fit was made on another model.
    """

    probability: float
    state: ClaimState
    uncalibrated: bool = False


def weighed(
    pairs: Sequence[Pair],
    engine: Engine,
    run: Run,
    tell: Callable[[int], None] | None = None,
) -> list[Weighed]:
    """What the evidence of each pair says to its claim, all in one batch; of a claim that joins
    subjects, what it says to the one it says least of. ``tell`` how many are weighed, each
    time there are more.
    """
    if not pairs:
        return []
    sha256 = engine.info().sha256
    near, far = calibrated.of_model(FIT, sha256), calibrated.of_model(FIT_FOREIGN, sha256)
    by_pair = [_by_subject(pair) for pair in pairs]
    variants = [variant for subjects in by_pair for ways in subjects for variant in ways]
    owners = [at for at, subjects in enumerate(by_pair) for ways in subjects for _ in ways]
    asked = Counter(OF_MODEL * owners)

    def hear(done: Sequence[tuple[int, Choice]]) -> None:
        before = sum(not left for left in asked.values())
        asked.subtract(owners[index // OF_MODEL] for index, _ in done)
        if tell and (count := sum(not left for left in asked.values())) > before:
            tell(count)

    chances = iter(
        weigh(far, values[:OF_MODEL]) if _is_foreign(variant) else weigh(near, values)
        for variant, values in zip(variants, signals(variants, engine, run, hear), strict=True)
    )
    return [
        min((max((next(chances) for _ in ways), key=CHANCE) for ways in subjects), key=CHANCE)
        for subjects in by_pair
    ]


def _by_subject(pair: Pair) -> list[list[Pair]]:
    """Of each joined subject the claim alone, beside all evidence and each place; else the pair."""
    joined = conjuncts.apart(pair.claim, pair.evidence)
    texts = {place: (place,) for place in pair.places} | {pair.evidence: pair.places}
    return [[Pair(part.claim, *text) for text in texts.items()] for part in joined] or [[pair]]


def weigh(fit: Calibrated, own: Sequence[float]) -> Weighed:
    """By one fit: supported from its threshold on, which says so few that people do not call so."""
    probability = fit.probability(own)
    state: ClaimState = "partly" if probability >= PARTLY else "not found"
    if probability >= fit.threshold:
        state = "supported"
    return Weighed(probability, state, fit.uncalibrated)


def _is_foreign(pair: Pair) -> bool:
    if checks.overlap(pair.claim, pair.evidence) >= SHARED:
        return False
    if not checks.same_script(pair.claim, pair.evidence):
        return True
    of_claim, of_evidence = language.detect(pair.claim), language.detect(pair.evidence)
    return bool(of_claim and of_evidence) and of_claim != of_evidence


def signals(
    pairs: Sequence[Pair], engine: Engine, run: Run, on_done: ChoiceListener | None = None
) -> list[tuple[float, ...]]:
    """The signals of every pair, in the order of SIGNALS; ``OF_MODEL`` requests for each."""
    requests = []
    for pair in pairs:
        shown = {"evidence": excerpt(pair.claim, pair.evidence), "claim": pair.claim}
        for name in ASKED:
            requests.append(ChooseRequest(name, prompts.load(name).render(**shown), YES_NO))
    odds = iter(
        log_odds(choice.probabilities[0]) for choice in engine.choose(requests, run, on_done)
    )
    return [
        (
            *(next(odds) for _ in ASKED),
            checks.nearest_overlap(pair.claim, pair.places or (pair.evidence,)),
        )
        for pair in pairs
    ]
