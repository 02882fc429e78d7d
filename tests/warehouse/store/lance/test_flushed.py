"""What LanceDB wrote after the last flush is dropped at the next opening; all else stays."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest

from warehouse.store.lance import flushed
from warehouse.store.lance.flushed import HINT, WHOLE, names_newest
from warehouse.store.lance.store import Store, Terms


def put(store: Store, *ids: str) -> None:
    store.upsert("passages", [Terms(id, "document", "words") for id in ids])


def there(folder: Path) -> set[str]:
    store = Store(folder, 4)
    try:
        return store.ids("passages", ["document"])
    finally:
        store.close()


def test_only_what_was_flushed_is_there_again(tmp_path: Path) -> None:
    store = Store(tmp_path, 4)
    put(store, "one")
    store.flush()
    put(store, "two")
    store._tables.close()  # as a kill does
    torn = sorted((tmp_path / "passages.lance" / "_versions").glob("*.manifest"))[0]
    torn.write_bytes(bytes(torn.stat().st_size))
    (tmp_path / "passages.lance" / "_versions" / HINT).write_text("{")
    shutil.copytree(tmp_path / "passages.lance", tmp_path / "names.lance", dirs_exist_ok=True)
    whole = json.loads((tmp_path / WHOLE).read_bytes())
    (tmp_path / WHOLE).write_text(json.dumps({k: v for k, v in whole.items() if k != "names"}))
    assert there(tmp_path) == {"one"}
    assert all(names_newest(hint) for hint in tmp_path.glob(f"*/_versions/{HINT}"))
    assert json.loads((tmp_path / WHOLE).read_bytes()).keys() == whole.keys()


def test_an_index_of_before_is_taken_as_it_is(tmp_path: Path) -> None:
    store = Store(tmp_path, 4)
    put(store, "one")
    store.close()
    (tmp_path / WHOLE).unlink()

    def read_only(path: Path, content: bytes) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(flushed, "write_whole", read_only)
        assert there(tmp_path) == {"one"}
    assert there(tmp_path) == {"one"}
    assert (tmp_path / WHOLE).exists()
