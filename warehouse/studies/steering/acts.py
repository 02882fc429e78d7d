"""What the user steered in one study, kept beside its journal in ``steering.db``.

    acts      each with its time, in their order, and what became of it
    numbers   the citation number of every piece of evidence, given once and for ever
    chain     the knowledge chain as it stands, so that another program can show and steer it
    texts     what was read at first and is read so whenever work is redone, by a name

Acts come from any thread and any process, and are on the disk before anybody acts on them. The
study takes them between two model calls (``take``), binds them to the intent in work, and begins
anew with the course they make: the journal answers every model call whose input did not change,
and the numbers stay. So a study that was killed goes on with the same course, too.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import structs

from warehouse.disk.study_database import StudyDatabase
from warehouse.errors import BadInput
from warehouse.results import stored
from warehouse.results.records import Node, Research
from warehouse.steering import Act, Course, Kind, Numbers, ReadOnce, Words, course, fold, node_at

FILE = "steering.db"
FINISHED = "it was finished already; what it found is used"
GONE = "it is no longer in the chain"
_TABLES = (
    "create table if not exists acts"
    " (number integer primary key, state text not null, body blob not null) strict",
    "create table if not exists numbers"
    " (words text primary key, number integer not null) strict, without rowid",
    "create table if not exists chain (only_one integer primary key, body blob not null) strict",
    "create table if not exists texts"
    " (name text primary key, body blob not null) strict, without rowid",
)


class ActLog(StudyDatabase, ReadOnce):
    """Of the study in ``folder``."""

    TABLES = _TABLES
    UNUSABLE = "What was steered cannot be kept or read"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE)
        self._shown: object = None

    # Acts

    def record(self, act: Act) -> Act:
        """Keep it, and tell it with its number and its time. Raises BadInput, StorageError."""
        with self._writing():
            if act.kind == "back":
                self._take_back(act.other)
            at = self._db.execute("select coalesce(max(number), 0) + 1 from acts").fetchone()[0]
            kept = structs.replace(act, number=at, at=time.time(), state="waiting")
            self._keep(kept)
        return kept

    def carry(self, acts: Sequence[Act]) -> None:
        """Take over what counted in an earlier run of the same question."""
        with self._writing():
            for number, act in enumerate(acts, len(self.acts()) + 1):
                self._keep(structs.replace(act, number=number))

    def acts(self) -> tuple[Act, ...]:
        """All of them, in their order."""
        rows = self._all("select body from acts order by number")
        return tuple(stored.decode(body, Act) for (body,) in rows)

    def is_waiting(self) -> bool:
        """Whether an act came that was not taken yet. Quick."""
        return bool(self._all("select 1 from acts where state = 'waiting' limit 1"))

    def take(self, sections: bool) -> Course:
        """The course with every act so far; what came too late is marked so.

        ``sections``: the chain's intents are those of an article, which can be left out at any
        time.
        """
        with self._writing():
            before = self.acts()
            after = settled(before, self.chain(), sections)
            for old, act in zip(before, after, strict=True):
                if act != old:
                    self._keep(act)
            return course(after)

    def refuse(self, kinds: Collection[Kind], note: str) -> None:
        """Mark the acts of these kinds as late: this study has nothing they could change."""
        with self._writing():
            for act in self.acts():
                if act.kind in kinds and act.state == "taken":
                    self._keep(structs.replace(act, state="late", note=note))

    def _take_back(self, number: int) -> None:
        act = next((act for act in self.acts() if act.number == number), None)
        if act is None or act.kind == "back" or act.state not in ("waiting", "taken"):
            raise BadInput(f"There is no change {number} to take back.")
        self._keep(structs.replace(act, state="back"))

    def _keep(self, act: Act) -> None:
        self._db.execute(
            "insert or replace into acts values (?, ?, ?)",
            (act.number, act.state, msgspec.json.encode(act)),
        )

    # Numbers

    def numbers(self, again: Mapping[str, int] | None = None) -> Numbers:
        """Those given so far; new ones are kept here before they are used. ``again`` as there."""
        rows = self._all("select words, number from numbers")
        known = {msgspec.json.decode(words, type=Words): number for words, number in rows}
        return Numbers(known, self._number, self._numbered, again)

    def _number(self, words: Words, number: int) -> None:
        with self._writing():
            key = msgspec.json.encode(words).decode()
            self._db.execute("insert or replace into numbers values (?, ?)", (key, number))

    def _numbered(self, words: Words) -> int:
        """The number of these words, given now where nobody has: two at once never give one."""
        with self._writing():
            key = msgspec.json.encode(words).decode()
            self._db.execute(
                "insert or ignore into numbers select ?, coalesce(max(number), 0) + 1 from numbers",
                (key,),
            )
            rows = self._all("select number from numbers where words = ?", key)
            return int(rows[0][0])

    # What was read at first

    def known(self, name: str) -> str | None:
        rows = self._all("select body from texts where name = ?", name)
        return bytes(rows[0][0]).decode() if rows else None

    def keep(self, name: str, text: str) -> None:
        with self._writing():
            self._db.execute("insert or replace into texts values (?, ?)", (name, text.encode()))

    # The chain

    def saw(self, chain: Research) -> None:
        """Keep the chain where its intents, searches or links changed."""
        nodes = [(node.title, node.state, node.sub_queries, node.evidence) for node in chain.nodes]
        shape = (nodes, chain.structure.links)
        if shape == self._shown:
            return
        self._shown = shape
        with self._writing():
            self._db.execute(
                "insert or replace into chain values (1, ?)", (msgspec.json.encode(chain),)
            )

    def chain(self) -> Research | None:
        """As it was seen last; None before there was one."""
        rows = self._all("select body from chain")
        return stored.decode(rows[0][0], Research) if rows else None


def acts_of(folder: Path) -> tuple[Act, ...]:
    """The acts of a study, none where nothing was ever steered."""
    if not (folder / FILE).exists():
        return ()
    with ActLog(folder) as steering:
        return steering.acts()


def chain_of(folder: Path) -> Research | None:
    """The chain of a study as it was seen last, finished or not."""
    if not (folder / FILE).exists():
        return None
    with ActLog(folder) as steering:
        return steering.chain()


def changes_writing(before: Course, after: Course, chain: Research | None) -> bool:
    """Does a text that is being written from ``chain`` certainly lose its ground?"""
    lasting = ("pinned", "fixed", "searches", "reworded", "kept", "changes")
    if any(getattr(before, field) != getattr(after, field) for field in lasting):
        return True
    used = {piece.place.document for piece in chain.evidence} if chain else set()
    return bool(before.banned - after.banned or (after.banned - before.banned) & used)


def settled(acts: Sequence[Act], chain: Research | None, sections: bool) -> tuple[Act, ...]:
    """The acts as a study that stands at ``chain`` takes them; ``sections`` as for ``take``."""
    bound = list(acts)
    for at, act in enumerate(bound):
        if act.state == "waiting":
            bound[at] = _bound(act, chain, bound, sections)
    return tuple(bound)


def _bound(act: Act, chain: Research | None, acts: Sequence[Act], sections: bool) -> Act:
    """The act with the intent it is for and the rounds that intent has had, or marked as late."""
    nodes = chain.nodes if chain else ()
    taken = structs.replace(act, state="taken")
    of_none = act.kind != "search" or not act.target
    match act.kind:
        case "pin" | "keep" | "search" if not act.node and of_none:
            return structs.replace(taken, node=node_at(max(0, len(nodes) - 1)))
        case "add":
            fixed = course(acts).fixed
            place = max(1, len(nodes))
            while node_at(place) in fixed:
                place += 1
            return structs.replace(taken, node=node_at(place))
        case "edit" | "stop" | "search" | "drop" | "merge" if chain is not None:
            called = [node for node in nodes if fold(node.title) == fold(act.target)]
            meant = next((node for node in called if node.id == act.node), next(iter(called), None))
            if meant is None:
                return structs.replace(act, state="late", note=GONE)
            if act.kind != "stop" or sections:
                return structs.replace(taken, node=meant.id)
            if meant.state != "open":
                return structs.replace(act, state="late", note=FINISHED)
            return structs.replace(taken, node=meant.id, rounds=_rounds(meant))
    return taken


def _rounds(intent: Node) -> int:
    return max((query.depth for query in intent.sub_queries), default=0)
