"""How long a job will take, from the tokens it has ahead and the measured speed of its model.

Used before there is a pace of its own to go by, and said with "about". What counts the tokens of
a job is beside the job (headers.py, wording.py): prompts by their budgets, texts by their
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


def seconds(work: Work, engine: Engine) -> float:
    """0 where the model's speed here is not known."""
    measured = probe.of_model(engine.info().sha256)
    return measured.seconds(work.read, work.written) if measured is not None else 0.0
