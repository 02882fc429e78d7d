"""Exported files are called after titles, on every system, and none takes the place of another."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.studies.exporting.naming import MOST_BYTES, file_name, folder_for, free


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What broke: the dam, or the dike?", "What broke the dam, or the dike"),
        ("../../etc/passwd", "etc passwd"),
        ("C:\\Windows\\x.", "C Windows x"),
        ("Con", "_Con"),
        ("aux. machines", "_aux. machines"),
        ("Consent", "Consent"),
        ("-rf .hidden", "rf .hidden"),
        ("two\nlines\tand a\u202egpj.exe", "two lines and agpj.exe"),
        ("Плотина и дамба", "Плотина и дамба"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        (" . ", "Muniment"),
        ("", "Muniment"),
    ],
)
def test_a_title_is_a_name_on_every_system(title: str, name: str) -> None:
    assert file_name(title) == name


def test_a_long_title_is_cut_at_a_word_and_fits_every_disk(tmp_path: Path) -> None:
    name = file_name(
        "How LilyPond engraves music, and how one contributes to its sources and manual"
    )
    assert name == "How LilyPond engraves music, and how one contributes to its"
    for long in ("堤" * 200, "𝔸" * 200, "x" * 200):
        short = file_name(long)
        assert long.startswith(short) and 40 < len(short) <= 60
        assert len(short.encode()) <= MOST_BYTES
        (tmp_path / f"{short} 12.markdown").touch()


def test_nothing_that_is_there_is_replaced(tmp_path: Path) -> None:
    assert folder_for(tmp_path, "Dam v1.2", "Dam v1.2.html") == tmp_path / "Dam v1.2"
    (tmp_path / "Dam v1.2").mkdir()
    (tmp_path / "Dam v1.2" / "Dam v1.2.html").touch()
    assert folder_for(tmp_path, "Dam v1.2", "Dam v1.2.md") == tmp_path / "Dam v1.2"
    assert folder_for(tmp_path, "Dam v1.2", "Dam v1.2.html") == tmp_path / "Dam v1.2 2"
    (tmp_path / "Dam v1.2 2").touch()
    assert folder_for(tmp_path, "Dam v1.2", "Dam v1.2.html") == tmp_path / "Dam v1.2 3"
    assert folder_for(tmp_path, "Dam v1.2", "a.md", "Dam v1.2.html") == tmp_path / "Dam v1.2 3"
    (tmp_path / "Dam.pdf").touch()
    assert free(tmp_path, "Dam", ".pdf") == "Dam 2" and free(tmp_path, "Dam", ".md") == "Dam"
