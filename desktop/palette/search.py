"""One search over everything: Ctrl+K, from wherever one is in the window.

What the catalog knows is shown as one types; passages follow at the next pause. What is called as
it was typed, be it a document, a setting or an act, stands before passages, which only have the
words. Return goes there, and waits for what is still being looked for, so that a quick hand never
opens something else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from desktop.collectionlist import Find
from desktop.house import House
from desktop.matching import fit, has_words, is_called, share_of, words_in
from desktop.newest import Newest
from desktop.pages.settings import fields
from desktop.palette import everything
from desktop.palette.everything import Passages
from desktop.palette.over_window import FieldOverWindow
from desktop.palette.palette import WhyNot, fits, row_of
from desktop.palette.rows import Found
from warehouse.text import plural

PAUSE_MS = 90
SETTINGS, ACTS, COLLECTIONS, CALLED = 4, 4, 3, 3
HINT = "Search documents, passages, answers, thoughts, settings and acts"
NOTHING_YET = "Nothing was added or asked yet. Type to find settings and acts."
LOOKING = "Looking for passages …"
OPENING = "The library is being opened."


class SearchEverything(FieldOverWindow):
    """``why_not`` says why an act cannot be done now, ``front`` which page is in front."""

    def __init__(
        self, house: House, ground: QWidget, why_not: WhyNot, front: Callable[[], str]
    ) -> None:
        super().__init__(house, ground, "Search everything", HINT)
        self._why_not, self._front = why_not, front
        self._catalog, self._index = Newest(house.jobs, self), Newest(house.jobs, self)
        self._known: Sequence[Found] = ()
        self._passages = Passages()
        self._waits: set[str] = set()
        self._ahead = 0  # rows that no passage can come to stand before
        self._wants_first = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look_in_passages)
        self.closed.connect(self._forget)
        house.library_left.connect(self._leave)

    def look(self, text: str) -> None:
        self._wants_first = False
        self._passages = Passages()
        if (library := self.house.library) is None:
            self._known, self._waits = (), set()
            self._show()
            return
        self._waits = {"catalog", "passages"} if text.strip() else {"catalog"}
        worked = self.house.jobs.studies()
        read = partial(everything.in_catalog, library, self.house.visit, text, worked)
        self._catalog.ask(read, self._tell_known)
        self._index.forget()
        self._pause.start()

    def enter(self) -> None:
        """At once where nothing that may still come would stand before what is chosen."""
        row = self.list.currentIndex().row()
        sure = row > 0 or 0 <= row < self._ahead
        if "catalog" in self._waits or (self._waits and not sure):
            self._wants_first = True
        else:
            self._wants_first = False
            super().enter()

    def _look_in_passages(self) -> None:
        library, text = self.house.library, self.field.text()
        if library is not None and text.strip() and self.isVisible():
            read = partial(everything.in_passages, library, self.house.visit, text)
            self._index.ask(read, self._tell_passages)

    def _tell_known(self, found: Sequence[Found]) -> None:
        self._known = found
        self._came("catalog")

    def _tell_passages(self, found: Passages) -> None:
        self._passages = found
        self._came("passages")

    def _came(self, what: str) -> None:
        self._waits.discard(what)
        self._show()
        if self._wants_first:
            self.enter()

    def _show(self) -> None:
        text = self.field.text().strip()
        documents = [row for row in self._known if row.kind == "Documents"]
        others = [row for row in self._known if row.kind != "Documents"]
        own = [*self._collections(text), *self._acts(text), *self._settings(text)] if text else []
        called, own = _called(text, own, CALLED)
        named, documents = _called(text, documents, len(documents))
        ahead = [*named, *called, *documents]
        self._ahead = len(ahead)
        rows = [*ahead, *self._passages.rows, *others, *own]
        if text:
            rows.append(self._ask(text))
        self.note(LOOKING if "passages" in self._waits else self._passages.note)
        self.tell(rows, NOTHING_YET if self.house.library is not None else OPENING)

    # What the window itself knows

    def _collections(self, text: str) -> list[Found]:
        return [
            Found(
                key=f"collection {collection.id}",
                kind="Collections",
                title=collection.name,
                icon="text-search" if collection.query else "folder",
                go=partial(self.house.visit, "library", Find(inside=collection)),
                about=collection.query or plural(collection.documents, "document"),
                marks=words_in(text, collection.name),
            )
            for collection in self.house.order.collections
            if has_words(text, collection.name)
        ][:COLLECTIONS]

    def _settings(self, text: str) -> list[Found]:
        rows = []
        for field in fields.found(text):
            named = fit(text, field.title)
            row = Found(
                key=f"setting {field.name}",
                kind="Settings",
                title=field.title,
                icon="sliders-horizontal",
                go=partial(self.house.visit, "settings", field.name),
                about=field.description,
                marks=named.marks if named is not None else (),
                about_marks=words_in(text, field.description),
            )
            rows.append(row)
        return rows[:SETTINGS]

    def _acts(self, text: str) -> list[Found]:
        acts = self.house.acts
        fitting = [pair for pair in fits(acts, text, self._front()) if pair[0].id != "search"]
        rows = [row_of(act, acts, self._why_not, marks, "Acts") for act, marks in fitting]
        return [row for row in rows if not row.why_not][:ACTS]

    def _ask(self, text: str) -> Found:
        return Found(
            key="ask",
            kind="Ask",
            title=f"“{text}”",
            icon="message-circle-question-mark",
            go=partial(self.house.visit, "ask", text),
            about="Put it into the question box",
        )

    def _leave(self) -> None:
        """What was found is not seen again, not even until something else is."""
        self.field.clear()
        self._forget()
        self._known = ()
        self.tell(())

    def _forget(self) -> None:
        self._catalog.forget()
        self._index.forget()
        self._pause.stop()
        self._wants_first = False


def _called(text: str, rows: Sequence[Found], most: int) -> tuple[list[Found], list[Found]]:
    """Those that are called as was typed, ``most`` of them, the best first; and all others."""
    fitting = [row for row in rows if is_called(text, row.title)]
    first = sorted(fitting, key=lambda one: -share_of(text, one.title))[:most]
    return first, [row for row in rows if row not in first]
