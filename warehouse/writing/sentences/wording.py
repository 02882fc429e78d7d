"""The words of a page said anew: one sentence of the model's own for each source, and proven.

Given many notes at once a small model copies them, under a schema as in free prose; given one
piece and an example it condenses. So there is one request a source, and what a sentence cites is
known without asking the model. Every candidate is checked like any claim, and only its proven
sentences stay; what they take over stands between quotation marks (quoting.py). One that speaks of
itself or has nothing proven gets a second try, a little less sure. Where that fails too, the caller
has the page's own words. What was refused is a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.estimates import PROMPT_TOKENS, Work
from warehouse.engine.protocol import Completion, Request
from warehouse.methods.evidence.prose import is_fragment, leans
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results import claimed_text
from warehouse.results.records import Claim, Evidence
from warehouse.run import Hushed
from warehouse.text import CHARACTERS_A_TOKEN
from warehouse.writing import wishes
from warehouse.writing.sentences import quoting
from warehouse.writing.sentences.plain import speaks_of_itself

TRIES = 2
AGAIN_WARMTH = 0.3  # the temperature of the second
TOKENS = 110
AGAIN = 1.5  # requests for a source, second tries included
CHECKS = 2  # times the evidence is read to check a sentence
SHORTENED = 0.7  # of the length of its source
LEANS = "is not to be understood by itself"
LEFT = "left out beside what is proven"
SURE = 0.75  # how likely one of many samples has to be said by what it cites
UNSURE = "what it cites may not say it"


class Watch(Protocol):
    """Who follows the sources as they are told, by their index; one thread at a time."""

    def grown(self, index: int, text: str) -> None:
        """The sentence so far."""
        ...

    def ended(self, index: int) -> None:
        """A candidate is whole."""
        ...


class Source(Struct, frozen=True):
    """Words of the evidence ``number``, and under which heading they are to be told.

    ``language`` is the one they are told in, "" for their own. With a ``document``, its title and
    headings, ``text`` is one sentence of it, and told near to how it stands there.
    """

    heading: str
    text: str
    number: int
    language: str = ""
    document: str = ""


class Said(Struct, frozen=True):
    """Proven sentences with their citation, and their claims, whose ranges are in ``text``."""

    text: str
    claims: tuple[Claim, ...]
    losses: tuple[Loss, ...] = ()

    @property
    def bare(self) -> str:
        return citations.without_marks(self.text)


class Refused(Struct, frozen=True):
    """The last candidate for a source, and why it may not stand."""

    text: str
    why: str

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What quoting the page instead loses: nothing, where there was no candidate."""
        if not self.text:
            return ()
        return (Loss("checking", self.text, f"replaced by a quotation: {self.why}"),)


def anew(
    sources: Sequence[Source],
    evidence: Sequence[Evidence],
    context: Context,
    watch: Watch | None = None,
) -> list[Said | Refused]:
    """For each source a proven sentence of the model's own, or what it wrote instead."""
    outcomes: list[Said | Refused] = [Refused("", "") for _ in sources]
    for attempt in range(TRIES):
        waiting = [at for at, outcome in enumerate(outcomes) if isinstance(outcome, Refused)]
        tried = [sources[at] for at in waiting]
        texts = _written(tried, attempt, context, _Some(watch, waiting) if watch else None)
        for at, text, text_claims in zip(
            waiting, texts, checked(texts, evidence, context), strict=True
        ):
            outcomes[at] = _judged(text, text_claims, sources[at])
    return outcomes


def is_sure(claim: Claim) -> bool:
    """Proven, and surely enough for one that was chosen among many: of samples that pass a check
    the best is often one that it is wrong about.
    """
    if claim.state not in claims.PROVEN:
        return False
    return claim.state == "quoted" or claim.entailment is None or claim.entailment >= SURE


def doubts(found: Sequence[Claim]) -> str:
    """Why a sample may not stand, in words."""
    return "; ".join(
        UNSURE if claim.state in claims.PROVEN else claim.why
        for claim in found
        if not is_sure(claim)
    )


def ahead(sources: Sequence[Source]) -> Work:
    """The tokens of telling and checking them; the examples of the prompt are read once."""
    texts = sum(len(source.text) for source in sources) / CHARACTERS_A_TOKEN
    told = sum(len(one.text) * (1 if one.document else SHORTENED) for one in sources)
    read = PROMPT_TOKENS + AGAIN * (1 + CHECKS) * texts
    return Work(read, AGAIN * told / CHARACTERS_A_TOKEN)


def verbatim(sentence: Sentence, evidence: Sequence[Evidence], context: Context) -> Said:
    """A sentence of the page as it stands there."""
    text = cited.text([sentence])
    return Said(text, claims.check(text, evidence, context.engine, Hushed(context.run)))


def joined(sentences: Sequence[Said]) -> tuple[str, tuple[Claim, ...]]:
    """A paragraph of them, with all claims at their places."""
    return claimed_text.joined(((said.text, said.claims) for said in sentences), " ")


def requests(sources: Sequence[Source], attempt: int, context: Context) -> list[Request]:
    """One for each source; the first try, ``attempt`` 0, is the likeliest wording."""
    settings, asked = context.settings, list[Request]()
    for source in sources:
        text = flat(source.text) + wishes.written_in(source.language)
        if source.document:
            name, given = "retell", {"document": source.document, "source": text}
        else:
            name, given = "reword", {"title": source.heading, "source": text}
        request = Request(
            name,
            prompts.load(name).render(**given),
            TOKENS,
            temperature=AGAIN_WARMTH if attempt else 0.0,
            top_p=settings.writing_top_p,
            seed=settings.seed + attempt,
            stop=("\n",),
        )
        asked.append(request)
    return asked


def marked(reply: Completion, number: int) -> str:
    """What was written, citing the evidence ``number``; "" where it is cut off."""
    plain = cited.prose(reply.text, whole=reply.finish == "stop")
    if not plain or (reply.finish == "length" and not plain.endswith(tuple(cited.ENDERS))):
        return ""
    return cited.text([Sentence(plain, (number,))])


def _written(
    sources: Sequence[Source],
    attempt: int,
    context: Context,
    watch: _Some | None,
) -> list[str]:
    """A candidate for each source, with its citation."""
    batch = requests(sources, attempt, context)
    on_text, on_done = (watch.grown, watch.done) if watch else (None, None)
    replies = context.engine.complete(batch, context.run, on_text, on_done) if batch else []
    return [marked(reply, source.number) for reply, source in zip(replies, sources, strict=True)]


def checked(
    texts: Sequence[str],
    evidence: Sequence[Evidence],
    context: Context,
) -> list[tuple[Claim, ...]]:
    """The claims of each text, all checked as one batch."""
    whole = "\n".join(texts)
    all_claims = claims.check(whole, evidence, context.engine, Hushed(context.run))
    by_text: list[tuple[Claim, ...]] = []
    start = 0
    for text in texts:
        end = start + len(text)
        by_text.append(
            tuple(claim.moved(-start) for claim in all_claims if start <= claim.start < end)
        )
        start = end + 1
    return by_text


def _judged(text: str, own: Sequence[Claim], source: Source) -> Said | Refused:
    """What of a candidate may stand: all of it, or its proven sentences that stand alone."""
    if not own:
        return Refused(text, "cut off at the length limit")
    if speaks_of_itself(text, source.text):
        return Refused(text, "speaks of the article, not of its topic")
    if is_fragment(source.text) and text[:1].islower():
        return Refused(text, "begins in the middle of a sentence")
    kept = _standing(own)
    failing = [claim for claim in own if claim not in kept]
    if not kept:
        wrong = [claim.why for claim in own if claim.state not in claims.PROVEN]
        return Refused(text, wrong[0] if wrong else LEANS)
    if len(kept) == 1:
        spoken = [quoting.as_told(kept[0], source.text, source.text)]
    else:
        spoken = [quoting.spoken(claim, [source.text]) for claim in kept]
    return Said(
        *claimed_text.sentences(spoken),
        tuple(Loss("checking", claim.text, f"{LEFT}: {claim.why}") for claim in failing),
    )


def _standing(own: Sequence[Claim]) -> list[Claim]:
    """The proven sentences, without those that lean on one that is not there."""
    kept: list[Claim] = []
    for place, claim in enumerate(own):
        alone = not leans(claim.text) or (place > 0 and own[place - 1] in kept)
        if claim.state in claims.PROVEN and alone:
            kept.append(claim)
    return kept


class _Some:
    """A watch over some of the sources, counted as they are sent."""

    def __init__(self, watch: Watch, places: Sequence[int]) -> None:
        self._watch, self._places = watch, places

    def grown(self, at: int, text: str) -> None:
        self._watch.grown(self._places[at], text)

    def done(self, replies: Sequence[tuple[int, Completion]]) -> None:
        for at, _ in replies:
            self._watch.ended(self._places[at])
