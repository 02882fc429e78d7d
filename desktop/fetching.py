"""Web pages by name, in the window: an address is typed or dropped, and consent is asked in place.

Two consents: fetching as such, and each site once. Both are offered in the notice that says why
nothing was fetched; nothing is modal, and no answer means no connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, QUrl, Signal
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
        self._forget()
        house.closing.connect(self._forget)

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
        self.fetch(*(page.toString(QUrl.ComponentFormattingOption.FullyEncoded) for page in pages))

    def fetch(self, *addresses: str) -> None:
        """One after another: what is asked of one is not asked over another."""
        is_at_rest = not self._addresses
        self._addresses += filter(None, map(str.strip, addresses))
        if is_at_rest:
            self._begin()

    def _begin(self) -> None:
        library = self._house.library
        if library is None or not self._addresses:
            self._end()
            return
        address = self._addresses[0]
        label = f"Fetching {QUrl(address).host() or address[:60]}"
        work = partial(_fetch, address, library, self._house.settings)
        job = self._house.jobs.start(label, work)
        job.finished.connect(self._came)
        job.failed.connect(partial(self._failed, job.run))
        job.ended.connect(partial(self._ended, job.run))

    def _came(self, outcome: Outcome) -> None:
        self._number_came += 1
        self.fetched.emit(outcome.document)
        show = partial(self._house.visit, "library", outcome.document.id)
        self._house.notices.offer(_told(outcome), "Show", show)
        self._go_on()

    def _go_on(self) -> None:
        """Not at once: where the window or the library closes, the rest is forgotten first."""
        QTimer.singleShot(0, self, self._next)

    def _next(self) -> None:
        del self._addresses[:1]
        self._begin()

    def _failed(self, run: Run, error: Exception) -> None:
        from warehouse.documents.fetching.pages import FetchingOff, HostUnknown

        if run.cancelled:
            return
        offer = partial(self._house.notices.offer, seconds=CONSENT_S)
        if isinstance(error, FetchingOff):
            offer("Fetching web pages is off.", "Turn on", self._turn_on, self._forget)
        elif isinstance(error, HostUnknown):
            words = f"Connect to {error.host}? It will see this computer's network address."
            offer(words, "Connect", partial(self._agreed, error.host), self._go_on)
        else:
            self._errors.append(error)
            self._go_on()

    def _ended(self, run: Run) -> None:
        """Who stops one stops those behind it."""
        if run.cancelled:
            self._forget()

    def _turn_on(self) -> None:
        self._house.change(web_pages=True)
        self._begin()

    def _agreed(self, host: str) -> None:
        from warehouse.documents.fetching.allowed_sites import allow

        allow(host)
        self._begin()

    def _end(self) -> None:
        """What did not come is told once: one notice would take the place of the other."""
        errors, number = self._errors, self._number_came + len(self._errors)
        self._forget()
        if errors:
            before = f"{len(errors):,} of {number:,} pages did not come. " if number > 1 else ""
            self._house.notices.error(errors[0], before=before)

    def _forget(self) -> None:
        self._addresses: list[str] = []  # the first is being fetched, or asked about
        self._errors: list[Exception] = []
        self._number_came = 0


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
