"""A page asked for by name becomes a document, with where and when it was got.

Fetching is off until the setting is on, and each host is agreed to once. The bytes are kept as
they came; the same bytes again add nothing, other bytes are a new document of the same address,
and what changed between the two is told by sentences.
"""

from __future__ import annotations

import contextlib
import hashlib
import time

import msgspec
from msgspec import Struct

from indexers.process.child import Child, ChildDied, ChildSilent
from indexers.sandbox.environment import NETWORK
from warehouse.documents.fetching.addresses import NotAllowed, typed
from warehouse.documents.fetching.allowed_sites import hosts
from warehouse.documents.fetching.fetcher import (
    Arrived,
    Asking,
    Failed,
    Fetched,
    Order,
    UnknownHost,
    decode,
)
from warehouse.documents.inspecting.differences import Differences, differences
from warehouse.engine import receipt
from warehouse.errors import BadInput, DownloadError
from warehouse.library import Library
from warehouse.records import Document, Provenance
from warehouse.run import Run
from warehouse.settings import Settings

LIMIT_BYTES = 40 * 2**20
PATIENCE_S = 90.0
POLL_S = 0.25
AGAIN = "Nothing was added. Check the address and the network, and try again."


class FetchingOff(BadInput):
    pass


class HostUnknown(BadInput):
    """The user has not agreed to this host yet: ask, ``agreed.allow``, and try again."""

    def __init__(self, host: str) -> None:
        super().__init__(f"Muniment has not been allowed to connect to {host} yet.")
        self.host = host


class Outcome(Struct, frozen=True):
    """``changes`` is None for a first fetch, and for the same bytes as the last time."""

    document: Document
    unchanged: bool
    changes: Differences | None = None


def fetch(
    url: str, library: Library, settings: Settings, run: Run, within: tuple[str, ...] = ()
) -> Outcome:
    """Take the page at ``url`` into the library and see it through.

    Raises FetchingOff, HostUnknown (also for a host that a redirect leads to), BadInput when the
    address is none, DownloadError with the reason, Cancelled. ``within``: see fetcher.Order.
    """
    if not settings.web_pages:
        raise FetchingOff("Fetching web pages is off.", "Turn it on in Settings: Fetch web pages.")
    try:
        address = typed(url)
    except NotAllowed as error:
        raise BadInput(str(error)) from error
    page = _fetched(Order(address.url, hosts(), LIMIT_BYTES, PATIENCE_S, within), library, run)
    id = hashlib.sha256(page.raw).hexdigest()
    before = library.catalog.last_fetch(address.url)
    came_from = Provenance(id, address.url, page.url, time.time(), page.content_type[:200])
    document = library.add_bytes(page.raw, page.suffix, page.url, run, came_from)
    if before is None or before.document == id:
        return Outcome(document, unchanged=before is not None)
    return Outcome(document, False, differences(library.catalog, before.document, id))


def _fetched(order: Order, library: Library, run: Run) -> Fetched:
    log = library.folder / "logs" / "fetcher.log"
    child = Child("warehouse.documents.fetching.fetcher", (), log, NETWORK)
    end = time.monotonic() + order.patience_s + 30
    try:
        child.send(msgspec.msgpack.encode(order))
        while time.monotonic() < end:
            run.check()
            with contextlib.suppress(ChildSilent):
                report = decode(child.receive(timeout_s=POLL_S))
                if isinstance(report, Fetched):
                    return report
                _follow(report, order, run)
        raise DownloadError("The page took too long.", AGAIN)
    except ChildDied as error:
        raise DownloadError("The page could not be fetched.", AGAIN) from error
    finally:
        child.kill()


def _follow(report: Arrived | Asking | UnknownHost | Failed, order: Order, run: Run) -> None:
    if isinstance(report, Asking):
        receipt.note(1)
    elif isinstance(report, Arrived):
        run.step("fetching", report.done, report.total, order.url)
    elif isinstance(report, UnknownHost):
        raise HostUnknown(report.host)
    else:
        raise DownloadError(report.reason, AGAIN)
