"""Settings, made from the annotations of ``warehouse.settings``: nothing is described twice.

A change is kept at once and takes effect live, or says when it will. What everybody may want to
change stands first; the numbers for experts are folded away under it. The field in the title line
finds a setting by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop.house import House
from desktop.matching import has_words
from desktop.notices import UNDO_S
from desktop.pages.settings.backup import BackupSettings
from desktop.pages.settings.encryption import EncryptionSettings
from desktop.pages.settings.fields import Field, fields
from desktop.pages.settings.line import SettingLine
from desktop.pages.settings.sites import AgreedSites
from desktop.pages.settings.watching import WatchedFolders
from desktop.starting.staged_build import Making
from desktop.state import WindowState
from desktop.widgets.basics import Button, Card, column_of, label, row
from warehouse.settings import Settings

WIDTH_PX = 740
FIND_PX = 240
ABOVE_PX = 80
AT_ONCE = 3  # lines made before the window has its turn
EXPERTS = "For experts"
OF_EXPERTS = (
    "Numbers behind reading, finding and writing. The start values are good; each says what it "
    "does, and leads back."
)
NONE_FOUND = "No setting has these words."


def make(house: House) -> Making:
    """The page, in pieces."""
    page = SettingsPage(house)
    yield from page.build()
    return page


class Part:
    """A heading and the card under it, which goes when nothing in it is looked for."""

    def __init__(self, heading: QLabel, card: QWidget, lines: list[SettingLine]) -> None:
        self._heading, self._card, self._lines = heading, card, lines

    def filter(self, text: str) -> bool:
        """Whether anything of it has the words."""
        named = has_words(text, self._heading.text())
        is_found = False
        for line in self._lines:
            wanted = named or has_words(text, line.field.looked_for)
            line.setVisible(wanted)
            is_found = is_found or wanted
        if not self._lines:
            said = " ".join(text_label.text() for text_label in self._card.findChildren(QLabel))
            is_found = named or has_words(text, said)
        self._heading.setVisible(is_found)
        self._card.setVisible(is_found)
        return is_found


class SettingsPage(QWidget):
    """Empty until ``build`` has come to its end."""

    side_full = False

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self.lines: dict[str, SettingLine] = {}
        self._parts: list[Part] = []
        self._of_experts: list[Part] = []
        self._shown = house.settings
        self._title = label("Settings", "title")
        self.words = QLineEdit(placeholderText="Find a setting (Ctrl+F)", clearButtonEnabled=True)
        self.words.setAccessibleName("Find a setting")
        self.words.setFixedWidth(FIND_PX)
        self.words.textChanged.connect(self._filter)
        self._reset = Button(house.theme, "Start values", "rotate-ccw")
        self._reset.setToolTip("Everything back to its start value, but the folder and the model")
        self._reset.clicked.connect(self.restore)

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        kept = label("kept as soon as you change them", "quiet")
        return [self._title, kept], [self.words, self._reset]

    def side_widget(self) -> QWidget | None:
        return None

    def remember(self, state: WindowState) -> None:
        self.keeping.remember(state)

    def accept(self, wish: object) -> None:
        """The name of a setting: go there, light it, and put the caret there."""
        if isinstance(wish, str) and wish in self.lines:
            self.words.clear()
            line = self.lines[wish]
            if line.field.expert:
                self.experts.setChecked(True)
            QTimer.singleShot(0, self, partial(self._lead_to, line))

    def _lead_to(self, line: SettingLine) -> None:
        self._scroll.ensureWidgetVisible(line, 0, ABOVE_PX)
        line.light()

    def escape(self) -> bool:
        """What was looked for is put away; every setting stands there again."""
        was_looked_for = bool(self.words.text())
        self.words.clear()
        return was_looked_for

    def focus_place(self) -> QWidget:
        """Where a setting is found: what is typed by mistake changes none."""
        return self.words

    # Putting together

    def build(self) -> Iterator[None]:
        """Part after part; it pauses after each."""
        self._body = QWidget()
        # Else it is as high as with every line of words broken, and ends in an empty screen.
        self._body.setMinimumHeight(1)
        column = column_of(into=self._body, margins_px=(22, 10, 22, 40), spacing_px=10)
        self._none = label(NONE_FOUND, "quiet")
        self._none.setFixedWidth(WIDTH_PX)
        self._none.hide()
        column.addWidget(self._none, 0, Qt.AlignmentFlag.AlignHCenter)
        plain = [field for field in fields() if not field.expert]
        for part in _cut(plain, lambda one: one.part):
            yield from self._add_part(column, part[0].part, part, self._parts)
        yield
        self.watching = WatchedFolders(self._house)
        self._add_own(column, "Watched folders", self.watching)
        yield
        self.sites = AgreedSites(self._house)
        self._add_own(column, "Sites you agreed to", self.sites)
        yield
        self.keeping = BackupSettings(self._house)
        self._add_own(column, "Keeping it safe", self.keeping)
        yield
        self.encryption = EncryptionSettings(self._house)
        self.encryption.copied.connect(self.keeping.note)
        self._add_own(column, "Encryption", self.encryption)
        yield from self._build_experts(column)
        column.addStretch(1)
        yield
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._body)
        column_of(self._scroll, into=self)
        self._house.settings_changed.connect(self._show_changed)
        self._house.opened.connect(self._tell_place)
        self._tell_place()
        self._show(self._house.settings, fields())

    def _build_experts(self, column: QVBoxLayout) -> Iterator[None]:
        self.experts = Button(self._house.theme, EXPERTS, "chevron-right", "quiet")
        self.experts.setCheckable(True)
        self.experts.setFixedWidth(WIDTH_PX)
        self.experts.setProperty("fold", True)
        self.experts.setAccessibleDescription(OF_EXPERTS)
        self.experts.toggled.connect(self._unfold)
        self._numbers = QWidget()
        inside = column_of(into=self._numbers, spacing_px=10)
        about = label(OF_EXPERTS, "quiet", wrap=True)
        about.setFixedWidth(WIDTH_PX)
        inside.addLayout(row(1, about, 1, spacing_px=0))
        numbers = [field for field in fields() if field.expert]
        for part in _cut(numbers, lambda one: one.expert):
            yield from self._add_part(inside, part[0].expert, part, self._of_experts)
        column.addSpacing(14)
        column.addWidget(self.experts, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._numbers)
        self._numbers.hide()

    def _add_part(
        self, column: QVBoxLayout, words: str, part: Sequence[Field], parts: list[Part]
    ) -> Iterator[None]:
        card = Card(margin_px=8, spacing_px=2)
        lines = []
        for field in part:
            line = SettingLine(self._house, field)
            line.changed.connect(self._keep)
            card.column.addWidget(line)
            self.lines[field.name] = line
            lines.append(line)
            if len(lines) % AT_ONCE == 0:
                yield
        self._add_card(column, words, card, lines, parts)

    def _add_own(self, column: QVBoxLayout, words: str, card: QWidget) -> None:
        self._add_card(column, words, card, [], self._parts)

    def _add_card(
        self,
        column: QVBoxLayout,
        words: str,
        card: QWidget,
        lines: list[SettingLine],
        parts: list[Part],
    ) -> None:
        heading = label(words, "heading")
        heading.setContentsMargins(0, 14, 0, 0)
        heading.setFixedWidth(WIDTH_PX)
        column.addWidget(heading, 0, Qt.AlignmentFlag.AlignHCenter)
        card.setFixedWidth(WIDTH_PX)
        # Not aligned in the column: an aligned card is not asked how high its wrapped words are.
        column.addLayout(row(1, card, 1, spacing_px=0))
        parts.append(Part(heading, card, lines))

    def _unfold(self, wanted: bool) -> None:
        self.experts.set(EXPERTS, "chevron-down" if wanted else "chevron-right")
        self._numbers.setVisible(wanted)

    # Finding

    def _filter(self, text: str) -> None:
        of_plain = [part.filter(text) for part in self._parts]
        of_experts = [part.filter(text) for part in self._of_experts]
        self._numbers.setVisible(any(of_experts) if text.strip() else self.experts.isChecked())
        self.experts.setVisible(not text.strip())
        self._none.setVisible(not any((*of_plain, *of_experts)))

    # Values in and out

    def _show_changed(self, settings: Settings) -> None:
        """What is being typed for another setting stays."""
        before = self._shown
        self._show(
            settings, [field for field in fields() if _of(settings, field) != _of(before, field)]
        )

    def _show(self, settings: Settings, shown: Iterable[Field]) -> None:
        self._shown = settings
        for field in shown:
            self.lines[field.name].tell(_of(settings, field))

    def _tell_place(self) -> None:
        """Which library is open, whatever was chosen here: another may be named at the start."""
        if (library := self._house.library) is not None:
            self.lines["warehouse"].tell_now(f"Open now: {library.medium}")

    def _keep(self, name: str, value: Any) -> None:
        line = self.lines[name]
        if value == getattr(self._house.settings, name):
            line.refuse("")
            return
        try:
            self._house.change(**{name: value})
        except msgspec.ValidationError as error:
            line.tell(getattr(self._house.settings, name))
            line.refuse(f"Not kept: {error}.")
        except OSError as error:
            self._house.notices.error(error)
        else:
            if name == "warehouse":
                self._say_moved()

    def _say_moved(self) -> None:
        folder = self._house.settings.warehouse_folder
        words = f"The library in {folder} is opened at the next start."
        self._house.notices.offer(words, "Open it now", partial(self._house.move, folder))

    def restore(self) -> None:
        """Everything but the folder and the model; it can be taken back for a while."""
        before = self._house.settings
        place = {"warehouse": before.warehouse, "model": before.model}
        values = {**msgspec.structs.asdict(Settings()), **place}
        self._house.change(**values)
        self._house.notices.offer(
            "Everything is back at its start value.",
            "Undo",
            partial(self._house.change, **msgspec.structs.asdict(before)),
            seconds=UNDO_S,
        )


def _of(settings: Settings, field: Field) -> Any:
    return getattr(settings, field.name)


def _cut(all: Iterable[Field], heading: Callable[[Field], str]) -> list[list[Field]]:
    """Where another heading begins; a field without one stands under that before it."""
    parts: list[list[Field]] = []
    for field in all:
        if not parts or heading(field) not in ("", heading(parts[-1][0])):
            parts.append([])
        parts[-1].append(field)
    return parts
