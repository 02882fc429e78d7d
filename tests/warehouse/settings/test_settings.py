"""Several programs change the same file: each its own values."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import msgspec
import pytest

from warehouse.settings import UNUSABLE, Settings, change, load, title


def test_only_what_is_changed_is_changed(home: Path) -> None:
    change({"readers": 3})
    change({"theme": "dark"})  # by a program that read the file before
    assert (load().readers, load().theme) == (3, "dark")


def test_what_a_newer_version_kept_there_stays(home: Path) -> None:
    (home / "settings.json").write_text('{"readers": 2, "to_come": {"a": 1}}')
    assert change({"theme": "light"}).readers == 2
    assert json.loads((home / "settings.json").read_text())["to_come"] == {"a": 1}


def test_where_there_is_no_file_the_others_are_those_in_force(home: Path) -> None:
    assert change({"theme": "dark"}, instead=Settings(readers=5)) == load()
    assert load().readers == 5


@pytest.mark.parametrize("broken", ['{"readers": "many"}', "{", "[]", '{"theme": "ü"}'])
def test_a_file_that_cannot_be_used_is_put_aside(home: Path, broken: str) -> None:
    raw = broken.encode("latin-1")
    (home / "settings.json").write_bytes(raw)
    change({"seed": 7}, instead=Settings(readers=5))
    assert (load().seed, load().readers) == (7, 5)
    assert (home / UNUSABLE).read_bytes() == raw


def test_a_value_out_of_bounds_changes_nothing(home: Path) -> None:
    change({"readers": 3})
    before = (home / "settings.json").read_bytes()
    with pytest.raises(msgspec.ValidationError):
        change({"readers": 99})
    assert (home / "settings.json").read_bytes() == before


def test_many_at_once_lose_nothing(home: Path) -> None:
    values = {"readers": 3, "seed": 7, "depth": 2, "rrf_k": 9, "retrieve": 11, "sub_queries": 5}

    def keep(name: str) -> None:
        for _ in range(5):
            change({name: values[name]})

    threads = [threading.Thread(target=keep, args=(name,)) for name in values]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    now = load()
    assert {name: getattr(now, name) for name in values} == values


def test_every_setting_has_a_name_for_people() -> None:
    assert title("rrf_k") == "Weight of lower ranks"
    assert all(title(name) for name in Settings.__struct_fields__)
