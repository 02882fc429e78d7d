"""What research leaves behind: evidence, intents, claims, answers. Stored as JSON in a study."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from indexers.records import Loss
from warehouse.records import Place
from warehouse.results.provenance import Way
from warehouse.steering import Act

ClaimState = Literal["quoted", "supported", "partly", "not found", "unchecked"]


class Evidence(Struct, frozen=True):
    """Verbatim sentences, copied by the program. ``number`` is its citation, for ever.

    ``query`` found it, for the intent of that index; ``score`` is the fused relevance.
    """

    number: int
    place: Place
    text: str
    title: str
    page_label: str
    path: str
    query: str
    intent: int
    score: float


class SubQuery(Struct, frozen=True):
    """``depth`` is its round, from 1; 0 for a search of the user's own."""

    text: str
    depth: int
    found: int = 0


class Intent(Struct, frozen=True):
    """``I_i`` with its counts as they grow, and ``K_i``: the numbers of the evidence kept.

    ``state`` is "open" while it is worked on. ``seen`` counts documents that came back,
    ``screened_out`` those dropped by header, ``read`` those opened. ``answer`` is what the notes
    say to it in a few words, "" where that was not asked.
    """

    index: int
    text: str
    state: Literal["open", "resolved", "unresolved"]
    sub_queries: tuple[SubQuery, ...] = ()
    seen: int = 0
    screened_out: int = 0
    read: int = 0
    kept: tuple[int, ...] = ()
    notes: str = ""
    reading: str = ""
    answer: str = ""


class Decision(Struct, frozen=True):
    """Who decided what: a rule of the program, a fit (and for which model), the model, the user."""

    what: str
    by: Literal["rule", "fit", "model", "user"]
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


class Chain(Struct, frozen=True):
    """The knowledge chain (AWARE, eq. 1): shown while it grows, kept with the answer.

    ``read`` are the documents opened, ``seen_tokens`` what retrieval brought up in all (words of
    the passages, as tokens), ``nearest`` the passages that came closest, for an absence answer.
    ``recollections`` are thoughts whose roots stand among the evidence, ``disagreements`` the
    pairs of sentences in it that contradict each other, the surest first; ``acts`` what the user
    steered meanwhile. ``foreign`` says in words why nothing more was looked for: the library is
    about other matters. ``answer`` is what a vote of several short answers gave, "" where none was
    held; ``decisions`` say who took them.
    """

    task: str
    intents: tuple[Intent, ...]
    evidence: tuple[Evidence, ...]
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

    @property
    def thoughts(self) -> tuple[str, ...]:
        """The ids of those that were brought back."""
        return tuple(one.thought for one in self.recollections)


class Claim(Struct, frozen=True):
    """One sentence, ``text[start:end]`` of the answer or section it stands in.

    ``cites`` are evidence numbers; ``why`` is the reason for the state, in words;
    ``entailment`` in 0..1, None where a cheaper check decided.
    """

    start: int
    end: int
    text: str
    cites: tuple[int, ...]
    state: ClaimState
    why: str
    entailment: float | None = None


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
    chain: Chain
    coverage: Coverage
    spend: Spend
    nearest: tuple[Place, ...] = ()
    way: Way | None = None


class Block(Struct, frozen=True):
    """A section of an article: ``text`` is paragraphs separated by blank lines."""

    level: int
    title: str
    text: str
    claims: tuple[Claim, ...]
    failed: str = ""


class Article(Struct, frozen=True):
    title: str
    question: str
    method: str
    lead: Block
    blocks: tuple[Block, ...]
    chain: Chain
    coverage: Coverage
    spend: Spend
