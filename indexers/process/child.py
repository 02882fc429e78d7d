"""One child process and the plain-data pipe to it.

Readers, the embedder and the engine each run as ``python -m MODULE``. Frames go over the child's
stdin and stdout: four bytes of length, then the message (msgpack, made and checked by msgspec in
the module that owns the messages). Never a pickle: a child that reads hostile files may not
choose what the parent executes. A child that dies or falls silent is killed with its whole group
and replaced by its owner; it ends by itself when its parent does.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from indexers.sandbox import appcontainer, environment, inheriting

ENDING_S = 5.0
HANDING_S = 10.0
WAITING_BYTES = 32 * 1024 * 1024
WAITING_FRAMES = 1000
NICE = 10
FRAME_LIMIT_BYTES = 512 * 1024 * 1024
_LENGTH = struct.Struct("<I")


class ChildDied(Exception):
    """The child process ended; ``str()`` is the tail of what it said on stderr, or its status."""


class ChildSilent(Exception):
    """No message within the time allowed."""


class Child:
    """A running child. One thread may receive, any thread may send."""

    def __init__(
        self,
        module: str,
        args: Sequence[str] = (),
        log: Path | None = None,
        hears: Iterable[str] = (),
        hands_files: bool = False,
        lends: Sequence[int] = (),
        reads: Sequence[Path] | None = None,
    ) -> None:
        """``hears`` names more of the environment; ``lends`` are descriptors that it inherits, and
        is told the numbers of as arguments after ``args``. One that is handed files is told the
        number of the socket, -1 where there is none, as its last argument. One that shuts itself in
        is started shut in where the system has that: ``reads`` is what it reads of the user's.
        """
        self._log = log
        self._log_start = log.stat().st_size if log is not None and log.exists() else 0
        self._files, theirs = _sockets() if hands_files else (None, None)
        lends = [*lends, *([theirs.fileno()] if theirs is not None else [])]
        said = (log or Path(os.devnull)).open("ab" if log else "wb")
        with said as errors, inheriting.lent(lends) as numbers:
            missing = [-1] if hands_files and theirs is None else []
            args = [*args, *map(str, [*numbers, *missing])]
            heard = environment.for_child(hears)
            self._process = _started(module, args, heard, errors.fileno(), numbers, reads)
        _stand_back(self._process.pid)
        if theirs is not None:
            theirs.close()
        self._sending = threading.Lock()
        self._frames = _Frames()
        self._ended = False
        self._signalled = False
        self._pump = threading.Thread(target=self._pump_frames, name=f"{module} pipe", daemon=True)
        self._pump.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: bytes) -> None:
        """Queue one frame to the child. Raises ChildDied when the pipe is gone."""
        pipe = self._process.stdin
        assert pipe is not None
        try:
            with self._sending:
                write_frame(pipe, message)
        except (OSError, ValueError) as error:
            raise ChildDied(self._epitaph()) from error

    @property
    def hands_files(self) -> bool:
        return self._files is not None or isinstance(self._process, appcontainer.Process)

    def hand(self, descriptor: int) -> int:
        """Give the child an open file, before the message that speaks of it: its number there, or
        -1 where it comes over the socket. Raises ChildDied.
        """
        try:
            if isinstance(self._process, appcontainer.Process):
                return self._process.hand(descriptor)
            assert self._files is not None
            socket.send_fds(self._files, [b"f"], [descriptor])
        except OSError as error:
            raise ChildDied(self._epitaph()) from error
        return -1

    def allow_memory(self, size_bytes: int) -> None:
        """Of address space, of which a document that was handed over takes its own size."""
        with contextlib.suppress(OSError, ValueError, AttributeError, ImportError):
            import resource

            if resource.prlimit(self.pid, resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
                resource.prlimit(self.pid, resource.RLIMIT_AS, (size_bytes, size_bytes))

    def receive(self, timeout_s: float | None = None) -> bytes:
        """The next frame. Raises ChildSilent after ``timeout_s``, ChildDied at the end."""
        if self._ended:
            raise ChildDied(self._epitaph())
        try:
            frame = self._frames.get(timeout_s)
        except queue.Empty:
            raise ChildSilent from None
        if frame is None:
            self._ended = True
            raise ChildDied(self._epitaph())
        return frame

    def kill(self) -> None:
        """End the child and all it started, at once; safe to call twice."""
        self._signal()
        self._frames.close()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._files):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        if self._pump is not threading.current_thread():
            self._pump.join(timeout=5)

    def _pump_frames(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            while (frame := read_frame(pipe)) is not None:
                self._frames.put(frame)
        # One that closed its pipe without ending is of no use; no child is left as a zombie.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING_S)
        self._signal()
        self._process.wait()
        self._frames.put(None)

    def _signal(self) -> None:
        """Once: the number of a group that has ended may belong to another later."""
        if self._signalled:
            return
        self._signalled = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _epitaph(self) -> str:
        ending = how_ended(self._process.poll())
        if self._log is not None and self._log.exists():
            with self._log.open("rb") as file:
                file.seek(max(self._log_start, self._log.stat().st_size - 2000))
                lines = file.read().decode("utf-8", "replace").splitlines()
            said = [line.strip() for line in lines if any(map(str.isalpha, line))]
            if said:
                return f"{ending}: {said[-1]}"
        return ending


def _started(
    module: str,
    args: Sequence[str],
    heard: dict[str, str],
    errors: int,
    inherited: Sequence[int],
    reads: Sequence[Path] | None,
) -> subprocess.Popen[bytes] | appcontainer.Process:
    command = ["-P", "-m", module, *args]  # -P: not from where the user stands
    if reads is not None and appcontainer.holds(module, reads):
        return appcontainer.start(module, command, heard, errors, inherited)
    return subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        start_new_session=True,
        env=heard,
        **inheriting.for_popen(inherited),
    )


class _Frames:
    """What came and was not asked for yet, WAITING_BYTES at most or one frame: a child that sends
    faster than it is heard waits at its pipe. One thread puts.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[bytes | None] = deque()
        self._size = 0
        self._closed = False

    def put(self, frame: bytes | None) -> None:
        size = len(frame or b"")
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._fits(size))
            self._waiting.append(frame)
            self._size += size
            self._changed.notify_all()

    def get(self, timeout_s: float | None) -> bytes | None:
        """Raises queue.Empty after ``timeout_s``."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._waiting), timeout_s):
                raise queue.Empty
            frame = self._waiting.popleft()
            self._size -= len(frame or b"")
            self._changed.notify_all()
        return frame

    def close(self) -> None:
        """Let whoever waits to put go on: the child has ended."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _fits(self, size: int) -> bool:
        if not self._waiting:
            return True
        return self._size + size <= WAITING_BYTES and len(self._waiting) < WAITING_FRAMES


def _stand_back(pid: int) -> None:
    """Let the parent, in which a window may run, have the processor first.

    Linux weighs sessions against each other, and each child has a session of its own: niceness
    alone counts only within one.
    """
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, pid, NICE)
        Path(f"/proc/{pid}/autogroup").write_text(str(NICE))


def _sockets() -> tuple[socket.socket | None, socket.socket | None]:
    """A pair over which open files go to a child; none where the system has no such thing."""
    if not hasattr(socket, "send_fds"):
        return None, None
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.settimeout(HANDING_S)
    return ours, theirs


def how_ended(status: int | None) -> str:
    """ "ended by SIGABRT", "ended with status 1"."""
    if status is not None and status < 0:
        with contextlib.suppress(ValueError):
            return f"ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def write_frame(pipe: IO[bytes], message: bytes) -> None:
    if len(message) > FRAME_LIMIT_BYTES:
        raise ValueError(f"message of {len(message)} bytes, the limit is {FRAME_LIMIT_BYTES}")
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """The next frame, or None at the end of the pipe or on a frame over the limit."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > FRAME_LIMIT_BYTES:
        return None
    body = pipe.read(length)
    return body if len(body) == length else None


def pipes_of_child() -> tuple[IO[bytes], IO[bytes]]:
    """For the child's main: its (incoming, outgoing) pipes.

    Descriptor 1 is pointed at stderr first, so that a library that prints cannot break a frame.
    """
    outgoing = os.fdopen(os.dup(1), "wb")
    incoming = os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    return incoming, outgoing


class Incoming(threading.Thread):
    """For the child's main: its frames, read by a thread of their own that ends the process.

    A pipe that ends means that the parent is gone, and then nothing the child does is wanted: it
    ends at once, also in the middle of a long computation.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(name="frames", daemon=True)
        self._pipe = pipe
        self._frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.start()

    def get(self) -> bytes:
        return self._frames.get()

    def run(self) -> None:
        while (frame := read_frame(self._pipe)) is not None:
            self._frames.put(frame)
        os._exit(0)
