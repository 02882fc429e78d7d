"""How smooth a structure of 2,000 nodes and 6,000 edges is: a frame of it, and its layout.

Panned and turned larger and smaller in a visible window, step by step; a frame is timed from the
request to the end of its painting. The layout is timed as the window does it, in a worker.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPointF

from desktop.bench import loop
from desktop.bench.structures import net
from desktop.house import House
from desktop.structure.canvas import StructureCanvas
from desktop.structure.scene import Scene
from desktop.structure.view import StructureView
from warehouse.errors import BadInput
from warehouse.evaluate.records import Row, row
from warehouse.structures.graph import of_structure

NODES, LINKS = 2_000, 6_000
PANS, ZOOMS = 60, 60
LIMIT_S = 30.0
SIZE_PX = (1000, 700)


def rows(house: House, screen: str) -> Iterator[Row]:
    """Raises BadInput where the layout does not come."""
    graph = of_structure(net(NODES, LINKS))
    began = time.perf_counter()
    Scene(graph)
    facts = {"nodes": NODES, "links": LINKS, "screen": screen, "load": loop.load()}
    yield row("structure_layout_s", time.perf_counter() - began, "s", "<= 2", **facts)
    view = StructureView(house)
    view.resize(*SIZE_PX)
    view.show()
    try:
        view.tell_graph(graph, {})
        if not loop.until(lambda: len(view.canvas.scene) == NODES, LIMIT_S):
            raise BadInput("The layout of the structure did not come.")
        loop.pass_time(0.3)
        taken, own = zip(*frames(view.canvas), strict=True)
        about = {
            "frames": len(taken),
            "median": f"{statistics.median(taken):.1f} ms",
            "slowest": f"{max(taken):.1f} ms",
            "own": f"{_p95(own):.1f} ms of computing",
        }
        yield row("structure_frame_ms", _p95(taken), "ms", "<= 16", **about, **facts)
    finally:
        view.close()
        view.deleteLater()


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def frames(canvas: StructureCanvas) -> list[tuple[float, float]]:
    """Milliseconds of each, and those that this thread itself computed, over all sizes."""
    middle = QPointF(canvas.width() / 2, canvas.height() / 2)
    acts: list[Callable[[], None]] = []
    for at in range(ZOOMS):
        acts.append(partial(canvas.zoom, 1.08 if at % 30 < 20 else 1 / 1.16, middle))
    acts += [partial(canvas.pan, QPointF(9, 5 if at % 2 else -6)) for at in range(PANS)]
    return [_painted_ms(canvas, act) for act in acts]


def _painted_ms(canvas: StructureCanvas, act: Callable[[], None]) -> tuple[float, float]:
    act()
    began, own = time.perf_counter(), time.thread_time()
    canvas.repaint()
    return 1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - own)
