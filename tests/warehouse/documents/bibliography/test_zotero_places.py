"""Where files and entries of a Zotero library stand: linked files, feeds, other machines."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_pdf

from warehouse.documents.importing import taking_in, zotero
from warehouse.documents.importing.files import anywhere
from warehouse.documents.importing.records import Attached
from warehouse.documents.importing.zotero_base import base_folder
from warehouse.library import Library
from warehouse.run import Run

sys.path.insert(0, str(Path(__file__).parent))
from made_zotero import MadeZotero

BASE = "extensions.zotero.baseAttachmentPath"
DATA = "extensions.zotero.dataDir"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A base folder for linked files, with one in it."""
    there = tmp_path / "Papers “Ä”" / "Weber"
    there.mkdir(parents=True)
    write_pdf(there / "tides.pdf", [prose(1)])
    return there.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = MadeZotero(tmp_path / "home" / "Zotero")
    tides = made.item("book", "TIDES234", title="On Tides")
    made.attach(tides, "LINKKEY2", "linked", "attachments:Weber/tides.pdf")
    made.close()
    return made.folder


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "nobody"))


def prefs(path: Path, **values: Path | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "// Mozilla User Preferences",
        'user_pref("app.update.lastUpdateTime", 1716);',
        'user_pref("extensions.zotero.useDataDir", true);',
    ]
    for name, value in values.items():
        full = {"base": BASE, "data": DATA}[name]
        lines.append(f"user_pref({json.dumps(full)}, {json.dumps(str(value))});")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def linked(folder: Path) -> Attached:
    (entry,) = zotero.read(folder).entries
    (file,) = entry.files
    return file


@pytest.mark.parametrize(
    "place",
    [
        "Zotero/prefs.js",
        "prefs.js",
        ".zotero/zotero/abc123.default/prefs.js",
        "Library/Application Support/Zotero/Profiles/abc.default/prefs.js",
        "AppData/Roaming/Zotero/Zotero/Profiles/abc.default/prefs.js",
    ],
)
def test_linked_files_are_found_under_the_base_folder(
    folder: Path, papers: Path, place: str
) -> None:
    prefs(folder.parent / place, base=papers)
    assert linked(folder).path == papers / "Weber" / "tides.pdf"


def test_without_the_base_folder_the_reason_says_what_to_do(folder: Path) -> None:
    assert linked(folder).path is None
    assert "prefs.js" in linked(folder).problem


def test_a_profile_of_another_library_is_not_believed(
    folder: Path, papers: Path, tmp_path: Path
) -> None:
    profiles = folder.parent / ".zotero" / "zotero"
    prefs(profiles / "a.other" / "prefs.js", base=papers, data=tmp_path / "elsewhere")
    assert base_folder(folder) is None
    prefs(profiles / "b.own" / "prefs.js", base=papers, data=folder)
    assert base_folder(folder) == papers


def test_the_profile_of_the_user_names_a_data_folder_elsewhere(
    folder: Path, papers: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "nobody" / ".zotero" / "zotero" / "a.default" / "prefs.js"
    prefs(profile, base=papers)
    assert base_folder(folder) is None
    prefs(profile, base=papers, data=folder)
    assert base_folder(folder) == papers


@pytest.mark.parametrize(
    "line",
    [
        f'user_pref("{BASE}", "relative/folder");',
        f'user_pref("{BASE}", "/tmp/\\u0000");',
        f'user_pref("{BASE}", "/tmp/\\ud800");',
        f'user_pref("{BASE}", ["/"]);',
        f'user_pref("{BASE}", "/not closed);',
        f'user_pref("{BASE}", "' + "a/" * 5000 + '");',
        f'pref("{BASE}", "/");',
        "\0\xff" * 100,
    ],
)
def test_hostile_settings_name_no_folder(folder: Path, line: str) -> None:
    (folder / "prefs.js").write_text(line + "\n", encoding="utf-8")
    assert base_folder(folder) is None
    assert linked(folder).path is None


def test_the_settings_are_only_read(folder: Path, papers: Path) -> None:
    path = folder / "prefs.js"
    prefs(path, base=papers)
    path.chmod(0o444)
    before = path.read_bytes()
    linked(folder)
    assert path.read_bytes() == before


def test_what_is_linked_on_another_computer_is_not_asked_for(tmp_path: Path) -> None:
    for name in (r"\\server\share\tides.pdf", "//server/share/tides.pdf"):
        file = anywhere(name, tmp_path)
        assert file.path is None and "another computer" in file.problem


def test_entries_of_feeds_are_no_library(tmp_path: Path) -> None:
    made = MadeZotero(tmp_path / "Zotero")
    made.item("book", "BOOK2345", title="The Sea")
    made.feed_item("NEWS2345", title="News of the day")
    made.close()
    bundle = zotero.read(tmp_path / "Zotero")
    assert [one.title for one in bundle.entries] == ["The Sea"]
    assert [one.what for one in bundle.unread] == ["1 entry of feeds"]


def test_two_entries_of_one_file_fill_each_other(tmp_path: Path) -> None:
    """A full entry, a poorer duplicate and the bare file, which Zotero keeps side by side."""
    pdf = write_pdf(tmp_path / "a.pdf", [prose(1)]).read_bytes()
    made = MadeZotero(tmp_path / "Zotero")
    full = made.item("book", "BOOK2345", title="The Sea", publisher="Tidal Press")
    made.creator(full, "Anna", "Weber")
    made.stored(full, "PDFKEY23", "sea.pdf", pdf)
    poor = made.item("book", "POOR2345", title="sea (2)", date="2019")
    made.stored(poor, "PDFKEY24", "sea.pdf", pdf)
    made.stored(None, "ALONE234", "sea.pdf", pdf)
    made.close()
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        for _ in range(2):
            taking_in.take_in(taking_in.read(made.folder), library, Run())
            (row,) = library.catalog.documents()
            known = library.catalog.known(row.id)
            assert (row.title, row.authors, row.date) == ("The Sea", ("Anna Weber",), "2019")
            assert known["publisher"].text == "Tidal Press"
