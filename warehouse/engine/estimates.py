"""How long a job will take, from the tokens it has ahead and the measured speed of its model.

Said before there is a pace of its own to go by, and always with "about". What counts the tokens of
a job is beside the job (headers.py, writing/wording.py): prompts by their budgets, texts by their
length. Without a measurement nothing is said.
"""

from __future__ import annotations

from msgspec import Struct

from warehouse.engine import probe
from warehouse.engine.protocol import Engine

PROMPT_TOKENS = 250


class Work(Struct, frozen=True):
    """Tokens to read and to write."""

    read: float
    written: float


def said(work: Work, engine: Engine) -> str:
    """``about 4 min``; empty where the model's speed here is not known."""
    measured = probe.of_model(engine.info().sha256)
    if measured is None:
        return ""
    seconds = measured.seconds(work.read, work.written)
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"
