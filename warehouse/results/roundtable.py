"""A round table as it stands: who sits there, what was said, and the map of what was found.

Plain and frozen: every turn and every act of the user makes a new ``Table``, which is kept whole.
Co-STORM (Jiang et al. 2024), section 3; METHODS, section 6.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from indexers.records import Loss
from warehouse.records import Place
from warehouse.results.records import (
    Claim,
    Evidence,
    Node,
    Recollection,
    Research,
    Structure,
    SubQuery,
)

MAP = "mind map"
ROOT = "1"

Role = Literal["user", "expert", "moderator"]
Intent = Literal["original question", "information request", "potential answer", "further details"]
QUESTIONS: tuple[Intent, ...] = ("original question", "information request")


class Expert(Struct, frozen=True):
    """``about`` is what this one looks at, ``asks`` the question they come with, "" where nobody
    gave them one. ``mine``: named or changed by the user, and therefore kept when the list is
    renewed.
    """

    id: str
    name: str
    about: str
    mine: bool = False
    asks: str = ""

    @property
    def view(self) -> str:
        return f"{self.name}: {self.about}"


class Turn(Struct, frozen=True):
    """One utterance. ``number`` counts from 1; ``speaker`` is the name as it was then, ``expert``
    the id of an expert.

    ``text`` has its citations as [n], and ``claims`` point into it. ``question`` is what it asks
    or answers; it is what found ``evidence``. ``searches`` are those that were made for it, or, of
    a question, those that may answer it. ``because`` is the evidence nobody had cited, behind a
    question of the moderator. ``absent``: the library has nothing on it. ``quoted``: nothing that
    was written could be proven, so that the pages themselves speak. ``heard``: of the user's, what
    it was taken for, "" until the next turn. ``seconds`` is how long it took, 0 for the user.
    """

    number: int
    role: Role
    speaker: str
    intent: Intent
    text: str
    claims: tuple[Claim, ...] = ()
    expert: str = ""
    question: str = ""
    searches: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    because: tuple[int, ...] = ()
    absent: bool = False
    quoted: bool = False
    heard: Literal["", "question", "remark", "nothing"] = ""
    seconds: float = 0.0

    @property
    def asks(self) -> bool:
        return self.intent in QUESTIONS

    @property
    def cites(self) -> tuple[int, ...]:
        """The numbers its claims rest on, each once, and those behind its question."""
        cited = (number for claim in self.claims for number in claim.cites)
        return tuple(dict.fromkeys((*cited, *self.because)))


class Speaking(Struct, frozen=True):
    """A turn while it is written; ``text`` is a draft, and what is spoken may be another one."""

    number: int
    role: Role
    speaker: str
    intent: Intent
    text: str


class Table(Struct, frozen=True):
    """``map`` is one tree of concepts below ROOT; every piece of ``evidence`` is in exactly one of
    its nodes. ``unsorted`` are numbers that wait in a node to be placed better.

    ``next_expert`` is the place of who speaks next, ``deeper`` the concept the user wants more of.
    ``renew`` is the question for which the experts are to be chosen anew, "" for none. ``vain`` has
    the size at which a concept could not be divided, by its id. ``pinned`` concepts the program
    leaves alone. ``banned`` documents are not read, those in
    ``insisted`` are searched for every answer. ``searches`` are all that were made. ``nodes`` and
    ``people`` count the ids that were ever given; ``layers`` is how deep the
    longest walk through the map went; of the first ``remembered`` turns thoughts are kept.
    ``recollections`` are the thoughts of earlier answers that it was opened with; ``opened``: the
    moderator has opened it.
    """

    topic: str
    experts: tuple[Expert, ...] = ()
    turns: tuple[Turn, ...] = ()
    map: Structure = Structure(MAP)
    evidence: tuple[Evidence, ...] = ()
    unsorted: tuple[int, ...] = ()
    pinned: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    insisted: tuple[str, ...] = ()
    next_expert: int = 0
    deeper: str = ""
    renew: str = ""
    vain: dict[str, int] = {}
    losses: tuple[Loss, ...] = ()
    searches: tuple[SubQuery, ...] = ()
    read: tuple[str, ...] = ()
    seen_tokens: int = 0
    nearest: tuple[Place, ...] = ()
    nodes: int = 1
    people: int = 0
    layers: int = 0
    remembered: int = 0
    recollections: tuple[Recollection, ...] = ()
    opened: bool = False

    @property
    def root(self) -> Node:
        return self.map.nodes[0]

    @property
    def cited(self) -> frozenset[int]:
        """The evidence that some turn cites."""
        return frozenset(number for turn in self.turns for number in turn.cites)

    @property
    def open_question(self) -> Turn | None:
        """What the user asked that nobody has answered, the oldest first; else the last turn, where
        it asks. What was said without saying anything is passed over; a remark of the user's is
        taken up like a question.
        """
        said = [turn for turn in self.turns if turn.heard != "nothing"]
        for at, turn in enumerate(said):
            if turn.role == "user" and not any(
                later.role != "user" and later.question == turn.question for later in said[at:]
            ):
                return turn
        last = said[-1] if said else None
        return last if last is not None and last.asks else None


def begun(topic: str) -> Table:
    """A table at which nobody has spoken yet."""
    return Table(topic, map=Structure(MAP, (Node(ROOT, topic, "resolved"),)))


def research(table: Table) -> Research:
    """What the table has found, as a method leaves it."""
    return Research(
        task=table.topic,
        structure=table.map,
        evidence=table.evidence,
        losses=table.losses,
        read=table.read,
        seen_tokens=table.seen_tokens,
        nearest=table.nearest,
        recollections=table.recollections,
    )


def question_of(table: Table) -> dict[int, str]:
    """Of each piece of evidence the question that found it."""
    questions: dict[int, str] = {}
    for turn in table.turns:
        for number in turn.evidence:
            questions.setdefault(number, turn.question)
    return questions


def turns_on(table: Table, concept: str) -> tuple[Turn, ...]:
    """The turns that speak of a concept: those that cite its evidence, or of what is below it."""
    node = table.map.find(concept)
    held = set() if node is None else set(all_evidence(node))
    return tuple(turn for turn in table.turns if held & set(turn.cites))


def all_evidence(node: Node) -> tuple[int, ...]:
    """Of a concept and all below it."""
    below = (number for child in node.children for number in all_evidence(child))
    return (*node.evidence, *below)


def fresh(table: Table) -> frozenset[int]:
    """The evidence that was found since the user spoke last."""
    last = max((turn.number for turn in table.turns if turn.role == "user"), default=0)
    old = {number for turn in table.turns if turn.number <= last for number in turn.evidence}
    return frozenset(piece.number for piece in table.evidence) - old
