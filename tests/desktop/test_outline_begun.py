"""What begins by an outline in the window begins behind its last change, and alone."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from edited_articles import Until

from desktop.house import House
from desktop.pages.write import shaping as shaping_module
from desktop.pages.write.page import WritePage
from warehouse.errors import EngineError, StorageError
from warehouse.studies.editing.editor import Edited
from warehouse.studies.editing.outline_editor import OutlineEditor
from warehouse.writing.editing import outline_edits


def test_a_section_is_written_again_alone_and_once_more_where_that_failed(
    written: WritePage,
    house: House,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    until(lambda: written.outline.tree.rows.can_change)
    shaping, begun = written.editors.shaping, list[str]()

    def failing(editor: object, *rest: object) -> Edited:
        begun.append("written")
        raise EngineError("No model is installed.")

    monkeypatch.setattr(shaping_module, "_written", failing)
    for _ in range(2):
        shaping.write_again(0)
        until(lambda: True)
    assert len(begun) == 2
    assert shaping.planned is not None
    told = {one.title: one.section for _, one in shaping.planned.outline.walk()}
    assert told == {"The night": -1, "The dam": 1, "Costs": 2}


@pytest.mark.parametrize("wish", ["write", "draft"])
def test_the_model_begins_behind_a_change_that_is_still_being_kept(
    written: WritePage,
    house: House,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    wish: str,
) -> None:
    until(lambda: written.outline.tree.rows.can_change)
    shaping, seen, kept = written.editors.shaping, list[str](), threading.Event()

    def working(editor: OutlineEditor, *rest: object) -> Edited:
        seen.append(outline_edits.at(editor.now().outline, (1,)).notes)
        raise EngineError("No model is installed.")

    monkeypatch.setattr(shaping_module, "_written", working)
    monkeypatch.setattr(shaping_module, "_drafted", working)
    begin = shaping.write if wish == "write" else partial(shaping.draft, (1,))
    house.jobs.keep(partial(kept.wait, 20), lambda _: None)  # the disk is slow
    shaping.do("note", (1,), "Say who was awake.")
    begin()
    assert shaping._is_busy and not house.jobs.running()
    shaping.stop()
    assert not shaping._is_busy
    begin()
    kept.set()
    until(lambda: not shaping._is_busy)
    assert seen == ["Say who was awake."]


def test_nothing_is_written_by_an_outline_that_could_not_be_kept(
    written: WritePage,
    house: House,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    until(lambda: written.outline.tree.rows.can_change)
    shaping, begun = written.editors.shaping, list[str]()

    def failing(editor: object, outline: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(OutlineEditor, "change", failing)
    monkeypatch.setattr(shaping_module, "_written", lambda *_: begun.append("written"))
    shaping.do("note", (1,), "Say who was awake.")
    shaping.write()
    until(lambda: not shaping._is_busy)
    assert not begun and shaping.planned is not None
    until(lambda: outline_edits.at(shaping.planned.outline, (1,)).notes == "")
