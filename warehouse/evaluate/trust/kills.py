"""The program is killed (SIGKILL) while a warehouse is used: is anything lost, doubled, damaged?

Each act of ``worlds.ACTS`` is done once to its end, which gives the truth and the time it takes;
then it is begun again and again on a copy of what was before, and killed at a random moment.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from warehouse.evaluate.trust.worlds import ACTS, Look, World, wrong
from warehouse.run import Run

LONGEST_S = 600


class Kill(Struct, frozen=True):
    """``seconds`` after it began; ``ended``: it was done by then."""

    act: str
    seconds: float
    ended: bool
    wrong: tuple[str, ...]


class Trial(Struct, frozen=True):
    """An act, what was there before and after it, and how long it takes."""

    act: str
    command: Sequence[str]
    before: Look
    after: Look
    takes_s: float


def kills(world: World, number: int, run: Run, seed: int = 1) -> Iterator[Kill]:
    """``number`` of them, in turns over the acts. Raises CalledProcessError."""
    chance = random.Random(seed)
    trials = list(_trials(world, run))
    for at in range(number):
        run.step("kills", at, number)
        trial = trials[at % len(trials)]
        _put_back(world, trial.act)
        seconds = chance.uniform(0, trial.takes_s)
        ended = _killed(trial.command, seconds)
        in_hand = int(trial.act in ("ask", "write"))
        problems = wrong(world.look(), trial.before, trial.after, in_hand)
        yield Kill(trial.act, seconds, ended, tuple(problems))


def _trials(world: World, run: Run) -> Iterator[Trial]:
    before = Look()
    for act, command in run.each("acts", world.acts().items(), lambda pair: pair[0]):
        if act in ACTS:
            shutil.copytree(world.top, _kept(world, act), symlinks=True)
        began = time.monotonic()
        subprocess.run(command, capture_output=True, check=True, timeout=LONGEST_S)
        takes_s = time.monotonic() - began
        after = world.look()
        if act in ACTS:
            yield Trial(act, command, before, after, takes_s)
        before = after


def _killed(command: Sequence[str], seconds: float) -> bool:
    """Whether it had ended before. Its children are left to end by themselves."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process.wait(seconds)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False


def _put_back(world: World, act: str) -> None:
    shutil.rmtree(world.top)
    shutil.copytree(_kept(world, act), world.top, symlinks=True)


def _kept(world: World, act: str) -> str:
    return f"{world.top}-before-{act}"
