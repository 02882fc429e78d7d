"""What counts as stopped: what a stopped call brought and nobody else has or brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from numpy.typing import NDArray
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import Cancelled, DiskFull, EngineError
from warehouse.library import Library
from warehouse.run import Run


def fail() -> None:
    raise EngineError("The embedder is out of order.")


class Interrupted(HashingEmbedder):
    """``first`` is done before it embeds."""

    first: Callable[[], None] | None = None

    def embed(
        self,
        texts: Sequence[str],
        background: bool = False,
        on_batch: Callable[[int], None] | None = None,
    ) -> NDArray[Any]:
        if self.first is not None:
            self.first()
        return super().embed(texts, background, on_batch)


class Halting(Run):
    """``first`` is done, then it is stopped, before the second file is hashed."""

    def __init__(self, first: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._first = first

    def step(self, stage: str, done: int, total: int, note: str = "", ahead_s: float = 0.0) -> None:
        if (stage, done) == ("adding", 1) and not self.cancelled:
            self._first()
            self.cancel()
        super().step(stage, done, total, note, ahead_s)


@pytest.fixture
def embedder() -> Interrupted:
    return Interrupted()


@pytest.fixture
def library(tmp_path: Path, embedder: Interrupted) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, embedder) as made:
        yield made


def pages(folder: Path, *numbers: int) -> list[Path]:
    return [write_html(folder / f"{n}.html", f"Title {n}", prose(n)) for n in numbers]


def stopped(library: Library) -> set[str]:
    return {library.catalog.document(id).title for id in library.ingest.stopped()}


def test_what_others_bring_is_not_stopped(
    library: Library, embedder: Interrupted, tmp_path: Path
) -> None:
    embedder.first = fail
    with pytest.raises(EngineError):
        library.add(pages(tmp_path, 1), Run())
    embedder.first = None

    def beside() -> None:
        with pytest.raises(Cancelled):
            library.add(pages(tmp_path, 4, 5), Halting())
        assert stopped(library) == {"4"}, "not what is still being hashed"

    with pytest.raises(Cancelled):
        library.add(pages(tmp_path, 2, 3), Halting(beside))
    assert stopped(library) == {"2", "4"}, "not what no model embedded"
    library.resume(Run())
    assert not library.ingest.stopped()


def test_what_two_bring_is_stopped_with_the_second(library: Library, tmp_path: Path) -> None:
    def beside() -> None:
        with pytest.raises(Cancelled):
            library.add(pages(tmp_path, 1, 2), Halting())
        assert not stopped(library)

    with pytest.raises(Cancelled):
        library.add(pages(tmp_path, 1, 2), Halting(beside))
    assert stopped(library) == {"1"}


def test_what_was_found_inside_is_stopped_with_it(
    library: Library, embedder: Interrupted, tmp_path: Path
) -> None:
    message = EmailMessage()
    message["Subject"] = "Outside"
    message.set_content(prose(1))
    message.add_attachment(prose(2), filename="inside.txt")
    path = tmp_path / "out.eml"
    path.write_bytes(message.as_bytes())
    run = Run()
    embedder.first = run.cancel
    with pytest.raises(Cancelled):
        library.add([path], run)
    assert stopped(library) == {"Outside", "inside.txt"}


def test_what_a_full_disk_left_unfinished_is_stopped(
    library: Library, embedder: Interrupted, tmp_path: Path
) -> None:
    def full() -> None:
        raise DiskFull("The disk is full.")

    embedder.first = full
    with pytest.raises(DiskFull):
        library.add(pages(tmp_path, 1), Run())
    assert stopped(library) == {"Title 1"}, "it says so, and can go on when there is room"
