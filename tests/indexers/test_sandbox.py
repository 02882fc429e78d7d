"""What a reader process may not do, tried in processes that do nothing else."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import made_pdfs
import pytest

from indexers.readers import ReaderPool
from indexers.sandbox import environment, landlock, macos

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def test_the_reader_is_shut_in(pool: ReaderPool, tmp_path: Path) -> None:
    pool.read(made_pdfs.simple(tmp_path / "a.pdf"))
    assert "no network" in pool.sandbox
    assert "memory 1024 MB" in pool.sandbox


def test_where_the_user_stands_nothing_is_imported_from_and_nothing_read(
    pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``python -m`` would look there first, and what can be imported can be read."""
    stands = tmp_path / "cases"
    stands.mkdir()
    (stands / "msgspec.py").write_text("raise SystemExit('taken from where the user stands')")
    monkeypatch.chdir(stands)
    pool.read(made_pdfs.simple(tmp_path / "a.pdf"))
    source = "from indexers.sandbox import places; print(*places.readable(), sep='\\n')"
    command = [sys.executable, "-P", "-c", source]
    told = subprocess.run(command, env=environment.for_child(), capture_output=True, text=True)
    assert told.stdout and str(stands) not in told.stdout.splitlines()


@pytest.mark.parametrize("installed", [False, True])
def test_of_what_is_imported_from_only_installed_packages_are_read(
    installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's PYTHONPATH reaches the children, and may hold the work of years."""
    own = tmp_path / "modules"
    own.mkdir()
    (own / "notes.py").write_text("secret = 1")
    if installed:
        (own / "package-1.0.dist-info").mkdir()
    monkeypatch.setenv("PYTHONPATH", str(own))
    source = (
        "import sys\n"
        "from indexers import sandbox\n"
        "assert sys.argv[1] in sys.path\n"
        "print(sandbox.seal(), flush=True)\n"
        "try:\n    print(open(sys.argv[1] + '/notes.py').read())\n"
        "except OSError as error:\n    print(type(error).__name__)\n"
        "import difflib, msgspec\n"
    )
    command = [sys.executable, "-P", "-c", source, str(own)]
    done = subprocess.run(
        command, env=environment.for_child(), capture_output=True, text=True, timeout=60
    )
    if "no other files" not in done.stdout:
        pytest.skip("no Landlock on this machine")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1:] == ["secret = 1" if installed else "PermissionError"]


@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.socket()",
        "import socket; socket.socket(socket.AF_UNIX)",
        "import os; os.execv('/bin/true', ['true'])",
        "import subprocess; subprocess.run(['/bin/true'])",
        "bytearray(900_000_000)",
    ],
)
def test_what_a_reader_may_not_do(attempt: str) -> None:
    source = (
        "from indexers import sandbox\n"
        "print(sandbox.enter(512), flush=True)\n"
        f"try:\n    {attempt}\n"
        "except (OSError, MemoryError) as error:\n    print(type(error).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60
    )
    if "no programs" not in done.stdout and "exec" in attempt:
        pytest.skip("no seccomp on this machine")
    assert done.stdout.splitlines()[1:] in (["PermissionError"], ["MemoryError"]), done.stderr


@pytest.mark.parametrize(
    ("attempt", "answer"),
    [
        ("own.bind('\\0muniment-test-' + str(os.getpid())); own.listen(1)", ""),
        ("open(f'/proc/self/task/{threading.get_native_id()}/comm', 'w').write('card')", ""),
        ("own.connect('/tmp/nobody')", "FileNotFoundError"),
        ("own.accept()", "PermissionError"),
        ("os.unlink('/dev/null')", "FileNotFoundError"),
        ("own.sendto(b'a word', '/tmp/nobody')", "PermissionError"),
        ("socket.socket(socket.AF_UNIX)", "PermissionError"),
        ("socket.socket(socket.AF_INET, socket.SOCK_SEQPACKET)", "PermissionError"),
        ("socket.socket()", "PermissionError"),
        ("open(f'/proc/{os.getppid()}/comm', 'w').write('card')", "PermissionError"),
    ],
)
def test_what_drives_a_card_has_a_socket_on_which_nothing_comes_or_goes(
    attempt: str, answer: str
) -> None:
    """CUDA does not start where it cannot listen or name its threads, nor where it is told that it
    may not take away the link of an earlier start; that none is there is what it expects.
    """
    source = (
        "import os, pathlib, socket, threading\n"
        "from indexers import sandbox\n"
        "card = [pathlib.Path('/dev/null')]\n"
        "print(sandbox.enter(0, devices=card), sandbox.seal((), card), flush=True)\n"
        "own = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n"
        f"try:\n    {attempt}\n"
        "except OSError as error:\n    print(type(error).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60
    )
    if "no programs" not in done.stdout or "no other files" not in done.stdout:
        pytest.skip("no seccomp or no Landlock on this machine")
    assert done.returncode == 0, done.stderr
    assert "\n".join(done.stdout.splitlines()[1:]) == answer


@pytest.mark.parametrize("call", [425, 438], ids=["io_uring_setup", "pidfd_getfd"])
def test_a_reader_has_no_other_way_to_a_socket(call: int) -> None:
    source = (
        "import ctypes\n"
        "from indexers import sandbox\n"
        "print(sandbox.enter(512), flush=True)\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        f"print(libc.syscall({call}, 1, ctypes.create_string_buffer(256), 0), ctypes.get_errno())"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60
    )
    if "no programs" not in done.stdout:
        pytest.skip("no seccomp on this machine")
    assert done.stdout.splitlines()[1] == f"-1 {errno.EACCES}", done.stderr


@pytest.mark.parametrize(
    "attempt",
    [
        "open(place + '/new', 'w')",
        "open(place + '/kept', 'a')",
        "os.truncate(place + '/kept', 0)",
        "os.unlink(place + '/kept')",
        "os.rename(place + '/kept', place + '/other')",
        "os.mkdir(place + '/folder')",
        "os.symlink('/etc/passwd', place + '/link')",
        "os.kill(os.getppid(), 0)",
    ],
)
def test_a_sealed_reader_changes_nothing_outside(attempt: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("as it was")
    source = (
        "import os, pathlib, sys\n"
        "from indexers import sandbox\n"
        "place = sys.argv[1]\n"
        "print(sandbox.enter(512), sandbox.seal([pathlib.Path(place)]), flush=True)\n"
        "open(os.devnull, 'w').write('nowhere')\n"
        "assert open(place + '/kept').read() == 'as it was'\n"
        f"try:\n    {attempt}\n"
        "except OSError as error:\n    print(type(error).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    if "no writing" not in done.stdout:
        pytest.skip("no Landlock on this machine")
    if "kill" in attempt and landlock.version() < 6:
        pytest.skip("this Landlock knows no signals")
    assert done.stdout.splitlines()[1:] == ["PermissionError"], done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["kept"]
    assert (tmp_path / "kept").read_text() == "as it was"


def test_the_profile_of_macos_names_what_can_be_read() -> None:
    rules = macos.profile([Path('/usr/local/a "b"')])
    assert "(deny default)" in rules
    assert '(subpath "/usr/local/a \\"b\\"")' in rules
    assert rules.count("(") == rules.count(")")


def test_a_child_hears_nothing_that_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_TOKEN", "secret")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/tmp/keys")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy")
    heard = environment.for_child()
    assert not {"SERVICE_TOKEN", "SSH_AUTH_SOCK", "HTTPS_PROXY"} & set(heard)
    assert environment.for_child(environment.NETWORK)["HTTPS_PROXY"] == "http://proxy"
