"""Found on this machine: GGUF files that other programs keep, used where they lie.

The search reads headers only and, where two files have the same size, their bytes once. It runs
when the page is first shown and on a click; a folder of one's own can be looked through too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.models.card import ModelCard, Offer
from desktop.pages.models.free_memory import FreeMemory
from desktop.pages.models.offers import outlook
from desktop.widgets.basics import Button, column_of, discard, label, row
from warehouse.run import Run
from warehouse.settings import Settings, expanded

if TYPE_CHECKING:
    from warehouse.engine.models.found import FoundModel

WORDS = {
    "embedder": "It finds by meaning; it cannot answer.",
    "companion": "It goes with another model; it cannot answer.",
}


class FoundList(QWidget):
    use_wanted = Signal(str)
    headers_wanted = Signal(str)
    looked_at = Signal(str)

    def __init__(self, house: House, memory: FreeMemory) -> None:
        super().__init__()
        self._house, self._memory = house, memory
        self._found: Sequence[FoundModel] = ()
        self._cards: list[ModelCard] = []
        self._job: Job | None = None
        self._searched = False
        self._again = False
        self._words = label("", "quiet", wrap=True)
        again = Button(house.theme, "Look again", "rotate-cw")
        again.clicked.connect(self.search)
        folder = Button(house.theme, "Look in a folder", "folder")
        folder.clicked.connect(self._choose_folder)
        self._column = column_of(
            label("Found on this computer", "heading"),
            self._words,
            row(folder, again, 1),
            into=self,
            spacing_px=8,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._searched:
            self.search()

    def search(self) -> None:
        if self._job is not None:
            self._again = True
            self._job.cancel()
            return
        self._searched = True
        self._words.setText("Looking through the folders of LM Studio, Ollama and Hugging Face …")
        work = partial(_search, self._house.settings)
        self._job = self._house.jobs.start(
            "Looking for models", work, foreground=False, visible=False
        )
        self._job.finished.connect(self._tell)
        self._job.ended.connect(self._ended)

    def look_again(self, memory: FreeMemory) -> None:
        """How those that were found would run now."""
        self._memory = memory
        if self._found:
            self._tell(self._found)

    def mark(self, settings: Settings) -> None:
        """Show which of them are in use."""
        for card in self._cards:
            id = card.offer.id
            card.show_offer(card.offer, id == settings.model, None, id == settings.processing_model)

    def _tell(self, found: Sequence[FoundModel]) -> None:
        self._found = found
        self._house.jobs.fetch(
            partial(_offers, found, self._house.settings, self._memory),
            partial(self._show, self._memory),
        )

    def _show(self, memory: FreeMemory, offers: list[Offer]) -> None:
        if memory is not self._memory:
            return  # they are looked at anew already
        if [card.offer.id for card in self._cards] != [offer.id for offer in offers]:
            self._make_cards(len(offers))
        for card, offer in zip(self._cards, offers, strict=True):
            card.offer = offer
        self.mark(self._house.settings)
        self._words.setText(_summary(offers, self._house.settings.found_folder))

    def _make_cards(self, count: int) -> None:
        for card in self._cards:
            discard(card)
        self._cards = [ModelCard(self._house) for _ in range(count)]
        for card in self._cards:
            card.use_wanted.connect(self.use_wanted)
            card.headers_wanted.connect(self.headers_wanted)
            card.looked_at.connect(self.looked_at)
            self._column.addWidget(card)

    def _ended(self) -> None:
        self._job = None
        if self._again:
            self._again = False
            self.search()

    def _choose_folder(self) -> None:
        chosen = self._house.chosen
        chosen.ask_folder(self, "Look for models in a folder", "models", self._look_in)

    def _look_in(self, folder: str) -> None:
        self._house.change(found_folder=folder)
        self.search()


def _search(settings: Settings, run: Run) -> Sequence[FoundModel]:
    """Worker."""
    from warehouse.engine import models
    from warehouse.engine.models import found

    folder = expanded(settings.found_folder) if settings.found_folder else None
    known = [model.path for model in models.installed()]
    return found.find(folder, run, known)


def _offers(found: Sequence[FoundModel], settings: Settings, memory: FreeMemory) -> list[Offer]:
    """Worker."""
    return [_offer(model, settings, memory) for model in found]


def _offer(one: FoundModel, settings: Settings, memory: FreeMemory) -> Offer:
    also = f" The same file lies in {len(one.also) + 1} places." if one.also else ""
    facts = one.facts
    keeper = "" if one.keeper == "folder" else f"{one.keeper}: "
    note = f"{keeper}{one.path}.{also}"
    if facts is None:
        note = one.refusal
    elif facts.kind != "chat":
        note = f"{WORDS[facts.kind]} {note}"
    usable = facts is not None and facts.kind == "chat"
    return Offer(
        id=str(one.path),
        title=one.name,
        kind=one.kind,
        file=str(one.path),
        note=note,
        licence=one.licence[:40],
        publisher=facts.quantisation if facts is not None else "",
        bytes=one.size_bytes,
        context=facts.context if facts is not None else 0,
        installed=True,
        outlook=outlook(one.path, one.sha256, settings, memory) if usable else "",
        usable=usable,
    )


def _summary(offers: list[Offer], folder: str) -> str:
    where = "LM Studio, Ollama, the Hugging Face cache" + (f" and {folder}" if folder else "")
    if not offers:
        return f"Nothing was found in {where}."
    usable = sum(offer.usable for offer in offers)
    lie = "it lies" if usable == 1 else "they lie"
    return f"{usable:,} can be used where {lie}, without a copy. Looked in {where}."
