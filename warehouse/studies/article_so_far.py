"""An article as far as it is written, in the folder of its study until it is finished.

    so-far.json    what was shown of it last; read when it was stopped, or the program ended

It is there to be looked at: the study itself goes on from its journal. Told again from there the
article begins with nothing, and what is kept stays until as much of it is told.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse import render
from warehouse.errors import StorageError
from warehouse.results import stored
from warehouse.results.records import Article
from warehouse.run import Inner, Run
from warehouse.studies import study_files
from warehouse.studies.report import ledger


def read(folder: Path) -> Article | None:
    """None where nothing is written yet, and where it is damaged: it is written once more."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, OSError):
        return stored.decode((folder / study_files.SO_FAR).read_bytes(), Article)
    return None


def words(article: Article) -> int:
    return sum(render.words(block.text) for block in ledger.blocks(article))


class KeptRun(Inner):
    """Another run, of which every article that it shows is kept in ``folder``."""

    def __init__(self, outer: Run, folder: Path) -> None:
        super().__init__(outer)
        self._folder, self._before = folder, read(folder)

    def show(self, snapshot: Struct) -> None:
        if isinstance(snapshot, Article) and words(snapshot):
            self._keep(snapshot)
        self._outer.show(snapshot)

    def _keep(self, article: Article) -> None:
        if self._before is not None and is_less(article, self._before):
            return
        self._before = None
        with contextlib.suppress(StorageError):  # without it the article is written all the same
            content = msgspec.json.encode(article)
            study_files.keep_file(self._folder / study_files.SO_FAR, content)


def is_less(article: Article, before: Article) -> bool:
    """Is it the same article, of which less is told?"""
    titles, titles_before = (
        [block.title for block in version.blocks] for version in (article, before)
    )
    return titles == titles_before[: len(titles)] and words(article) < words(before)
