"""What research leaves behind: evidence, intents, claims, answers. Stored as JSON in a study."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.records import Place
from warehouse.results.provenance import Way
from warehouse.steering import Act

ClaimState = Literal["quoted", "supported", "partly", "not found", "stale", "unchecked"]
FellBack = Literal["", "fewer", "retold", "quoted"]


class Evidence(Struct, frozen=True):
    """Verbatim sentences, copied by the program. ``number`` is its citation, for ever.

    ``query`` found it; ``score`` is the fused relevance. What it is evidence for, the structure
    tells.
    """

    number: int
    place: Place
    text: str
    title: str
    page_label: str
    path: str
    query: str
    score: float


SUPPOSED = " (with an answer that the model supposes, to search by)"


class SubQuery(Struct, frozen=True):
    """``depth`` is its round, from 1; 0 for a search of the user's own. ``supposed``: behind the
    question it has how the answer may read, as the model supposes.
    """

    text: str
    depth: int
    found: int = 0
    supposed: bool = False

    @property
    def note(self) -> str:
        """What is said behind it where it may be taken for a statement, "" elsewhere."""
        return SUPPOSED if self.supposed else ""

    @property
    def told(self) -> str:
        return f"“{self.text}”{self.note}"


NodeState = Literal["open", "resolved", "unresolved"]


class Node(Struct, frozen=True):
    """A part of what a method leaves: an intent, a category, a concept, a section.

    ``id`` is its for ever: steering names it. ``evidence`` are the numbers of what it rests on.
    ``state`` is "open" while it is worked on. The counts grow with the work: ``seen`` documents
    came back, ``screened_out`` were dropped by header, ``read`` were opened. ``found`` is what it
    came to, in a few words, where a method writes that.
    """

    id: str
    title: str
    state: NodeState
    evidence: tuple[int, ...] = ()
    children: tuple[Node, ...] = ()
    sub_queries: tuple[SubQuery, ...] = ()
    seen: int = 0
    screened_out: int = 0
    read: int = 0
    notes: str = ""
    found: str = ""


class Link(Struct, frozen=True):
    """Two nodes that hang together, by their ids; ``evidence`` is the number that says so, or 0.
    ``start`` to ``end`` of its document is the sentence of it that does, where that is known.
    """

    first: str
    second: str
    label: str = ""
    evidence: int = 0
    start: int = 0
    end: int = 0


class Structure(Struct, frozen=True):
    """What a method leaves beside its evidence: nodes with their children, and links across.

    ``kind`` names it in words: "intents" is AWARE's chain (METHODS, section 1).
    """

    kind: str = "intents"
    nodes: tuple[Node, ...] = ()
    links: tuple[Link, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Every node, a parent before its children."""
        waiting = list(reversed(self.nodes))
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def find(self, id: str) -> Node | None:
        return next((node for node in self.walk() if node.id == id), None)


By = Literal["rule", "fit", "model", "user"]


class Decision(Struct, frozen=True):
    """Who decided what: a rule of the program, a fit (and for which model), the model, the user."""

    what: str
    by: By
    how: str = ""


class Side(Struct, frozen=True):
    """What one document says, in its words: ``number`` is its evidence, ``date`` the document's."""

    number: int
    said: str
    place: Place
    title: str
    page_label: str
    date: str = ""


class Disagreement(Struct, frozen=True):
    """Two documents that cannot both be right, as far as signs and model tell.

    ``about`` says in words what differs; ``sure`` is 0..1.
    """

    about: str
    sure: float
    first: Side
    second: Side


class Recollection(Struct, frozen=True):
    """A thought that was brought back, as it stood then; ``numbers`` are of evidence: its roots,
    or what holds them. ``cosine`` is to the question.
    """

    thought: str
    text: str
    question: str
    level: float
    cosine: float
    numbers: tuple[int, ...]


class Research(Struct, frozen=True):
    """What a method leaves: a pool of evidence and a structure over it, shown while they grow and
    kept with what is written from them.

    ``read`` are the documents opened, ``seen_tokens`` what retrieval brought up in all (words of
    the passages, as tokens), ``nearest`` the passages that came closest, for an absence answer.
    ``recollections`` are thoughts whose roots stand among the evidence, ``disagreements`` the
    pairs of sentences in it that contradict each other, the surest first; ``acts`` what the user
    steered meanwhile. ``foreign`` says in words why nothing more was looked for: the library is
    about other matters. ``answer`` is what a vote of several short answers gave, "" where none was
    held; ``decisions`` say who took them. ``left_out`` is where evidence stood that went with parts
    which the user left out.
    """

    task: str
    structure: Structure = Structure()
    evidence: tuple[Evidence, ...] = ()
    losses: tuple[Loss, ...] = ()
    read: tuple[str, ...] = ()
    seen_tokens: int = 0
    nearest: tuple[Place, ...] = ()
    recollections: tuple[Recollection, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    acts: tuple[Act, ...] = ()
    foreign: str = ""
    answer: str = ""
    decisions: tuple[Decision, ...] = ()
    left_out: tuple[Place, ...] = ()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Of the structure, a parent before its children."""
        return tuple(self.structure.walk())

    @property
    def thoughts(self) -> tuple[str, ...]:
        """The ids of those that were brought back."""
        return tuple(recollection.thought for recollection in self.recollections)

    def lacking(self, evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
        """Those pieces that it does not have yet, by their numbers."""
        known = {piece.number for piece in self.evidence}
        return tuple(piece for piece in evidence if piece.number not in known)


class Claim(Struct, frozen=True):
    """One sentence, ``text[start:end]`` of the answer or section it stands in.

    ``cites`` are evidence numbers; ``why`` is the reason for the state, in words;
    ``entailment`` in 0..1, None where a cheaper check decided. ``fell_back``: to what, where no
    draft of its paragraph that tells it was proven; "" for none, or where it is not known.
    """

    start: int
    end: int
    text: str
    cites: tuple[int, ...]
    state: ClaimState
    why: str
    entailment: float | None = None
    fell_back: FellBack = ""

    def moved(self, by: int) -> Claim:
        """As it is where the text before it has grown by so much."""
        return structs.replace(self, start=self.start + by, end=self.end + by)


class Draft(Struct, frozen=True):
    """Text as it grows; ``where`` is "answer" or a section title."""

    where: str
    text: str


class Coverage(Struct, frozen=True):
    """How much of the library stands behind an answer.

    ``within`` names the collection or saved search it was limited to; then ``documents`` and
    ``unreadable`` count only what is in there.
    """

    documents: int
    read: int
    unreadable: int
    passages_used: int
    density_before: float
    density_after: float
    within: str = ""


class Spend(Struct, frozen=True):
    """Tokens and calls, of reasoning (planning, writing) and of processing (F, E, R)."""

    reasoning_tokens: int
    processing_tokens: int
    calls: int
    replayed: int
    seconds: float


class Answer(Struct, frozen=True):
    """``text`` is plain paragraphs with citations as [n]; claims point into it.

    ``way`` says what kind of question it was taken for and how it was found; None in answers from
    before that was kept, and where nothing was asked (a text that was checked).
    """

    question: str
    method: str
    text: str
    absent: bool
    claims: tuple[Claim, ...]
    research: Research
    coverage: Coverage
    spend: Spend
    nearest: tuple[Place, ...] = ()
    way: Way | None = None


class Figure(Struct, frozen=True):
    """A figure or table of a document; ``place`` is its caption's, ``box`` what is captioned, in
    points of the page as shown, or of the picture ``part`` of a file without pages
    (indexers/records.Inset). Nothing of the picture is kept: it is drawn when it is shown.
    """

    place: Place
    page_label: str
    title: str
    caption: str
    box: tuple[float, float, float, float]
    part: str = ""


class Block(Struct, frozen=True):
    """A section of an article: ``text`` is paragraphs separated by blank lines. ``is_end``: it says
    what the others come to together.
    """

    level: int
    title: str
    text: str
    claims: tuple[Claim, ...]
    failed: str = ""
    figures: tuple[Figure, ...] = ()
    is_end: bool = False


class Article(Struct, frozen=True):
    """``ways``: of a whole conversation, how each of its answers was found, where it is known."""

    title: str
    question: str
    method: str
    lead: Block
    blocks: tuple[Block, ...]
    research: Research
    coverage: Coverage
    spend: Spend
    ways: tuple[Way | None, ...] = ()
