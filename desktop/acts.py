"""One record for each thing the window can do, and one place where all of them stand.

A page says what can be done on it in its own ``acts.py``; ``palette/of_pages.py`` gathers them. The
window binds their keys and does them, the palette finds them, menus show their keys, and the list
of keys is written from them: nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

REMEMBERED = 8
PROOF_KEY, PICTURE_KEY, OVER_KEY, SPEAK_KEY = "Alt+P", "Alt+G", "Alt+C", "Alt+T"
"""Where something can be written, letters alone are its beginning and no key of an act."""
P = TypeVar("P")


def _always(where: Any) -> str:
    return ""


class Act(Struct, Generic[P], frozen=True, kw_only=True):
    """``do`` and ``why_not`` are given the page, or the window for what works everywhere.

    ``name`` is a verb and its object, ``sentence`` what it does in plain words, ``also`` other
    words it is looked for by. ``keys`` as Qt writes them, the first one is shown. ``why_not``: a
    few words where it cannot be done now, else empty. ``listens``: the page hears the keys itself,
    as they mean this only where the focus is. ``from_anywhere``: its keys lead to its page from
    any. ``removes``: nobody may come upon it by a part of a word. ``page`` is empty for what works
    everywhere. Without ``do`` it is a key that is only told of.
    """

    id: str
    name: str
    keys: tuple[str, ...]
    sentence: str
    do: Callable[[P], object] | None
    also: str
    why_not: Callable[[P], str]
    listens: bool
    from_anywhere: bool
    removes: bool
    page: str = ""

    @property
    def always(self) -> bool:
        """Whether nothing ever stands against it."""
        return self.why_not is _always


class Named(Struct, frozen=True):
    """What an act is called, and its keys; ``does`` makes it one."""

    id: str
    name: str
    keys: tuple[str, ...]

    def does(
        self,
        sentence: str,
        do: Callable[[P], object] | None = None,
        *,
        also: str = "",
        why_not: Callable[[P], str] = _always,
        listens: bool = False,
        from_anywhere: bool = False,
        removes: bool = False,
    ) -> Act[P]:
        return Act(
            id=self.id,
            name=self.name,
            keys=self.keys,
            sentence=sentence,
            do=do,
            also=also,
            why_not=why_not,
            listens=listens,
            from_anywhere=from_anywhere,
            removes=removes,
        )


def act(id: str, name: str, *keys: str) -> Named:
    """Each act is told in two steps: ``act(what it is called, its keys).does(what, how)``."""
    return Named(id, name, keys)


class Acts(QObject):
    """``wanted`` carries the Act that is to be done; ``recent`` the ids done last, newest first."""

    wanted = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._acts: dict[str, Act[Any]] = {}
        self.recent: list[str] = []

    def add(self, acts: Iterable[Act[Any]]) -> None:
        self._acts |= {act.id: act for act in acts}

    @property
    def all(self) -> Sequence[Act[Any]]:
        """In the order in which they were added."""
        return tuple(self._acts.values())

    def find(self, id: str) -> Act[Any]:
        """Raises KeyError."""
        return self._acts[id]

    def do(self, id: str) -> None:
        """As if its key was pressed."""
        self.wanted.emit(self._acts[id])

    def remember(self, id: str) -> None:
        """It was chosen in the palette: it stands first there from now on."""
        others = [other for other in self.recent if other != id]
        self.recent = [id, *others][:REMEMBERED]

    def tell_key(self, action: QAction, id: str) -> None:
        """An action of a menu shows the key of an act, which is bound elsewhere."""
        if (act := self._acts.get(id)) is not None and act.keys:
            action.setShortcut(QKeySequence(act.keys[0]))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


def bind(keys: str, where: QWidget, act: Callable[[], object] | SignalInstance) -> None:
    """While the focus is in ``where``."""
    shortcut = QShortcut(QKeySequence(keys), where)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(act)


def key_words(keys: str) -> str:
    """``Ctrl+Shift+P`` as it stands on the keys of this system."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys
