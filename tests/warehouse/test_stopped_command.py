"""What ends a command: Ctrl-C, once and twice, and other signals."""

from __future__ import annotations

import os
import signal

import pytest

from warehouse import cli
from warehouse.cli.session import Session, stoppable
from warehouse.errors import Cancelled
from warehouse.run import Run


def test_control_c_cancels_and_a_second_one_ends() -> None:
    before = signal.getsignal(signal.SIGINT)
    run = Run()
    with stoppable(lambda: run):
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(Cancelled):
            run.check()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_ends_a_program_ends_it_as_a_second_control_c_does(name: str) -> None:
    """What lies in memory of an encrypted warehouse is cleared on the way out."""
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)  # it may be ignored here, as by nohup
    try:
        with stoppable(Run), pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)


def test_a_stopped_command_has_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(session: Session) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        session.run.step("Reading", 1, 2)
        return 0

    monkeypatch.setattr(cli, "_command", lambda name: stopped)
    assert cli.main(["ls"]) == 130
