"""What is named by the beginning of its id; an empty one names nothing, however few there are."""

from __future__ import annotations

import pytest
from shelf import HashingEmbedder, reading

from warehouse import cli
from warehouse.app import chosen
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.settings import Settings

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def mills(home: object) -> Document:
    with Library(Settings().warehouse_folder, Settings(), HashingEmbedder()) as library:
        return library.admit(reading("Mills", "A mill grinds corn."), "m.html", b"mill", Run())


def test_an_id_is_named_by_its_beginning_alone(mills: Document) -> None:
    assert chosen([mills], mills.id[:6].upper()) == mills
    with pytest.raises(BadInput, match="No document begins with “”"):
        chosen([mills], "")


@pytest.mark.parametrize(
    "command",
    [
        ("rm",),
        ("xray",),
        ("headers",),
        ("notes",),
        ("copy-in",),
        ("cite", "--study"),
        ("cite", "--in"),
        ("duplicates", "--prefer"),
        ("graph", "build"),
    ],
)
def test_an_empty_id_is_no_document_and_not_all_of_them(
    command: tuple[str, ...], mills: Document, capsys: Captured
) -> None:
    assert cli.main([*command, ""]) == 1
    assert capsys.readouterr().out == ""
    assert cli.main(["ls"]) == 0
    assert "Mills" in capsys.readouterr().out


def test_an_empty_id_empties_no_trash(mills: Document, capsys: Captured) -> None:
    assert cli.main(["rm", mills.id]) == 0
    assert cli.main(["trash", "empty", ""]) == 1
    assert cli.main(["trash", "restore", ""]) == 1
    capsys.readouterr()
    assert cli.main(["trash"]) == 0
    assert "Mills" in capsys.readouterr().out
    assert cli.main(["trash", "empty"]) == 0
    assert "Forgotten for good: 1" in capsys.readouterr().out
