"""What a method is: its name, what it is good for, and the module that explores.

Imports nothing that computes: the command line's help and the window's start read the registry. A
method is loaded when it first explores.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.records import Recalled
from warehouse.steering import Kind

if TYPE_CHECKING:
    from warehouse.context import Context
    from warehouse.results.records import Research


class Way(Struct, frozen=True):
    """How an article can be written, or an answer found. ``title`` is for a menu, ``sentence`` says
    what it does, ``good_for`` and ``cost`` when.
    """

    name: str
    title: str
    sentence: str
    good_for: str
    cost: str


class Method(Way, frozen=True):
    """``module`` has its ``explore``. ``steerable`` are the acts that can change it; ``weighed``:
    what it finds is weighed before an answer is written from it; ``sifted``: of an article's
    evidence only what is of use to its section stays. ``widened``: where that is too little for the
    length, every heading is searched for as well. ``deepened_by`` is the setting of how deep it
    goes, "" where it does not search in several rounds.
    """

    module: str
    steerable: frozenset[Kind]
    weighed: bool = True
    sifted: bool = False
    widened: bool = True
    deepened_by: str = ""

    def explore(self, task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
        """``recalled`` are thoughts near the task. Raises Cancelled, and shows Research."""
        module = import_module(f"warehouse.methods.{self.module}")
        research: Research = module.explore(task, context, recalled)
        return research
