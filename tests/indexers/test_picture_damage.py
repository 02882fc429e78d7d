from __future__ import annotations

from pathlib import Path

import pymupdf

from indexers.paged.picture_damage import DAMAGED, picture_damage


def test_a_png_is_what_its_check_sums_say(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 30)).save(path)
    raw = path.read_bytes()
    assert picture_damage(path) == ""
    path.write_bytes(raw[:45] + bytes([raw[45] ^ 1]) + raw[46:])
    assert picture_damage(path) == DAMAGED
    path.write_bytes(raw[:-12])
    assert picture_damage(path) == DAMAGED
    path.write_bytes(b"no picture")
    assert picture_damage(path) == ""
