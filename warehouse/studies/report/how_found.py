"""How an answer was found, in words: what it was taken for, what was done, what was looked at.

Window, export and command line take their sentences from here. A roll has its number in the text,
"(list 1)", where a figure of it was counted from that list; the others belong to the coverage.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from warehouse.answering import check_text
from warehouse.answering.coverage_rolls import thoughts_of
from warehouse.results.provenance import Item, QuestionKind, Roll, taken
from warehouse.results.records import Answer, Article, Claim, ClaimState, Coverage, Decision
from warehouse.search.collections.naming_and_filing import called
from warehouse.studies.report import fell_back, ledger
from warehouse.studies.report.ledger import read_of
from warehouse.text import plural

CHECKED = (
    "Each sentence was looked for by its words and its meaning, and checked against the sentences "
    "nearest to it."
)

DECIDED_BY = {
    "rule": "by the program",
    "fit": "by the program, from examples",
    "model": "by the model",
    "user": "by you",
}
SURE: dict[ClaimState, tuple[str, str]] = {
    "quoted": ("{} is copied from a page", "{} are copied from a page"),
    "supported": ("{} is said by what it cites", "{} are said by what they cite"),
    "partly": ("{} is said only in part, or not surely", "{} are said only in part, or not surely"),
    "not found": ("{} is not in your documents", "{} are not in your documents"),
    "stale": (
        "{} rests on a source that is gone or has changed",
        "{} rest on a source that is gone or has changed",
    ),
}


def lines(result: Answer | Article) -> tuple[str, ...]:
    """What it was taken for and how it was found, none for older answers; of an article what fell
    back to less than a draft, and of a conversation how each answer was found.
    """
    if isinstance(result, Article):
        ways = ((at, way) for at, way in enumerate(result.ways, start=1) if way)
        told = (f"Question {at}: {taken(way.route)} {way.how}" for at, way in ways)
        return (*fell_back.lines(result), *told)
    way = result.way
    if result.method == check_text.METHOD:
        return (CHECKED,)
    return (taken(way.route), way.how) if way else ()


def other(result: Answer | Article) -> QuestionKind | None:
    """What else the question may have wanted, where that was close."""
    way = result.way if isinstance(result, Answer) else None
    return way.route.other if way else None


def covered(result: Answer | Article) -> str:
    """``Read 412 of 430 documents, 18 could not be read; 31 passages used.``"""
    kind = _kind(result)
    if kind == "chat":
        return "0 documents read, 0 passages used."
    cover = result.coverage
    unreadable = f", {cover.unreadable:,} could not be read" if cover.unreadable else ""
    if kind == "library":
        where = f" in “{called(cover.within)}”" if cover.within else ""
        return f"Counted {plural(cover.documents, 'document')}{where}{unreadable}; 0 passages used."
    used = plural(cover.passages_used, "passage")
    return f"{read_of(cover)}{unreadable}; {used} used."


def sure(claims: Iterable[Claim]) -> str:
    """``How sure: of 4 sentences 3 are said by what they cite; 1 is not in your documents.``"""
    counts = {state: n for state, n in ledger.counts(claims).items() if state in SURE}
    if not counts:
        return ""
    counted = "; ".join(SURE[state][n > 1].format(f"{n:,}") for state, n in counts.items())
    return f"How sure: of {plural(sum(counts.values()), 'sentence')} {counted}."


def for_experts(result: Answer | Article) -> tuple[str, ...]:
    """Figures behind the plain words: how it was understood, what was used, what the model did."""
    way = result.way if isinstance(result, Answer) else None
    route = way.route if way else None
    chance = f"Understood so by {route.why}" if route and route.why and route.by != "words" else ""
    decided = map(_decided, result.research.decisions)
    return tuple(filter(None, (chance, dense(result.coverage), *decided, *spent(result))))


def spent(result: Answer | Article) -> tuple[str, ...]:
    """What the model read and wrote, for deciding what to do and for working through documents."""
    spend = result.spend
    if not spend.reasoning_tokens + spend.processing_tokens:
        return ()
    replayed = f", {spend.replayed:,} of them replayed" if spend.replayed else ""
    return (
        f"{spend.reasoning_tokens:,} tokens of reasoning, {spend.processing_tokens:,} of "
        f"processing",
        f"{plural(spend.calls, 'model call')}{replayed}, {spend.seconds:,.0f} s",
    )


def dense(cover: Coverage) -> str:
    """``Density 0.06 → 0.71``: how much of what the searches brought up is cited by proven
    sentences, and how much of what the answer was written from; empty where nothing was proven.
    """
    if not cover.density_after:
        return ""
    before, after = _share(cover.density_before), _share(cover.density_after)
    return f"Density {before} → {after}: the share that proven sentences cite, before and after"


def _share(value: float) -> str:
    """Never rounded down to nothing."""
    return "under 0.01" if 0 < value < 0.005 else f"{value:.2f}"


def rolls(result: Answer | Article) -> tuple[Roll, ...]:
    """The lists behind its figures and its coverage; of an article the thoughts it began from, of
    a conversation those of its answers.
    """
    if isinstance(result, Article):
        lists = (
            structs.replace(roll, name=f"Question {at}: {roll.name}")
            for at, way in enumerate(result.ways, start=1)
            for roll in (way.rolls if way else ())
        )
        return tuple(lists) or thoughts_of(result.research)
    return result.way.rolls if result.way else ()


def _decided(one: Decision) -> str:
    """``the steps: by the model: 83% of the plans have 2 steps``."""
    return ": ".join(filter(None, [one.what, DECIDED_BY[one.by], one.how]))


def heading(number: int, roll: Roll) -> str:
    """``List 1: Documents dated 2019 (3)``."""
    return f"List {number}: {roll.name} ({len(roll.items):,})"


def told(item: Item) -> str:
    """``The flood of 1953 (1954, pdf) [1][3]``."""
    note = f" ({item.note})" if item.note else ""
    marks = "".join(f"[{number}]" for number in item.numbers)
    return " ".join(f"{item.name}{note} {marks}".split())


def _kind(result: Answer | Article) -> str:
    way = result.way if isinstance(result, Answer) else None
    return way.route.kind if way else ""
