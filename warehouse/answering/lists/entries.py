"""A list as an answer: one line an entry, each with the words of a page that it rests on.

The words are copied by the program, so a line is quoted by construction; what remains a judgement
is that the entry belongs on the list, and its claim says whose. The head of the list is counted
and names the roll that it was counted from.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warehouse.library import Library
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.records import Place
from warehouse.results.provenance import Item, Roll
from warehouse.results.records import Claim, Evidence
from warehouse.steering import Course, Numbers, fold, words_at
from warehouse.text import shortened

SHOWN = 100
QUOTED_CHARACTERS = 320
KEPT = "you kept it"


class Entry(Struct, frozen=True):
    """``evidence`` is what it rests on, the first is quoted; ``why`` it belongs on the list.

    ``before`` is said in front of the quotation, ``name`` by default.
    """

    name: str
    evidence: tuple[Evidence, ...]
    why: str
    document: str = ""
    before: str = ""


class Numbered:
    """Gives every line its evidence once; ``numbers`` gives the same words the same number."""

    def __init__(self, query: str, numbers: Numbers) -> None:
        self._query = query
        self._numbers = numbers
        self._of: dict[tuple[str, int, int], Evidence] = {}

    def take(self, line: Line, score: float) -> Evidence:
        key = (line.document, line.start, line.end)
        if key not in self._of:
            place = Place(line.document, line.page, line.start, line.end)
            self._of[key] = Evidence(
                number=self._numbers.of(place),
                place=place,
                text=line.text,
                title=line.title,
                page_label=line.page_label,
                path=line.path,
                query=self._query,
                score=score,
            )
        return self._of[key]

    def insist(self, wanted: Sequence[Place], library: Library) -> list[Evidence]:
        """Words that the user wants as evidence, where they may be read."""
        found = pinned.places(wanted, self.evidence, self._numbers, library)
        self._of.update((words_at(one.place), one) for one in found)
        return found

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self._of.values())


def is_kept(line: Line, course: Course, name: str = "") -> bool:
    """Does the user want these words; with ``name``, want them for what is called so?"""
    words = (line.document, line.start, line.end)
    wanted = any(words_at(place) == words for place in course.places)
    return wanted and (not name or fold(name) in course.kept_as)


def kept(
    course: Course, found: Sequence[Entry], numbered: Numbered, library: Library
) -> list[Entry]:
    """The words that the user keeps and no entry rests on yet, each as an entry of its own."""
    resting = {words_at(one.place) for entry in found for one in entry.evidence}
    wanted = [place for place in course.places if words_at(place) not in resting]
    return [
        Entry(one.title, (one,), KEPT, one.place.document)
        for one in numbered.insist(wanted, library)
    ]


def told(head: str, entries: Sequence[Entry]) -> tuple[str, tuple[Claim, ...]]:
    """The text of a list with a claim for each line; ranges point into it."""
    text = head
    claims: list[Claim] = []
    for at, entry in enumerate(entries[:SHOWN]):
        text += "\n" if at else "\n\n"
        text += "- "
        line = _line(entry)
        numbers = tuple(one.number for one in entry.evidence)
        why = f"copied from the page; {entry.why}"
        claims.append(Claim(len(text), len(text) + len(line), line, numbers, "quoted", why))
        text += line
    if len(entries) > SHOWN:
        text += f"\n- and {len(entries) - SHOWN:,} more: list 1"
    return text, tuple(claims)


def roll(name: str, entries: Sequence[Entry]) -> Roll:
    return Roll(
        name,
        tuple(
            Item(
                entry.document,
                entry.name,
                entry.why,
                tuple(one.number for one in entry.evidence),
            )
            for entry in entries
        ),
    )


def _line(entry: Entry) -> str:
    said = shortened(entry.evidence[0].text, QUOTED_CHARACTERS)
    marks = "".join(f"[{one.number}]" for one in entry.evidence)
    return f"{flat(entry.before or entry.name)}: “{said}” {marks}"
