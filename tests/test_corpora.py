"""The script that fetches real documents: what a package becomes, without any network."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import corpora

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is missing")


def _package(folder: Path) -> Path:
    root = folder / "tree"
    documents = root / "usr" / "share" / "doc" / "manual"
    documents.mkdir(parents=True)
    (documents / "plain.txt").write_text("Words.\n", "utf-8")
    (documents / "long.txt.gz").write_bytes(gzip.compress(b"Many words.\n"))
    (documents / "again.txt").symlink_to("plain.txt")
    (root / "DEBIAN").mkdir()
    told = "Package: manual\nVersion: 2.1\nArchitecture: all\nMaintainer: nobody\nDescription: d\n"
    (root / "DEBIAN" / "control").write_text(told, "utf-8")
    archive = folder / "manual.deb"
    subprocess.run(["dpkg-deb", "-b", str(root), str(archive)], check=True, capture_output=True)
    return archive


def test_a_package_becomes_its_documents_and_says_what_they_are(tmp_path: Path) -> None:
    used = corpora.unpack(_package(tmp_path), tmp_path / "manual")
    names = sorted(path.name for path in (tmp_path / "manual").rglob("*.*") if path.is_file())
    assert names == ["long.txt", "plain.txt"]
    assert (used["package"], used["version"]) == ("manual", "2.1")
    assert used["files"] == {".txt": 2} and len(used["sha256"]) == 64
    assert next((tmp_path / "manual").rglob("long.txt")).read_text("utf-8") == "Many words.\n"


def test_what_is_there_is_not_fetched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = _package(tmp_path)
    fetched: list[str] = []

    def downloaded(package: str, place: Path) -> Path:
        fetched.append(package)
        return Path(shutil.copy(archive, place))

    monkeypatch.setattr(corpora, "_downloaded", downloaded)
    monkeypatch.setattr(shutil, "which", lambda tool: tool)
    first = list(corpora.fetch(tmp_path / "corpora", ["manual"]))
    assert list(corpora.fetch(tmp_path / "corpora", ["manual"])) == first
    assert fetched == ["manual"]


def test_a_package_that_is_not_had_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    assert corpora.main([str(tmp_path), "manual"]) == 1
    assert "apt-get is missing" in capsys.readouterr().err
