"""Notes between two programs on one warehouse, and what a kill of either leaves of them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse import app, cli
from warehouse.documents.importing.unfinished_imports import finish, take, told
from warehouse.errors import Cancelled, InUse
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.handover import HANDED, hand, waiting, was_taken

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as made:
        yield made


def test_a_note_carries_any_path(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(b"/odd/\xff name\n.pdf"))
    hand(tmp_path, [odd, Path("here.pdf")])
    hand(tmp_path, show=True)
    first, second = waiting(tmp_path)
    assert first.paths == (odd, Path("here.pdf").absolute())
    assert (first.show, second.show, second.paths) == (False, True, ())


def test_what_is_no_note_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / HANDED
    assert waiting(tmp_path) == []
    place.mkdir()
    (place / f"{'a' * 32}.note").write_bytes(b"no JSON")
    (place / "x.note").write_bytes(b"{}")
    (place / f"{'b' * 32}.part").write_bytes(b'{"paths": [], "show": true}')
    assert waiting(tmp_path) == []
    assert len(list(place.iterdir())) == 3


def test_the_first_takes_what_the_second_hands_over(library: Library, tmp_path: Path) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    with pytest.raises(InUse):
        Library(library.folder, SETTINGS, HashingEmbedder())
    note = hand(library.folder, [page, tmp_path / "not-there.pdf"])
    (document,) = library.take_handed(Run())
    assert (document.title, document.state) == ("Handed", "verified")
    assert was_taken(note, 0)
    assert [loss.reason for loss in library.catalog.losses()] == ["There is no such file."]
    assert library.take_handed(Run()) == []


def test_a_path_that_cannot_be_asked_costs_itself_alone(library: Library, tmp_path: Path) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    unasked = tmp_path / f"{'long' * 99}.bib"
    with pytest.raises(OSError, match="too long"):
        unasked.is_dir()
    note = hand(library.folder, [unasked, page])
    assert [one.title for one in library.take_handed(Run())] == ["Handed"]
    assert was_taken(note, 0)
    [loss] = library.catalog.losses()
    assert loss.what == str(unasked)
    assert loss.reason.startswith("It cannot be looked at:")


def test_what_is_to_stay_in_place_is_not_copied_by_the_first(
    library: Library, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "papers").mkdir()
    page = write_html(tmp_path / "papers" / "a.html", "Handed", prose(1))
    (page.parent / "all.bib").write_text("@book{a, title = {T}, file = {a.html}}")
    taken = threading.Thread(target=take_when_there, args=(library,))
    taken.start()
    assert cli.main(["add", "--in-place", "--password", "s", str(page.parent)]) == 0
    taken.join()
    (document,) = library.catalog.documents()
    assert library.original(document.id) == page
    said = capsys.readouterr().out
    assert "handed to it: 1." in said
    assert "The password is not handed over" in said
    assert [Path(one.path).name for one in library.catalog.waiting_imports()] == ["all.bib"]
    (account,) = finish(library, Run())
    assert told(account).startswith("all.bib: 1 entry, 1 of them new")
    assert library.catalog.waiting_imports() == []
    assert [one.title for one in library.catalog.documents()] == ["T"]


def take_when_there(library: Library) -> None:
    while not waiting(library.folder):
        threading.Event().wait(0.02)
    library.take_handed(Run())


def test_a_note_of_nothing_is_named_and_removed(library: Library, tmp_path: Path) -> None:
    hand(library.folder, [tmp_path / "not-there.pdf"])
    assert library.take_handed(Run()) == []
    assert waiting(library.folder) == []
    assert library.catalog.losses()


def test_the_first_is_killed_before_it_took_the_note(home: Path, tmp_path: Path) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as first:
        hand(first.folder, [page])
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as next_start:
        next_start.resume(Run())
        assert [one.state for one in next_start.catalog.documents()] == ["verified"]


def test_the_first_is_killed_between_remembering_and_removing(
    library: Library, tmp_path: Path
) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    hand(library.folder, [page])
    (note,) = waiting(library.folder)
    library.ingest.remember(note.paths)
    library.resume(Run())
    assert [one.state for one in library.catalog.documents()] == ["verified"]
    assert library.catalog.drops() == []
    assert waiting(library.folder) == []


def test_add_hands_its_files_to_whoever_has_it_open(
    library: Library, capsys: Captured, tmp_path: Path
) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    taken: list[str] = []

    def take() -> None:
        while not taken:
            taken.extend(one.title for one in library.take_handed(Run()))

    first = threading.Thread(target=take)
    first.start()
    assert cli.main(["add", str(page)]) == 0
    first.join(60)
    said = capsys.readouterr().out
    assert "is open in another window" in said
    assert "It is taking it in." in said
    assert taken == ["Handed"]


def test_whoever_comes_next_takes_it_where_nobody_listens(
    library: Library, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.cli.handover.PATIENCE_S", 0.05)
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    assert cli.main(["add", str(page)]) == 0
    assert "whoever opens the warehouse next" in capsys.readouterr().out
    assert len(waiting(library.folder)) == 1


def test_a_killed_second_leaves_a_whole_note_or_none(library: Library, tmp_path: Path) -> None:
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    code = (
        "import os, signal, sys; from pathlib import Path; from warehouse.store import handover\n"
        "if sys.argv[3] == 'before':\n"
        "    Path.replace = lambda *a: os.kill(os.getpid(), signal.SIGKILL)\n"
        "handover.hand(Path(sys.argv[1]), [Path(sys.argv[2])])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    for when, notes in (("before", 0), ("after", 1)):
        arguments = [sys.executable, "-c", code, str(library.folder), str(page), when]
        subprocess.run(arguments, cwd=Path(__file__).parents[3], check=False)
        assert len(waiting(library.folder)) == notes
    assert [one.state for one in library.take_handed(Run())] == ["verified"]


def bibliography(folder: Path) -> Path:
    """Of two entries, whose files lie beside it."""
    folder.mkdir()
    for name in ("a", "b"):
        write_html(folder / f"{name}.html", f"Page {name}", prose(ord(name)))
    entries = (f"@book{{{n}, title = {{Title {n}}}, file = {{{n}.html}}}}" for n in ("a", "b"))
    (folder / "all.bib").write_text("\n".join(entries))
    return folder / "all.bib"


@pytest.mark.parametrize("command", ["add", "import"])
def test_a_library_of_another_program_is_handed_over(
    library: Library, command: str, capsys: Captured, tmp_path: Path
) -> None:
    path = bibliography(tmp_path / "bib")
    taken = threading.Thread(target=take_when_there, args=(library,))
    taken.start()
    assert cli.main([command, str(path)]) == 0
    taken.join()
    assert "It is taking it in." in capsys.readouterr().out
    assert len(finish(library, Run())) == 1
    assert {one.title for one in library.catalog.documents()} == {"Title a", "Title b"}


def test_the_first_is_killed_before_it_imported(home: Path, tmp_path: Path) -> None:
    path = bibliography(tmp_path / "bib")
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as first:
        hand(first.folder, [path])
        assert first.take_handed(Run()) == []
        assert waiting(first.folder) == []
        assert first.catalog.begin_import(str(path))
        assert finish(first, Run()) == [], "it is in hand"
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as next_start:
        next_start.resume(Run())
        assert len(finish(next_start, Run())) == 1
        assert {one.title for one in next_start.catalog.documents()} == {"Title a", "Title b"}


def test_an_import_that_was_stopped_goes_on_at_the_next_start(home: Path, tmp_path: Path) -> None:
    path = bibliography(tmp_path / "bib")

    class Stopping(Run):
        def step(self, stage: str, done: int, total: int, note: str = "") -> None:
            if stage == "importing" and done == 1:
                self.cancel()
            super().step(stage, done, total, note)

    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as first:
        with pytest.raises(Cancelled):
            take(first, [path], Stopping())
        assert first.catalog.documents() == []
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as next_start:
        (account,) = finish(next_start, Run())
        assert told(account) == "all.bib: 2 entries, 1 of them new, 2 documents came in."
        assert next_start.catalog.waiting_imports() == []


def test_what_is_no_library_is_named_and_not_tried_again(library: Library, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text("[")
    hand(library.folder, [tmp_path / "odd.json"])
    library.take_handed(Run())
    (account,) = finish(library, Run())
    assert told(account) == "odd.json was not imported: odd.json is no JSON."
    assert library.catalog.waiting_imports() == []
    assert [loss.reason for loss in library.catalog.losses()] == ["odd.json is no JSON."]


def test_a_wish_to_see_the_window_is_left_for_one(library: Library, tmp_path: Path) -> None:
    """A window that waits for a command to end would take it for heard, and close itself."""
    wish = hand(library.folder, show=True)
    page = write_html(tmp_path / "a.html", "Handed", prose(1))
    hand(library.folder, [page])
    assert [one.title for one in library.take_handed(Run())] == ["Handed"]
    library.resume(Run())
    assert [note.file for note in waiting(library.folder)] == [wish]


def test_a_command_tells_its_result_before_it_takes_in_what_was_handed_over(
    home: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be taken in is none of its errors."""
    monkeypatch.setattr("warehouse.app.open", opening_with(HashingEmbedder()))
    with Library(home / "warehouse", SETTINGS, HashingEmbedder()) as first:
        folder = first.folder
        hand(folder, [write_html(tmp_path / "a.html", "Handed", prose(1))])
    assert cli.main(["ls"]) == 0
    assert "Handed" not in capsys.readouterr().out
    assert waiting(folder) == []
    assert cli.main(["ls"]) == 0
    assert "Handed" in capsys.readouterr().out
    monkeypatch.undo()
    monkeypatch.setenv("MUNIMENT_HOME", str(home))
    hand(folder, [write_html(tmp_path / "b.html", "Another", prose(2))])
    assert cli.main(["ls"]) == 0, "without an embedder it waits"
    said = capsys.readouterr()
    assert "Handed" in said.out
    assert "The embedder all-minilm-l6-v2 is not there" in said.err


def opening_with(embedder: HashingEmbedder) -> Callable[..., app.Warehouse]:
    real = app.open

    def opened(*given: object, **named: object) -> app.Warehouse:
        *rest, parts = given
        assert isinstance(parts, app.Parts)
        return real(*rest, structs.replace(parts, embedder=embedder), **named)  # type: ignore[arg-type]

    return opened
