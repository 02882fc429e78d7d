"""Run again from the command line: without a model where none is needed, told what changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, write_two

from warehouse import cli
from warehouse.library import Library
from warehouse.studies.keeper import Studies

QUESTION = "How many documents do I have?"


def test_what_the_catalog_answers_needs_no_model_when_it_is_run_again(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--warehouse", str(tmp_path / "papers")]
    (tmp_path / "papers").mkdir()
    assert cli.main([*place, "ask", QUESTION, "--kind", "library"]) == 0
    cli.main([*place, "add", str(write_two(tmp_path / "in"))])  # says that no embedder is there
    capsys.readouterr()
    assert cli.main([*place, "studies"]) == 0
    study = next(line.split()[0] for line in capsys.readouterr().out.splitlines() if "How" in line)
    assert cli.main([*place, "again", study]) == 1, "something changed"
    said = capsys.readouterr().out
    assert "What changed" in said
    assert "with other facts" in said or "new" in said
    assert cli.main([*place, "steer", study, "--go-on"]) == 0
    assert not any(home.glob("models/*"))


def test_a_study_that_was_killed_is_not_called_running(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--warehouse", str(tmp_path / "papers")]
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder()) as library:
        study = Studies(library).start("ask", QUESTION, taken_as="library")
        library.catalog.save_study(structs.replace(study, state="running"))
    assert cli.main([*place, "studies"]) == 0
    said = capsys.readouterr().out
    assert "cut off" in said and "running" not in said
    assert "muniment resume" in said
    assert cli.main([*place, "resume"]) == 0
    capsys.readouterr()
    assert cli.main([*place, "studies"]) == 0
    assert "cut off" not in capsys.readouterr().out
