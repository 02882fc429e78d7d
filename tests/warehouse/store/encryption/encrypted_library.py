"""An encrypted library of one document, and what lies plain on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import app
from warehouse.engines import Engines
from warehouse.store.encryption import (
    walls,
)

PASSPHRASE = "nine ships at anchor"
SECRET = b"mark1"


def opened(folder: Path, passphrase: str = PASSPHRASE) -> app.Warehouse:
    parts = app.Parts(Engines(SETTINGS), HashingEmbedder(), passphrase=passphrase)
    return app.open(folder, SETTINGS, begin=True, parts=parts)


@pytest.fixture
def encrypted(tmp_path: Path) -> Path:
    """A warehouse with one document, encrypted, closed."""
    folder = tmp_path / "matter"
    walls.put_up(folder, PASSPHRASE)
    with opened(folder) as warehouse:
        warehouse.add([write_html(tmp_path / "one.html", "One", prose(1))])
    return folder


def plain_files(folder: Path, secret: bytes = SECRET) -> list[Path]:
    """Those in which the secret stands, or a name of ours."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in found if secret in path.read_bytes() or b"SQLite" in path.read_bytes()]
