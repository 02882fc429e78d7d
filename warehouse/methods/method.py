"""What a method is: its name, what it is good for, and the function that explores.

Imports nothing that computes: the command line's help and the window's start read the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.records import Recalled
from warehouse.steering import Kind

if TYPE_CHECKING:
    from warehouse.context import Context
    from warehouse.results.records import Research


class Method(Struct, frozen=True):
    """``title`` is for a menu, ``sentence`` says what it does, ``good_for`` and ``cost`` when.

    ``explore`` takes task, context and the thoughts near the task, and leaves research; it raises
    Cancelled and shows Research. ``steerable`` are the acts that can change it; ``weighed``: what
    it finds is weighed before an answer is written from it; ``sifted``: of an article's evidence
    only what is of use to its section stays.
    """

    name: str
    title: str
    sentence: str
    good_for: str
    cost: str
    explore: Callable[[str, Context, Sequence[Recalled]], Research]
    steerable: frozenset[Kind]
    weighed: bool = True
    sifted: bool = False
