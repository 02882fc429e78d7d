"""How an answer was found, in words: what it was taken for, what was done, what was looked at.

Window, export and command line take their sentences from here. A roll has its number in the text,
"(list 1)", where a figure of it was counted from that list; the others belong to the coverage.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.answering import check_text
from warehouse.answering.coverage_rolls import thoughts_of
from warehouse.results.provenance import Item, QuestionKind, Roll, taken
from warehouse.results.records import Answer, Article, Coverage, Decision
from warehouse.search.collections.naming_and_filing import called
from warehouse.studies.report.ledger import plural, read_of

CHECKED = (
    "Each sentence was looked for by its words and its meaning, and checked against the sentences "
    "nearest to it."
)

DENSITY = (
    "Density: how much of what the searches brought up is cited by proven sentences, and how much "
    "of what the answer was written from."
)

DECIDED_BY = {
    "rule": "by the program",
    "fit": "by weights fitted for it",
    "model": "by the model",
    "user": "by you",
}


def lines(result: Answer | Article) -> tuple[str, ...]:
    """What it was taken for and how it was found; none for articles and older answers."""
    way = result.way if isinstance(result, Answer) else None
    if result.method == check_text.METHOD:
        return (CHECKED,)
    return (taken(way.route), way.how) if way else ()


def other(result: Answer | Article) -> QuestionKind | None:
    """What else the question may have wanted, where that was close."""
    way = result.way if isinstance(result, Answer) else None
    return way.route.other if way else None


def covered(result: Answer | Article) -> str:
    """``Read 412 of 430 documents, 18 unreadable; 31 passages used.``"""
    kind = _kind(result)
    if kind == "chat":
        return "0 documents read, 0 passages used."
    cover = result.coverage
    unreadable = f", {cover.unreadable:,} unreadable" if cover.unreadable else ""
    if kind == "library":
        where = f" in “{called(cover.within)}”" if cover.within else ""
        return f"Counted {plural(cover.documents, 'document')}{where}{unreadable}; 0 passages used."
    used = plural(cover.passages_used, "passage")
    return f"{read_of(cover)}{unreadable}; {used} used."


def dense(cover: Coverage) -> str:
    """``Density 0.06 → 0.71``; empty where nothing was proven."""
    if not cover.density_after:
        return ""
    return f"Density {_share(cover.density_before)} → {_share(cover.density_after)}"


def _share(value: float) -> str:
    """Never rounded down to nothing."""
    return "under 0.01" if 0 < value < 0.005 else f"{value:.2f}"


def rolls(result: Answer | Article) -> tuple[Roll, ...]:
    """The lists behind its figures and its coverage, and last who decided what on the way; of an
    article the thoughts it began from, too.
    """
    if isinstance(result, Article):
        made = thoughts_of(result.research)
    else:
        made = result.way.rolls if result.way else ()
    return (*made, *_decisions(result.research.decisions))


def _decisions(taken: Sequence[Decision]) -> tuple[Roll, ...]:
    items = [
        Item("", one.what, ": ".join(filter(None, [DECIDED_BY[one.by], one.how]))) for one in taken
    ]
    return (Roll("What was decided on the way", tuple(items)),) if items else ()


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
