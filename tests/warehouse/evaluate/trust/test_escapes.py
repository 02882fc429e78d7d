"""What a captured process tries, in each process that reads what strangers made."""

from __future__ import annotations

import os
import sys

import pytest

from indexers.sandbox import landlock
from warehouse.evaluate.trust import escapes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
SIGNALS_SINCE = 6  # the version of Landlock that knows of signals


def test_a_process_that_nothing_holds_can_do_most_of_it() -> None:
    """The test below can fail."""
    free = escapes.tried("free")
    assert free.tried >= 40
    assert len(free.worked) > free.tried / 2


@pytest.mark.parametrize("kind", escapes.KINDS)
@pytest.mark.parametrize("user", [-1, escapes.NOBODY], ids=["self", "nobody"])
def test_a_captured_process_can_do_nothing(kind: str, user: int) -> None:
    if user >= 0 and os.getuid() != 0:
        pytest.skip("only root can become another user")
    if landlock.version() < SIGNALS_SINCE:
        pytest.skip(f"needs version {SIGNALS_SINCE} of Landlock, here is {landlock.version()}")
    found = escapes.tried(kind, user)
    if "no programs" not in found.held:
        pytest.skip("no filter of calls on this machine")
    assert found.worked == ()
