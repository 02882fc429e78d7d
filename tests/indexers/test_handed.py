"""A document that is handed over as an open file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexers.process import handed


def test_an_open_file_is_read_by_place_where_no_call_does_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "preadv", raising=False)
    path = tmp_path / "a.txt"
    path.write_bytes(bytes(range(256)) * 400)
    document = handed.Handed(handed.opened(path), "a.txt")
    with document.open() as one, document.open() as other:
        assert one.read(3) == b"\x00\x01\x02"
        other.seek(-1, os.SEEK_END)
        assert (other.read(), one.read(2)) == (b"\xff", b"\x03\x04")
    assert document.read_bytes() == path.read_bytes()
    document.close()
