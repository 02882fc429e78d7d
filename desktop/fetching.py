"""Web pages by name, in the window: an address is typed or dropped, and consent is asked in place.

Two consents: fetching as such, and each site once. Both are offered in the notice that says why
nothing was fetched; nothing is modal, and no answer means no connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtWidgets import QInputDialog, QWidget

from desktop.house import House
from warehouse.run import Run
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.documents.fetching.pages import Outcome
    from warehouse.library import Library

CONSENT_S = 60.0
SCHEMES = ("http", "https")
ADDRESS = "Address of the page (http or https)"
STILL_OFF = "Fetching web pages is off; you are asked before anything is connected to."


def web_addresses(mime: QMimeData) -> list[QUrl]:
    """The pages of the network in a drag, as a browser's tab or link gives them."""
    return [url for url in mime.urls() if url.scheme() in SCHEMES and url.host()]


class PageFetch(QObject):
    """``fetched`` carries the document's row when a page has come in."""

    fetched = Signal(object)

    def __init__(self, house: House, parent: QWidget) -> None:
        super().__init__(parent)
        self._house = house
        self._window = parent

    def ask(self) -> None:
        """For an address, by keyboard."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle("Fetch a web page")
        off = "" if self._house.settings.web_pages else f"\n{STILL_OFF}"
        dialog.setLabelText(ADDRESS + off)
        dialog.setOkButtonText("Fetch")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(self.fetch)
        dialog.resize(520, dialog.sizeHint().height())
        dialog.open()

    def fetch_all(self, pages: Sequence[QUrl]) -> None:
        """One after another: what is asked of one is not asked over another."""
        if pages:
            self.fetch(
                *(one.toString(QUrl.ComponentFormattingOption.FullyEncoded) for one in pages)
            )

    def fetch(self, address: str, *then: str) -> None:
        """``then``: those that come behind it."""
        library, address = self._house.library, address.strip()
        if library is None or not address:
            return
        label = f"Fetching {QUrl(address).host() or address[:60]}"
        work = partial(_fetch, address, library, self._house.settings)
        job = self._house.jobs.start(label, work)
        job.finished.connect(partial(self._came, then))
        job.failed.connect(partial(self._failed, (address, *then)))

    def _came(self, then: Sequence[str], outcome: Outcome) -> None:
        self.fetched.emit(outcome.document)
        show = partial(self._house.visit, "library", outcome.document.id)
        self._house.notices.offer(_told(outcome), "Show", show)
        self._go_on(then)

    def _go_on(self, then: Sequence[str]) -> None:
        if then:
            self.fetch(*then)

    def _failed(self, addresses: Sequence[str], error: Exception) -> None:
        from warehouse.documents.fetching.pages import FetchingOff, HostUnknown

        if isinstance(error, FetchingOff):
            on = partial(self._on, addresses)
            self._house.notices.offer("Fetching web pages is off.", "Turn on", on, None, CONSENT_S)
        elif isinstance(error, HostUnknown):
            words = f"Connect to {error.host}? It will see this computer's network address."
            agreed = partial(self._agreed, error.host, addresses)
            not_this = partial(self._go_on, addresses[1:])
            self._house.notices.offer(words, "Connect", agreed, not_this, CONSENT_S)
        else:
            self._house.notices.error(error)
            self._go_on(addresses[1:])

    def _on(self, addresses: Sequence[str]) -> None:
        self._house.change(web_pages=True)
        self.fetch(*addresses)

    def _agreed(self, host: str, addresses: Sequence[str]) -> None:
        from warehouse.documents.fetching.allowed_sites import allow

        allow(host)
        self.fetch(*addresses)


def _told(outcome: Outcome) -> str:
    title = outcome.document.title
    if outcome.document.problem:
        return f"{title}: {outcome.document.problem}"
    if outcome.unchanged:
        return f"{title}: nothing has changed since the last time."
    if outcome.changes is None:
        return f"{title} is in the library."
    came, went = len(outcome.changes.new), len(outcome.changes.gone)
    return f"{title}: since the last time {came:,} sentences are new, {went:,} are gone."


def _fetch(address: str, library: Library, settings: Settings, run: Run) -> Outcome:
    """Worker."""
    from warehouse.documents.fetching.pages import fetch

    return fetch(address, library, settings, run)
