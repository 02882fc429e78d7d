"""How fast is this model on this machine: about fifteen seconds, measured once, kept in the home.

Reading speed is the prompt tokens of one long ``score`` over its time; writing speed, at one
sequence, at as many as the engine has and then at half of them and less, while there is time, the
tokens by which a long batch of replies exceeds a short one over the time by which it takes longer,
so that neither prompts nor pipe are counted. The parallel count is the smallest that comes near
the best. It runs with low priority: a question asked meanwhile goes first, and then the figures
are thrown away.
"""

from __future__ import annotations

import os
import platform
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.durable import read_json, write_whole
from warehouse.engine.model_file.fit import PARALLEL
from warehouse.engine.protocol import Engine, Message, Request, ScoreRequest
from warehouse.run import Run
from warehouse.settings import home
from warehouse.version import version

STAGE = "Measuring the model"
SEQUENCES = (1, 2, 4, 8, 16, 32)
BUDGET_S = 10.0
READ_WORDS = 260
SHORT_TOKENS, LONG_TOKENS = 3, 15
NEAR_BEST = 0.9
SLOWER = 0.8
_WORDS = (
    "river stone paper lamp window garden letter bridge copper engine winter market valley "
    "harbour orchard castle meadow village mirror ribbon"
)


class Conditions(Struct, frozen=True):
    """What a speed belongs to; another of these is another measurement."""

    sha256: str
    machine: str
    build: str
    threads: int
    gpu_layers: int


class Probe(Struct, frozen=True):
    """``reading`` in prompt tokens/s; ``writing`` in tokens/s together, by sequences side by side.

    ``size_bytes`` of the model, from which other models' speeds are estimated.
    """

    conditions: Conditions
    model: str
    size_bytes: int
    reading: float
    writing: dict[int, float]
    measured: str

    @property
    def parallel(self) -> int:
        """The fewest sequences that come near the best speed."""
        best = max(self.writing.values())
        return min(n for n, speed in self.writing.items() if speed >= NEAR_BEST * best)

    @property
    def enough(self) -> int:
        """``parallel``; 0 where it is the most that was tried, and more may be faster still."""
        return self.parallel if self.parallel < max(self.writing) else 0

    @property
    def fastest(self) -> float:
        return max(self.writing.values())

    def seconds(self, read_tokens: float, write_tokens: float) -> float:
        """A job's time, its replies side by side."""
        return read_tokens / self.reading + write_tokens / self.fastest


def conditions(sha256: str, threads: int, gpu_layers: int) -> Conditions:
    machine = f"{processor()}, {os.cpu_count()} cores"
    return Conditions(sha256, machine, _build(), threads, gpu_layers)


def measure(engine: Engine, about: Conditions, size_bytes: int, run: Run) -> Probe | None:
    """Run the probe; None when the machine was too busy for figures that make sense.

    Raises Cancelled and EngineError.
    """
    most = max(PARALLEL, engine.info().parallel)
    first, *more = [count for count in SEQUENCES if count <= most]
    counts = [first, *reversed(more)]
    run.step(STAGE, 0, len(counts) + 1)
    engine.complete([_asked(0, 1)], run)
    began = time.monotonic()
    reading = _reading(engine, run)
    writing: dict[int, float] = {}
    for done, count in enumerate(counts, start=1):
        run.step(STAGE, done, len(counts) + 1, f"{count} at a time")
        writing[count] = _writing(engine, count, run)
        spent = time.monotonic() - began
        if spent > BUDGET_S / 2 and len(writing) > 1:
            break
    run.step(STAGE, len(counts) + 1, len(counts) + 1)
    kept = {count: speed for count, speed in sorted(writing.items()) if speed > 0}
    if not _plausible(kept, reading):
        return None
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    return Probe(about, engine.info().model, size_bytes, reading, kept, when)


def all_probes() -> tuple[Probe, ...]:
    """Every measurement kept; an unreadable file counts as none."""
    return read_json(_file(), tuple[Probe, ...], ())


def find(about: Conditions) -> Probe | None:
    return next((probe for probe in all_probes() if probe.conditions == about), None)


def of_model(sha256: str) -> Probe | None:
    """The newest measurement of a model on this machine and build, whatever its threads."""
    here = conditions(sha256, 0, 0)
    fitting = [
        probe
        for probe in all_probes()
        if sha256
        and probe.conditions.sha256 == sha256
        and probe.conditions.machine == here.machine
        and probe.conditions.build == here.build
    ]
    return max(fitting, key=lambda probe: probe.measured, default=None)


def keep(probe: Probe) -> None:
    others = [earlier for earlier in all_probes() if earlier.conditions != probe.conditions]
    write_whole(_file(), msgspec.json.format(msgspec.json.encode([*others, probe]), indent=1))


def expected(size_bytes: int, probes: Sequence[Probe] | None = None) -> tuple[float, float] | None:
    """An estimate of (reading, one reply's writing) in tokens/s of a model never measured here.

    From the model of the nearest size that was: on one machine both are bound by the bytes that
    have to pass, so speed goes with one over the size. None without any measurement.
    """
    here = conditions("", 0, 0)
    known = [
        probe
        for probe in (all_probes() if probes is None else probes)
        if probe.conditions.machine == here.machine and 1 in probe.writing and probe.size_bytes
    ]
    if not known or not size_bytes:
        return None
    nearest = min(known, key=lambda probe: abs(probe.size_bytes - size_bytes))
    share = nearest.size_bytes / size_bytes
    return nearest.reading * share, nearest.writing[1] * share


def _plausible(writing: dict[int, float], reading: float) -> bool:
    """Side by side is never much slower than one by one: then something else had the cores."""
    if reading <= 0 or 1 not in writing or len(writing) < 2:
        return False
    return max(speed for count, speed in writing.items() if count > 1) >= SLOWER * writing[1]


def _reading(engine: Engine, run: Run) -> float:
    words = secrets.SystemRandom().choices(_WORDS.split(), k=READ_WORDS)
    request = ScoreRequest("probe", (Message("user", " ".join(words)),), "yes")
    began = time.monotonic()
    score = engine.score([request], run)[0]
    return score.prompt_tokens / (time.monotonic() - began)


def _writing(engine: Engine, count: int, run: Run) -> float:
    """Tokens/s together; 0 where the short batch took as long as the long one."""
    short, short_s = _timed(engine, count, SHORT_TOKENS, run)
    more, more_s = _timed(engine, count, LONG_TOKENS, run)
    return (more - short) / (more_s - short_s) if more > short and more_s > short_s else 0.0


def _timed(engine: Engine, count: int, tokens: int, run: Run) -> tuple[int, float]:
    requests = [_asked(number, tokens) for number in range(count)]
    began = time.monotonic()
    replies = engine.complete(requests, run)
    return sum(reply.completion_tokens for reply in replies), time.monotonic() - began


def _asked(number: int, tokens: int) -> Request:
    words = f"Count in words to two hundred, one number a line. Begin at {1 + 7 * number}."
    return Request("probe", (Message("user", words),), tokens)


def _file() -> Path:
    return home() / "probes.json"


def _build() -> str:
    return f"llama-cpp-python {version('llama-cpp-python')}"


def processor() -> str:
    """Its model name, as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
