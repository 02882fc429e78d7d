"""A real model server on loopback, in a process of its own: ``python serving.py MODEL``.

It is llama.cpp's own server as the package xllamacpp ships it. Prints its address, and serves
until its stdin ends.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONTEXT, SLOTS = 8192, 4
INSTALLED = importlib.util.find_spec("xllamacpp") is not None


@contextmanager
def served(model: Path) -> Iterator[str]:
    """The address of a server that has the model in memory."""
    server = subprocess.Popen(
        [sys.executable, __file__, str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.stdin.close()
        server.wait(20)
        server.stdout.close()


def main() -> None:
    import os

    import xllamacpp

    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = sys.argv[1]
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = SLOTS
    parameters.cpuparams.n_threads = 2
    server = xllamacpp.Server(parameters)
    print(server.listening_address, file=told, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
