"""Backups that grow: only what is new is copied, every one of them can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import cli
from warehouse.documents.backup.mirror import back_up_again, is_mirror, newest, restore
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder()) as made:
        made.add(
            [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)], Run()
        )
        yield made


def days(mirror: Path) -> int:
    return len(list((mirror / "backups").iterdir()))


def test_the_second_copies_only_what_is_new(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "stick" / "papers.muniment"
    back_up_again(library, mirror, Run())
    before = {path: path.stat().st_mtime_ns for path in (mirror / "objects").rglob("*.html")}
    library.add([write_html(tmp_path / "3.html", "Title 3", prose(3))], Run())
    monkeypatch.setattr("time.strftime", lambda *args: "2030-01-01T00-00-00")
    manifest, copied = back_up_again(library, mirror, Run())
    assert manifest.documents == 3
    new = library.original(next(iter(library.catalog.search("Title 3"))))
    catalog = newest(mirror) / "catalog.db"
    assert copied == new.stat().st_size + catalog.stat().st_size
    after = {path: path.stat().st_mtime_ns for path in (mirror / "objects").rglob("*.html")}
    assert before.items() < after.items()
    assert days(mirror) == 2
    again = tmp_path / "again"
    assert restore(mirror, again, Run()).documents == 3
    with Library(again, SETTINGS, HashingEmbedder()) as restored:
        restored.resume(Run())
        assert {one.state for one in restored.catalog.documents()} == {"verified"}
        assert restored.retrieval.search_words("mark3", 1)[0].title == "Title 3"


def test_a_damaged_original_is_noticed_by_restore(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    original = next((mirror / "objects").rglob("*.html"))
    raw = bytearray(original.read_bytes())
    raw[9] ^= 1
    original.write_bytes(raw)
    with pytest.raises(BadInput, match="damaged"):
        restore(mirror, tmp_path / "again", Run())
    original.unlink()
    with pytest.raises(BadInput, match="missing"):
        restore(mirror, tmp_path / "again", Run())
    assert not (tmp_path / "again").exists()
    back_up_again(library, mirror, Run())
    restore(mirror, tmp_path / "again", Run())


def test_a_library_that_cannot_be_written_to_is_backed_up(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    library.catalog.row("PRAGMA query_only = 1")
    manifest, _ = back_up_again(library, mirror, Run())
    assert (manifest.library, manifest.documents) == ("", 2)
    library.catalog.row("PRAGMA query_only = 0")
    manifest, _ = back_up_again(library, mirror, Run())
    assert manifest.library and days(mirror) == 2


def test_stopped_it_leaves_the_one_before(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        back_up_again(library, mirror, run)
    assert days(mirror) == 1
    assert restore(mirror, tmp_path / "again", Run()).documents == 2


def test_a_folder_of_something_else_is_refused(library: Library, tmp_path: Path) -> None:
    other = tmp_path / "photos"
    other.mkdir()
    (other / "a.jpg").touch()
    with pytest.raises(BadInput, match="something else"):
        back_up_again(library, other, Run())
    assert [path.name for path in other.iterdir()] == ["a.jpg"]
    assert not is_mirror(other)


def test_the_folder_of_another_library_is_refused(library: Library, tmp_path: Path) -> None:
    mirror, again = tmp_path / "papers.muniment", tmp_path / "again"
    back_up_again(library, mirror, Run())
    before = sorted(mirror.rglob("*"))
    with Library(tmp_path / "other", SETTINGS, HashingEmbedder()) as other:
        with pytest.raises(BadInput, match="of another library"):
            back_up_again(other, mirror, Run())
        assert sorted(mirror.rglob("*")) == before
        restore(mirror, again, Run())
        with Library(again, SETTINGS, HashingEmbedder()) as restored:
            back_up_again(restored, mirror, Run())
        listed = newest(mirror) / "manifest.json"
        manifest = msgspec.json.decode(listed.read_bytes())
        del manifest["library"]  # one of before libraries had a name of their own
        listed.write_bytes(msgspec.json.encode(manifest))
        back_up_again(other, mirror, Run())


def test_a_good_copy_is_not_replaced_by_what_was_damaged_since(
    library: Library, tmp_path: Path
) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    one, _ = library.catalog.documents()
    whole = library.original(one.id).read_bytes()
    library.original(one.id).write_bytes(whole[:-9])
    manifest, _ = back_up_again(library, mirror, Run())
    assert [Path(name).stem for name in manifest.damaged] == [one.id]
    restore(mirror, tmp_path / "again", Run())
    with Library(tmp_path / "again", SETTINGS, HashingEmbedder()) as restored:
        assert restored.original(one.id).read_bytes() == whole
    library.original(one.id).write_bytes(whole)
    assert back_up_again(library, mirror, Run())[0].damaged == ()


def test_what_was_damaged_before_its_first_backup_is_kept_apart(
    library: Library, tmp_path: Path
) -> None:
    mirror = tmp_path / "papers.muniment"
    one, _ = library.catalog.documents()
    whole = library.original(one.id).read_bytes()
    library.original(one.id).write_bytes(b"!" + whole[1:])
    assert len(back_up_again(library, mirror, Run())[0].damaged) == 1
    restore(mirror, tmp_path / "first", Run())
    assert next((tmp_path / "first").rglob(f"{one.id}*")).read_bytes() == b"!" + whole[1:]
    library.original(one.id).write_bytes(whole)
    assert back_up_again(library, mirror, Run())[0].damaged == ()
    restore(mirror, tmp_path / "second", Run())
    assert next((tmp_path / "second").rglob(f"{one.id}*")).read_bytes() == whole


def test_an_earlier_day_can_be_chosen(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    first = newest(mirror)
    library.add([write_html(tmp_path / "3.html", "Title 3", prose(3))], Run())
    back_up_again(library, mirror, Run())
    assert restore(first, tmp_path / "then", Run()).documents == 2
    assert restore(mirror, tmp_path / "now", Run()).documents == 3


def test_the_last_one_is_the_newest_though_the_clock_was_set_back(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "papers.muniment"
    hours = iter(["2030-10-27T02-59-00", *["2030-10-27T02-05-00"] * 2])
    monkeypatch.setattr("time.strftime", lambda form: next(hours) if "-%S" in form else "now")
    back_up_again(library, mirror, Run())
    for number in (3, 4):
        library.add([write_html(tmp_path / f"{number}.html", "New", prose(number))], Run())
        back_up_again(library, mirror, Run())
    assert newest(mirror).name == "2030-10-27T02-59-00-002"
    assert restore(mirror, tmp_path / "again", Run()).documents == 4


def test_the_command_reads_a_backup_back(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([write_html(tmp_path / "1.html", "Title 1", prose(1))], Run())
    assert cli.main(["backup", "--incremental", str(tmp_path / "stick")]) == 0
    assert cli.main(["check", str(tmp_path / "stick")]) == 0
    assert "2 files: whole." in capsys.readouterr().out
    original = next((tmp_path / "stick" / "objects").rglob("*.html"))
    original.write_bytes(original.read_bytes()[:-1])
    assert cli.main(["check", str(tmp_path / "stick")]) != 0
    assert "damaged" in capsys.readouterr().err
