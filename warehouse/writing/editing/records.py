"""What is kept of an article that is edited: versions, suggestions, comments and drafts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from indexers.records import Loss
from warehouse.results.records import Block, Claim, Evidence

Wish = Literal["prove", "rewrite", "shorter", "add"]
Framing = Literal["opening", "end"]  # what is made of the sections
Kind = Literal["kept", "changed", "added", "removed"]


class Spot(Struct, frozen=True, order=True):
    """A paragraph of an article: section 0 is the lead; both count from 0."""

    section: int
    paragraph: int


class Part(Struct, frozen=True):
    """A text with its claims, whose ranges point into it."""

    text: str
    claims: tuple[Claim, ...] = ()


class Change(Struct, frozen=True):
    """What became of a sentence: ``before`` and ``after`` are its claims, None on the side where
    it does not stand.
    """

    kind: Kind
    before: Claim | None
    after: Claim | None


class Quote(Struct, frozen=True):
    """Words of an article, and what stands around them (W3C Web Annotation, TextQuoteSelector)."""

    section: int
    exact: str
    before: str = ""
    after: str = ""


class Found(Struct, frozen=True):
    """Where quoted words stand now; ``exact`` when all of them do."""

    spot: Spot
    start: int
    end: int
    exact: bool


class Comment(Struct, frozen=True):
    """``at`` are Unix seconds; ``number`` is its for ever, once it ``is_removed``, too."""

    number: int
    quote: Quote
    text: str
    at: float
    resolved: bool = False
    is_removed: bool = False


class Suggestion(Struct, frozen=True):
    """What the paragraph ``spot``, which read ``before``, might read instead.

    ``about`` is what more was asked for; ``evidence`` are pieces that ``text`` cites and the
    article does not have yet; ``note`` says what was not written from.
    """

    number: int
    wish: Wish
    spot: Spot
    before: str
    part: Part
    evidence: tuple[Evidence, ...] = ()
    about: str = ""
    at: float = 0.0
    note: str = ""


class Draft(Struct, frozen=True):
    """What is being typed in place of the paragraph ``spot``, which reads ``before``."""

    spot: Spot
    before: str
    text: str


class Body(Struct, frozen=True):
    """The words of a version: its sections, the evidence they cite, and what was lost when they
    were made after the article was.
    """

    title: str
    lead: Block
    blocks: tuple[Block, ...]
    evidence: tuple[Evidence, ...]
    losses: tuple[Loss, ...] = ()


class Version(Struct, frozen=True):
    """``what`` was done, in words, to the version ``parent``, 0 for none."""

    number: int
    parent: int
    at: float
    what: str
