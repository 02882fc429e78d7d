"""The seam: a method takes a task and a context, and leaves research. It writes nothing.

``Research`` is a pool of evidence, each piece with its place and the query that found it, and a
structure of nodes over it, with what was dropped and what the user steered. Who answers, writes and
keeps studies knows this file and the registry, and no method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from warehouse.context import Context
from warehouse.methods.evidence import remembering, xray_losses
from warehouse.records import Recalled
from warehouse.results.records import Research
from warehouse.steering import Kind

Explore = Callable[[str, Context, Sequence[Recalled]], Research]
"""(task, context, thoughts near the task) -> research. Raises Cancelled; shows Research."""


class Method(Struct, frozen=True):
    """``title`` is for a menu, ``sentence`` says what it does, ``good_for`` and ``cost`` when.

    ``steerable`` are the acts that can change it; ``weighed``: what it finds is weighed before an
    answer is written from it.
    """

    name: str
    title: str
    sentence: str
    good_for: str
    cost: str
    explore: Explore
    steerable: frozenset[Kind]
    weighed: bool = True


def research(task: str, context: Context, method: Method) -> Research:
    """What ``method`` finds for ``task``. Raises Cancelled.

    The same for all methods: thoughts near the task are handed to it where they are on, and what
    the x-ray kept out of the prompts is told.
    """
    task = " ".join(task.split())
    recalled = remembering.recalled(task, context)
    made = method.explore(task, context, recalled)
    return xray_losses.told(made, context.library)
