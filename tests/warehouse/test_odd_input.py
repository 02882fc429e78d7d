"""What a terminal in an old encoding, a pipe or Ctrl-D gives a command: no traceback."""

from __future__ import annotations

import getpass
import io
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from bridges import reads
from shelf import HashingEmbedder, reading

from warehouse import cli
from warehouse.app import Engines
from warehouse.cli.library import _agreed
from warehouse.cli.passphrases import new_passphrase
from warehouse.cli.research import text_of
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.results.records import Answer, Claim, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies import keeper

CAFE = "caf\udce9"
Captured = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (("ls", CAFE), 0, "No document about “caf?”."),
        (("search", CAFE), 1, "Nothing was found."),
        (("settings", CAFE), 1, "There is no setting “caf?”."),
        (("settings", "warehouse", CAFE), 1, "caf?”: it is not in UTF-8."),
        (("models", "fetch", CAFE), 1, "caf?"),
        (("collections", "make", CAFE), 0, "Made: caf?"),
    ],
)
def test_an_accent_of_an_old_encoding_is_a_question_mark(
    command: tuple[str, ...], status: int, said: str, home: Path, capsys: Captured
) -> None:
    assert cli.main(command) == status
    told = capsys.readouterr()
    assert said in told.out + told.err


def test_it_may_stand_in_a_question_and_in_a_title(
    home: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = ScriptedEngine(reads("library"))
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": engine)
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(256))
    with Library(Settings().warehouse_folder, Settings(), HashingEmbedder(256)) as library:
        mills = library.admit(reading("Mills", "A mill grinds."), "m.html", b"mill", Run())
    question = f"How many documents on a {CAFE} do I have?"
    assert cli.main(["ask", question, "--kind", "library"]) == 0
    assert cli.main(["edit", mills.id, "--title", CAFE, "--author", CAFE]) == 0
    assert "caf?" in capsys.readouterr().out


def test_what_is_piped_in_is_read_as_a_file_is(
    home: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lines.txt").write_bytes("One é.\r\nTwo.".encode())
    piped = io.TextIOWrapper(io.BytesIO((tmp_path / "lines.txt").read_bytes()), "latin-1")
    monkeypatch.setattr(sys, "stdin", piped)
    assert text_of("-") == text_of(str(tmp_path / "lines.txt")) == "One é.\nTwo."
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8"))
    assert cli.main(["prove", "-"]) == 1
    assert "What is piped in is no text in UTF-8." in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["prove", "-"]) == 1
    assert "mistake" not in capsys.readouterr().err


def test_what_a_program_reads_is_utf_8_wherever_it_goes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, odd = "It says Καλημέρα.", "Odd."

    def answer(question: str, context: Context, **_: Any) -> Answer:
        claims = (
            Claim(0, len(said), said, (), "quoted", ""),
            Claim(len(said) + 1, len(said) + 5, odd, (), "not found", ""),
        )
        cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
        chain = Research(question, Structure(), ())
        return Answer(question, "aware", f"{said} {odd}", False, claims, chain, cover, spend)

    monkeypatch.setitem(cast(dict[Any, Any], keeper.WORKS), ("ask", "aware"), answer)
    monkeypatch.setattr(Engines, "engine", lambda self, slot="reasoning": ScriptedEngine())
    with Library(Settings().warehouse_folder, Settings(), HashingEmbedder(256)) as library:
        library.admit(reading("Καλημέρα", "A mill grinds."), "m.html", b"mill", Run())
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder(256))

    def told(*command: str) -> Any:
        narrow = io.TextIOWrapper(io.BytesIO(), "latin-1")
        with monkeypatch.context() as stdout:
            stdout.setattr(sys, "stdout", narrow)
            assert cli.main(command) == 0
        narrow.flush()
        return msgspec.json.decode(cast(io.BytesIO, narrow.buffer).getvalue())

    assert told("ask", "What does it say?", "--json")["text"] == f"{said} {odd}"
    assert told("ask", "What does it say?", "--json", "--proven")["text"] == said
    assert told("cite", "--as", "csl")[0]["title"] == "Καλημέρα"


def test_a_closed_input_is_no_answer(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    with pytest.raises(Cancelled):
        _agreed("a.example")

    def ended(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", ended)
    with pytest.raises(Cancelled):
        new_passphrase(home / "papers")


def test_a_mark_of_the_encoding_is_no_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("One. Two.", "utf-8-sig")
    piped = io.TextIOWrapper(io.BytesIO((tmp_path / "a.txt").read_bytes()))
    monkeypatch.setattr(sys, "stdin", piped)
    assert text_of("-") == text_of(str(tmp_path / "a.txt")) == "One. Two."


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff")
    with pytest.raises(BadInput, match=r"a\.txt is no text in UTF-8"):
        text_of(str(tmp_path / "a.txt"))
