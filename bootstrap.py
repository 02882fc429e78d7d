#!/usr/bin/env python3
"""Set Muniment up and start it, or test it: ``python3 bootstrap.py run`` and ``test``.

Needs nothing but Python 3.11 and, once, a C++ compiler and a network. Makes ``.venv``, installs
what pyproject.toml names in the versions of constraints.txt, fetches the models of the catalogue,
and hands over. A stamp, written last, says that the set-up is whole; with it the next start does
no work and needs no network. A first set-up that was cut off is begun anew; what changed since is
installed into it, and if that fails, what was there stays. The full output of pip is kept in
build/setup.log; what goes wrong is said in a sentence.

This file must parse on old Pythons, far enough to say that they are too old.
"""

import argparse
import errno
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OLDEST = (3, 11)
if sys.version_info < OLDEST:
    sys.exit(
        f"Muniment needs Python 3.11 or newer; this is Python {platform.python_version()}. "
        "Start it with a newer one, for example: python3.11 bootstrap.py run"
    )

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOG = ROOT / "build" / "setup.log"
UNFINISHED = VENV / "muniment-unfinished"
NEEDED_GB = 6
ENGINE = "llama-cpp-python"
GPU_CMAKE = {
    "none": "",
    "cuda": "-DGGML_CUDA=on",
    "vulkan": "-DGGML_VULKAN=on",
    "metal": "-DGGML_METAL=on",
}
# Half of what would be compiled reads pictures, or is for command lines and servers.
WITHOUT_PICTURES = "-DLLAVA_BUILD=OFF"
WITHOUT_COMMON = 'set(LLAMA_BUILD_COMMON OFF CACHE BOOL "" FORCE)\n'  # the package turns it on
# Some compilers drop what llama.cpp stores for AMX, and the first prompt then ends the engine.
WITHOUT_AMX = "-U__AMX_INT8__"
PROCESSOR = Path("/proc/cpuinfo")
GPU_TOOLS = {"cuda": "nvcc", "vulkan": "glslc"}
RUN_MODELS = ("qwen2.5-coder-1.5b", "all-minilm-l6-v2")
TEST_MODELS = ("smollm2-135m", "all-minilm-l6-v2")
CHECKS = (
    ("format", ("-m", "ruff", "format", "--check", ".")),
    ("lint", ("-m", "ruff", "check", ".")),
    ("types", ("-m", "mypy")),
    ("imports", ("-c", "import importlinter.cli as cli; cli.lint_imports_command()")),
)
QT_PACKAGES = (
    "libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxkbcommon-x11-0 "
    "libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
    "libxcb-render-util0 libxcb-shape0"
)
WINDOW_PACKAGES = "xvfb openbox xdotool"
TRACE_PACKAGES = "strace"
BESIDE = (  # one after the other, beside checks and all other tests: title, folders, Qt's platform
    ("tests in a real window", ("tests/desktop/real",), "xcb"),
    ("tests of the window", ("tests/desktop",), "offscreen"),
    ("tests of the engine", ("tests/warehouse/engine",), ""),
    # Of these, whichever lane is done first takes the next: this one from here, that one from below
    ("tests of documents", ("tests/warehouse/documents",), ""),
    ("tests of ingest", ("tests/warehouse/ingest",), ""),
    ("tests of the round table", ("tests/warehouse/roundtable",), ""),
)


class Trouble(Exception):
    """Something the user can put right; ``str()`` says what and how."""


# What to say when a step fails: signs in its output, and the sentence.

NO_COMPILER = (
    "A C++ compiler is needed to build the language model engine. Install one, then start again: "
    "on Debian or Ubuntu 'sudo apt install build-essential', on Fedora 'sudo dnf install gcc-c++', "
    "on macOS 'xcode-select --install', on Windows the Build Tools for Visual Studio."
)
DISK_FULL = "The disk is full. Free some space and start again; what was downloaded is reused."
NO_NETWORK = (
    "No package index could be reached. The first start needs a network (later ones do not); "
    "check it and start again."
)
NO_VENV = (
    "This Python cannot make virtual environments. On Debian or Ubuntu: "
    "'sudo apt install python3-venv', then start again."
)
NO_MEMORY = "The memory ran out while building. Close other programs and start again."
SIGNS = (
    (r"No space left on device|Disk quota exceeded|\[Errno 28\]", DISK_FULL),
    (r"No CMAKE_CX*_COMPILER|CMAKE_CX*_COMPILER not set", NO_COMPILER),
    (r"ensurepip is not available|No module named ensurepip", NO_VENV),
    (r"Killed signal|MemoryError|out of memory", NO_MEMORY),
    (r"after connection broken by|Network is unreachable|NewConnectionError", NO_NETWORK),
)


def sentence_for(output: str) -> str:
    """Why a step failed, in words a user can act on."""
    for sign, sentence in SIGNS:
        if re.search(sign, output):
            return sentence
    return "The set-up failed; the lines above are the end of its log."


# Running a step: output to the log, one line of progress on the terminal.


def run_step(title: str, command: list[str], extra_env: "dict[str, str] | None" = None) -> None:
    """Raises Trouble, after the last lines of its output were printed."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("ab") as log:
        begin = log.tell()
        log.write(f"\n$ {' '.join(command)}\n".encode())
        log.flush()
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(extra_env or {})},
        )
        try:
            watch(title, process, begin)
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        output = LOG.read_bytes()[begin:].decode("utf-8", "replace")
        print("\n".join("    " + line for line in output.splitlines()[-15:]), file=sys.stderr)
        raise Trouble(f"{sentence_for(output)}\nThe whole log: {LOG}")


def watch(title: str, process: "subprocess.Popen[bytes]", begin: int) -> None:
    started, said = time.monotonic(), time.monotonic()
    tty = sys.stdout.isatty()
    if not tty:
        print(f"  {title} …", flush=True)
    while process.poll() is None:
        time.sleep(0.2)
        elapsed = time.monotonic() - started
        if tty:
            show_line(f"  {title} {clock(elapsed)}  {current_step(begin)}")
        elif time.monotonic() - said > 30:
            said = time.monotonic()
            print(f"    {clock(elapsed)}  {current_step(begin)}", flush=True)
    if tty:
        show_line(f"  {title} {clock(time.monotonic() - started)}\n")


def show_line(text: str) -> None:
    width = shutil.get_terminal_size().columns
    sys.stdout.write("\r\x1b[2K" + (text if text.endswith("\n") else text[: width - 1]))
    sys.stdout.flush()


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def current_step(begin: int) -> str:
    """What the log was about last: ``compiled 87 of 214``, ``Downloading lancedb-0.40``."""
    with LOG.open("rb") as log:
        log.seek(max(begin, LOG.stat().st_size - 50_000))
        lines = log.read().decode("utf-8", "replace").splitlines()
    for line in reversed(lines):
        compiled = re.search(r"\[\s*(\d+)/(\d+)\]", line)
        if compiled:
            return f"compiled {compiled[1]} of {compiled[2]}"
        word = re.match(r"\s*(Collecting|Downloading|Installing|Building|Preparing)\b.*", line)
        if word:
            return word[0].strip()[:70]
    return ""


# What is there already, and what it was made from.


def python_in_venv() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp_path(profile: str) -> Path:
    return VENV / f"muniment-{profile}.json"


def stamp_of(gpu: str) -> dict[str, str]:
    """Everything the set-up depends on. Equal stamps: nothing to do."""
    table = project()
    installed = [table["build-system"], table["project"], table["tool"].get("setuptools")]
    digest = hashlib.sha256(json.dumps(installed, sort_keys=True).encode())
    digest.update((ROOT / "constraints.txt").read_bytes())
    told = compiled_with()
    return {
        "from": digest.hexdigest(),
        "python": PYTHON,
        "at": str(ROOT),
        "gpu": gpu,
        **({"compiled": told} if told else {}),
    }


def project() -> "dict[str, dict]":
    import tomllib

    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read_stamp(profile: str) -> dict[str, str]:
    try:
        stamp = json.loads(stamp_path(profile).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(profile: str, stamp: dict[str, str]) -> None:
    draft = stamp_path(profile).with_suffix(".part")
    draft.write_text(json.dumps(stamp), "utf-8")
    draft.replace(stamp_path(profile))


def is_set_up(profile: str, gpu: str) -> bool:
    if UNFINISHED.exists() or not python_in_venv().exists():
        return False
    return read_stamp(profile) == stamp_of(gpu)


def choose_gpu(asked: str) -> str:
    """What was asked for; else what is set up; else CUDA where toolkit and device are there.

    Raises Trouble when the tools for what was asked are missing.
    """
    if asked != "auto":
        tool = GPU_TOOLS.get(asked)
        if tool and not find_tool(tool):
            raise Trouble(f"To build for {asked}, '{tool}' must be installed and on the PATH.")
        return asked
    before = read_stamp("run").get("gpu")
    if before in GPU_CMAKE:
        return before
    if sys.platform == "darwin" and platform.machine() == "arm64":
        return "metal"
    return "cuda" if find_tool("nvcc") and has_nvidia_device() else "none"


def find_tool(name: str) -> "str | None":
    homes = [os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    places = [os.environ.get("PATH", ""), *(str(Path(home) / "bin") for home in homes if home)]
    return shutil.which(name, path=os.pathsep.join(places))


def has_nvidia_device() -> bool:
    if Path("/dev/nvidia0").exists():
        return True
    tool = shutil.which("nvidia-smi")
    if not tool:
        return False
    try:
        listed = subprocess.run([tool, "-L"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return listed.returncode == 0 and b"GPU" in listed.stdout


def compiled_with() -> str:
    """What this machine's compiler has to be told beside its own choice; "" for nothing."""
    try:
        has_amx = "amx_int8" in PROCESSOR.read_text("utf-8", "replace")
    except OSError:
        return ""
    return WITHOUT_AMX if has_amx else ""


def has_compiler() -> bool:
    if os.name == "nt":  # found by CMake itself, seldom on the PATH
        return True
    if os.environ.get("CXX"):
        return shutil.which(os.environ["CXX"].split()[0]) is not None
    return any(map(shutil.which, ("c++", "g++", "clang++")))


def check_space(folder: Path) -> None:
    free_gb = shutil.disk_usage(folder).free / 1e9
    if free_gb < NEEDED_GB:
        raise Trouble(
            f"The set-up needs about {NEEDED_GB} GB in {folder}; only {free_gb:.1f} GB are free. "
            "Free some space and start again."
        )


# Setting up.


def set_up(profile: str, gpu: str) -> None:
    """Bring ``.venv`` to what the stamp of ``profile`` ("run" or "test") says."""
    if is_set_up(profile, gpu):
        return
    print(f"Setting Muniment up in {VENV} (once; full log in {LOG}).", flush=True)
    if LOG.exists():
        LOG.replace(LOG.with_suffix(".old.log"))
    make_venv()
    before = read_stamp("run")
    if before not in ({}, stamp_of(gpu)):  # whoever goes back is not to take a part for the whole
        write_stamp("run", {**before, "from": ""})
    install_engine_and_torch(gpu)
    table = project()
    wanted = [*table["build-system"]["requires"], *table["project"]["dependencies"]]
    pip("Libraries", ["install", *constrained(), *wanted])
    if profile == "test":
        extras = table["project"]["optional-dependencies"]["dev"]
        pip("Test tools", ["install", *constrained(), *extras])
    pip("Muniment", ["install", "--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    UNFINISHED.unlink(missing_ok=True)
    write_stamp("run", stamp_of(gpu))
    if profile == "test":
        write_stamp("test", stamp_of(gpu))


def make_venv() -> None:
    """A half-made one, or one of another Python, is begun anew."""
    clear = UNFINISHED.exists() or not python_in_venv().exists() or not same_python()
    if clear:
        check_space(ROOT)
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        UNFINISHED.touch()
        run_step("Virtual environment", [sys.executable, "-m", "venv", str(VENV)])


def same_python() -> bool:
    code = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
    command = [str(python_in_venv()), "-c", code]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:  # one of another machine
        return False
    return said.stdout.strip() == PYTHON


def install_engine_and_torch(gpu: str) -> None:
    pip("Tensor library", ["install", f"torch=={pinned('torch')}"])
    options = [*constrained(), "-v", f"{ENGINE}=={pinned(ENGINE)}"]
    cache, told = [], compiled_with()
    if gpu != "none" or told:  # pip's cache does not tell one build from another
        own = f"muniment-{gpu}{'-without-amx' if told else ''}"
        cache = ["--cache-dir", str(Path(pip_says(["cache", "dir"])) / own)]
    before = read_stamp("run")
    is_other = before and (before.get("gpu", gpu), before.get("compiled", "")) != (gpu, told)
    if is_other:
        options += ["--force-reinstall", "--no-deps"]
    where = "" if gpu == "none" else f" for {gpu}"
    title = f"Language model engine{where}"
    made = pip_says(["cache", "list", *cache, ENGINE.replace("-", "_")])
    made += "" if is_other else pip_says(["show", ENGINE])
    if not made.count(pinned(ENGINE)):
        if not has_compiler():
            raise Trouble(NO_COMPILER)
        print(f"  {ENGINE} is compiled for this machine: about 3 minutes on two cores, once.")
    asked = os.environ.get("CMAKE_ARGS", "")
    flags = {"CMAKE_ARGS": " ".join([WITHOUT_PICTURES, without_common(), asked, GPU_CMAKE[gpu]])}
    for name in ("CFLAGS", "CXXFLAGS") if told else ():
        flags[name] = f"{os.environ.get(name, '')} {told}".strip()
    pip(title, ["install", *cache, *options], flags)


def without_common() -> str:
    """The option that has CMake read WITHOUT_COMMON as it comes to llama.cpp."""
    LOG.parent.mkdir(exist_ok=True)
    script = LOG.with_name("without-common.cmake")
    script.write_text(WITHOUT_COMMON, "utf-8")
    return shlex.quote(f"-DCMAKE_PROJECT_llama.cpp_INCLUDE={script.as_posix()}")


def constrained() -> list[str]:
    return ["-c", str(ROOT / "constraints.txt")]


def pinned(package: str) -> str:
    """The version of ``package`` in constraints.txt."""
    name = re.sub(r"[-_.]+", "[-_.]", package)
    text = (ROOT / "constraints.txt").read_text("utf-8")
    found = re.search(rf"^{name}==(\S+)$", text, re.MULTILINE | re.IGNORECASE)
    if not found:
        raise Trouble(f"constraints.txt does not name {package}; this copy is damaged.")
    return found[1]


def pip(title: str, arguments: list[str], extra_env: "dict[str, str] | None" = None) -> None:
    quiet = ["--no-input", "--disable-pip-version-check", "--progress-bar=off"]
    command = [str(python_in_venv()), "-m", "pip", arguments[0], *quiet, *arguments[1:]]
    run_step(title, command, extra_env)


def pip_says(arguments: list[str]) -> str:
    command = [str(python_in_venv()), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


# What the set-up is for.


def program(arguments: list[str], extra_env: "dict[str, str] | None" = None) -> int:
    command = [str(python_in_venv()), *arguments]
    try:
        return subprocess.call(command, cwd=ROOT, env={**os.environ, **(extra_env or {})})
    except KeyboardInterrupt:
        return 130


def fetch_models(ids: "tuple[str, ...]", *how: str) -> None:
    """Nothing happens, and no network is used, where they are installed."""
    status = program(["-m", "desktop", "models", "fetch", *how, *ids])
    if status == 130:
        raise KeyboardInterrupt
    if status:
        raise Trouble("Without its models Muniment cannot work; start again to go on fetching.")


def check_qt(extra_env: dict[str, str]) -> None:
    """Can Qt start here? Raises Trouble with the packages that Debian needs for it."""
    code = "from PySide6.QtWidgets import QApplication; QApplication([])"
    probe = subprocess.run(
        [str(python_in_venv()), "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **extra_env},
    )
    if probe.returncode:
        reason = (probe.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise Trouble(
            f"The window's library cannot start: {reason}\n"
            f"On Debian or Ubuntu install what it needs: sudo apt install {QT_PACKAGES}"
        )


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(headless: bool, gpu: str) -> int:
    set_up("run", choose_gpu(gpu))
    has_window = not headless and has_display()
    try:
        fetch_models(RUN_MODELS, "--once")
    except Trouble as trouble:  # the window can tell what is wrong, and fetch them as well
        if not has_window:
            raise
        print(f"\n{trouble}", file=sys.stderr)
    if not has_window:
        return program(["-m", "desktop", "demo"])
    status = program(["-m", "desktop"])
    if status not in (0, 130):
        check_qt({})
    return status


def test(gpu: str, pytest_arguments: list[str]) -> int:
    """Every check and test; all are run, whatever fails."""
    set_up("test", choose_gpu(gpu))
    offscreen = {"QT_QPA_PLATFORM": "offscreen"}
    check_qt(offscreen)
    fetch_models(TEST_MODELS)
    if pytest_arguments:
        failed = run_checks()
        return program(["-m", "pytest", *pytest_arguments], offscreen) or int(bool(failed))
    with ThreadPoolExecutor(1) as lane:
        beside = {title: lane.submit(run_tests, *where) for title, *where in BESIDE}
        failed = run_checks()
        elsewhere = [f"--ignore={folder}" for _, folders, _ in BESIDE for folder in folders]
        status = program(["-m", "pytest", *elsewhere], offscreen)
        here = {
            title: run_tests(*where)
            for title, *where in reversed(BESIDE)
            if beside[title].cancel()  # not begun
        }
        for title, run in beside.items():
            done = here.get(title) or run.result()
            print(f"== {title}\n{done.stdout}", flush=True)
            status = status or done.returncode
    return status or int(bool(failed))


def run_checks() -> list[str]:
    """The titles of those that failed."""
    failed = []
    for title, command in CHECKS:
        print(f"== {title}", flush=True)
        if program(list(command)):
            failed.append(title)
    print("== tests", flush=True)
    if failed:
        print(f"Failed before the tests: {', '.join(failed)}", flush=True)
    return failed


def run_tests(folders: "tuple[str, ...]", qt: str) -> "subprocess.CompletedProcess[str]":
    """What they say is kept. A real window brings an X server of its own."""
    command = [str(python_in_venv()), "-m", "pytest", "-rs", "-p", "no:cacheprovider", *folders]
    if qt == "offscreen":
        command.append("--ignore=tests/desktop/real")
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": qt or "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Set Muniment up, and start or test it.")
    commands = parser.add_subparsers(dest="command", required=True)
    start = commands.add_parser("run", help="open the window")
    start.add_argument("--headless", action="store_true", help="the main job without a window")
    check = commands.add_parser("test", help="run every check; more arguments go to pytest")
    only = commands.add_parser("setup", help="set up and fetch the models, start nothing")
    for command in (start, check, only):
        command.add_argument("--gpu", choices=["auto", *GPU_CMAKE], default="auto")
    arguments, rest = parser.parse_known_args()
    if rest and arguments.command != "test":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        if arguments.command == "run":
            return run(arguments.headless, arguments.gpu)
        if arguments.command == "test":
            return test(arguments.gpu, rest)
        set_up("run", choose_gpu(arguments.gpu))
        fetch_models(RUN_MODELS)
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except OSError as error:
        full = error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
        said = DISK_FULL if full else f"{ROOT} cannot be set up: {error}."
        print(f"\n{said}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; the next start goes on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
