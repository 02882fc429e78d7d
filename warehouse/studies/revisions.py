"""What was done to an article after it was written, kept beside it in ``revisions.db``.

    versions      the words of every version, each with the one it was made from
    head          the version that counts
    suggestions   what was proposed for a paragraph, and not yet settled
    comments      with the words they are about
    drafts        what is being typed, a paragraph each

The file is begun with the first edit. A version is never changed but for the states of its claims,
which are weighed after it was saved, and never removed: to go back is to put the head elsewhere.
Every call is on the disk when it returns.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from indexers.records import Loss
from warehouse.disk.study_database import StudyDatabase
from warehouse.errors import BadInput
from warehouse.results.records import Article, Evidence
from warehouse.writing.editing import hand_edits, spots
from warehouse.writing.editing.records import (
    Body,
    Comment,
    Draft,
    Quote,
    Spot,
    Suggestion,
    Version,
    Wish,
)

if TYPE_CHECKING:
    from warehouse.writing.editing.rewriting import Proposal

FILE = "revisions.db"
WRITTEN = "As it was written"
ANEW, CARRIED = "Written anew", "With what you edited before"
HAND_EDITED = (
    "You edited this article, and with this change it is written anew. What you edited is brought "
    "into it where its section is still there; all of it as it reads now stays a version."
)
"""Said before it is done."""
_BODY, _SUGGESTION = msgspec.json.Decoder(Body), msgspec.json.Decoder(Suggestion)
_COMMENT, _DRAFT = msgspec.json.Decoder(Comment), msgspec.json.Decoder(Draft)
_TABLES = (
    "create table if not exists versions (number integer primary key, parent integer not null,"
    " at real not null, what text not null, body blob not null) strict",
    "create table if not exists head (only_one integer primary key, number integer not null)"
    " strict",
    "create table if not exists suggestions"
    " (number integer primary key, state text not null, body blob not null) strict",
    "create table if not exists comments (number integer primary key, body blob not null) strict",
    "create table if not exists drafts (spot text primary key, body blob not null) strict",
)


class Revisions(StudyDatabase):
    """Of the study in ``folder``."""

    TABLES = _TABLES
    UNUSABLE = "The versions of this article cannot be used"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE)

    def changing(self) -> AbstractContextManager[None]:
        """Nobody else changes anything until its end; what is done in it is kept whole or not."""
        return self._writing()

    # Versions

    def versions(self) -> tuple[Version, ...]:
        """The oldest first."""
        rows = self._all("select number, parent, at, what from versions order by number")
        return tuple(Version(*row) for row in rows)

    def head(self) -> int:
        """The number of the version that counts, 0 while nothing was edited."""
        rows = self._all("select number from head")
        return int(rows[0][0]) if rows else 0

    def body(self, number: int) -> Body:
        """Raises BadInput where there is no such version."""
        rows = self._all("select body from versions where number = ?", number)
        if not rows:
            raise BadInput(f"There is no version {number}.")
        return _BODY.decode(rows[0][0])

    def begin(self, article: Article) -> None:
        """Keep the article as it was written, before its first edit."""
        with self._writing():
            if not self.head():
                self._add(article, WRITTEN, 0)

    def save(self, article: Article, what: str, losses: tuple[Loss, ...] = ()) -> Version:
        """One more version, made from the one that counts; it counts from now on. ``losses`` are
        those of making it: they stay in what is made from it.
        """
        with self._writing():
            head = self.head()
            before = self.body(head).losses if head else ()
            return self._add(article, what, head, (*before, *losses))

    def anew(self, article: Article) -> None:
        """A version that has no other before it, where the study has written the article again and
        otherwise; then one with what was edited, which counts.
        """
        with self._writing():
            head = self.head()
            known = {_words(self.body(number)) for number in {head, self._root(head)} - {0}}
            if not head or _words(body_of(article)) in known:
                return
            before, body = self.body(self._root(head)), self.body(head)
            number = self._add(article, ANEW, 0).number
            old, edited = standing(article, before), standing(article, body)
            fresh = hand_edits.carried(old, edited, with_evidence(article, body.evidence))
            if _words(body_of(fresh)) != _words(body_of(article)):
                self._add(fresh, CARRIED, number, body.losses)

    def is_edited(self) -> bool:
        """Does what counts read otherwise than the study wrote it last?"""
        written = [version.number for version in self.versions() if not version.parent]
        return self.head() != max(written, default=0)

    def knows(self, article: Article) -> bool:
        """Does a version read like it?"""
        words = _words(body_of(article))
        return any(_words(self.body(version.number)) == words for version in self.versions())

    def go_to(self, number: int) -> None:
        """Let another version count. Raises BadInput."""
        with self._writing():
            self.body(number)
            self._db.execute("insert or replace into head values (1, ?)", (number,))

    def weigh(self, number: int, article: Article) -> None:
        """The states of the claims of a version, which reads as ``article`` does."""
        with self._writing():
            kept, body = self.body(number), body_of(article)
            if _words(kept) == _words(body):
                weighed = structs.replace(body, losses=kept.losses)
                self._db.execute(
                    "update versions set body = ? where number = ?",
                    (msgspec.json.encode(weighed), number),
                )

    def _add(
        self, article: Article, what: str, parent: int, losses: tuple[Loss, ...] = ()
    ) -> Version:
        number = self._next("versions")
        version = Version(number, parent, time.time(), what)
        kept = msgspec.json.encode(structs.replace(body_of(article), losses=losses))
        row = (number, parent, version.at, what, kept)
        self._db.execute("insert into versions values (?, ?, ?, ?, ?)", row)
        self._db.execute("insert or replace into head values (1, ?)", (number,))
        return version

    # Suggestions

    def suggest(self, made: Suggestion, state: str = "open") -> Suggestion:
        """Keep it, and tell it with its number and its time; ``refused``: nothing came of it."""
        with self._writing():
            kept = structs.replace(made, number=self._next("suggestions"), at=time.time())
            row = (kept.number, state, msgspec.json.encode(kept))
            self._db.execute("insert into suggestions values (?, ?, ?)", row)
        return kept

    def offer(
        self, wish: Wish, paragraph: spots.Paragraph, proposal: Proposal | str, about: str = ""
    ) -> Suggestion | str:
        """As a suggestion for the paragraph; the reason where nothing came of it, also kept."""
        spot, text = paragraph.spot, paragraph.text
        if isinstance(proposal, str):
            self.suggest(Suggestion(0, wish, spot, text, paragraph.part, (), about), "refused")
            return proposal
        part, evidence, note = proposal.part, proposal.evidence, proposal.note
        return self.suggest(Suggestion(0, wish, spot, text, part, evidence, about, note=note))

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Those that are open."""
        rows = self._all("select body from suggestions where state = 'open' order by number")
        return tuple(_SUGGESTION.decode(body) for (body,) in rows)

    def suggested(self) -> int:
        """How many there ever were, with those that nothing came of."""
        return self._next("suggestions") - 1

    def settle(self, suggestion: Suggestion, state: str) -> None:
        """What is left of it, which is ``open``, ``accepted`` or ``rejected``."""
        with self._writing():
            self._db.execute(
                "update suggestions set state = ?, body = ? where number = ?",
                (state, msgspec.json.encode(suggestion), suggestion.number),
            )

    # Comments

    def comment(self, quote: Quote, text: str) -> Comment:
        with self._writing():
            comment = Comment(self._next("comments"), quote, text, time.time())
            self.keep_comment(comment)
        return comment

    def keep_comment(self, comment: Comment) -> None:
        with self._writing():
            row = (comment.number, msgspec.json.encode(comment))
            self._db.execute("insert or replace into comments values (?, ?)", row)

    def comments(self) -> tuple[Comment, ...]:
        """Open and resolved, the oldest first."""
        rows = self._all("select body from comments order by number")
        comments = (_COMMENT.decode(body) for (body,) in rows)
        return tuple(comment for comment in comments if not comment.is_removed)

    def remove_comment(self, number: int) -> None:
        """Its number is given to no other one, so that it can be put back."""
        with self._writing():
            for comment in self.comments():
                if comment.number == number:
                    self.keep_comment(structs.replace(comment, text="", is_removed=True))

    # Drafts

    def keep_draft(self, draft: Draft) -> None:
        with self._writing():
            row = (spots.named(draft.spot), msgspec.json.encode(draft))
            self._db.execute("insert or replace into drafts values (?, ?)", row)

    def drop_draft(self, spot: Spot) -> None:
        with self._writing():
            self._db.execute("delete from drafts where spot = ?", (spots.named(spot),))

    def drafts(self) -> tuple[Draft, ...]:
        rows = self._all("select body from drafts order by spot")
        return tuple(_DRAFT.decode(body) for (body,) in rows)

    # Inside

    def _root(self, number: int) -> int:
        """As it was written, of a version; 0 of none."""
        parents = {version.number: version.parent for version in self.versions()}
        while parents.get(number):
            number = parents[number]
        return number

    def _next(self, table: str) -> int:
        return int(self._all(f"select coalesce(max(number), 0) + 1 from {table}")[0][0])


def body_of(article: Article) -> Body:
    claims = (claim for block in spots.sections(article) for claim in block.claims)
    numbers = {number for claim in claims for number in claim.cites}
    evidence = tuple(piece for piece in article.research.evidence if piece.number in numbers)
    return Body(article.title, article.lead, article.blocks, evidence)


def standing(article: Article, body: Body) -> Article:
    """The article with the words of a version, the evidence they cite, and what was lost for it."""
    evidence = with_evidence(article, body.evidence).research.evidence
    losses = (*article.research.losses, *body.losses)
    research = structs.replace(article.research, evidence=evidence, losses=losses)
    return structs.replace(
        article, title=body.title, lead=body.lead, blocks=body.blocks, research=research
    )


def with_evidence(article: Article, more: tuple[Evidence, ...]) -> Article:
    """With these pieces among its evidence, where their numbers are not there yet."""
    before = article.research
    research = structs.replace(before, evidence=(*before.evidence, *before.lacking(more)))
    return structs.replace(article, research=research)


def as_edited(article: Article, folder: Path) -> Article:
    """The article of a study as it reads now."""
    if not (folder / FILE).exists():
        return article
    with Revisions(folder) as revisions:
        head = revisions.head()
        return standing(article, revisions.body(head)) if head else article


def is_edited(folder: Path) -> bool:
    """Was the article of a study edited since it was written?"""
    if not (folder / FILE).exists():
        return False
    with Revisions(folder) as revisions:
        return revisions.is_edited()


def written_anew(article: Article, folder: Path) -> None:
    """Of an article that was edited, and that its study has written again."""
    if (folder / FILE).exists():
        with Revisions(folder) as revisions:
            revisions.anew(article)


def caught_up(article: Article, folder: Path) -> None:
    """The same, where a kill came between the two: no version reads like ``article`` then."""
    if (folder / FILE).exists():
        with Revisions(folder) as revisions:
            if not revisions.knows(article):
                revisions.anew(article)


def _words(body: Body) -> tuple[str, ...]:
    return (body.title, *(f"{block.title}\n{block.text}" for block in (body.lead, *body.blocks)))
