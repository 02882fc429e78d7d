"""Small files of the home whose bytes are no UTF-8 any more: each counts as one that is not there.

msgspec reports such bytes with an error that is none of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from warehouse.documents.backup import mirror, moving
from warehouse.documents.fetching import allowed_sites
from warehouse.engine import calibration, models, probe, receipt
from warehouse.engine.model_file import hashes
from warehouse.errors import BadInput
from warehouse.run import Run

LIST, TABLE = b'["zo\xeb"]', b'{"zo\xeb": "1"}'


@pytest.mark.parametrize(
    ("place", "raw", "read", "empty"),
    [
        (lambda: allowed_sites.home() / "hosts.json", LIST, allowed_sites.hosts, ()),
        (lambda: models.models_folder() / "hashes.json", TABLE, models._hashes, {}),
        (hashes._memory, TABLE, hashes._load, {}),
        (probe._file, b'[{"zo\xeb": 1}]', probe.all_probes, ()),
        (calibration._file, b'[{"zo\xeb": 1}]', calibration.stored, ()),
        (lambda: allowed_sites.home() / "connections.json", TABLE, receipt.kept, receipt.Receipt()),
        (moving._note_path, TABLE, lambda: moving.clear_moved(Path("/nowhere")), None),
    ],
)
def test_it_counts_as_none(
    home: Path,
    place: Callable[[], Path],
    raw: bytes,
    read: Callable[[], object],
    empty: object,
) -> None:
    place().parent.mkdir(parents=True, exist_ok=True)
    place().write_bytes(raw)
    assert read() == empty


def test_the_list_of_a_mirror_is_no_backup(tmp_path: Path) -> None:
    day = tmp_path / "backups" / "2026-01-01T00-00-00"
    day.mkdir(parents=True)
    (day / mirror.MANIFEST).write_bytes(TABLE)
    with pytest.raises(BadInput, match="no backup"):
        mirror.restore(tmp_path, tmp_path / "again", Run())
