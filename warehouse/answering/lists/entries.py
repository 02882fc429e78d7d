"""A list as an answer: one line an entry, each with the words of a page that it rests on.

The words are copied by the program, so a line is quoted by construction; what remains a judgement
is that the entry belongs on the list, and its claim says whose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from indexers.records import Loss
from indexers.text import cells
from warehouse.answering.read_sentences import Numbered
from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import citations
from warehouse.records import Document
from warehouse.results import for_experts
from warehouse.results.provenance import Roll
from warehouse.results.records import Claim, ClaimState, Evidence
from warehouse.steering import Course, fold, words_at
from warehouse.text import shortened

SHOWN = 100
QUOTED_CHARACTERS = 320
BELONGS = 0.6  # set by eye, on seven questions over 16 manuals
SOURCE_CHARACTERS = 500
BATCH = 8
KEPT = "you kept it"
JUDGED = "the model judged that it belongs ({:.0%})"


class Entry(Struct, frozen=True):
    """``evidence`` is what it rests on, the first is quoted; ``why`` it belongs on the list."""

    name: str
    evidence: tuple[Evidence, ...]
    why: str
    document: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(piece.number for piece in self.evidence)


class Listed(Struct, frozen=True):
    """The entries and what was left out; ``how`` says who judged it, ``head`` begins the answer
    where it is no count, ``rolls`` come after that of the entries. ``sure``: it is a list.
    ``counted`` belong, too, and are not quoted.
    """

    entries: Sequence[Entry]
    losses: Sequence[Loss]
    how: str
    head: str = ""
    rolls: tuple[Roll, ...] = ()
    sure: bool = True
    counted: tuple[Document, ...] = ()


def judged(name: str, asked: Sequence[Mapping[str, str]], context: Context) -> list[float]:
    """P(yes) for each, by the prompt ``name``; ``asked`` fills its places."""
    chances: list[float] = []
    for start in range(0, len(asked), BATCH):
        context.run.step("judging", start, len(asked))
        some = asked[start : start + BATCH]
        chances += choosing.chances(name, some, context.engine, context.run)
    return chances


def belonging(wanted: str, candidates: Iterable[tuple[str, str]], context: Context) -> list[float]:
    """How surely each (candidate, what is said of it) belongs on the list of what is ``wanted``:
    the mean of P(it is a right answer to the question) and P(it is one of these).
    """
    pairs = [(candidate, source[:SOURCE_CHARACTERS]) for candidate, source in candidates]
    question = context.reading.text or wanted
    answers = [
        {"question": question, "candidate": candidate, "source": source}
        for candidate, source in pairs
    ]
    listed = [
        {"list": wanted, "candidate": candidate, "source": source} for candidate, source in pairs
    ]
    both = zip(judged("belongs", answers, context), judged("listed", listed, context), strict=True)
    return [(right + one_of) / 2 for right, one_of in both]


def lost(name: str, line: Line, reason: str, chance: float | None = None) -> Loss:
    """With its sentence: by that it can be kept; ``chance``, where it was judged."""
    if chance is not None:
        reason = for_experts.noted(reason, f"{chance:.0%} likely")
    return Loss("judging", name, reason, line.document, line.start, line.end)


def is_kept(line: Line, course: Course, name: str = "") -> bool:
    """Does the user want these words; with ``name``, want them for what is called so?"""
    words = (line.document, line.start, line.end)
    wanted = any(words_at(place) == words for place in course.places)
    return wanted and (not name or fold(name) in course.kept_as)


def kept(found: Sequence[Entry], numbered: Numbered) -> list[Entry]:
    """The words that the user keeps, where they may be read, and no entry rests on yet, each as an
    entry of its own.
    """
    resting = {words_at(piece.place) for entry in found for piece in entry.evidence}
    steering, library = numbered.context.steering, numbered.context.library
    wanted = [place for place in steering.course.places if words_at(place) not in resting]
    pieces = pinned.places(wanted, numbered.evidence, steering.numbers, library)
    numbered.taken.update((words_at(piece.place), piece) for piece in pieces)
    return [Entry(piece.title, (piece,), KEPT, piece.place.document) for piece in pieces]


def told(head: str, entries: Sequence[Entry], more: int = 0) -> tuple[str, tuple[Claim, ...]]:
    """The text of a list with a claim for each line; ranges point into it. ``more`` are on the list
    beside the entries.
    """
    text = f"{head}\n"
    claims: list[Claim] = []
    for entry in entries[:SHOWN]:
        marks = "".join(f"[{number}]" for number in entry.numbers)
        line = f"{citations.with_gaps(f'{flat(entry.name)}: {_said(entry)}')} {marks}"
        text += "\n- "
        row = cells.has_cells(entry.evidence[0].text)
        why = f"{'read from a table' if row else 'copied from the page'}; {entry.why}"
        state: ClaimState = "supported" if row else "quoted"
        claims.append(Claim(len(text), len(text) + len(line), line, entry.numbers, state, why))
        text += line
    more += max(0, len(entries) - SHOWN)
    if more:
        text += f"\n- and {more:,} more: list 1"
    return text, tuple(claims)


def _said(entry: Entry) -> str:
    """The words it rests on; a row of a table is no sentence, and stands without marks."""
    text = entry.evidence[0].text
    said = shortened(flat(text), QUOTED_CHARACTERS)
    return said if cells.has_cells(text) else f"“{said}”"
