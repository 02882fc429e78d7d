"""Fetch a model from a public hub over HTTPS, for users whose network reaches it.

The one socket of the program opens in a child, ``fetcher.py``, which ends with the file. A
broken download goes on where it stopped. The caller checks the SHA-256.
"""

from __future__ import annotations

import contextlib
import shutil
import time
import urllib.parse
from pathlib import Path

from indexers.process.child import Child, ChildDied, ChildSilent
from indexers.sandbox.environment import NETWORK
from warehouse.engine.models.entries import CatalogueEntry, HubSource, SourceFailed
from warehouse.engine.models.fetcher import Failed, Finished, decode
from warehouse.run import Run

HUB = "https://huggingface.co"
SILENCE_S = 60.0


def download(wanted: CatalogueEntry, source: HubSource, work: Path, run: Run, hub: str) -> None:
    """Leave the files of ``wanted`` in ``work/files``. Raises SourceFailed, Cancelled, OSError."""
    arriving, files = work / "arriving", work / "files"
    for name in wanted.expected:
        part = arriving / name
        part.parent.mkdir(parents=True, exist_ok=True)
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        if not (files / name).exists():
            _download_file(_url(hub, source, name), part, wanted, work / "fetcher.log", run)
            part.replace(files / name)
    shutil.rmtree(arriving, ignore_errors=True)


def _url(hub: str, source: HubSource, name: str) -> str:
    path = f"{source.repository}/resolve/{source.revision}/{name}"
    return f"{hub}/{urllib.parse.quote(path)}"


def _download_file(url: str, part: Path, wanted: CatalogueEntry, log: Path, run: Run) -> None:
    fetcher = Child("warehouse.engine.models.fetcher", [url, str(part)], log, NETWORK)
    try:
        while True:
            message = decode(_next_frame(fetcher, run))
            if isinstance(message, Failed):
                raise SourceFailed(message.reason)
            if isinstance(message, Finished):
                return
            run.step("Downloading", message.done, message.total, wanted.title)
    except ChildDied as error:
        raise SourceFailed(f"the download {error}") from error
    finally:
        fetcher.kill()


def _next_frame(fetcher: Child, run: Run) -> bytes:
    end = time.monotonic() + SILENCE_S
    while time.monotonic() < end:
        run.check()
        with contextlib.suppress(ChildSilent):
            return fetcher.receive(timeout_s=0.25)
    raise SourceFailed("the hub stopped answering")
