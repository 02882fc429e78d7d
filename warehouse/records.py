"""The plain records that storage, retrieval and the window exchange. Frozen; no behaviour."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from indexers.records import Loss

State = Literal[
    "queued",  # known by hash, file not yet in objects/
    "copied",  # original is in objects/
    "parsed",  # canonical text, pages, sentences and passages are in the catalog
    "searchable",  # passages are in LanceDB: words can be found
    "embedded",  # every passage has its vector
    "headed",  # a header (plain or model) is stored, searchable and embedded
    "verified",  # pages = passages = vectors checked: green
    "locked",  # needs a password
    "failed",  # not readable; ``problem`` says why
    "removed",  # in the trash: found by no search, brought back or forgotten by catalog/trash.py
]
UNFINISHED: tuple[State, ...] = (
    "queued",
    "copied",
    "parsed",
    "searchable",
    "embedded",
    "headed",
)


class Document(Struct, frozen=True):
    """One document version; ``id`` is the SHA-256 of its bytes, in hex.

    ``source`` is where it came from, for display only; ``added`` is Unix seconds.
    ``problem`` is a sentence or empty; ``blank_pages`` have no text; ``kept_out`` is how much of
    the text the x-ray keeps out of prompts now, in per cent. ``reader`` is the number of the
    reader that made its text (indexers/versions.py), 0 from before there were numbers.
    """

    id: str
    title: str
    kind: str
    source: str
    size_bytes: int
    added: float
    state: State
    pages: int = 0
    pages_done: int = 0
    passages: int = 0
    embedded: int = 0
    language: str = ""
    date: str = ""
    authors: tuple[str, ...] = ()
    site: str = ""
    problem: str = ""
    blank_pages: int = 0
    header: Literal["", "plain", "model"] = ""
    reader: int = 0
    kept_out: int = 0


class LeftOut(Struct, frozen=True):
    """Shown to a run: what was not taken in, and why. ``where`` tells two apart."""

    where: str
    losses: tuple[Loss, ...]


class OutlineEntry(Struct, frozen=True):
    """``first`` and ``last`` are page labels."""

    level: int
    title: str
    first: str
    last: str


class Header(Struct, frozen=True):
    """``H_D``: what a document is about, small enough to judge it by (at most 400 tokens).

    AWARE, section 3.2.1, offline document structuring. ``made_by`` is "plain" or "model".
    ``questions`` are such as it answers; ``asked_by`` says who made them, "" where nobody has
    looked for any yet.
    """

    document: str
    title: str
    kind: str
    language: str
    date: str
    authors: tuple[str, ...]
    summary: str
    topics: tuple[str, ...]
    entities: tuple[str, ...]
    outline: tuple[OutlineEntry, ...]
    pages: int
    words: int
    tables: int
    figures: int
    made_by: Literal["plain", "model"]
    questions: tuple[str, ...] = ()
    asked_by: Literal["", "plain", "model"] = ""


class Also(Struct, frozen=True):
    """Another place that says nearly the same as a hit: a passage by id, and where it stands."""

    id: str
    document: str
    title: str
    page: int
    page_label: str
    start: int
    end: int


class Hit(Struct, frozen=True):
    """A passage that a search found. ``id`` is hash(document, range).

    ``score`` is the fused RRF score, higher is better; ``dense`` the cosine and ``lexical`` the
    BM25 score, None where that list did not hold it. ``start`` and ``end`` are canonical offsets.
    ``also`` are near-duplicates that were found too, best first.
    """

    id: str
    document: str
    title: str
    path: str
    page: int
    page_label: str
    start: int
    end: int
    text: str
    score: float
    dense: float | None = None
    lexical: float | None = None
    also: tuple[Also, ...] = ()

    @property
    def place(self) -> Place:
        return Place(self.document, self.page, self.start, self.end)


class HeaderHit(Struct, frozen=True):
    document: str
    score: float
    dense: float | None = None
    lexical: float | None = None


class Place(Struct, frozen=True):
    """Where evidence stands: the document, the page it begins on, its canonical range."""

    document: str
    page: int
    start: int
    end: int

    def meets(self, document: str, start: int, end: int) -> bool:
        """Has it words in common with this range of a document?"""
        return self.document == document and self.start < end and start < self.end


class StudyRow(Struct, frozen=True):
    """A question asked, an article written or a round table; its files are in ``studies/ID/``.

    ``created`` and ``changed`` are Unix seconds. ``proven`` of ``claims`` are quoted or supported;
    headings and questions are not counted. ``title`` is the article's; ``problem`` a sentence.
    ``origin`` is the study whose chain this one is written from, ``again`` the one it repeats;
    ``within`` names the collection or saved search it is limited to. ``outdated`` counts the cited
    documents that are gone or have a newer version; it is told anew whenever studies are listed.
    ``taken_as`` is the kind the user has named for the question, "" where it was to be found out.
    ``thread`` is the first study of the conversation it follows in, "" where it follows none;
    ``asked_as`` is its question in full, "" until that is known and where it follows none.
    ``seconds`` is what it took, 0 where that is not known; ``effort`` how thoroughly it was asked.
    ``turns`` counts the questions of a conversation where a row stands for it whole. ``words`` is
    how long an article was to be, 0 where that is not known; ``beside`` is the first of those that
    are written on its topic by several methods, "" for the first itself.
    """

    id: str
    kind: Literal["ask", "write", "table"]
    question: str
    method: str
    state: Literal["running", "done", "stopped", "failed"]
    created: float
    changed: float
    title: str = ""
    problem: str = ""
    model: str = ""
    claims: int = 0
    proven: int = 0
    absent: bool = False
    origin: str = ""
    within: str = ""
    outdated: int = 0
    again: str = ""
    taken_as: str = ""
    thread: str = ""
    asked_as: str = ""
    seconds: float = 0.0
    effort: str = ""
    turns: int = 1
    words: int = 0
    beside: str = ""


class Provenance(Struct, frozen=True):
    """Where the bytes of a document came from. ``fetched`` is Unix seconds."""

    document: str
    url: str
    final_url: str
    fetched: float
    content_type: str


class Collection(Struct, frozen=True):
    """A collection filled by hand, or, where there is a ``query``, a saved search.

    ``documents`` counts what was put in.
    """

    id: int
    name: str
    query: str = ""
    documents: int = 0


class Tag(Struct, frozen=True):
    name: str
    documents: int


class Scope(Struct, frozen=True):
    """The documents that a search or a study is limited to, fixed when it began.

    ``name`` is what the user sees; ``query`` is "" for a collection filled by hand, and is the
    name of a search that was not saved.
    """

    name: str
    query: str
    documents: frozenset[str]

    @property
    def is_unsaved(self) -> bool:
        return bool(self.query) and self.query == self.name


class Root(Struct, frozen=True):
    """Words of a document, as they stood when the thought was made."""

    place: Place
    text: str
    title: str
    page_label: str
    path: str


class Thought(Struct, frozen=True):
    """One fluent knowledge point, made of a question and its answer.

    ``roots`` is the root map of the paper: passages only, found through every thought that was
    used; ``used`` are the ids of those. ``level`` is 1 for a passage, and for a thought one more
    than the mean of what it used. ``sure`` is P(real answer, and supported). ``accepted`` is
    what the user has agreed to: that words are gone, or which newer version there is. A document's
    id alone, of earlier versions of the program, stands for any newer version of it.
    """

    id: str
    text: str
    question: str
    study: str
    created: float
    sure: float
    level: float
    roots: tuple[Root, ...]
    used: tuple[str, ...] = ()
    pinned: bool = False
    edited: bool = False
    accepted: tuple[str, ...] = ()


class Recalled(Struct, frozen=True):
    """A thought that came back for a question, with its cosine.

    ``left_out`` says in words why it is not used; "" for one that is.
    """

    thought: Thought
    cosine: float
    left_out: str = ""


class Triple(Struct, frozen=True):
    """What a sentence says of two things, which are in its words: ``start`` to ``end`` of the
    document is that sentence, with one before it where only that names what it goes on about.
    ``lost`` says why it is none; "" for one that stands.
    """

    document: str
    start: int
    end: int
    head: str
    relation: str
    tail: str
    lost: str = ""
