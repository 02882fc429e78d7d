"""What the user steered while a piece of research runs: acts, and the course they add up to.

An ``Act`` is one thing the user did, with its time; it is kept for ever (studies/steering/acts.py).
The acts that were taken, in their order, make the ``Course``, which research reads at every turn.
A node of the structure is meant by its id, since its words may change; a later act goes before an
earlier one, and an act that was taken back counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from msgspec import Struct, structs

from warehouse.records import Place

Kind = Literal[
    "pin",
    "ban",
    "edit",
    "add",
    "stop",
    "search",
    "reword",
    "keep",
    "recheck",
    "drop",
    "merge",
    "back",
]
State = Literal["waiting", "taken", "late", "back"]
_What = TypeVar("_What")


class Act(Struct, frozen=True):
    """``number`` is given when it is recorded, ``at`` are Unix seconds.

    pin, ban     ``document`` is read whatever its screening says, or never; ``target`` its title
    edit         the node ``node``, which read ``target``, reads ``text`` from now on
    add          ``text`` is one more node
    stop         no more rounds for the node ``node``, which reads ``target``
    search       ``text`` is one more search for the node ``node``
    reword       the search ``target`` is ``text`` from now on, or is left out where that is empty
    keep         the words at ``place`` are evidence, whatever was said against them
    recheck      the sentence ``text`` is looked for again, in the whole library
    drop         the node ``node``, which reads ``target``, goes, with all that it alone rests on;
                 where there is a node ``into``, which reads ``text``, only what joins the two as
                 ``label`` says
    merge        the node ``node``, which reads ``target``, becomes part of the node ``into``
    back         the act of the number ``other`` is taken back

    ``late`` came when there was nothing left to change; ``note`` says what there was.
    """

    kind: Kind
    text: str = ""
    target: str = ""
    document: str = ""
    place: Place | None = None
    node: str = ""
    into: str = ""
    label: str = ""
    rounds: int = 0
    other: int = 0
    number: int = 0
    at: float = 0.0
    state: State = "waiting"
    note: str = ""


class Course(Struct, frozen=True):
    """What counts now. Nodes are meant by their ids; words are folded by ``fold``.

    ``fixed`` are nodes in the user's words, of which those ``added`` stand for none that was
    planned; ``stopped`` has the rounds a node may take, by its words; ``searches`` come after a
    node's own, as do the documents ``pinned`` to it and the places ``kept`` for it. ``kept_as`` is
    what was kept, by the name it had, folded. ``changes`` are the acts that rename, leave out or
    join parts of what a method leaves, in their order: in another pass an id may be another part's
    (structures/edited.py). ``dropped`` and ``merged`` are only of a course that was kept before
    there were ``changes``.
    """

    banned: frozenset[str] = frozenset()
    pinned: Mapping[str, tuple[str, ...]] = {}
    fixed: Mapping[str, str] = {}
    added: frozenset[str] = frozenset()
    stopped: Mapping[str, int] = {}
    searches: Mapping[str, tuple[str, ...]] = {}
    reworded: Mapping[str, str] = {}
    kept: Mapping[str, tuple[Place, ...]] = {}
    kept_as: frozenset[str] = frozenset()
    rechecked: tuple[str, ...] = ()
    changes: tuple[Act, ...] = ()
    dropped: frozenset[str] = frozenset()
    merged: Mapping[str, str] = {}

    def is_as(self, kept: Course) -> bool:
        """Does it say what one does that was ``kept``, maybe before there were ``changes``?"""
        if kept.changes or not self.changes:
            return self == kept
        return kept == structs.replace(
            self,
            changes=(),
            dropped=frozenset(act.node for act in self.changes if act.kind == "drop"),
            merged={act.node: act.into for act in self.changes if act.kind == "merge"},
        )

    def wanted(self, query: str) -> str:
        """The search that stands for this one now; "" where it is left out."""
        return self.reworded.get(fold(query), query)

    def rounds(self, intent: str, most: int) -> int:
        """How many rounds the intent may take."""
        return min(most, self.stopped.get(fold(intent), most))

    def is_stopped(self, intent: str) -> bool:
        return fold(intent) in self.stopped

    def after(self, at: int) -> str:
        """The user's next node at this place or behind it, "" where there is none."""
        later = [node for node in self.fixed if place_of(node) >= at]
        return self.fixed[min(later, key=place_of)] if later else ""

    @property
    def pins(self) -> tuple[str, ...]:
        """Every pinned document, whichever intent it was pinned to."""
        return tuple(dict.fromkeys(document for many in self.pinned.values() for document in many))

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(dict.fromkeys(place for many in self.kept.values() for place in many))

    def insists_on(self, place: Place) -> bool:
        """Is its document pinned, or are words of it kept?"""
        return place.document in self.pins or any(
            place.meets(kept.document, kept.start, kept.end) for kept in self.places
        )

    @property
    def insisted(self) -> frozenset[str]:
        """The documents that are pinned, and those of the words that are kept."""
        return frozenset((*self.pins, *(place.document for place in self.places)))


def node_at(place: int) -> str:
    """The id of the node at this place, from 0, where nodes are numbered."""
    return str(place + 1)


def place_of(node: str) -> int:
    """The place, from 0, that the id of a numbered node tells; -1 of any other."""
    return int(node) - 1 if node.isdecimal() else -1


Words = tuple[str, int, int]
"""A document and a range in it, whatever page they are said to stand on."""


class Numbers:
    """Citation numbers: the same words have the same number, however often work is redone.

    ``keep`` is called with each new pair before the number is used; where others give numbers at
    the same time, ``give`` finds the number of new words, and keeps it. ``again`` tells how often
    documents were read again: a range has other words then, and so another number.
    """

    def __init__(
        self,
        known: Mapping[Words, int] | None = None,
        keep: Callable[[Words, int], None] = lambda words, number: None,
        give: Callable[[Words], int] | None = None,
        again: Mapping[str, int] | None = None,
    ) -> None:
        self._known, self._again = dict(known or {}), again or {}
        self._next = 1 + max(self._known.values(), default=0)
        self._keep, self._give = keep, give

    def of(self, place: Place) -> int:
        words = self._words(place)
        if words not in self._known and self._give is not None:
            self._known[words] = self._give(words)
        elif words not in self._known:
            self.adopt(place, self._next)
        return self._known[words]

    def part(self, place: Place, whole: int) -> int:
        """Of a part of the words numbered ``whole``: the number it had before, or theirs."""
        words = self._words(place)
        if words not in self._known:
            self.adopt(place, whole)
        return self._known[words]

    def adopt(self, place: Place, number: int) -> None:
        """Words that have their number from elsewhere."""
        self._take(self._words(place), number)

    def reserve(self, number: int) -> None:
        """It stays with words that stand nowhere any more."""
        self._take(("", number, number), number)

    def _take(self, words: Words, number: int) -> None:
        if self._known.get(words) != number:
            self._keep(words, number)
            self._known[words] = number
            self._next = max(self._next, number + 1)

    def _words(self, place: Place) -> Words:
        document, start, end = words_at(place)
        times = self._again.get(document, 0)
        return (f"{document}#{times}" if times else document), start, end


class ReadOnce:
    """What a study read at first, by a name, and reads so whenever work is redone: what changed of
    itself meanwhile would make every later prompt another one. Here nothing is kept.
    """

    def known(self, name: str) -> str | None:
        return None

    def keep(self, name: str, text: str) -> None:
        """Read again from now on, also by a later program."""


class Steering:
    """What a study is told before it works: its ``course``, its citation ``numbers``, its id, and
    what it has ``read`` before.
    """

    def __init__(
        self,
        course: Course | None = None,
        numbers: Numbers | None = None,
        study: str = "",
        read: ReadOnce | None = None,
    ) -> None:
        self.course = course or Course()
        self.numbers = numbers or Numbers()
        self.study = study
        self.read = read or ReadOnce()


def words_at(place: Place) -> Words:
    return place.document, place.start, place.end


def typed(text: str) -> str:
    """What somebody typed, on one line; "?" for half a surrogate pair, which has no UTF-8.

    A terminal in an old encoding gives one for every accent.
    """
    return " ".join(text.encode("utf-8", "replace").decode().split())


def fold(text: str) -> str:
    return " ".join(text.split()).casefold()


def course(acts: Iterable[Act]) -> Course:
    """What the acts that were taken add up to."""
    folded = _Fold()
    for act in by_standing_names(acts):
        if act.state == "taken":
            folded.take(act)
    return folded.course()


def by_standing_names(acts: Iterable[Act]) -> Iterator[Act]:
    """A part that was renamed bears its old name once that is taken back; what the user did to it
    in between means it by that name from then on.
    """
    names: dict[tuple[str, str], str] = {}

    def standing(node: str, name: str) -> str:
        return names.get((node, fold(name)), name)

    for act in acts:
        if act.into:
            act = structs.replace(act, text=standing(act.into, act.text))
        if act.kind in ("edit", "drop", "merge"):
            act = structs.replace(act, target=standing(act.node, act.target))
        if act.kind == "edit" and act.state in ("taken", "back"):
            names.pop((act.node, fold(act.text)), None)
            if act.state == "back":
                names[act.node, fold(act.text)] = act.target
        yield act


class _Fold:
    def __init__(self) -> None:
        self._banned: set[str] = set()
        self._pinned: dict[str, str] = {}
        self._fixed: dict[str, str] = {}
        self._added: set[str] = set()
        self._stopped: dict[str, int] = {}
        self._searches: dict[str, dict[str, None]] = {}
        self._reworded: dict[str, str] = {}
        self._kept: dict[Place, str] = {}
        self._kept_as: set[str] = set()
        self._rechecked: dict[str, None] = {}
        self._changes: list[Act] = []

    def take(self, act: Act) -> None:
        is_of_added = act.kind == "edit" and self._place(act) in self._added
        if act.kind in ("edit", "drop", "merge") and not is_of_added:
            said = (act.kind, act.text, act.target)
            self._changes.append(Act(*said, node=act.node, into=act.into, label=act.label))
        match act.kind:
            case "pin":
                self._banned.discard(act.document)
                self._pinned[act.document] = act.node
            case "ban":
                self._pinned.pop(act.document, None)
                self._banned.add(act.document)
            case "edit" | "add":
                place = self._place(act)
                self._fixed[place] = act.text
                if act.kind == "add":
                    self._added.add(place)
            case "stop":
                self._stopped[fold(act.target)] = act.rounds
            case "search":
                self._searches.setdefault(act.node, {})[act.text] = None
            case "reword":
                self._reword(act)
            case "keep":
                if act.place is not None:
                    self._kept[act.place] = act.node
                    self._kept_as.add(fold(act.target))
            case "recheck":
                self._rechecked[act.text] = None
            case "drop" | "merge" | "back":
                pass  # of the last one the act it names is marked itself

    def _place(self, act: Act) -> str:
        """An intent of the user's that ran earlier than planned is still the same one."""
        mine = (at for at, text in self._fixed.items() if fold(text) == fold(act.target))
        return next(mine, act.node)

    def _reword(self, act: Act) -> None:
        """What stood for an earlier wording stands for none of them now."""
        for old, new in self._reworded.items():
            if fold(new) == fold(act.target):
                self._reworded[old] = act.text
        for queries in self._searches.values():
            for query in [wording for wording in queries if fold(wording) == fold(act.target)]:
                del queries[query]
                if act.text:
                    queries[act.text] = None
        self._reworded[fold(act.target)] = act.text

    def course(self) -> Course:
        return Course(
            banned=frozenset(self._banned),
            pinned=_by_intent(self._pinned),
            fixed=self._fixed,
            added=frozenset(self._added),
            stopped=self._stopped,
            searches={at: tuple(queries) for at, queries in self._searches.items() if queries},
            reworded=self._reworded,
            kept=_by_intent(self._kept),
            kept_as=frozenset(self._kept_as),
            rechecked=tuple(self._rechecked),
            changes=tuple(self._changes),
        )


def _by_intent(placed: Mapping[_What, str]) -> dict[str, tuple[_What, ...]]:
    return {
        intent: tuple(what for what, at in placed.items() if at == intent)
        for intent in dict.fromkeys(placed.values())
    }
