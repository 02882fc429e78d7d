from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.errors import BadInput
from warehouse.ingest.folders import (
    PART_OF_LIBRARY,
    PART_OF_PAGE,
    is_part_of_page,
    readable,
    style_sheets,
    survey,
)
from warehouse.library import Library
from warehouse.run import Run


def lay(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words")


def test_what_belongs_to_a_saved_page_is_no_document(tmp_path: Path) -> None:
    lay(
        tmp_path,
        "Tower.html",
        "Tower_files/frame.html",
        "Tower_files/deep/logo.svg",
        "Other_files/real.html",
        "Turm.htm",
        "Turm-Dateien/bild.js",
        "b.docx",
        "c.xyz",
        ".hidden/d.pdf",
    )
    files, losses = survey(tmp_path)
    names = [str(path.relative_to(tmp_path)) for path in files]
    assert names == ["Tower.html", "Turm.htm", "b.docx", "Other_files/real.html"]
    assert list(readable(tmp_path)) == files
    assert {Path(loss.what).name: loss.reason for loss in losses} == {
        ".hidden": "A hidden folder, passed over with all that is in it.",
        "c.xyz": "Files of this kind are not read (.xyz).",
        "frame.html": PART_OF_PAGE,
        "logo.svg": PART_OF_PAGE,
        "bild.js": PART_OF_PAGE,
    }


def test_what_a_library_is_made_of_is_not_taken_in(library: Library, tmp_path: Path) -> None:
    lay(tmp_path, "a.txt", "b.txt", "warehouse/mine/c.txt", "studies/d.txt")
    (tmp_path / "b.txt").write_text("other words")
    added = library.add([tmp_path / "a.txt", tmp_path / "b.txt"], Run())
    lay(library.folder, "studies/1/article.md", "logs/reader.txt")
    library.remove(added[0].id)
    (tmp_path / "a.txt").unlink()
    (tmp_path / "studies" / "d.txt").write_text("the user's own")
    (tmp_path / "warehouse" / "mine" / "c.txt").write_text("the user's own, beside it")
    run = Run()
    found = library.add([tmp_path], run)
    assert {Path(one.source).name for one in found} == {"b.txt", "c.txt", "d.txt"}
    assert [one.document.id for one in library.trash.list()] == [added[0].id]
    reasons = {loss.what: loss.reason for loss in library.catalog.losses()}
    for part in ("objects", "studies", "logs"):
        assert reasons[str(library.folder / part)] == PART_OF_LIBRARY
        with pytest.raises(BadInput, match="A part of a library"):
            library.add([library.folder / part], run)
    assert list(readable(library.folder / "studies" / "1")) == []


def test_what_a_backup_that_grows_is_made_of_neither(tmp_path: Path) -> None:
    lay(tmp_path, "backups/2026/catalog.db", "backups/2026/studies/1/article.md")
    lay(tmp_path, "objects/ab/cd/one.txt", "letters/a.txt")
    assert [path.name for path in readable(tmp_path)] == ["a.txt"]


@pytest.mark.skipif(os.name == "nt", reason="needs pipes and links")
def test_every_entry_is_taken_or_named_with_its_reason(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    lay(folder, "a.txt", "sub/b.txt", ".c.txt", "d.xyz")
    secret = tmp_path / "secret.txt"
    secret.write_text("not to be taken in")
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(folder / "socket.txt"))
    (folder / "device.txt").symlink_to("/dev/null")
    (folder / "dangling.txt").symlink_to(folder / "gone.txt")
    (folder / "leaving.txt").symlink_to(secret)
    (folder / "staying.txt").symlink_to(folder / "a.txt")
    (folder / "elsewhere").symlink_to(folder / "sub")
    files, losses = survey(folder)
    assert [path.name for path in files] == ["a.txt", "staying.txt", "b.txt"]
    said = {Path(loss.what).name: loss.reason for loss in losses}
    assert set(said) | {"a.txt", "staying.txt", "sub"} == {one.name for one in folder.iterdir()}
    for name, word in {
        "pipe.txt": "a pipe",
        "socket.txt": "a socket",
        "device.txt": "leads out",
        "dangling.txt": "leads nowhere",
        "leaving.txt": "leads out",
        "elsewhere": "link to a folder",
        ".c.txt": "hidden file",
        "d.xyz": "this kind",
    }.items():
        assert word in said[name]


def test_a_folder_that_cannot_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, "a.txt", "closed/b.txt")
    scan = os.scandir

    def refuse(place: str) -> object:
        if str(place).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(place))
        return scan(place)

    monkeypatch.setattr(os, "scandir", refuse)
    files, [loss] = survey(tmp_path)
    assert [path.name for path in files] == ["a.txt"]
    assert loss.what.endswith("closed") and "Permission denied" in loss.reason


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_link_that_cannot_be_followed_costs_itself_alone(tmp_path: Path) -> None:
    lay(tmp_path, "a.txt", "Tower_files/b.txt")
    for name in ("link.txt", "Tower.html"):
        (tmp_path / name).symlink_to("x" * 300)
    files, losses = survey(tmp_path)
    assert [path.name for path in files] == ["a.txt", "b.txt"]
    assert {Path(loss.what).name: loss.reason for loss in losses} == dict.fromkeys(
        ("link.txt", "Tower.html"), "It cannot be looked at: File name too long."
    )
    (tmp_path / "a_files").symlink_to("x" * 300)
    assert style_sheets(tmp_path / "a.html") == []


def test_what_is_in_a_folder_that_cannot_be_entered_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, "a.txt", "shut/b.txt", "shut/c.bib", "shut/deep/d.txt")
    stat = os.stat

    def refuse(place: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if "shut" in Path(place).parent.parts:
            raise PermissionError(13, "Permission denied", str(place))
        return stat(place, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", refuse)
    files, losses = survey(tmp_path)
    assert [path.name for path in files] == ["a.txt"]
    assert {Path(loss.what).name for loss in losses} == {"b.txt", "c.bib", "deep"}
    assert {loss.reason for loss in losses} == {"It cannot be looked at: Permission denied."}


def test_the_folder_of_a_page_dropped_beside_it(tmp_path: Path) -> None:
    lay(tmp_path, "Tower.html", "Tower_files/frame.html")
    assert is_part_of_page(tmp_path / "Tower_files")
    files, losses = survey(tmp_path / "Tower_files")
    assert files == []
    assert [loss.reason for loss in losses] == [PART_OF_PAGE]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
def test_a_name_that_is_no_utf8_costs_its_file_alone(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    lay(folder, "a.txt")
    for name in (b"\xff.txt", b"b.\xff", b"c\xff.bib", b"d.css"):
        Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text("@book{a, file = {a.txt}}")
    assert list(readable(folder)) == [folder / "a.txt"]
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        [document] = library.add([folder, Path(os.fsdecode(b"/\xff"))], Run())
        assert document.source == str(folder / "a.txt")
        library.watching.settle_s = 0
        library.watching.begin(folder)
        assert len(library.watching.look(Run())) == 1
        reasons = " ".join(loss.reason for loss in library.catalog.losses())
        assert "not in UTF-8" in reasons and "(.?)" in reasons


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "in" / "a.pdf"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        with pytest.raises(BadInput, match=r"a\.pdf: It is no file that can be read"):
            library.add([pipe], Run())
        assert library.catalog.documents() == []
