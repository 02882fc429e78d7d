"""The sites that web pages may be fetched from, in Settings; each can be taken back."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import Button, Card, discard, label, row
from desktop.widgets.laid_out import holding
from warehouse.documents.fetching import allowed_sites

ABOUT = "Each site was asked for once, when a page of it was fetched."
NONE = "None yet. You are asked before the first page of a site is fetched."


class AgreedSites(Card):
    def __init__(self, house: House) -> None:
        super().__init__(margin_px=18)
        self._house = house
        self._lines: list[QWidget] = []
        self._about = label("", "small", wrap=True)
        self.column.addWidget(self._about)
        self._list = QVBoxLayout()
        self.column.addLayout(self._list)
        self.look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()

    def look(self) -> None:
        """What is agreed to now, from a small file."""
        for line in self._lines:
            discard(line)
        hosts = allowed_sites.hosts()
        self._about.setText(ABOUT if hosts else NONE)
        self._lines = [self._line(host) for host in hosts]
        for line in self._lines:
            self._list.addWidget(line)

    def forget(self, host: str) -> None:
        allowed_sites.forget(host)
        self._house.notices.say(f"{host} is asked for again before the next page.")
        self.look()

    def _line(self, host: str) -> QWidget:
        away = Button(self._house.theme, "Ask again", kind="link")
        away.setAccessibleName(f"Ask again before connecting to {host}")
        away.clicked.connect(partial(self.forget, host))
        return holding(row(label(host, "ink", wrap=True), 1, away))
