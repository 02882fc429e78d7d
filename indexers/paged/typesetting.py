"""HTML set as PDF, in a process that is shut in and ends with its work.

``python -m indexers.paged.typesetting`` takes one frame (``Wanted``) and gives one, the PDF. It
can read the fonts that it is given, and nothing else; what the HTML says is data from documents.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from indexers import sandbox
from indexers.process.child import (
    Child,
    ChildDied,
    ChildSilent,
    pipes_of_child,
    read_frame,
    write_frame,
)

MEMORY_MB = 4000
_LOOK_S = 0.1


class Wanted(Struct, frozen=True):
    """``fonts`` is the folder that ``style`` names fonts of; ``language`` may be empty."""

    html: str
    style: str
    fonts: str
    title: str
    language: str


def pdf(wanted: Wanted, seconds: int, check: Callable[[], None]) -> bytes:
    """``check`` is asked ten times a second, and may raise. Raises ChildSilent, ChildDied."""
    fonts = Path(wanted.fonts)
    child = Child("indexers.paged.typesetting", [str(seconds), wanted.fonts], reads=[fonts])
    try:
        child.send(msgspec.json.encode(wanted))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                raw = child.receive(_LOOK_S)
            except ChildSilent:
                check()
                continue
            if not raw:
                raise ChildDied("it has more pages than can be set")
            return raw
        raise ChildSilent
    finally:
        child.kill()


def main() -> None:
    import sys

    from indexers.paged import setting

    incoming, outgoing = pipes_of_child()
    sandbox.allow_cpu(int(sys.argv[1]))
    sandbox.enter(MEMORY_MB)
    sandbox.seal([Path(sys.argv[2])])
    frame = read_frame(incoming)
    if frame is None:
        return
    wanted = msgspec.json.decode(frame, type=Wanted)
    write_frame(outgoing, setting.pdf(wanted))


if __name__ == "__main__":
    main()
