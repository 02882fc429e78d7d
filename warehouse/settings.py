"""Every number and choice a user can change, described and bounded once.

The Settings page and the manual are made from the annotations; of ours this module imports only
how a file is written whole, and in turn. Several programs may change the file: each writes the
values it changes and leaves the others as they stand there. Starting values: METHODS section 8 of
the design.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta, Struct

from warehouse.durable import put_in_place, taking_turns, write_whole

Effort = Literal["quick", "thorough", "auto"]
ASSETS = Path(__file__).resolve().parents[1] / "assets"
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


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """``msgspec.structs.replace`` makes a changed copy; ``load`` and ``change`` keep them."""

    # Place
    warehouse: Annotated[str, Meta(title="Warehouse folder", description="Empty: in the home.")] = (
        ""
    )
    theme: Annotated[
        Literal["system", "light", "dark"], Meta(title="Theme", description="Paper or night.")
    ] = "system"
    pages_at_night: Annotated[
        Literal["dimmed", "white", "dark"],
        Meta(title="Pages in the dark", description="How pages look while the theme is dark."),
    ] = "dimmed"

    # Model
    model: Annotated[
        str, Meta(title="Model", description="Catalogue id, or the path of a GGUF file.")
    ] = "qwen2.5-coder-1.5b"
    processing_model: Annotated[
        str,
        Meta(
            title="Processing model",
            description="Lighter, for headers and for screening. Empty: the model above.",
        ),
    ] = ""
    found_folder: Annotated[
        str,
        Meta(
            title="Folder of models",
            description="Looked through for GGUF files, beside those of other programs.",
        ),
    ] = ""
    gpu_layers: Annotated[
        int, Meta(ge=-1, le=999, title="GPU layers", description="-1: as many as fit.")
    ] = -1
    context: Annotated[
        int,
        Meta(
            ge=0,
            le=262144,
            title="Context",
            description="Tokens of all requests. 0: as fits.",
        ),
    ] = 0
    parallel: Annotated[
        int,
        Meta(
            ge=0,
            le=64,
            title="Parallel requests",
            description="In one batch. 0: as measured.",
        ),
    ] = 0
    kv_cache: Annotated[
        Literal["auto", "f16", "q8_0"],
        Meta(
            title="KV cache",
            description="Auto: 16 bits; 8 bits where memory is short.",
        ),
    ] = "auto"
    threads: Annotated[
        int, Meta(ge=0, le=256, title="Threads", description="0: one for each physical core.")
    ] = 0
    embedder: Annotated[str, Meta(title="Embedder", description="Catalogue id or folder.")] = (
        "all-minilm-l6-v2"
    )
    embedding: Annotated[
        Literal["fast", "reference"],
        Meta(
            title="Embedding",
            description="Fast: OpenVINO, where the embedder allows it. Reference: always "
            "sentence-transformers.",
        ),
    ] = "fast"

    # A model server in place of the model
    endpoint: Annotated[
        str,
        Meta(
            max_length=300,
            title="Endpoint",
            description="Address of a model server that is to think instead, as in "
            "http://127.0.0.1:8080. The text goes there. Empty: the model of this program thinks.",
        ),
    ] = ""
    endpoint_model: Annotated[
        str,
        Meta(max_length=300, title="Its model", description="Empty: the first the server names."),
    ] = ""
    endpoint_hosts: Annotated[
        str,
        Meta(
            max_length=2000,
            title="Allowed hosts",
            description="Names or addresses of other computers, with commas between them, that "
            "may be the endpoint: the text of your documents goes there. Empty: this one alone.",
        ),
    ] = ""
    endpoint_patience_s: Annotated[
        int,
        Meta(ge=5, le=7200, title="Its patience", description="Seconds it may say nothing."),
    ] = 300

    # Reading
    passage_tokens: Annotated[
        int, Meta(ge=50, le=1000, title="Passage length", description="Tokens of the embedder.")
    ] = 200
    passage_overlap: Annotated[
        int, Meta(ge=0, le=5, title="Overlap", description="Sentences shared by neighbours.")
    ] = 1
    readers: Annotated[
        int, Meta(ge=0, le=32, title="Reader processes", description="0: half of the cores.")
    ] = 0
    reader_memory_mb: Annotated[
        int, Meta(ge=256, le=65536, title="Memory of a reader", description="Megabytes.")
    ] = 2048
    reader_patience_s: Annotated[
        int, Meta(ge=5, le=3600, title="Patience", description="Seconds a page may take.")
    ] = 60
    ocr: Annotated[
        Literal["needed", "off"],
        Meta(
            title="OCR",
            description="Reads pages that are pictures of text: Latin and Greek letters, Chinese "
            "and Japanese. Off: only pages you ask for.",
        ),
    ] = "needed"
    model_headers: Annotated[
        bool, Meta(title="Model headers", description="Written in the background, when idle.")
    ] = True

    web_pages: Annotated[
        bool,
        Meta(title="Fetch web pages", description="By address, when you ask; each site once."),
    ] = False

    # Other programs
    mcp_may_change: Annotated[
        bool,
        Meta(
            title="Programs may add documents",
            description="Those that use muniment mcp, any file that you can read. Off: they only "
            "read and ask.",
        ),
    ] = False

    # Retrieval
    retrieve: Annotated[
        int, Meta(ge=5, le=200, title="Retrieve", description="Candidates of one sub-query.")
    ] = 20
    rrf_k: Annotated[int, Meta(ge=1, le=200, title="RRF k", description="Rank smoothing.")] = 60

    # Research
    effort: Annotated[
        Effort,
        Meta(
            title="Effort",
            description="Quick: one search, and more only where that does not answer. Thorough: "
            "planned in steps, each answered, and a vote at the end; several times as long. Auto: "
            "thorough where quick is not sure and the model is fast enough.",
        ),
    ] = "quick"
    max_intents: Annotated[
        int, Meta(ge=1, le=12, title="Intents", description="Steps of the knowledge chain.")
    ] = 3
    sub_queries: Annotated[
        int, Meta(ge=1, le=8, title="Sub-queries", description="For each intent.")
    ] = 4
    depth: Annotated[
        int, Meta(ge=1, le=5, title="Exploration depth", description="Rounds for an intent.")
    ] = 5
    tree_depth: Annotated[
        int, Meta(ge=1, le=3, title="Depth of the tree", description="How far OmniThink expands.")
    ] = 2
    evidence_duplicate: Annotated[
        float, Meta(ge=0.5, le=1, title="Duplicate evidence", description="Cosine.")
    ] = 0.9
    context_budget: Annotated[
        int, Meta(ge=256, le=65536, title="Evidence budget", description="Tokens of an answer.")
    ] = 1800
    absence: Annotated[
        bool,
        Meta(
            title="Say what is not there",
            description="Where what was found does not hold the answer, say so in place of one.",
        ),
    ] = True
    thoughts: Annotated[
        bool,
        Meta(
            title="Thought memory",
            description="Keep what an answer found out, and use it for later questions.",
        ),
    ] = False
    writing_temperature: Annotated[
        float, Meta(ge=0, le=2, title="Writing temperature", description="0: always the same.")
    ] = 0.7
    writing_top_p: Annotated[
        float, Meta(gt=0, le=1, title="Top-p", description="When writing.")
    ] = 0.9
    article_words: Annotated[
        int, Meta(ge=150, le=10000, title="Article length", description="Words aimed at.")
    ] = 900
    seed: Annotated[int, Meta(ge=0, title="Seed", description="Same seed, same text.")] = 42

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
        there = msgspec.structs.asdict(instead or Settings()) if usable is None else usable
        made = msgspec.convert({**there, **values}, Settings)
        if usable is None and path.exists():
            put_in_place(path, path.with_name(UNUSABLE))
        whole = {**there, **msgspec.structs.asdict(made)}
        _write(path, whole)
    return made


def _write(path: Path, values: Mapping[str, Any]) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(values), indent=2))


def title(name: str) -> str:
    """What the field of that name is called."""
    described = get_type_hints(Settings, include_extras=True)[name]
    return str(described.__metadata__[0].title)


def _there(path: Path) -> dict[str, Any] | None:
    """All that the file says; None where it is not there or cannot be used."""
    try:
        there = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        msgspec.convert(there, Settings)
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return there
