from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder

from warehouse.errors import BadInput
from warehouse.ingest.folders import is_part_of_page, readable, survey
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
    assert [loss.reason for loss in losses] == [
        "Files of kinds that are not read: 1 .xyz.",
        "Parts of saved web pages, of which the text is read: 3 files.",
    ]


def test_the_folder_of_a_page_dropped_beside_it(tmp_path: Path) -> None:
    lay(tmp_path, "Tower.html", "Tower_files/frame.html")
    assert is_part_of_page(tmp_path / "Tower_files")
    files, losses = survey(tmp_path / "Tower_files")
    assert files == []
    assert len(losses) == 1


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
        assert "Files whose names are not in UTF-8: 1." in reasons and "1 .?" in reasons


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "in" / "a.pdf"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        with pytest.raises(BadInput, match=r"a\.pdf: It is no file that can be read"):
            library.add([pipe], Run())
        assert library.catalog.documents() == []
