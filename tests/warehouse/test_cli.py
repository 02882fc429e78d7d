"""The command line: what it is asked, which warehouse it opens, and how it ends."""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from shelf import HashingEmbedder

from warehouse import cli
from warehouse.ingest import embedders
from warehouse.settings import Settings, expanded, load
from warehouse.store.objects import sha256_of

Captured = pytest.CaptureFixture[str]


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['muniment', '--help']\n"
        "from desktop.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'lancedb', 'llama_cpp', 'PySide6', 'pymupdf', 'numpy'}\n"
        "heavy &= set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    for command in cli.COMMANDS:
        assert f"    {command} " in said.stdout


def test_every_command_has_its_function() -> None:
    for command in cli.COMMANDS:
        assert callable(cli._command(command))


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_the_warehouse_is_named_on_either_side_of_a_command(command: str) -> None:
    commands = next(
        action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    options = commands.choices[command]._option_string_actions
    assert {"--home", "--warehouse", "--passphrase-file"} <= options.keys()


def test_what_stands_after_a_command_holds_over_what_stands_before_it() -> None:
    said = cli.parser().parse_args(["--home", "h", "--warehouse", "a", "ls", "--warehouse", "b"])
    assert (said.home, said.warehouse, said.passphrase_file) == ("h", "b", "")
    assert cli.parser().parse_args(["--warehouse", "a", "ls"]).warehouse == "a"


def test_an_empty_library_says_so(capsys: Captured) -> None:
    assert cli.main(["ls"]) == 0
    assert capsys.readouterr().out == "The library is empty.\n"


def test_an_unknown_document_is_a_sentence(capsys: Captured) -> None:
    assert cli.main(["rm", "abc"]) == 1
    said = capsys.readouterr().err
    assert "muniment: No document begins with “abc”." in said
    assert "muniment ls" in said


def test_a_file_that_is_not_there_is_a_sentence(capsys: Captured) -> None:
    assert cli.main(["add", "/nowhere/at-all.pdf"]) == 1
    assert "There is no /nowhere/at-all.pdf." in capsys.readouterr().err


@pytest.mark.parametrize("command", [["add"], ["watch", "add"], ["watch", "rm"]])
def test_an_empty_path_is_not_the_folder_one_is_in(
    command: list[str], capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as refused:
        cli.main([*command, ""])
    assert refused.value.code == 2
    assert "the path is empty" in capsys.readouterr().err


def test_a_missing_model_says_how_to_get_one(capsys: Captured) -> None:
    assert cli.main(["ask", "Why did the mill close?"]) == 1
    assert "muniment models fetch" in capsys.readouterr().err


def test_a_name_may_begin_with_a_tilde(capsys: Captured, tmp_path: Path) -> None:
    assert expanded("~/a") == Path.home() / "a"
    assert expanded("~$draft.docx") == Path("~$draft.docx")
    assert cli.main(["add", "~$draft.docx"]) == 1
    assert "There is no ~$draft.docx." in capsys.readouterr().err


def test_a_folder_is_kept_whole(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["settings", "warehouse", "papers"]) == 0
    assert load().warehouse_folder == tmp_path / "papers"
    assert cli.main(["settings", "warehouse", ""]) == 0
    assert load().warehouse_folder == home / "warehouse"


def test_a_bug_leaves_its_traceback_in_the_log(
    capsys: Captured, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "ls", "warehouse.cli.library:no_such_function")
    assert cli.main(["ls"]) == 70
    said = capsys.readouterr().err
    assert "a mistake in the program: AttributeError" in said
    assert "Traceback" not in said
    assert "no_such_function" in (home / "logs" / "muniment.log").read_text()


def test_what_the_system_refuses_is_a_sentence(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert cli.main(["restore", str(tmp_path / "file" / "x.zip"), str(tmp_path / "to")]) == 1
    assert "Not a directory" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-3", "99999999999", "many"])
@pytest.mark.parametrize("command", [["search", "mill", "--limit"], ["like", "a", "--limit"]])
def test_a_number_out_of_bounds_is_refused(
    capsys: Captured, command: list[str], number: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        cli.main([*command, number])
    assert refused.value.code == 2
    assert "is no number from 1 to 10,000" in capsys.readouterr().err


def test_home_and_warehouse_can_be_given(tmp_path: Path, capsys: Captured) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert cli.main(["--home", str(elsewhere), "settings", "theme", "dark"]) == 0
    assert (elsewhere / "settings.json").exists()
    (tmp_path / "page.html").write_text("<title>Mills</title><p>The mill has two wheels.</p>")
    place = ["--warehouse", str(tmp_path / "papers")]
    cli.main([*place, "add", str(tmp_path / "page.html")])  # says that no embedder is there
    assert "A new warehouse was begun in" in capsys.readouterr().err
    assert cli.main([*place, "ls"]) == 0
    assert (tmp_path / "papers" / "catalog.db").exists()


@pytest.mark.parametrize("command", [["ls"], ["ask", "What?"], ["search", "mill"]])
def test_a_slip_in_the_name_of_a_warehouse_begins_no_new_one(
    tmp_path: Path, capsys: Captured, command: list[str]
) -> None:
    assert cli.main(["--warehouse", str(tmp_path / "papres"), *command]) == 1
    assert "There is no warehouse at" in capsys.readouterr().err
    assert list(tmp_path.glob("papres*")) == []
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-anna.txt").write_text("Dear Anna")
    assert cli.main(["--warehouse", str(tmp_path / "letters"), *command]) == 1
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["to-anna.txt"]


def test_without_a_command_the_window_opens_on_the_folder_that_is_named(tmp_path: Path) -> None:
    opened: list[str] = []

    def window(folder: str) -> int:
        opened.append(folder)
        return 0

    assert cli.main(["--warehouse", str(tmp_path)], window=window) == 0
    assert cli.main(["--home", str(tmp_path / "other")], window=window) == 0
    assert opened == [str(tmp_path), ""]
    with pytest.raises(SystemExit):
        cli.main(["--warehouse", str(tmp_path)])


def test_no_warehouse_is_begun_by_a_slip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for given in (
        [str(tmp_path / "typo"), "watch"],
        [os.fsdecode(bytes(tmp_path) + b"/\xff"), "ls"],
    ):
        assert cli.main(["--warehouse", *given]) == 1
    assert "not in UTF-8" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["home"]
    with pytest.raises(SystemExit):
        cli.main(["--warehouse", "", "ls"])
    assert "the path is empty" in capsys.readouterr().err


def test_arguments_are_named_in_the_usage() -> None:
    arguments = cli.parser().parse_args(["ask", "Why?", "--method", "rag"])
    assert isinstance(arguments, argparse.Namespace)
    assert (arguments.question, arguments.method, arguments.json) == ("Why?", "rag", False)
    with pytest.raises(SystemExit) as end:
        cli.parser().parse_args(["ask", "Why?", "--method", "magic"])
    assert end.value.code == 2


def test_what_was_removed_is_listed_brought_back_and_forgotten(
    capsys: Captured, tmp_path: Path, home: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The harbour was closed for a week in the spring of that year.")
    cli.main(["add", str(note)])
    id = sha256_of(note)[:12]
    capsys.readouterr()
    assert cli.main(["trash"]) == 0
    assert capsys.readouterr().out == "The trash is empty.\n"
    assert cli.main(["rm", id]) == 0
    assert f"muniment trash restore {id}" in capsys.readouterr().out
    assert cli.main(["ls"]) == 0
    assert capsys.readouterr().out == "The library is empty.\n"
    assert cli.main(["trash", "ls"]) == 0
    assert id in capsys.readouterr().out
    assert cli.main(["trash", "empty", "abc"]) == 1
    assert "muniment trash" in capsys.readouterr().err
    cli.main(["trash", "restore", id])
    assert cli.main(["ls"]) == 0
    assert id in capsys.readouterr().out
    assert cli.main(["rm", id]) == 0
    assert cli.main(["trash", "empty"]) == 0
    assert "Forgotten for good: 1" in capsys.readouterr().out
    assert cli.main(["trash"]) == 0
    assert capsys.readouterr().out == "The trash is empty.\n"


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model is needed to take documents in."""
    made = HashingEmbedder()
    monkeypatch.setattr(embedders, "of_settings", lambda *_: made)
    monkeypatch.setattr(embedders, "of_index", lambda *_: made)


@pytest.mark.usefixtures("hashing")
def test_what_is_left_out_is_named_and_the_status_says_so(
    capsys: Captured, tmp_path: Path, home: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / ".hidden.txt").write_text("Nobody sees this one.")
    assert cli.main(["add", str(folder)]) == 1
    (folder / "note.txt").write_text("The harbour was closed for a week in the spring.")
    capsys.readouterr()
    assert cli.main(["add", str(folder)]) == 3
    assert "Left out: 1" in (out := capsys.readouterr().out) and ".hidden.txt: " in out
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    assert cli.main(["add", str(folder / "note.txt"), str(folder / "broken.pdf")]) == 3
    assert "1 of 2 not taken in" in capsys.readouterr().err
    assert cli.main(["add", str(folder / "broken.pdf")]) == 1
    assert cli.main(["add", str(folder / "note.txt")]) == 0


@pytest.mark.usefixtures("hashing")
def test_check_looks_mends_and_accepts(capsys: Captured, tmp_path: Path, home: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The harbour was closed for a week in the spring.")
    assert cli.main(["add", str(note)]) == 0
    papers = Settings().warehouse_folder
    [original] = papers.glob("objects/*/*/*.txt")
    original.write_text("Another text.")
    assert cli.main(["check", "--only-look"]) == 1
    assert original.read_text() == "Another text."
    assert cli.main(["check"]) == 0
    assert "What could be made again was; left: 0" in capsys.readouterr().out
    assert original.read_text() == note.read_text()

    assert cli.main(["backup", str(tmp_path / "b.zip")]) == 0
    assert cli.main(["check", str(tmp_path / "b.zip")]) == 0
    assert "1 documents of" in capsys.readouterr().out
    (tmp_path / "b.zip").write_bytes((tmp_path / "b.zip").read_bytes()[:-60])
    assert cli.main(["check", str(tmp_path / "b.zip")]) == 1

    with closing(sqlite3.connect(papers / "catalog.db", isolation_level=None)) as database:
        database.execute("INSERT INTO unsealed VALUES ('', 'facts')")
        database.execute("PRAGMA user_version = 2")
    capsys.readouterr()
    assert cli.main(["check", "--only-look"]) == 1
    said = capsys.readouterr()
    assert "An earlier version wrote this library" in said.err
    assert "catalog.db lacks its last" in said.err and "catalog.db lacks its last" in said.out
    assert cli.main(["check", "--accept"]) == 1
    assert "Taken as it is from now on: " in capsys.readouterr().out
    assert cli.main(["check"]) == 0
    said = capsys.readouterr()
    assert "all is well" in said.out and "catalog.db lacks" not in said.err + said.out
    assert "earlier version" not in said.err


def test_a_folder_is_watched_and_its_versions_are_told(
    capsys: Captured, tmp_path: Path, home: Path
) -> None:
    inbox = tmp_path / "in"
    inbox.mkdir()
    note = inbox / "note.txt"
    note.write_text("The harbour was closed for a week. The bridge stood open.")
    first = sha256_of(note)[:12]
    cli.main(["watch", "add", str(inbox), "--ignore", "*.bak"])
    assert cli.main(["watch"]) == 0
    assert f"{inbox} (not *.bak)" in capsys.readouterr().out
    note.write_text("The harbour was closed for a month. The bridge stood open.")
    cli.main(["watch", "look"])
    assert cli.main(["versions", first]) == 0
    assert sha256_of(note)[:12] in capsys.readouterr().out
    assert cli.main(["watch", "rm", str(inbox)]) == 0
    assert cli.main(["watch", "rm", str(inbox)]) == 1
