"""The claim ledger: every sentence of a text, and whether what it cites says it.

Cheapest first. A copied sentence is *quoted*. Otherwise its quotations, numbers, dates and names
must stand in the cited evidence, and each of the subjects it joins must be named there, on the
pages beside or in the title; then all that are still open go to the model in one batch
(entailment.py), subject by subject: *supported*, *partly* or *not found*. A sentence that cites
nothing is tried against the nearest evidence. A heading or a question is *unchecked*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct, structs

from warehouse.engine.calibrated import AS_ANOTHER
from warehouse.engine.protocol import Engine
from warehouse.proof import (
    checks,
    citations,
    conjuncts,
    counted,
    entailment,
    named_source,
    subjects,
)
from warehouse.proof.citations import Sentence
from warehouse.proof.entailment import Pair, Weighed
from warehouse.results.records import Claim, ClaimState, Evidence
from warehouse.run import Check, Run, unstopped

NEAR = 0.4  # least overlap with evidence that a sentence without a citation is tried against
MOST_ADDED = 3  # pieces of evidence given to a sentence without a citation
FRESH_WORDS = 2  # content words that a further piece must add
ELSEWHERE = 0.6  # least overlap with evidence worth naming when the cited one fails
COPIED = "copied from the page"
STAGE = "Checking claims"
NOT_IN_CITED = "not in what it cites"
WAITS = "not weighed yet"
UNCALIBRATED = f" ({AS_ANOTHER})"
PROVEN: tuple[ClaimState, ...] = ("quoted", "supported")


class Open(Struct, frozen=True):
    """A sentence that waits for the model; ``added`` when the program chose what it cites."""

    sentence: Sentence
    cites: tuple[int, ...]
    pair: Pair
    doubts: tuple[str, ...]
    added: bool


class _Pool(dict[int, Evidence]):
    """Evidence by its number; each piece is folded once for all sentences."""

    @cached_property
    def folded(self) -> list[tuple[tuple[str, str], ...]]:
        return [checks.folded(item.text) for item in self.values()]

    @cached_property
    def content(self) -> dict[int, frozenset[str]]:
        return {n: checks.content(f"{item.title} {item.text}") for n, item in self.items()}

    @cached_property
    def shown(self) -> dict[int, frozenset[str]]:
        return {number: checks.content(_shown(self, (number,))) for number in self}


def check(
    text: str,
    evidence: Sequence[Evidence],
    engine: Engine,
    run: Run,
    known: Sequence[Claim] = (),
) -> tuple[Claim, ...]:
    """A Claim for each sentence of ``text``, in order; ranges point into ``text``.

    ``cites`` holds known evidence numbers only. It may hold one the text does not name: then the
    program found it, and ``why`` says so. A sentence that is among ``known`` is not checked again.
    """
    pool = _Pool((item.number, item) for item in evidence)
    looked = _looked_at(text, pool, known, run.check)
    waiting = [item.pair for item in looked if isinstance(item, Open)]
    at_once = len(looked) - len(waiting)
    run.step(STAGE, at_once, len(looked))

    def tell(count: int) -> None:
        run.step(STAGE, at_once + count, len(looked))

    weighed = iter(entailment.weighed(waiting, engine, run, tell))
    judged: list[Claim] = []
    for item in looked:
        run.check()
        judged.append(_judge(item, next(weighed), pool) if isinstance(item, Open) else item)
    return tuple(judged)


def at_first_sight(
    text: str, evidence: Sequence[Evidence], known: Sequence[Claim] = ()
) -> tuple[Claim, ...]:
    """As ``check``, of what can be told without the model; the rest is *unchecked*, and waits."""
    pool = _Pool((item.number, item) for item in evidence)
    return tuple(
        _claim(item.sentence, item.cites, "unchecked", "; ".join((WAITS, *item.doubts)))
        if isinstance(item, Open)
        else item
        for item in _looked_at(text, pool, known, unstopped)
    )


def waits(claim: Claim) -> bool:
    """Is it still to be weighed by the model?"""
    return claim.state == "unchecked" and claim.why.startswith(WAITS)


def cite(text: str, claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The text with the marks that ``check`` added, and the claims moved along with it.

    A copied sentence loses the marks of what it was not copied from, and any sentence its own
    where it rests on none of them.
    """
    moved, shift = [], 0
    for claim in claims:
        start, written = claim.start + shift, claim.text
        marked, cites = citations.cited(written), claim.cites
        alone = claim.state == "quoted" or not set(marked) & set(cites)
        wanted = (cites or marked) if alone else tuple(dict.fromkeys((*marked, *cites)))
        if set(wanted) != set(marked):
            written = citations.remarked(written, wanted)
            text = text[:start] + written + text[claim.end + shift :]
            shift += len(written) - len(claim.text)
        moved.append(structs.replace(claim, start=start, end=claim.end + shift, text=written))
    return text, tuple(moved)


def _looked_at(
    text: str, evidence: _Pool, known: Sequence[Claim], check: Check
) -> list[Claim | Open]:
    checked = {claim.text: claim for claim in known if not waits(claim)}
    looked: list[Claim | Open] = []
    for sentence in citations.read(text):
        check()
        old = checked.get(sentence.written)
        again = old and structs.replace(old, start=sentence.start, end=sentence.end)
        looked.append(again or _without_model(sentence, evidence))
    return looked


def _without_model(sentence: Sentence, evidence: _Pool) -> Claim | Open:
    if _says_nothing(sentence):
        return _claim(sentence, sentence.cites, "unchecked", "no statement to check")
    present = tuple(number for number in sentence.cites if number in evidence)
    titles = (evidence[number].title for number in present)
    sentence = structs.replace(sentence, bare=named_source.without_lead(sentence.bare, titles))
    if copied := _copied(sentence, present, evidence):
        return copied
    cites = tuple(n for n in present if checks.may_say(sentence.bare, evidence[n].text))
    if cites:
        return _with_evidence(sentence, cites, evidence, added=False)
    why = "cites nothing"
    if sentence.cites:
        marks = ", ".join(f"[{n}]" for n in sentence.cites)
        why = f"{marks} says nothing of it" if present else f"there is no evidence {marks}"
    nearest = _nearest_few(sentence.bare, evidence)
    if not nearest:
        return _claim(sentence, (), "not found", f"{why}, and no evidence is near")
    return _with_evidence(sentence, nearest, evidence, added=True)


def _copied(sentence: Sentence, cites: tuple[int, ...], evidence: _Pool) -> Claim | None:
    """A sentence that stands verbatim in evidence other than what it cites gets that number."""
    numbers = tuple(evidence)
    holding = [numbers[at] for at in checks.quoting(sentence.bare, evidence.folded)]
    few = len(checks.content(sentence.bare)) < checks.FEWEST_WORDS
    if few or not holding or set(holding) & set(cites):
        return None
    why = COPIED + _added(holding[:1])
    return _claim(sentence, tuple(holding[:1]), "quoted", why)


def _with_evidence(
    sentence: Sentence, cites: tuple[int, ...], evidence: Mapping[int, Evidence], added: bool
) -> Claim | Open:
    holding = tuple(n for n in cites if checks.is_quoted(sentence.bare, [evidence[n].text]))
    why = COPIED + (_added(holding or cites) if added else "")
    if holding:
        return _claim(sentence, holding, "quoted", why)
    places = tuple(_shown(evidence, (number,)) for number in cites)
    pair = Pair(sentence.bare, "\n".join(places), places)
    parts, texts = checks.quotations(sentence.bare), [evidence[n].text for n in cites]
    absent = [part for part in parts if not any(checks.holds(text, part) for text in texts)]
    doubts = tuple(f"the quotation “{part}” is not in what it cites" for part in absent)
    doubts += checks.missing_facts(pair.claim, pair.evidence)
    doubts += checks.exchanged_names(pair.claim, pair.evidence)
    doubts += counted.other_things(pair.claim, pair.evidence)
    doubts += subjects.of_another(pair.claim, [evidence[number] for number in cites])
    whole = parts and all(checks.is_quoted(part, texts) for part in parts)
    if not doubts and whole and not checks.content(checks.outside_quotations(sentence.bare)):
        return _claim(sentence, cites, "quoted", why)
    doubts += _unnamed(pair, [*cites, *_beside(evidence, cites)], evidence)
    return Open(sentence, cites, pair, doubts, added)


def _unnamed(
    pair: Pair, numbers: Sequence[int], evidence: Mapping[int, Evidence]
) -> tuple[str, ...]:
    """For each joined subject that the evidence has no word of, a reason; none if that are all."""
    joined = conjuncts.apart(pair.claim, pair.evidence)
    subjects = [conjunct.subject for conjunct in joined if conjunct.subject]
    source = _shown(evidence, numbers)
    absent = [subject for subject in subjects if not checks.has_word_of(subject, source)]
    some = 0 < len(absent) < len(subjects)
    return tuple(f"what it cites says nothing of {subject}" for subject in absent) if some else ()


def _beside(evidence: Mapping[int, Evidence], cites: Sequence[int]) -> list[int]:
    """Other evidence on the pages that are cited, or on the next to them."""
    cited = [evidence[number].place for number in cites]
    near = {(place.document, place.page + by) for place in cited for by in (-1, 0, 1)}
    return [
        number
        for number, item in evidence.items()
        if number not in cites and (item.place.document, item.place.page) in near
    ]


def _judge(item: Open, weighed: Weighed, evidence: _Pool) -> Claim:
    state = weighed.state
    if state == "supported" and item.doubts:
        state = "partly"
    note = UNCALIBRATED if weighed.uncalibrated else ""
    if item.added and state == "not found":
        why = f"cites nothing that says it{note}"
        return _claim(item.sentence, (), state, why, weighed.probability)
    why = _why(item, state) + note
    if state == "not found" and (better := _elsewhere(item, evidence)):
        why += f"; [{better}] may"
    return _claim(item.sentence, item.cites, state, why, weighed.probability)


def _why(item: Open, state: ClaimState) -> str:
    why = "what it cites says a part of it, or not surely" if state == "partly" else NOT_IN_CITED
    if state == "supported":
        why = "what it cites says it"
    elif item.doubts:
        why = "; ".join(item.doubts)
    return why + (_added(item.cites) if item.added else "")


def _added(cites: Sequence[int]) -> str:
    return f"; the program found its sources: {''.join(f'[{number}]' for number in cites)}"


def _says_nothing(sentence: Sentence) -> bool:
    short = checks.says_too_little(sentence.bare) and not sentence.cites
    leads = sentence.bare.endswith(":") and not sentence.cites
    told = not checks.is_question(sentence.bare) and checks.content(sentence.bare)
    return sentence.heading or short or leads or not told


def _nearest_few(claim: str, evidence: _Pool) -> tuple[int, ...]:
    """The few that together share most words with the claim, in order; each adds of its own."""
    wanted = checks.content(claim)
    held = {number: wanted & had for number, had in evidence.content.items()}
    shared: frozenset[str] = frozenset()
    chosen: list[int] = []
    for number in sorted(held, key=lambda number: -len(held[number])):
        fresh = len(held[number] - shared)
        if len(chosen) < MOST_ADDED and fresh >= (FRESH_WORDS if chosen else 1):
            chosen.append(number)
            shared |= held[number]
    return tuple(sorted(chosen)) if len(shared) >= NEAR * len(wanted) else ()


def _elsewhere(item: Open, evidence: _Pool) -> int | None:
    """Evidence other than the cited that may say the claim: a right claim, wrongly cited."""
    wanted = checks.content(item.pair.claim)
    near = {n: len(wanted & had) for n, had in evidence.shown.items() if n not in item.cites}
    best = max(near, key=lambda number: near[number], default=None)
    if best is None or near[best] < ELSEWHERE * len(wanted):
        return None
    nearer = near[best] > len(wanted & checks.content(item.pair.evidence))
    shown = _shown(evidence, (best,))
    return best if nearer and not checks.missing_facts(item.pair.claim, shown) else None


def _shown(evidence: Mapping[int, Evidence], cites: Sequence[int]) -> str:
    """Evidence under its titles."""
    items = [evidence[number] for number in cites]
    heads = [" › ".join(filter(None, (item.title, item.path))) for item in items]
    return "\n".join(f"{head}: {item.text}" for head, item in zip(heads, items, strict=True))


def _claim(
    sentence: Sentence,
    cites: tuple[int, ...],
    state: ClaimState,
    why: str,
    entailment: float | None = None,
) -> Claim:
    return Claim(sentence.start, sentence.end, sentence.written, cites, state, why, entailment)
