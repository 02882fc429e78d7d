"""How a child comes to files that its parent has open: it inherits them, by numbers it is told.

On Windows processes inherit handles, and each makes descriptors of them for itself.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

if sys.platform == "win32":
    import msvcrt


@contextlib.contextmanager
def lent(descriptors: Sequence[int]) -> Iterator[list[int]]:
    """The numbers by which a child that is started meanwhile knows them."""
    with contextlib.ExitStack() as copies:
        if sys.platform == "win32":
            descriptors = [os.dup(number) for number in descriptors]
            for number in descriptors:
                copies.callback(os.close, number)
                os.set_inheritable(number, True)
        yield [handle(number) for number in descriptors]


def for_popen(numbers: Sequence[int]) -> dict[str, Any]:
    """What subprocess.Popen is told, so that the child inherits these and no others."""
    if sys.platform == "win32":
        wanted = {"handle_list": list(numbers)}
        return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=wanted)}
    return {"pass_fds": tuple(numbers)}


def handle(descriptor: int) -> int:
    """What the system itself calls it."""
    if sys.platform == "win32":
        return msvcrt.get_osfhandle(descriptor)
    return descriptor


def descriptor(number: int) -> int:
    """For the child: what was lent or handed to it under this number, its own from now on."""
    if sys.platform == "win32":
        return msvcrt.open_osfhandle(number, 0)
    return number
