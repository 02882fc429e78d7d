"""What a benchmark is given and what it gives back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from warehouse.engine.calibrated import Calibrated, ship
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.run import Run
from warehouse.settings import Settings

Figures = Callable[[Calibrated], Mapping[str, float]]
_COMPARE = {">=": operator.ge, "<=": operator.le, "<": operator.lt, ">": operator.gt}


class Row(Struct, frozen=True):
    """One measured number. ``want`` is such as ">= 0.8", or empty; ``ok`` None without it.

    ``context``: machine, versions, model and SHA-256, counts, interval: what the number hangs on.
    """

    name: str
    value: float
    unit: str
    want: str = ""
    ok: bool | None = None
    context: dict[str, str] = {}


class Job(Struct, frozen=True):
    """A benchmark to do. ``data`` is the folder given; of its questions at most ``limit`` (0 for no
    limit) after the first ``skip`` are taken, so that a fit and a figure can have their own.

    ``model`` is one named for this benchmark alone; empty for the benchmark's own choice. ``rows``
    are the names of the rows wanted, where a benchmark can do them apart; empty for all.
    ``minutes`` is how long what goes on for a while is to go on; 0 for the benchmark's own choice.
    ``methods`` are those to compare, ``words`` the length of an article; again, or its own choice.
    ``engine`` is one that is open already. ``keep`` takes the fits
    that are made (see ``put``); without it they are shipped.
    """

    settings: Settings
    run: Run
    data: Path | None = None
    limit: int = 0
    skip: int = 0
    model: str = ""
    rows: frozenset[str] = frozenset()
    minutes: float = 0.0
    methods: tuple[str, ...] = ()
    words: int = 0
    engine: Engine | None = None
    keep: Callable[[Calibrated, Figures | None], None] | None = None

    def wants(self, *names: str) -> bool:
        """Is one of these rows to be measured?"""
        return not self.rows or not self.rows.isdisjoint(names)

    def needed(self, files: str) -> Path:
        """The folder given, which is to hold ``files``. Raises BadInput without one."""
        if self.data is None:
            raise BadInput("This benchmark needs its data.", f"Give --data DIR with {files}.")
        return self.data

    def put(self, fit: Calibrated, figures: Figures | None = None) -> None:
        """Where the job's fits go. ``figures`` measures another on the same cases."""
        if self.keep is None:
            ship(fit)
        else:
            self.keep(fit, figures)

    def file(self, name: str) -> Path:
        """One in the folder given, there or not. Raises BadInput without a folder."""
        return self.needed(name) / name


def row(name: str, value: float, unit: str, want: str = "", **context: object) -> Row:
    """A row, judged by ``want``."""
    said: Mapping[str, str] = {key: str(thing) for key, thing in context.items()}
    return Row(name, value, unit, want, _fulfils(value, want), dict(said))


def _fulfils(value: float, want: str) -> bool | None:
    if not want:
        return None
    sign, bound = want.split()
    return bool(_COMPARE[sign](value, float(bound)))
