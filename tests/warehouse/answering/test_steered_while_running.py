"""A call in hand when the user steers, a study that is stopped, and one that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from steered_studies import SETTINGS, engine, id_of, run, titles, writing

from warehouse.engine.protocol import Completion, CompletionListener, Request, TextListener
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.results.records import Answer, Draft
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies


def test_a_text_that_lost_its_ground_is_not_written_to_its_end(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = engine()
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    drafts: list[str] = []
    studies = Studies(library)
    row = studies.start("ask", QUESTION)

    def show(shown: object) -> None:
        if isinstance(shown, Draft):
            drafts.append(shown.text)
            if len(drafts) == 1:
                studies.steer(row, pin)

    result = studies.run(row, model, SETTINGS, Run(show))
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)


class Polled(ScriptedEngine):
    """Writes until it is told to end, as the engine of a child process does; once."""

    ended = 0

    def complete(
        self,
        requests: Sequence[Request],
        run: Run,
        on_text: TextListener | None = None,
        on_done: CompletionListener | None = None,
    ) -> list[Completion]:
        if requests[0].prompt == "answer" and not self.ended:
            for _ in range(1000):
                if on_text is not None:
                    on_text(0, "{")
                if run.cancelled:
                    self.ended += 1
                    raise Cancelled
                time.sleep(0.01)
        return super().complete(requests, run, on_text, on_done)


def test_a_call_that_lost_its_ground_is_ended_and_the_study_goes_on(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = Polled(engine()._lines)
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    result, _, studies = run(library, model, writing, pin)
    assert model.ended == 1
    assert "Bread ovens" in titles(result)
    assert studies.list()[0].state == "done"


def test_stopping_is_still_stopping(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    outer = Run(lambda shown: outer.cancel() if writing(shown) else None)
    with pytest.raises(Cancelled):
        studies.run(row, Polled(engine()._lines), SETTINGS, outer)
    assert studies.list()[0].state == "stopped"


KILLED = """
import os, signal, sys
sys.path[:0] = [sys.argv[2], sys.argv[3]]
from pathlib import Path
from shelf import SETTINGS, HashingEmbedder
from bridges import QUESTION
from steered_studies import engine, id_of, SETTINGS as OWN
from warehouse.steering import Act
from warehouse.library import Library
from warehouse.results.records import Draft
from warehouse.run import Run
from warehouse.studies.keeper import Studies

with Library(Path(sys.argv[1]), SETTINGS, HashingEmbedder(256)) as library:
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    steered = []

    def show(shown):
        if isinstance(shown, Draft):
            if steered and any(act.state == "taken" for act in studies.acts(row)):
                os.kill(os.getpid(), signal.SIGKILL)
            if not steered:
                steered.append(1)
                studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))

    studies.run(row, engine(), OWN, Run(show))
"""


def test_a_killed_study_goes_on_with_its_course(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    library.close()
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(library.folder), str(here), str(here.parent)],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    opened = shelve()
    studies = Studies(opened)
    [row] = studies.unfinished()
    model = engine()
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)
    assert [act.state for act in result.research.acts] == ["taken"]
    # What the killed run had asked is on the disk: nothing but the writing and its check is left.
    assert {one.prompt for one in model.seen} <= {"answer", "claim_check", "claim_known"}
