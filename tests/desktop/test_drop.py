"""What hovers over the window is counted and named before it is dropped."""

from __future__ import annotations

from pathlib import Path

from hands import DONE_MS
from pytestqt.qtbot import QtBot

from desktop.drop import count_readable
from desktop.shell.window import Window


def test_dropped_folders_are_counted(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    for name in ("one.pdf", "two.HTML", "three.txt.bak"):
        (deep / name).touch()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "no.pdf").touch()
    assert count_readable([tmp_path, deep / "one.pdf"]) == 3


def test_a_file_that_is_not_read_is_named_while_it_hovers(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    """Beside how many would come in, those in folders among them."""
    (tmp_path / "sub").mkdir()
    for name in ("a.txt", "b.txt", "papers.zip", "sub/c.pdf"):
        (tmp_path / name).touch()
    card = window._overlay._card
    window._overlay.hover(sorted(tmp_path.iterdir()), window.rect())
    qtbot.waitUntil(lambda: card.head.text() == "Drop to add 3 files", timeout=DONE_MS)
    assert card.under.text() == "papers.zip is not read · nothing leaves this computer"
    (tmp_path / "more.zip").touch()
    window._overlay.hover(sorted(tmp_path.iterdir()), window.rect())
    said = "2 of these files are not read · nothing leaves this computer"
    qtbot.waitUntil(lambda: card.under.text() == said, timeout=DONE_MS)
    window._overlay.leave()


def test_a_path_that_cannot_be_asked_may_hover(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    """As of a share that is down."""
    (tmp_path / "a.txt").touch()
    unasked = tmp_path / ("long" * 99)
    window._overlay.hover([unasked, tmp_path / "a.txt"], window.rect())
    card = window._overlay._card
    qtbot.waitUntil(lambda: card.head.text() == "Drop to add 1 file", timeout=DONE_MS)
    assert card.under.text().startswith(f"{unasked.name} is not read")
    window._overlay.leave()
