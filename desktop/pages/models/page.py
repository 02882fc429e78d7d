"""Models: what thinks here, what could be fetched by name, and how it runs.

The list is the catalogue, any GGUF file brought along, and what other programs keep here. One
model answers; another may be chosen to write headers. Fetching is the only thing in the
program that reaches the network, it happens on a click, and the button says how much it is. The
right pane holds what the file itself says (read with bounds checks before anything is loaded).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.models.card import ModelCard, Offer
from desktop.pages.models.facts import FactsPane, ModelFacts, read_facts
from desktop.pages.models.found import FoundList
from desktop.pages.models.free_memory import FreeMemory
from desktop.pages.models.offers import offers
from desktop.pages.models.run import RunCard
from desktop.widgets.basics import Button, column_of, discard, label
from warehouse.run import Run

WIDTH_PX = 720


class ModelsPage(QWidget):
    side_full = False

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house, self._memory = house, FreeMemory()
        self._looked_at = ""
        self._cards: dict[str, ModelCard] = {}
        self._fetching: dict[str, Job] = {}
        self._title = label("Models", "title")
        self._folder = label("", "quiet")
        self._choose = Button(house.theme, "Choose a file", "file-plus")
        self._choose.setToolTip(
            "A model file (its name ends in .gguf) from anywhere on this computer"
        )
        self._choose.clicked.connect(self.choose_file)
        self.facts = FactsPane(house)
        self._lay_out()
        house.settings_changed.connect(self._reload)
        self._reload()

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return [self._title, self._folder], [self._choose]

    def side_widget(self) -> QWidget:
        return self.facts

    def accept(self, wish: object) -> None:
        """No wishes."""

    def showEvent(self, event: QShowEvent) -> None:
        """What is free now may be told of a while ago."""
        super().showEvent(event)
        self._reload()

    def focus_place(self) -> QWidget:
        """The page itself, so that the keys scroll it and Tab goes to its first button."""
        return self._scroll

    def choose_file(self) -> None:
        chosen, kinds = self._house.chosen, "GGUF models (*.gguf)"
        chosen.ask_file(self, "Choose a model", "models", self.use_file, kinds)

    def use_file(self, name: str) -> None:
        """Check the file first; only one that passes becomes the model."""
        path = Path(name)
        self._house.jobs.fetch(
            partial(read_facts, name, self._house.settings, self._memory),
            partial(self._checked, path),
        )

    def _checked(self, path: Path, facts: ModelFacts) -> None:
        self._looked_at = facts.id
        self.facts.show_facts(facts)
        self._house.change(model=str(path))
        self._house.notices.say(f"{path.name} will answer from now on.")
        self._run_card.try_out()

    def measure(self) -> None:
        """How fast the model is here."""
        self._run_card.measure()

    def look_for_models(self) -> None:
        """On this computer, once more."""
        self._found.search()

    # The list

    def _reload(self) -> None:
        memory = self._memory = FreeMemory()
        self._house.jobs.fetch(
            partial(offers, self._house.settings, memory), partial(self._show, memory)
        )
        self._found.look_again(memory)

    def _show(self, memory: FreeMemory, offers: list[Offer]) -> None:
        if memory is not self._memory:
            return  # it is being filled anew already
        settings = self._house.settings
        chosen = {settings.model, settings.embedder}
        installed = sum(offer.installed for offer in offers)
        self._folder.setText(f"{installed:,} on this computer")
        for id in [id for id in self._cards if id not in {offer.id for offer in offers}]:
            discard(self._cards.pop(id))
        for offer in offers:
            self._card(offer).show_offer(
                offer,
                offer.id in chosen,
                self._fetching.get(offer.id),
                offer.id == settings.processing_model,
            )
        self._found.mark(settings)
        self._look(self._looked_at or settings.model)

    def _card(self, offer: Offer) -> ModelCard:
        if offer.id not in self._cards:
            card = ModelCard(self._house)
            card.use_wanted.connect(self._use)
            card.headers_wanted.connect(self.write_headers_with)
            card.fetch_wanted.connect(self._fetch)
            card.looked_at.connect(self._look)
            self._cards[offer.id] = card
            place = self._thinkers if offer.kind == "chat" else self._embedders
            place.addWidget(card)
        return self._cards[offer.id]

    def _use(self, id: str) -> None:
        kind = self._cards[id].offer.kind
        self._house.change(**{"model" if kind == "chat" else "embedder": id})
        self._look(id)
        if kind == "chat":
            self._run_card.try_out()

    def write_headers_with(self, id: str) -> None:
        """Give a model the processing slot."""
        self._house.change(processing_model=id)
        self._house.notices.say(
            "It says from now on what each document is about, and which need not be read. "
            "Answers stay with the model in use. Settings, Second model: back to one for all."
        )

    def _look(self, id: str) -> None:
        self._looked_at = id
        memory = self._memory
        read = partial(read_facts, id, self._house.settings, memory)
        job = self._house.jobs.fetch(read, partial(self._show_facts, memory))
        job.failed.connect(self.facts.show_error)

    def _show_facts(self, memory: FreeMemory, facts: ModelFacts) -> None:
        if memory is self._memory:
            self.facts.show_facts(facts)

    # Fetching

    def _fetch(self, id: str) -> None:
        title = self._cards[id].offer.title
        job = self._house.jobs.start(f"Fetching {title}", partial(_fetch, id))
        self._fetching[id] = job
        self._cards[id].watch(job)
        job.finished.connect(partial(self._fetched, id))
        job.ended.connect(partial(self._fetch_ended, id))

    def _fetched(self, id: str, told: str) -> None:
        self._house.notices.say(f"{self._cards[id].offer.title} is here. {told}")
        self._look(id)

    def _fetch_ended(self, id: str) -> None:
        self._fetching.pop(id, None)
        self._reload()

    # Putting together

    def _lay_out(self) -> None:
        body = QWidget()
        middle = QWidget()
        middle.setMaximumWidth(WIDTH_PX)
        column = column_of(into=middle, spacing_px=10)
        self._thinkers, self._embedders = column_of(spacing_px=8), column_of(spacing_px=8)
        for heading, words, place in (
            (
                "Reads and answers",
                "A language model reads what is found for a question and writes the answer, on "
                "this computer. Larger ones are better and slower. Nothing is fetched unless you "
                "click.",
                self._thinkers,
            ),
            (
                "Finds by meaning",
                "Finds passages that say the same in other words.",
                self._embedders,
            ),
        ):
            column.addWidget(label(heading, "heading"))
            column.addWidget(label(words, "quiet", wrap=True))
            column.addLayout(place)
            column.addSpacing(16)
        self._run_card = RunCard(self._house)
        column.insertWidget(3, self._run_card)
        self._found = FoundList(self._house, self._memory)
        self._found.use_wanted.connect(self.use_file)
        self._found.headers_wanted.connect(self.write_headers_with)
        self._found.looked_at.connect(self._look)
        column.addWidget(self._found)
        outer = column_of(into=body, margins_px=(22, 20, 22, 40))
        outer.addWidget(middle, 0, Qt.AlignmentFlag.AlignTop)
        outer.addStretch(1)
        self._scroll = scroll = QScrollArea(widgetResizable=True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        column_of(scroll, into=self)


def _fetch(id: str, run: Run) -> str:
    """Whether it is what it should be, as far as that is known."""
    from warehouse.engine import models

    models.fetch(id, run)
    if all(models.entry(id).expected.values()):
        return "It is the file that its publisher released."
    received = next((model.sha256 for model in models.installed() if model.id == id), "")
    return f"What its publisher released is not known; this has the SHA-256 {received}."
