"""Settings and models on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warehouse import cli
from warehouse.cli.models import changed
from warehouse.errors import BadInput
from warehouse.settings import Settings

Captured = pytest.CaptureFixture[str]


def test_settings_are_shown_changed_and_kept_in_bounds(capsys: Captured, home: Path) -> None:
    assert cli.main(["settings", "readers", "3"]) == 0
    assert json.loads((home / "settings.json").read_text())["readers"] == 3
    assert cli.main(["settings", "readers"]) == 0
    assert capsys.readouterr().out == "3\n3\n"
    assert cli.main(["settings", "readers", "99"]) == 1
    assert "readers cannot be “99”: Expected `int` <= 32." in capsys.readouterr().err
    assert cli.main(["settings", "reeders"]) == 1
    assert cli.main(["settings"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(Settings.__struct_fields__)


def test_values_are_read_from_text() -> None:
    assert changed(Settings(), "model_headers", "false").model_headers is False
    assert changed(Settings(), "writing_top_p", "0.5").writing_top_p == 0.5
    with pytest.raises(BadInput, match="theme cannot be “pink”"):
        changed(Settings(), "theme", "pink")


def test_a_broken_settings_file_is_a_sentence(capsys: Captured, home: Path) -> None:
    (home / "settings.json").write_text('{"readers": "many"}')
    assert cli.main(["ls"]) == 1
    said = capsys.readouterr().err
    assert "settings.json cannot be used" in said
    assert "$.readers" in said


def test_settings_saved_in_another_encoding_are_a_sentence(capsys: Captured, home: Path) -> None:
    (home / "settings.json").write_bytes('{"warehouse": "/home/zoë"}'.encode("latin-1"))
    assert cli.main(["ls"]) == 1
    assert "settings.json cannot be used: it is not written in UTF-8" in capsys.readouterr().err


def test_models_are_listed(capsys: Captured, home: Path) -> None:
    (home / "models").mkdir()
    (home / "models" / "my own.gguf").write_bytes(b"GGUF")
    assert cli.main(["models"]) == 0
    said = capsys.readouterr().out
    assert "qwen2.5-coder-1.5b" in said
    assert "1.1 GB" in said
    assert "installed  my own.gguf" in said


def test_models_of_other_programs_are_listed_where_they_lie(
    capsys: Captured, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "user")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    assert cli.main(["models", "list", "--found"]) == 0
    assert "No other GGUF files" in capsys.readouterr().out
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "wreck.gguf").write_bytes(b"GGUF" + bytes(40))
    assert cli.main(["models", "list", "--found", "--folder", str(tmp_path / "mine")]) == 0
    said = capsys.readouterr().out
    assert "refused  wreck" in said
    assert "GGUF version 0 is not known" in said


def test_a_model_server_is_set_and_named(capsys: Captured, home: Path) -> None:
    place = "http://127.0.0.1:1"
    assert cli.main(["settings", "endpoint", place]) == 0
    assert cli.main(["models"]) == 0
    assert f"the server {place}: the text" in capsys.readouterr().out
    assert cli.main(["settings", "endpoint", "http://192.0.2.7:8080"]) == 0
    assert cli.main(["ask", "What?", "--method", "rag"]) == 1
    assert "192.0.2.7" in capsys.readouterr().err
    assert cli.main(["settings", "endpoint", ""]) == 0
    assert cli.main(["models"]) == 0
    assert "the server" not in capsys.readouterr().out


def test_a_file_that_is_no_model_is_not_chosen(tmp_path: Path, home: Path) -> None:
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"not a model")
    assert cli.main(["models", "use", str(junk)]) == 1
    assert not (home / "settings.json").exists()


@pytest.mark.model
def test_a_model_of_ones_own_is_chosen_by_path(smollm2: Path, home: Path, capsys: Captured) -> None:
    assert cli.main(["models", "use", str(smollm2)]) == 0
    assert json.loads((home / "settings.json").read_text())["model"] == str(smollm2.absolute())
    out = capsys.readouterr().out
    assert "Q4_1" in out and "makes sense" in out
