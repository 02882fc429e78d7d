"""What the engine's parent and child say to each other: frozen records over the child's pipe.

Down: Load once, then Submit, Cancel and Count in any number. Up: Learned at most once, Loaded or
LoadRefused once, then
Grown, Finished, Failed and Counted for the calls that are open; a Pulse now and then
while there is work. A call is one ``complete``,
``score`` or ``choose``; its parts are numbered as its requests are.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warehouse.engine.protocol import (
    Cache,
    Choice,
    ChooseRequest,
    Completion,
    Request,
    Score,
    ScoreRequest,
)


class Load(Struct, frozen=True, tag=True):
    """``gpu_layers`` -1: as many as fit. ``cells`` is the context shared by all sequences.

    ``cell_bytes`` is one cell in 16 bits; ``caches`` the kinds of cells to try, best first;
    ``parallel`` and ``on_card`` as in ``Fit``; ``beginnings`` is the file of beginnings.py, "" for
    none.
    """

    path: str
    cells: int
    parallel: int
    on_card: int
    threads: int
    gpu_layers: int
    layers: int
    weights_bytes: int
    cell_bytes: int
    work_bytes: int
    caches: tuple[Cache, ...]
    beginnings: str = ""


class SubmitRequests(Struct, frozen=True, tag=True):
    call: int
    foreground: bool
    stream: bool
    requests: tuple[Request, ...]


class SubmitScores(Struct, frozen=True, tag=True):
    call: int
    foreground: bool
    requests: tuple[ScoreRequest, ...]


class SubmitChoices(Struct, frozen=True, tag=True):
    call: int
    foreground: bool
    requests: tuple[ChooseRequest, ...]


class Cancel(Struct, frozen=True, tag=True):
    call: int


class Count(Struct, frozen=True, tag=True):
    call: int
    texts: tuple[str, ...]


class Learned(Struct, frozen=True, tag=True):
    """The beginnings of prompts, to be kept; said before anything but the model was given."""

    beginnings: bytes


class Loaded(Struct, frozen=True, tag=True):
    """``held`` says what of the sandbox is in force."""

    cells: int
    parallel: int
    layers: int
    gpu_layers: int
    cache: Cache
    note: str
    held: str = ""


class LoadRefused(Struct, frozen=True, tag=True):
    """``kind`` names the error class of warehouse.errors."""

    kind: str
    sentence: str


class Grown(Struct, frozen=True, tag=True):
    """The texts so far of some requests of a call."""

    call: int
    texts: tuple[tuple[int, str], ...]


class Finished(Struct, frozen=True, tag=True):
    """One request is done; ``speed`` is the decode speed in tokens/s of late."""

    call: int
    index: int
    result: bytes
    speed: float


class Failed(Struct, frozen=True, tag=True):
    """The whole call failed; nothing more comes for it."""

    call: int
    kind: str
    sentence: str


class Pulse(Struct, frozen=True, tag=True):
    """A sign of life while there is work: steps made and processor seconds used so far."""

    steps: int
    cpu_s: float


class Counted(Struct, frozen=True, tag=True):
    call: int
    counts: tuple[int, ...]


Submit = SubmitRequests | SubmitScores | SubmitChoices
Down = Load | Submit | Cancel | Count
Up = Learned | Loaded | LoadRefused | Grown | Finished | Failed | Counted | Pulse
Result = Completion | Score | Choice

encoder = msgspec.msgpack.Encoder()
decode_down = msgspec.msgpack.Decoder[Down](Down).decode
decode_up = msgspec.msgpack.Decoder[Up](Up).decode
