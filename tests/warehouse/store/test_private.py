"""Other users of the computer read nothing of it: not what the program makes, nor what it opens."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from warehouse import app
from warehouse.evaluate.trust import privacy
from warehouse.store import private

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs modes of files")


@pytest.mark.model
def test_what_the_program_makes_is_its_users_alone(tmp_path: Path, minilm: Path) -> None:
    folder = tmp_path / "made"
    folder.mkdir()
    assert privacy.readable_by_others(folder, minilm) == []


def test_an_open_one_is_closed_once_and_told(tmp_path: Path, home: Path) -> None:
    place, elsewhere = tmp_path / "papers", tmp_path / "elsewhere.pdf"
    elsewhere.touch(0o644)
    with app.open(place, begin=True) as made:
        assert made.to_tell == ""
        made.library.catalog.set_fact("closed to others", "")  # as before there was such a thing
    (home / "settings.json").write_text("{}")
    (place / "objects" / "link").symlink_to(elsewhere)
    for path in (place, home, *place.rglob("*"), *home.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    with app.open(place) as opened:
        assert "Other users of this computer could read" in opened.to_tell
    assert privacy.open_to_others(place, home) == []
    assert elsewhere.stat().st_mode & 0o777 == 0o644
    place.chmod(0o750)  # meant, then
    with app.open(place) as again:
        assert again.to_tell == ""
    assert place.stat().st_mode & 0o777 == 0o750


def test_what_lies_beside_a_warehouse_stays_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "papers"
    place.mkdir(0o755)
    (place / "notes.txt").touch(0o644)
    ours = ("catalog.db", "catalog-before-people.db", "headers", "lance-2", "handed")
    for name in ours:
        (place / name).touch(0o644)
    assert private.close_warehouse(place) == len(ours)
    assert privacy.open_to_others(place) == [place, place / "notes.txt"]
