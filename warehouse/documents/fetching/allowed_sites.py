"""The sites that the user agreed to be asked for pages, in ``hosts.json`` of the home."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from warehouse.disk.durable import read_json, write_whole
from warehouse.settings import home


def same_host(host: str) -> str:
    """``www.example.org`` and ``example.org`` are agreed to together."""
    return host.removeprefix("www.")


def hosts() -> tuple[str, ...]:
    """In order of their names; none where the file is not there or cannot be read."""
    return read_json(_file(), tuple[str, ...], ())


def allow(host: str) -> None:
    """Remember that the user agreed to ``host``."""
    _write({*hosts(), same_host(host)})


def forget(host: str) -> bool:
    """Ask again before the next page of ``host``; whether it was agreed to."""
    kept = {site for site in hosts() if site != same_host(host)}
    known = len(kept) < len(hosts())
    if known:
        _write(kept)
    return known


def _write(agreed: Iterable[str]) -> None:
    write_whole(_file(), msgspec.json.encode(sorted(agreed)))


def _file() -> Path:
    return home() / "hosts.json"
