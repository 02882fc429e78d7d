"""The power fails while a warehouse is used: what is lost, doubled, or damaged and not told?

The acts of ``worlds`` are done once, and what they do to files is recorded; then the power fails at
many moments, each time with another of the states that a disk may be in (``crash_states``), and the
warehouse is opened on what it left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from warehouse.evaluate.trust import crash_states
from warehouse.evaluate.trust.file_operations import Done, History, record
from warehouse.evaluate.trust.worlds import Look, World, wrong
from warehouse.run import Run


class PowerCut(Struct, frozen=True):
    """``act`` was in hand when the power failed; ``mended`` is what check named and mended."""

    act: str
    way: str
    moment: int
    wrong: tuple[str, ...]
    mended: tuple[str, ...]


def cuts(
    world: World, acts: Mapping[str, Sequence[str]], number: int, run: Run, seed: int = 1
) -> Iterator[PowerCut]:
    """``number`` of them. Raises CannotTrace, CommandFailed."""
    run.step("recording", 0, 1)
    history = record(acts, world.top, world.top.with_name("operations.trace"))
    chance = random.Random(seed)
    told = _told(history, world, list(acts))
    for at in range(number):
        run.step("power cuts", at, number)
        way = crash_states.WAYS[at % len(crash_states.WAYS)]
        moment = crash_states.moment(history, chance)
        crash_states.after(history, moment, way, chance).write(world.top)
        done = sum(isinstance(operation, Done) for operation in history.operations[:moment])
        act = [*acts, ""][done]
        look = world.look()
        problems = wrong(look, told[done], told[min(done + 1, len(acts))])
        yield PowerCut(act, way, moment, tuple(problems), look.mended)


def _told(history: History, world: World, acts: Sequence[str]) -> list[Look]:
    """What is there before the first act, and after each; nothing is wrong with that."""
    looks = [Look()]
    for act in acts:
        crash_states.after(history, history.done(act), "kept", random.Random()).write(world.top)
        look = world.look()
        if look.wrong or look.mended:
            raise AssertionError(f"after {act}, without any power cut: {look}")
        looks.append(look)
    return looks
