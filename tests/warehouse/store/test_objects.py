from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from warehouse.errors import StorageError
from warehouse.store.objects import Objects, SourceChanged, sha256_of

RAW = b"the original bytes" * 1000
NAME = hashlib.sha256(RAW).hexdigest()


@pytest.fixture
def objects(tmp_path: Path) -> Objects:
    return Objects(tmp_path / "objects")


def test_a_file_is_kept_under_its_hash(objects: Objects, tmp_path: Path) -> None:
    source = tmp_path / "in.pdf"
    source.write_bytes(RAW)
    assert sha256_of(source) == NAME
    kept = objects.keep_file(source, NAME, ".pdf")
    assert kept == objects.folder / NAME[:2] / NAME[2:4] / f"{NAME}.pdf"
    assert kept.read_bytes() == RAW
    assert objects.names() == {NAME: kept}
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]


def test_a_file_that_changed_is_not_kept(objects: Objects, tmp_path: Path) -> None:
    source = tmp_path / "in.pdf"
    source.write_bytes(RAW + b"!")
    with pytest.raises(SourceChanged, match=r"in\.pdf changed"):
        objects.keep_file(source, NAME, ".pdf")
    assert objects.names() == {}
    assert list(objects.folder.rglob("*.part")) == []


def test_leftovers_of_a_killed_copy_are_swept(objects: Objects) -> None:
    kept = objects.keep_bytes(RAW, NAME, ".html")
    left = kept.with_name(f"{NAME}.1234.part")
    left.write_bytes(RAW[:10])
    assert objects.names() == {NAME: kept}
    assert objects.sweep() == 1
    assert not left.exists() and kept.exists()


def test_discarding_takes_every_suffix_and_twice_is_fine(objects: Objects) -> None:
    for suffix in (".html", ".txt", ""):
        objects.keep_bytes(RAW, NAME, suffix)
    objects.discard(NAME)
    objects.discard(NAME)
    assert objects.names() == {}


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("../../etc/passwd", ".pdf"), (NAME, "/../x"), (NAME.upper(), ".pdf"), (NAME, ".p\n")],
)
def test_nothing_but_a_hash_becomes_a_path(objects: Objects, name: str, suffix: str) -> None:
    with pytest.raises(ValueError, match="not an object name"):
        objects.path(name, suffix)


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    if os.name != "posix" or os.geteuid() == 0:
        pytest.skip("permissions do not hold this user")
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match="cannot be written"):
        Objects(tmp_path / "objects")
