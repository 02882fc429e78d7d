"""What becomes of a sentence that fails its check: one repair, or none.

In an answer to a question for a fact a sentence that other evidence says cites that instead; any
other goes back to the model with the notes it cites, those most like it, and the reason it failed;
the new one is checked like any other, and taken only if its state is better. Where nothing of it is
proven, what the page says stands behind it. An explanation goes
without it, and without what leans on it; where too little is left, or was written, the page says
the rest: sentences of the evidence that were not used, of which the model finds that they tell a
part of the answer. What is gone is a loss. Where nothing else is there, the sentence stays and is
shown as what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, sampled
from warehouse.methods.evidence import part_of_answer, prose
from warehouse.methods.evidence.reduction import listed
from warehouse.proof import checks, citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.question import language
from warehouse.results import claimed_text
from warehouse.results.records import Claim, ClaimState, Evidence
from warehouse.run import Hushed
from warehouse.search.names import normal
from warehouse.writing import wishes
from warehouse.writing.sentences import plain, quoting, wording
from warehouse.writing.sentences.unused_sentences import Spare

WORTH: dict[ClaimState, int] = {
    "not found": 0,
    "stale": 0,
    "unchecked": 0,
    "partly": 1,
    "supported": 2,
    "quoted": 3,
}
WRONG: tuple[ClaimState, ...] = ("not found",)
MENDED: tuple[ClaimState, ...] = ("not found", "partly")
"""What a review sends back."""
FEWEST = 3  # proven sentences of an explanation, below which the page says more
OFFERED = 8  # sentences of the page that are weighed for it
LEANING = "leans on a sentence that is left out"
NOTES = 3
REPAIR_TOKENS = 160
Better = dict[tuple[int, int], tuple[str, tuple[Claim, ...]]]
"""By the range of a claim what stands there instead, with its claims."""
Tried = Counter[tuple[str, str]]
"""How often a sentence went back with the same reason."""


def once(
    text: str,
    checked: Sequence[Claim],
    evidence: Sequence[Evidence],
    context: Context,
    reviewed: Tried | None = None,
) -> tuple[str, tuple[Claim, ...]]:
    """Text and claims after one try at every WRONG claim. Of an article that is ``reviewed``, with
    the tries there were before, at every MENDED one: what was asked for before is sampled, where
    the user has it so, and what comes is told as the article tells it.
    """
    states = WRONG if reviewed is None else MENDED
    failing = [claim for claim in checked if claim.state in states]
    if not failing:
        return text, tuple(checked)
    context.run.step("repairing", 0, len(failing))
    better = _recited(failing, evidence, context)
    left = [claim for claim in failing if (claim.start, claim.end) not in better]
    sentences = _rewrite(left, evidence, context, Tried() if reviewed is None else reviewed)
    for claim, sentence in zip(left, sentences, strict=True):
        is_lower = sentence[:1].islower() and not claim.text[:1].islower()
        if is_lower or prose.begins_inside(sentence):
            continue  # it begins in the middle of what was said
        again = claims.check(sentence, evidence, context.engine, Hushed(context.run))
        if again and min(WORTH[repaired.state] for repaired in again) > WORTH[claim.state]:
            better[claim.start, claim.end] = (sentence, again)
    if reviewed is not None:
        better = _in_an_article(better, evidence)
    return spliced(text, checked, better)


def rewritten(before: Sequence[Claim], after: Sequence[Claim]) -> list[Loss]:
    """The sentences that gave way to a repaired one; where it cites other evidence it stands."""
    standing = {citations.without_marks(claim.text) for claim in after}
    gone = [claim for claim in before if citations.without_marks(claim.text) not in standing]
    return [Loss("checking", claim.text, f"written anew: {claim.why}") for claim in gone]


def left_out(text: str, checked: Sequence[Claim]) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """Text and claims without those that are *not found*, and without what leans on one of them."""
    kept: list[Claim] = []
    losses: list[Loss] = []
    gone = False  # is what the next may lean on
    for claim in sorted(checked, key=lambda one: one.start):
        leaning = gone and prose.leans(citations.without_marks(claim.text))
        gone = claim.state == "not found" or leaning
        if gone:
            why = LEANING if leaning and claim.state != "not found" else claim.why
            losses.append(Loss("checking", claim.text, f"left out: {why}"))
        else:
            kept.append(claim)
    return *claimed_text.sentences(kept), losses


def from_the_page(
    text: str, checked: Sequence[Claim], spare: Spare, context: Context
) -> tuple[str, tuple[Claim, ...]]:
    """Text and claims with those sentences of ``spare`` that most tell a part of the answer, until
    FEWEST are proven.
    """
    question = context.reading.text
    missing = FEWEST - sum(claim.state in claims.PROVEN for claim in checked)
    offered = spare.nearest(
        question, OFFERED if missing > 0 else 0, context.library.retrieval.embed
    )
    if not offered:
        return text, tuple(checked)
    chances = part_of_answer.chances(question, [sentence.text for sentence in offered], context)
    best = sorted(range(len(offered)), key=lambda at: -chances[at])[:missing]
    return _with_page(text, checked, [offered[at] for at in sorted(best)], spare, context)


def with_its_page(
    text: str, checked: Sequence[Claim], spare: Spare, context: Context
) -> tuple[str, tuple[Claim, ...]]:
    """An answer of which nothing is proven, with the sentence of ``spare`` nearest to question and
    answer behind it.
    """
    said = f"{context.reading.text} {citations.without_marks(text)}"
    nearest = spare.nearest(said, 1, context.library.retrieval.embed)
    return _with_page(text, checked, nearest, spare, context)


def _with_page(
    text: str,
    checked: Sequence[Claim],
    found: Sequence[Sentence],
    spare: Spare,
    context: Context,
) -> tuple[str, tuple[Claim, ...]]:
    if not found:
        return text, tuple(checked)
    added = wording.joined(
        [wording.verbatim(sentence, spare.evidence, context) for sentence in found]
    )
    return claimed_text.joined([(text, checked), added], " ")


def spliced(
    text: str,
    checked: Sequence[Claim],
    better: Better,
) -> tuple[str, tuple[Claim, ...]]:
    """``text`` with the ranges in ``better`` replaced, and all claims at their new places."""
    pieces: list[str] = []
    moved: list[Claim] = []
    at = 0
    length = 0
    for claim in sorted(checked, key=lambda one: one.start):
        between = text[at : claim.start]
        sentence, new_claims = better.get(
            (claim.start, claim.end), (text[claim.start : claim.end], ())
        )
        length += len(between)
        if new_claims:
            moved += [new.moved(length) for new in new_claims]
        else:
            moved.append(claim.moved(length - claim.start))
        pieces += [between, sentence]
        length += len(sentence)
        at = claim.end
    pieces.append(text[at:])
    return "".join(pieces), tuple(moved)


def _recited(failing: Sequence[Claim], evidence: Sequence[Evidence], context: Context) -> Better:
    """Those that the evidence most like them says, where they cite other: citing that."""
    moved: list[tuple[Claim, str]] = []
    for claim in failing:
        bare = citations.without_marks(claim.text)
        near = {
            piece.number: checks.overlap(bare, f"{piece.title} {piece.text}")
            for piece in evidence
            if piece.number not in claim.cites
        }
        best = max(near, key=lambda number: near[number], default=0)
        if near.get(best, 0.0) >= claims.ELSEWHERE:
            moved.append((claim, citations.remarked(bare, (best,))))
    texts = [text for _, text in moved]
    checked = wording.checked(texts, evidence, context) if texts else []
    return {
        (claim.start, claim.end): (text, new_claims)
        for (claim, text), new_claims in zip(moved, checked, strict=True)
        if new_claims and all(new.state in claims.PROVEN for new in new_claims)
    }


def _in_an_article(better: Better, evidence: Sequence[Evidence]) -> Better:
    """Without what an article would not say, and with what is taken over between marks."""
    told: Better = {}
    for place, (sentence, its_claims) in better.items():
        cites = {number for claim in its_claims for number in claim.cites}
        sources = [piece.text for piece in evidence if piece.number in cites]
        bare = citations.without_marks(sentence)
        if not (prose.points_elsewhere(bare) or plain.other_voice(bare, " ".join(sources))):
            spoken = [quoting.spoken(claim, sources) for claim in its_claims]
            told[place] = claimed_text.sentences(spoken)
    return told


def _rewrite(
    failing: Sequence[Claim],
    evidence: Sequence[Evidence],
    context: Context,
    tried: Tried,
) -> list[str]:
    prompt, settings = prompts.load("repair"), context.settings
    warmth = settings.writing_temperature, settings.writing_top_p
    requests = []
    for claim in failing:
        near = _near(claim, evidence)
        documents = {piece.place.document for piece in near}
        spoken = language.wanted(context.reading.language, documents, context.library)
        problem = claim.why + wishes.written_in(spoken)
        messages = prompt.render(notes=listed(near), sentence=claim.text, problem=problem)
        schema = cited.schema([piece.number for piece in near])
        request = Request(prompt.name, messages, REPAIR_TOKENS, schema, seed=settings.seed)
        times = tried[claim.text, claim.why] if settings.writing_temperature else 0
        requests.append(sampled(request, times + 1, *warmth)[times] if times else request)
        tried[claim.text, claim.why] += 1
    return [
        cited.text(cited.parse(reply)) for reply in context.engine.complete(requests, context.run)
    ]


def _near(claim: Claim, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence a claim cites, then what shares most of its words; in citation order."""
    said = frozenset(normal(claim.text).split())

    def alike(one: Evidence) -> tuple[bool, int]:
        words = frozenset(normal(f"{one.title} {one.text}").split())
        return one.number in claim.cites, len(said & words)

    return sorted(sorted(evidence, key=alike, reverse=True)[:NOTES], key=lambda one: one.number)
