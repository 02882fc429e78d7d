"""What a study was given and what it made, in files of its folder, each written whole."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from warehouse import settings as settings_file
from warehouse.disk import durable, hashed_files
from warehouse.errors import StorageError
from warehouse.records import Scope
from warehouse.results import stored
from warehouse.results.records import Answer, Article, Research
from warehouse.settings import Settings
from warehouse.studies import revisions

if TYPE_CHECKING:
    from warehouse.search.collections.query_search import Finder

CHAIN, SCOPE, FORMER = "chain.json", "scope.json", "before-"
ORIGIN, SETTINGS, SO_FAR = "origin.db", "settings.json", "so-far.json"
FILES = {"ask": "answer.json", "write": "article.json", "table": "transcript.json"}

OF_A_QUESTION = (
    "thoughts",
    "absence",
    "effort",
    "article_words",
    "article_purpose",
    "article_readers",
    "article_style",
    "article_language",
    "outline_first",
)
"""Settings that are chosen for one question: they hold when it is asked again."""
OF_AN_ARTICLE = ("tree_depth", "graph_rounds", "talk_turns", "turns_alone", "max_intents")
"""The same of an article, whose depth they are (writing/depth.py)."""


def write_whole(file: Path, content: bytes) -> None:
    """Write the file whole or not at all, and be sure of it. Raises StorageError."""
    try:
        durable.write_whole(file, content)
    except OSError as error:
        raise _cannot_write(file, error) from error


def keep_file(file: Path, content: bytes) -> None:
    """The same for a file of a study, with its hash."""
    try:
        hashed_files.write_whole(file, content)
    except OSError as error:
        raise _cannot_write(file, error) from error


def _cannot_write(file: Path, error: OSError) -> StorageError:
    return StorageError(f"{file.name} cannot be written: {error.strerror}.")


def kept_settings(folder: Path) -> Settings | None:
    """Those the study began with, None where it has none yet. Raises StorageError."""
    file = folder / SETTINGS
    try:
        return settings_file.load(file) if file.exists() else None
    except (msgspec.DecodeError, OSError) as error:
        raise StorageError(
            f"The settings this study began with cannot be read: {error}.", "Ask once more."
        ) from error


def chosen_again(folder: Path, settings: Settings) -> Settings:
    """With what was chosen for the question of the study in ``folder``, which is asked again."""
    with contextlib.suppress(StorageError):
        before = kept_settings(folder) or settings
        depth = OF_AN_ARTICLE if (folder / FILES["write"]).exists() else ()
        names = (*OF_A_QUESTION, *depth)
        return structs.replace(settings, **{name: getattr(before, name) for name in names})
    return settings


def settings_of(folder: Path, settings: Settings) -> Settings:
    """Those the study began with, ``settings`` for a new one, so that a resumed run makes the same
    calls. Raises StorageError.
    """
    kept = kept_settings(folder)
    if kept is None:
        settings_file.save(settings, folder / SETTINGS)
        hashed_files.learn(folder)
    return kept or settings


def research(folder: Path) -> Research:
    try:
        return stored.decode((folder / CHAIN).read_bytes(), Research)
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise StorageError(
            f"What this article is written from cannot be read: {error}.",
            "Write from the answer once more.",
        ) from error


def scope(folder: Path) -> Scope | None:
    try:
        return msgspec.json.decode((folder / SCOPE).read_bytes(), type=Scope)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise StorageError(
            f"The list of documents this study is limited to cannot be read: {error}.",
            "Ask once more.",
        ) from error


def limit_now(folder: Path, within: str, finder: Finder) -> Scope | None:
    """What a study limited to ``within`` would be limited to now. Raises BadInput where the
    collection or saved search is gone.
    """
    before = scope(folder)
    if before is not None and before.is_unsaved:
        return finder.scope_of(before.query)
    return finder.scope(within) if within else None


def result(file: Path) -> Answer | Article | None:
    """None where there is none yet; an article as it was edited since. Raises StorageError when
    it is damaged.
    """
    try:
        raw = file.read_bytes()
        if file.name.endswith(FILES["ask"]):
            return stored.decode(raw, Answer)
        article = stored.decode(raw, Article)
        is_edited = file.name == FILES["write"]
        return article if not is_edited else revisions.as_edited(article, file.parent)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise StorageError(
            f"The result of this study cannot be read: {error}.",
            "Run the study again: its journal has every model call.",
        ) from error


def keep(folder: Path, kind: str, result_now: Answer | Article) -> Answer | Article:
    """The result of a study, for ever, and as it stands then: with what was edited in an earlier
    one, which can be gone back to.
    """
    file = folder / FILES[kind]
    keep_former(file, result_now)
    keep_file(file, msgspec.json.encode(result_now))
    hashed_files.forget(folder / SO_FAR)
    durable.remove(folder / SO_FAR)
    if not isinstance(result_now, Article):
        return result_now
    revisions.written_anew(result_now, folder)
    return revisions.as_edited(result_now, folder)


def finish_keeping(folder: Path) -> None:
    """What ``keep`` was to do behind the file of the result, where it was killed there."""
    file = folder / FILES["write"]
    if file.exists():
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, OSError):
            revisions.caught_up(stored.decode(file.read_bytes(), Article), folder)


def keep_former(file: Path, result_now: Answer | Article) -> None:
    """Put the result aside that is there already, if the user has steered since.

    A damaged one is worth nothing, and must not keep the new one from its place.
    """
    before = None
    with contextlib.suppress(StorageError):
        before = result(file)
    if before is not None and before.research.acts != result_now.research.acts:
        keep_file(file.with_name(FORMER + file.name), msgspec.json.encode(before))


def set_aside(folder: Path) -> None:
    """The result becomes what the study said before; nothing where there is none yet."""
    for name in FILES.values():
        if (folder / name).exists():
            hashed_files.forget(folder / name)
            hashed_files.forget(folder / (FORMER + name))
            durable.put_in_place(folder / name, folder / (FORMER + name))
            hashed_files.learn(folder)


def former(folder: Path) -> Answer | Article | None:
    """What the study said before the user steered it last. Raises StorageError."""
    results = (result(folder / (FORMER + name)) for name in FILES.values())
    return next((saved for saved in results if saved is not None), None)
