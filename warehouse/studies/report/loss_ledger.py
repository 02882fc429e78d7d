"""The loss ledger of a finished study, made whole: everything that was dropped, once, with why.

Research notes what it drops while it works. Here what came back later is taken out (a document
screened out in one round and read in the next is not lost), and what never got as far as research
is put in: documents that could not be read, pages without text, documents that no search brought
up, versions passed over, and what the user banned.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from indexers.records import Loss
from warehouse.answering.routing import EXPLORED
from warehouse.methods.registry import METHODS
from warehouse.results.records import Answer, Article, Research
from warehouse.steering import Course
from warehouse.studies.report import same_work
from warehouse.studies.report.ledger import EXCEPTIONS, entries
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library

Result = TypeVar("Result", bound=Answer | Article)
STAGES = (
    *("reading", "pages", "x-ray", "remembering", "searching", "choosing", "planning"),
    *("screening", "judging", "extracting", "reducing", "sifting", "outlining"),
    *("contextualizing", "weighing", "versions", "length", "writing", "checking"),
    *("polishing", "illustrating", "steering"),
)
"""In the order in which a study comes to them."""
WORDS = {
    "reading": "not read",
    "pages": "pages",
    "x-ray": "hidden words",
    "remembering": "thought not used",
    "searching": "not found",
    "choosing": "not chosen",
    "planning": "search left out",
    "screening": "set aside",
    "judging": "looked at",
    "extracting": "read in part",
    "reducing": "repeated",
    "sifting": "not needed",
    "outlining": "outline",
    "contextualizing": "no room",
    "weighing": "not the answer",
    "versions": "other version",
    "length": "cut off",
    "writing": "not told",
    "checking": "refused",
    "polishing": "polish not taken",
    "illustrating": "not shown",
    "steering": "your change",
}
"""What a reader is told of a stage."""
UNREADABLE = ("failed", "locked")
WHOLE = 0.95
"""Of a text that is evidence but for blank lines and headings."""
PINNED = "pinned, but"
_IN_PART = "passages read"
_REPLACED = ("screening", "extracting")
_ACCOUNTED = ("reading", "choosing", "judging", "extracting")


def lines(result: Result) -> int:
    """How many lines it has: what was left out, and the sentences that are not proven."""
    doubtful = [entry for entry in entries(result) if entry.claim.state in EXCEPTIONS]
    return len(result.research.losses) + len(doubtful)


def stage_in_words(loss: Loss) -> str:
    if loss.stage == "reading" and loss.reason.endswith(_IN_PART):
        return WORDS["extracting"]
    return WORDS.get(loss.stage, loss.stage)


def whole(result: Result, library: Library, course: Course) -> Result:
    """The result with the ledger made whole, in the order of STAGES."""
    chain = result.research
    losses = [
        *_unreadable(library),
        *_pages(chain, library),
        *_unfound(result, library),
        *_last_of_each(chain),
        *_unused(result, library),
        *same_work.losses(result, library.catalog),
        *_steered(chain, course, library),
    ]
    losses = sorted(dict.fromkeys(losses), key=lambda loss: _place(loss.stage))
    return structs.replace(result, research=structs.replace(chain, losses=tuple(losses)))


def _place(stage: str) -> int:
    return STAGES.index(stage) if stage in STAGES else len(STAGES)


def _last_of_each(chain: Research) -> list[Loss]:
    """What research noted; of a document only what was said last, and nothing of one read since."""
    losses: dict[object, Loss] = {}
    for loss in chain.losses:
        if loss.stage == "screening" and loss.document in chain.read:
            continue
        once = loss.stage in _REPLACED and loss.document
        losses[(loss.stage, loss.document) if once else loss] = loss
    return list(losses.values())


def _unreadable(library: Library) -> Iterator[Loss]:
    for document in library.documents():
        if document.state in UNREADABLE:
            reason = document.problem or (
                "Needs a password." if document.state == "locked" else "Not read."
            )
            yield Loss("reading", document.title, reason, document.id)


def _pages(chain: Research, library: Library) -> Iterator[Loss]:
    """What is missing of the documents that were read, one line for each reason."""
    titles = library.catalog.some_documents(chain.read)
    for id, row in titles.items():
        by_reason: dict[str, list[str]] = {}
        for loss in library.catalog.losses(id):
            by_reason.setdefault(loss.reason, []).append(loss.what)
        for reason, places in by_reason.items():
            more = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
            yield Loss("pages", f"{row.title}: {places[0]}{more}", reason, id)


def _unused(result: Answer | Article, library: Library) -> Iterator[Loss]:
    """Of the documents that were read, how much is evidence, where research does not say it."""
    if isinstance(result, Answer) and _says_itself(result):
        return
    chain = result.research
    pieces: dict[str, dict[int, int]] = {id: {} for id in chain.read}
    for piece in chain.evidence:
        pieces.get(piece.place.document, {})[piece.number] = piece.place.end - piece.place.start
    accounted = {loss.document for loss in chain.losses if loss.stage in _ACCOUNTED}
    for id, row in library.catalog.some_documents(chain.read).items():
        share = sum(pieces[id].values()) / max(1, library.catalog.length(id))
        if id not in accounted and share < WHOLE:
            kept = plural(len(pieces[id]), "piece")
            yield Loss("extracting", row.title, f"{kept} of it kept, {share:.0%} of its text", id)


def _says_itself(answer: Answer) -> bool:
    """What is explored counts sentences; where a text is checked, all is looked at for each."""
    kind = answer.way.route.kind if answer.way else "fact"
    return answer.method == "check" or (
        answer.method in METHODS and METHODS[answer.method].weighed and kind in EXPLORED
    )


def _unfound(result: Answer | Article, library: Library) -> Iterator[Loss]:
    chain, within = result.research, result.coverage.within
    met = {*chain.read, *(loss.document for loss in chain.losses)}
    others = sum(
        bool(document.passages) and document.id not in met for document in library.documents()
    )
    if others and chain.nodes:  # the catalog and small talk search for nothing
        reason = "no search brought them up"
        if within != (library.scope.name if library.scope else ""):
            reason = f"not in “{within}”, or {reason}"
        yield Loss("searching", plural(others, "other document"), reason)


def _steered(chain: Research, course: Course, library: Library) -> Iterator[Loss]:
    rows = library.catalog.some_documents([*sorted(course.banned), *course.pins])
    for id, row in rows.items():
        if id in course.banned:
            yield Loss("steering", row.title, "banned by you", id)
        elif id not in chain.read and row.state not in UNREADABLE:
            reason = "there are no words in it to read"
            if row.passages and not chain.nodes:
                reason = "a question of this kind reads no document"
            if library.scope is not None and id not in library.scope.documents:
                reason = f"it is not in “{library.scope.name}”"
            yield Loss("steering", row.title, f"{PINNED} {reason}", id)
