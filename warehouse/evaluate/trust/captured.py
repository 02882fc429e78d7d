"""What a captured process would try: ``python -m warehouse.evaluate.trust.captured KIND PLACE PID
USER``.

It shuts itself in as the reader, the OCR, the engine or the embedder does ("free": not at all),
tries everything below, and prints the names of what worked. PLACE holds files of the user's and PID
is a process of the user's; USER is the number that it becomes first, -1 for none. Nothing is tried
that would harm where it works. For Linux.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from indexers import sandbox
from indexers.sandbox import places

Attempt = Callable[[], object]
LIMIT_MB = 2048
REFUSED = (errno.EPERM, errno.EACCES, errno.ENOSYS)

# Numbers on x86_64 and on aarch64 of calls that Python has no word for.
_CALLS = {
    "vfork": (58, -1),
    "clone": (56, 220),
    "clone3": (435, 435),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "chroot": (161, 51),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "inotify_init1": (294, 26),
    "personality": (135, 92),
    "kcmp": (312, 272),
}
_NEW_USER = 0x10000000
_ATTACH, _KEY_OF_SESSION = 16, -3


def main() -> None:
    kind, place, neighbour, user = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    if kind == "ocr":
        _read_a_picture()
    everything = _attempts(place, neighbour)
    if int(user) >= 0:
        os.setgroups([])
        os.setgid(int(user))
        os.setuid(int(user))
    held = _shut_in(kind, place)
    worked = [name for name, attempt in everything.items() if _works(attempt)]
    print(json.dumps({"held": held, "tried": len(everything), "worked": worked}), flush=True)
    os._exit(0)


def _shut_in(kind: str, place: Path) -> str:
    """As in the ``main`` of each."""
    if kind == "free":
        return ""
    if kind in ("reader", "ocr"):
        return f"{sandbox.enter(LIMIT_MB)}; {sandbox.seal()}"
    devices = places.graphics() if kind == "engine" else ()
    return f"{sandbox.enter(devices=devices)}; {sandbox.seal([place / 'model'], devices)}"


def _read_a_picture() -> None:
    """Its libraries are loaded then; what they start comes after the sandbox in a reader."""
    import importlib

    for library in ("numpy", "cv2", "onnxruntime", "rapidocr"):
        importlib.import_module(library)


def _works(attempt: Attempt) -> bool:
    try:
        attempt()
    except MemoryError:
        return False
    except OSError as error:
        return error.errno not in REFUSED
    return True


def _call(name: str, *arguments: object) -> int:
    """Raises OSError. A call that a machine has not is one that it refuses."""
    column = {"x86_64": 0, "aarch64": 1}[platform.machine().lower()]
    number = _CALLS[name][column]
    if number < 0:
        raise OSError(errno.ENOSYS, name)
    libc = ctypes.CDLL(None, use_errno=True)
    given = [
        ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments
    ]
    result = int(libc.syscall(ctypes.c_long(number), *given))
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def _attempts(place: Path, neighbour: int) -> dict[str, Attempt]:
    return {
        **_outward(),
        **_programs(),
        **_neighbours(neighbour),
        **_kernel(),
        **_reading(place, neighbour),
        **_changing(place),
    }


def _outward() -> dict[str, Attempt]:
    return {
        "internet socket": lambda: socket.socket(socket.AF_INET),
        "newer internet socket": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "socket of this machine": lambda: socket.socket(socket.AF_UNIX),
        "netlink": lambda: socket.socket(16, socket.SOCK_RAW),
        "pair of sockets": socket.socketpair,
    }


def _programs() -> dict[str, Attempt]:
    return {
        "program": lambda: subprocess.run(["/bin/true"], check=True),
        "program, started at once": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "fork": _forked,
        "clone": lambda: _gone(_call("clone", signal.SIGCHLD, 0, 0, 0, 0)),
        "clone3": lambda: _call("clone3", None, 0),
        "clone into a namespace": lambda: _gone(_call("clone", _NEW_USER | signal.SIGCHLD, 0, 0)),
    }


def _forked() -> None:
    _gone(os.fork())


def _gone(child: int) -> None:
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _neighbours(pid: int) -> dict[str, Attempt]:
    some = ctypes.create_string_buffer(64)
    return {
        "signal to the parent": partial(os.kill, os.getppid(), 0),
        "signal to a neighbour": partial(os.kill, pid, signal.SIGCONT),
        "signal to a thread": lambda: _call("tgkill", pid, pid, signal.SIGCONT),
        "signal to the first process": lambda: os.kill(-os.getpgid(pid), 0),
        "signal by its file": lambda: _by_file(pid),
        "signal by a pipe": lambda: fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, pid),
        "limit of a neighbour": lambda: resource.prlimit(
            pid, resource.RLIMIT_CPU, resource.prlimit(pid, resource.RLIMIT_CPU)
        ),
        "processors of a neighbour": lambda: os.sched_setaffinity(pid, os.sched_getaffinity(pid)),
        "schedule of a neighbour": lambda: os.sched_setscheduler(
            pid, os.SCHED_BATCH, os.sched_param(0)
        ),
        "priority of a neighbour": lambda: os.setpriority(os.PRIO_PROCESS, pid, 5),
        "disk priority of a neighbour": lambda: _call("ioprio_set", 1, pid, 3 << 13),
        "tracing a neighbour": lambda: _traced(pid),
        "memory of a neighbour": lambda: _call("process_vm_readv", pid, some, 0, some, 0, 0),
        "memory into a neighbour": lambda: _call("process_vm_writev", pid, some, 0, some, 0, 0),
        "hold of a neighbour": lambda: os.pidfd_open(pid),
        "open file of a neighbour": lambda: _call("pidfd_getfd", 1000, 0, 0),
        "likeness with a neighbour": lambda: _call("kcmp", os.getpid(), pid, 0, 0, 0),
        "session of its own": os.setsid,
        "group of another": lambda: os.setpgid(0, 0),
    }


def _by_file(pid: int) -> None:
    _call("pidfd_send_signal", _call("pidfd_open", pid, 0), signal.SIGCONT, 0, 0)


def _traced(pid: int) -> None:
    _call("ptrace", _ATTACH, pid, 0, 0)
    os.waitpid(pid, 0)
    _call("ptrace", 17, pid, 0, 0)


def _kernel() -> dict[str, Attempt]:
    return {
        "namespaces": lambda: _call("unshare", _NEW_USER),
        "namespace of another": lambda: _call("setns", 1000, 0),
        "mount": lambda: _call("mount", b"none", b"/nowhere", b"tmpfs", 0, 0),
        "another root": lambda: _call("chroot", b"/nowhere"),
        "keys": lambda: _call("keyctl", 0, _KEY_OF_SESSION, 0),
        "new key": lambda: _call("add_key", b"user", None, None, 0, _KEY_OF_SESSION),
        "key of another": lambda: _call("request_key", b"user", b"muniment", 0, _KEY_OF_SESSION),
        "shared memory": lambda: _call("shmget", 0, 0, 0),
        "message queue": lambda: _call("msgget", 1, 0),
        "semaphores": lambda: _call("semget", 1, 1, 0),
        "named queue": lambda: _call("mq_open", b"muniment", 0, 0, 0),
        "ring of calls": lambda: _call("io_uring_setup", 1, ctypes.create_string_buffer(256)),
        "program in the kernel": lambda: _call("bpf", 0, ctypes.create_string_buffer(64), 64),
        "counters": lambda: _call("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1),
        "page faults": lambda: _call("userfaultfd", 1),
        "watching files": lambda: _call("inotify_init1", 0),
        "another personality": lambda: _call("personality", 0xFFFFFFFF),
        "typing into a terminal": lambda: fcntl.ioctl(0, 0x5412, b"x"),
        "another user": lambda: os.setresuid(-1, -1, -1),
        "name of the computer": lambda: socket.sethostname(socket.gethostname()),
    }


def _reading(place: Path, neighbour: int) -> dict[str, Attempt]:
    def by_root() -> bytes:
        return Path(f"/proc/self/root{place}/secret").read_bytes()

    return {
        "reading a secret": (place / "secret").read_bytes,
        "reading it by another way": by_root,
        "listing a folder": lambda: list(os.scandir(place)),
        "listing all processes": lambda: list(os.scandir("/proc")),
        "environment of a neighbour": Path(f"/proc/{neighbour}/environ").read_bytes,
        "environment of the parent": Path(f"/proc/{os.getppid()}/environ").read_bytes,
        "memory file of a neighbour": lambda: Path(f"/proc/{neighbour}/mem").open("rb").close(),
        "list of users": Path("/etc/passwd").read_bytes,
        "log of the kernel": _kernel_log,
    }


def _kernel_log() -> None:
    os.close(os.open("/proc/kmsg", os.O_RDONLY | os.O_NONBLOCK))


def _changing(place: Path) -> dict[str, Attempt]:
    kept = place / "kept"

    def through_memory() -> None:
        descriptor = os.open("/proc/self/mem", os.O_RDWR)
        os.close(descriptor)

    return {
        "new file": lambda: (place / "new").write_text("x"),
        "more in a file": lambda: kept.open("a").close(),
        "cut file": lambda: os.truncate(kept, 0),
        "removed file": (place / "removed").unlink,
        "renamed file": lambda: (place / "renamed").rename(place / "other"),
        "new folder": (place / "folder").mkdir,
        "removed folder": (place / "empty").rmdir,
        "symbolic link": lambda: (place / "link").symlink_to("secret"),
        "hard link": lambda: (place / "twin").hardlink_to(kept),
        "named pipe": lambda: os.mkfifo(place / "pipe"),
        "rights of a file": lambda: kept.chmod(0o600),
        "owner of a file": lambda: os.chown(kept, -1, os.getgid()),
        "times of a file": lambda: os.utime(kept, (0, 0)),
        "attribute of a file": lambda: os.setxattr(kept, "user.muniment", b"x"),
        "lock on a file": lambda: fcntl.flock(0, fcntl.LOCK_SH),
        "temporary file": lambda: _removed(Path(f"/tmp/muniment-{os.getpid()}")),
        "shared memory file": lambda: _removed(Path(f"/dev/shm/muniment-{os.getpid()}")),
        "file of the model": lambda: (place / "model").open("ab").close(),
        "own memory by its file": through_memory,
        "mask of new files": lambda: os.umask(0o077),
        "another folder": lambda: os.chdir("/"),
    }


def _removed(path: Path) -> None:
    path.touch()
    path.unlink()


if __name__ == "__main__":
    main()
