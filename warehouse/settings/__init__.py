"""Every number and choice a user can change, described and bounded once.

The Settings page and the manual are made from the annotations; those that everybody may want to
change stand in everyday.py, those of the round table in round_table.py, those of research in
research.py. Of ours this room imports only how a file is written whole, and in turn. Several
programs may change the file: each writes the values it changes and leaves the others as they
stand. Starting values: METHODS section 8 of the design.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import platformdirs

from warehouse.disk.durable import put_in_place, taking_turns, write_whole
from warehouse.settings.described import described
from warehouse.settings.research import ResearchSettings

ASSETS = Path(__file__).resolve().parents[2] / "assets"
UNUSABLE = "settings-unusable.json"


def home() -> Path:
    """Where settings, models and the first warehouse live; ``MUNIMENT_HOME`` overrides."""
    override = os.environ.get("MUNIMENT_HOME")
    return Path(override) if override else Path(platformdirs.user_data_dir("muniment", False))


def expanded(path: str) -> Path:
    """With ~ as the user's folder; a name that only begins so (``~$draft.docx``) is a name."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


class Settings(ResearchSettings, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """``msgspec.structs.replace`` makes a changed copy; ``load`` and ``change`` keep them."""

    # For experts: numbers that few will ever change
    gpu_layers: Annotated[
        int,
        described(
            "Layers on the graphics card",
            "How much of the model the card takes over. More is faster and needs its memory.",
            expert="The model",
            takes="next load",
            automatic="As many as fit",
            ge=-1,
            le=999,
            also="gpu vram cuda metal offload video card speed",
        ),
    ] = -1
    context: Annotated[
        int,
        described(
            "How much it has in mind",
            "Of all that is read and written at the same time. A token is about three quarters of "
            "a word.",
            expert="The model",
            takes="next load",
            automatic="As much as fits",
            unit="tokens",
            ge=0,
            le=262144,
            also="context window memory ram",
        ),
    ] = 0
    parallel: Annotated[
        int,
        described(
            "Replies written side by side",
            "More are faster together, each for itself is slower.",
            expert="The model",
            takes="next load",
            automatic="As measured",
            ge=0,
            le=64,
            also="batch parallel speed",
        ),
    ] = 0
    kv_cache: Annotated[
        Literal["auto", "f16", "q8_0"],
        described(
            "Exactness of what it has in mind",
            "Half as exact needs half the memory (KV cache).",
            expert="The model",
            takes="next load",
            words={"auto": "As memory allows", "f16": "Full, 16 bits", "q8_0": "Half, 8 bits"},
        ),
    ] = "auto"
    threads: Annotated[
        int,
        described(
            "Processor cores it uses",
            "More than there are make it slower.",
            expert="The model",
            takes="next load",
            automatic="All of them",
            ge=0,
            le=256,
            also="cpu threads",
        ),
    ] = 0
    endpoint_patience_s: Annotated[
        int,
        described(
            "Patience with a model server",
            "How long it may say nothing before it is given up.",
            expert="The model",
            unit="seconds",
            ge=5,
            le=7200,
        ),
    ] = 300
    passage_tokens: Annotated[
        int,
        described(
            "Length of a passage",
            "Documents are cut into passages, and those are what a search finds. A token is about "
            "three quarters of a word.",
            expert="Reading and finding",
            takes="new documents",
            unit="tokens",
            ge=50,
            le=1000,
            also="chunk size",
        ),
    ] = 200
    passage_overlap: Annotated[
        int,
        described(
            "Overlap of passages",
            "How many sentences the end of one and the beginning of the next have in common.",
            expert="Reading and finding",
            takes="new documents",
            unit="sentences",
            ge=0,
            le=5,
            also="chunk overlap",
        ),
    ] = 1
    embedding: Annotated[
        Literal["fast", "reference"],
        described(
            "How passages are weighed by meaning",
            "The fast way (OpenVINO) where the model allows it, or always the publisher's own.",
            expert="Reading and finding",
            words={"fast": "Fast", "reference": "The publisher's way"},
        ),
    ] = "fast"
    retrieve: Annotated[
        int,
        described(
            "Passages for each search",
            "How many one search brings before they are weighed.",
            expert="Reading and finding",
            ge=5,
            le=200,
        ),
    ] = 20
    rrf_k: Annotated[
        int,
        described(
            "Weight of lower ranks",
            "Two lists, one by words and one by meaning, become one. Higher: a place far down "
            "counts nearly as much as the first (k of reciprocal rank fusion).",
            expert="Reading and finding",
            takes="next start",
            ge=1,
            le=200,
        ),
    ] = 60
    graph_search: Annotated[
        bool,
        described(
            "Search along the graph, too",
            "Passages that name what a question names, or what is related to that, are found even "
            "where they have none of its words. Only documents that were read for the graph have "
            "a part in it: in the Library by Graph, Read for it, or by muniment graph build. "
            "It finds more than the search alone, and less than the names do, which are always "
            "followed.",
            expert="Reading and finding",
            takes="next start",
        ),
    ] = False
    readers: Annotated[
        int,
        described(
            "Files read side by side",
            "Each in a process of its own.",
            expert="Reading and finding",
            takes="next start",
            automatic="Half of the cores",
            ge=0,
            le=32,
        ),
    ] = 0
    reader_memory_mb: Annotated[
        int,
        described(
            "Memory for reading a file",
            "A file that needs more is refused.",
            expert="Reading and finding",
            takes="next start",
            unit="megabytes",
            ge=256,
            le=65536,
        ),
    ] = 2048
    reader_patience_s: Annotated[
        int,
        described(
            "Patience with a page",
            "A file with a page that takes longer is refused, and it is said so.",
            expert="Reading and finding",
            takes="next start",
            unit="seconds",
            ge=5,
            le=3600,
        ),
    ] = 60
    writing_temperature: Annotated[
        float,
        described(
            "Freedom of wording",
            "0: always the likeliest word. Higher: livelier, and less to be foreseen "
            "(temperature).",
            expert="Writing",
            ge=0,
            le=2,
        ),
    ] = 0.7
    writing_top_p: Annotated[
        float,
        described(
            "Words to choose from",
            "0.9 leaves out the unlikely words that make up the last tenth (top-p).",
            expert="Writing",
            gt=0,
            le=1,
        ),
    ] = 0.9
    seed: Annotated[
        int,
        described(
            "Seed",
            "The same number, model and documents give the same text.",
            expert="Writing",
            ge=0,
            also="random repeat same",
        ),
    ] = 42

    @property
    def warehouse_folder(self) -> Path:
        return expanded(self.warehouse) if self.warehouse else home() / "warehouse"


def load(path: Path | None = None) -> Settings:
    """Settings from ``settings.json``; the starting values where there is none.

    Raises msgspec.ValidationError with the field's path when a value is out of its bounds, and
    msgspec.DecodeError for what is no JSON in UTF-8.
    """
    path = path or home() / "settings.json"
    if not path.exists():
        return Settings()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except UnicodeDecodeError as error:  # an editor saved it in another encoding
        raise msgspec.DecodeError("it is not written in UTF-8") from error


def save(settings: Settings, path: Path) -> None:
    """A file of one program alone, as a study has; else see ``change``. Whole or not at all, also
    when the power fails. Takes a moment. Raises OSError.
    """
    _write(path, msgspec.structs.asdict(settings))


def change(
    values: Mapping[str, Any], path: Path | None = None, instead: Settings | None = None
) -> Settings:
    """Put these values into the file and leave the others as they stand there, those of a newer
    version included; returns what the file says then.

    ``instead`` is what the others are where there is no file, or none that can be used, which is
    put aside. Whole or not at all, also when the power fails. Takes a moment. Raises
    msgspec.ValidationError for values out of bounds, OSError.
    """
    path = path or home() / "settings.json"
    with taking_turns(path.with_suffix(".lock")):
        usable = _there(path)
        stored = msgspec.structs.asdict(instead or Settings()) if usable is None else usable
        changed = msgspec.convert({**stored, **values}, Settings)
        if usable is None and path.exists():
            put_in_place(path, path.with_name(UNUSABLE))
        whole = {**stored, **msgspec.structs.asdict(changed)}
        _write(path, whole)
    return changed


def _write(path: Path, values: Mapping[str, Any]) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(values), indent=2))


def title(name: str) -> str:
    """What the field of that name is called."""
    described = get_type_hints(Settings, include_extras=True)[name]
    return str(described.__metadata__[0].title)


def _there(path: Path) -> dict[str, Any] | None:
    """All that the file says; None where it is not there or cannot be used."""
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        msgspec.convert(stored, Settings)
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return stored
