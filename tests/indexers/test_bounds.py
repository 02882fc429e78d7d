"""What a reader that was taken over may cost the one who listens to it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import made_pdfs
import psutil
import pytest

from indexers import readers
from indexers.errors import NotReadable, ReaderFailed
from indexers.process import bounds
from indexers.process.bounds import Bounds
from indexers.readers import ReaderPool

# In place of a reader: says that it is ready, then what the test wants, without end.
_HOSTILE = """
import os
import sys
from indexers.process import messages
from indexers.process.child import pipes_of_child, read_frame, write_frame
from indexers.records import Page, Word
incoming, outgoing = pipes_of_child()
write_frame(outgoing, messages.encode(messages.Hello("nothing")))
read_frame(incoming)
word = Word(0, 0, 0, 0, 0, 0)
frames = {frames}
try:
    for number in range(10**9):
        write_frame(outgoing, messages.encode(frames(number)))
except OSError:
    pass
"""
_SAME_PAGES = "lambda number: messages.Pages((Page(0, '', 0, 0, 0, 0, (word,) * 10_000),))"
_SIGNS_OF_LIFE = "lambda number: messages.PageDone(0, 1)"
_PAGES_ADDED = "lambda number: messages.PageDone(number, 10**9)"


def hostile(frames: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ReaderPool:
    (folder / "hostile_reader.py").write_text(_HOSTILE.format(frames=frames))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setattr(readers, "_MODULE", "hostile_reader")
    return ReaderPool(1, 1024, 1)


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        (_SAME_PAGES, "more than a document can hold"),
        (_SIGNS_OF_LIFE, "more than a document can hold|came no further"),
        (_PAGES_ADDED, "more pages than the file can hold"),
    ],
    ids=["the same pages", "signs of life", "pages that are not there"],
)
def test_a_reader_that_sends_for_ever_is_ended(
    frames: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "_LEAST_BYTES", 2 * 2**20)
    path = made_pdfs.simple(tmp_path / "a.pdf")
    pool = hostile(frames, tmp_path, monkeypatch)
    before = psutil.Process().memory_info().rss
    try:
        with pytest.raises(ReaderFailed, match=reason):
            pool.read(path)
    finally:
        pool.close()
    assert psutil.Process().memory_info().rss - before < 2**30


def test_what_waits_to_be_heard_waits_in_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody listens while the page is told of, and still little is taken in."""
    pool = hostile(_SAME_PAGES, tmp_path, monkeypatch)
    try:
        pool.held()
        child = pool._readers[0]._child
        assert child is not None
        child.send(b"")
        while len(child._frames._waiting) < 2:
            pass
        assert child._frames._size <= 33 * 2**20
    finally:
        pool.close()


def test_time_is_for_what_comes_on() -> None:
    now = [0.0]
    held = Bounds(10_000, 10, lambda: now[0])
    for page in range(1, 7):
        now[0] += 99
        held.told(page, 600)
        held.check()
    now[0] += 101
    held.told(6, 600)
    with pytest.raises(ReaderFailed, match="no further"):
        held.check()


def test_even_what_comes_on_has_an_end() -> None:
    now = [0.0]
    held = Bounds(10_000, 10, lambda: now[0])
    with pytest.raises(ReaderFailed, match="no end"):
        for page in range(1, 200):
            now[0] += 9
            held.told(page, 4)
            held.check()


@pytest.mark.skipif(sys.platform == "win32", reason="files are not handed over there")
def test_only_a_regular_file_is_opened(pool: ReaderPool, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(NotReadable, match="gone"):
        pool.read(tmp_path / "pipe.pdf")
