"""An MCP server over a small library, whose model is played: ``python played_warehouse.py FOLDER``.

With ``change`` behind the folder documents may be added, until there is a file ``taken-back``
beside it. What is asked about a comet is never
answered.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bridges import BRIDGE, OVENS, WORKS, cited, judging
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse import app
from warehouse.engine.protocol import Completion, CompletionListener, Request, TextListener
from warehouse.engine.scripted import ScriptedEngine
from warehouse.mcp.server import serve
from warehouse.run import Run

CAST = "Skerton Works cast the arches in 1881."


class Player(ScriptedEngine):
    """Tells its steps for ever where it is asked about a comet; ``stopped`` when that is over."""

    def __init__(self, stopped: Path) -> None:
        super().__init__([cited("answer", (CAST, (1,))), *judging()])
        self._stopped = stopped

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        if "comet" not in str(requests[0].messages):
            return super().complete(requests, run, on_text, on_done)
        try:
            for count in range(10_000):
                run.step("answering", count, 10_000, "the comet")
                time.sleep(0.02)
        finally:
            self._stopped.touch()
        return []


def opened(folder: Path) -> app.Warehouse:
    engines = app.Engines(SETTINGS, Player(folder.with_name("stopped")))
    parts = app.Parts(engines, HashingEmbedder(256))
    warehouse = app.open(folder, SETTINGS, begin=True, parts=parts)
    if warehouse.begun:
        for title, text in (BRIDGE, WORKS, OVENS):
            admitted = reading(title, text)
            warehouse.library.admit(admitted, f"{title}.html", text.encode(), Run())
    return warehouse


if __name__ == "__main__":
    place = Path(sys.argv[1])
    taken_back = place.with_name("taken-back")
    serve(lambda: opened(place), lambda: "change" in sys.argv and not taken_back.exists())
