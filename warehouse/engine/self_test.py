"""Does a model make sense? A sentence of plain English must be likelier to it than its words mixed.

A file may pass every check of its header and hold damaged numbers, or be computed wrongly on a
graphics card: what it then writes is nonsense, or nothing. One forward pass tells, in about a
second. (Measured, likelihood per token, plain and mixed: SmolLM2-135M -2.1 and -7.8, Qwen2.5-1.5B
-1.6 and -8.0; the first with a quarter of its numbers zeroed -9.8 and -12.8, with a hundredth
changed no number at all.) Failures are kept in the home, by the model's SHA-256.
"""

from __future__ import annotations

import math

import msgspec

from warehouse.disk.durable import write_whole
from warehouse.engine.protocol import Engine, Message, ScoreRequest
from warehouse.run import Run
from warehouse.settings import home

STAGE = "Trying the model"
LIKELY = -6.0
BETTER = 1.0
_ASKED = Message("user", "Tell me about the day and the year.")
_PLAIN = (
    "The sun rises in the east and sets in the west. In winter the days are short and the nights"
    " are long."
)
_MIXED = (
    "west the long in nights The. are days sets rises short and the east sun the In winter in are"
    " and the"
)


def test(engine: Engine, run: Run) -> str:
    """A sentence where it answers nonsense, else ""; kept. Raises Cancelled, EngineError."""
    run.step(STAGE, 0, 1)
    requests = [ScoreRequest("probe", (_ASKED,), text) for text in (_PLAIN, _MIXED)]
    plain, mixed = (score.mean for score in engine.score(requests, run))
    info = engine.info()
    makes_sense = plain > LIKELY and plain - mixed > BETTER  # false of what is no number
    said = "" if makes_sense else _sentence(info.model, plain)
    failed = {key: value for key, value in _kept().items() if key != info.sha256}
    if said or info.sha256 in _kept():
        whole = failed | ({info.sha256: said} if said else {})
        write_whole(home() / "self-tests.json", msgspec.json.encode(whole))
    return said


def failed(sha256: str) -> str:
    """What the last test of this model said, "" where it makes sense or was not tried."""
    return _kept().get(sha256, "")


def _sentence(model: str, plain: float) -> str:
    value = f"{math.exp(plain):.4f}" if plain == plain else "no number"
    return (
        f"{model} answers nonsense: to a word of a plain sentence it gives a likelihood of {value}."
        " The file may be damaged, or the graphics card computes it wrongly: fetch it again, or"
        " set the layers on the graphics card to 0."
    )


def _kept() -> dict[str, str]:
    try:
        return msgspec.json.decode((home() / "self-tests.json").read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
