"""Set-up without a network: what bootstrap.py decides, and what it says when it cannot go on."""

from __future__ import annotations

import ast
import errno
import importlib.util
import os
import shlex
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "bootstrap.py"


@pytest.fixture
def bootstrap(tmp_path: Path) -> ModuleType:
    """A fresh copy of the module that works on a project folder of its own."""
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", SOURCE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    project = tmp_path / "project"
    project.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (project / name).write_bytes((ROOT / name).read_bytes())
    module.ROOT = project
    module.VENV = project / ".venv"
    module.LOG = project / "build" / "setup.log"
    module.UNFINISHED = module.VENV / "muniment-unfinished"
    return module


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the PATH, empty."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    return folder


def tool(folder: Path, name: str, script: str = "exit 0") -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def venv_of(bootstrap: ModuleType) -> None:
    python = bootstrap.python_in_venv()
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)


def test_it_parses_on_old_pythons() -> None:
    ast.parse(SOURCE.read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_told_so() -> None:
    code = f"import sys; sys.version_info = (3, 9, 2); exec(open({str(SOURCE)!r}).read())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert said.stderr.startswith("Muniment needs Python 3.11 or newer; this is Python")


def test_every_dependency_has_its_exact_version(bootstrap: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    for requirement in wanted:
        name = requirement.split(">")[0].split("=")[0].split("<")[0].split("!")[0]
        assert bootstrap.pinned(name)[0].isdigit(), requirement
    assert "+" not in (ROOT / "constraints.txt").read_text("utf-8")


def test_a_missing_version_is_noticed(bootstrap: ModuleType) -> None:
    with pytest.raises(bootstrap.Trouble, match="does not name no-such-thing"):
        bootstrap.pinned("no-such-thing")


def test_the_stamp_is_what_counts(bootstrap: ModuleType) -> None:
    assert not bootstrap.is_set_up("run", "none")
    venv_of(bootstrap)
    assert not bootstrap.is_set_up("run", "none"), "an environment alone is not a set-up"
    bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
    assert bootstrap.is_set_up("run", "none")
    assert not bootstrap.is_set_up("test", "none")
    assert not bootstrap.is_set_up("run", "cuda")
    bootstrap.UNFINISHED.touch()
    assert not bootstrap.is_set_up("run", "none"), "an installation was cut off since"


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("pyproject.toml", "dependencies = [", 'dependencies = ["attrs", '),
        ("constraints.txt", "lancedb==", "lancedb==1"),
    ],
)
def test_changed_requirements_are_installed(
    bootstrap: ModuleType, name: str, before: str, after: str
) -> None:
    venv_of(bootstrap)
    bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
    path = bootstrap.ROOT / name
    changed = path.read_text().replace(before, after, 1)
    assert changed != path.read_text()
    path.write_text(changed)
    assert not bootstrap.is_set_up("run", "none")


def test_what_changes_nothing_that_is_installed_needs_no_network(bootstrap: ModuleType) -> None:
    """A rule of the linter, or another release of the same Python."""
    venv_of(bootstrap)
    bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
    with (bootstrap.ROOT / "pyproject.toml").open("a") as file:
        file.write("[tool.another]\nrule = 1\n")
    assert bootstrap.is_set_up("run", "none")
    assert bootstrap.same_python()
    assert bootstrap.stamp_of("none")["python"].count(".") == 1


def test_a_failed_update_leaves_what_was_there(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv_of(bootstrap)
    bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
    kept = bootstrap.VENV / "library.py"
    kept.touch()

    def refused(*given: object) -> None:
        raise bootstrap.Trouble(bootstrap.NO_NETWORK)

    for part in ("pip", "run_step"):
        monkeypatch.setattr(bootstrap, part, refused)
    for _ in range(2):
        with pytest.raises(bootstrap.Trouble):
            bootstrap.set_up("test", "none")
        assert kept.exists()
    assert bootstrap.is_set_up("run", "none"), "the tools for testing alone are not there"
    pinned = bootstrap.ROOT / "constraints.txt"
    before = pinned.read_text()
    pinned.write_text(f"{before}\nanother==1\n")
    with pytest.raises(bootstrap.Trouble):
        bootstrap.set_up("run", "none")
    assert kept.exists()
    pinned.write_text(before)
    assert not bootstrap.is_set_up("run", "none"), "a part may be of another version"


def test_the_window_opens_though_models_cannot_be_fetched(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[str] = []

    def program(told: list[str]) -> int:
        started.append(" ".join(told))
        return int("fetch" in told)

    monkeypatch.setattr(bootstrap, "set_up", lambda profile, gpu: None)
    monkeypatch.setattr(bootstrap, "has_display", lambda: True)
    monkeypatch.setattr(bootstrap, "program", program)
    assert bootstrap.run(False, "none") == 0
    models = " ".join(bootstrap.RUN_MODELS)
    assert started == [f"-m desktop models fetch --once {models}", "-m desktop"]
    assert "Without its models" in capsys.readouterr().err
    with pytest.raises(bootstrap.Trouble):
        bootstrap.run(True, "none")


def test_a_set_up_that_is_whole_starts_nothing(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv_of(bootstrap)
    bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
    monkeypatch.setattr(subprocess, "Popen", None)
    bootstrap.set_up("run", "none")
    assert not bootstrap.LOG.exists()


def test_a_half_made_environment_is_begun_anew(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv_of(bootstrap)
    steps: list[str] = []
    monkeypatch.setattr(bootstrap, "run_step", lambda title, command: steps.append(title))
    bootstrap.make_venv()
    assert steps == [], "one that was made by hand is used"
    bootstrap.UNFINISHED.touch()
    bootstrap.make_venv()
    assert steps == ["Virtual environment"]
    assert list(bootstrap.VENV.iterdir()) == [bootstrap.UNFINISHED]


def test_a_toolkit_without_a_device_is_not_enough(bootstrap: ModuleType, tools: Path) -> None:
    if Path("/dev/nvidia0").exists() or sys.platform == "darwin":
        pytest.skip("this machine has a GPU")
    tool(tools, "nvcc")
    assert bootstrap.choose_gpu("auto") == "none"
    tool(tools, "nvidia-smi", "echo 'No devices were found'; exit 6")
    assert bootstrap.choose_gpu("auto") == "none"
    tool(tools, "nvidia-smi", "echo 'GPU 0: NVIDIA Something'")
    assert bootstrap.choose_gpu("auto") == "cuda"


def test_the_choice_is_kept_until_another_is_made(bootstrap: ModuleType, tools: Path) -> None:
    venv_of(bootstrap)
    bootstrap.write_stamp("run", bootstrap.stamp_of("vulkan"))
    assert bootstrap.choose_gpu("auto") == "vulkan"
    assert bootstrap.choose_gpu("none") == "none"


def test_the_engine_is_made_without_amx_where_the_processor_has_it(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[str, list[str], dict[str, str]]] = []
    monkeypatch.setattr(
        bootstrap, "pip", lambda title, given, env=None: asked.append((title, given, env or {}))
    )
    monkeypatch.setattr(bootstrap, "pip_says", lambda given: "/cache" if "dir" in given else "")
    monkeypatch.setattr(bootstrap, "has_compiler", lambda: True)
    monkeypatch.setenv("CXXFLAGS", "-O2")
    monkeypatch.delenv("CFLAGS", raising=False)
    monkeypatch.setattr(bootstrap, "PROCESSOR", tmp_path / "cpuinfo")
    venv_of(bootstrap)
    for features, again in (("avx2 avx512f", False), ("avx512f amx_int8", True)):
        bootstrap.PROCESSOR.write_text(f"flags\t\t: {features}\n")
        assert bootstrap.is_set_up("run", "none") is False
        bootstrap.install_engine_and_torch("none")
        title, given, env = asked.pop()
        assert title == "Language model engine"
        assert ("--force-reinstall" in given) is again, "one that was made otherwise goes"
        assert ("--cache-dir" in given) is again
        assert env.get("CFLAGS", "") == ("-U__AMX_INT8__" if again else "")
        assert env.get("CXXFLAGS", "") == ("-O2 -U__AMX_INT8__" if again else "")
        bootstrap.write_stamp("run", bootstrap.stamp_of("none"))
        assert bootstrap.is_set_up("run", "none")
    bootstrap.install_engine_and_torch("none")
    assert "--force-reinstall" not in asked.pop()[1]


def test_cmake_is_told_what_not_to_compile(bootstrap: ModuleType, tmp_path: Path) -> None:
    bootstrap.LOG = tmp_path / "a folder" / "setup.log"
    [option] = shlex.split(bootstrap.without_common())
    name, _, script = option.partition("=")
    assert name == "-DCMAKE_PROJECT_llama.cpp_INCLUDE"
    assert "LLAMA_BUILD_COMMON OFF" in Path(script).read_text("utf-8")


def test_a_missing_gpu_tool_is_named(bootstrap: ModuleType, tools: Path) -> None:
    with pytest.raises(bootstrap.Trouble, match="'glslc' must be installed"):
        bootstrap.choose_gpu("vulkan")
    tool(tools, "glslc")
    assert bootstrap.choose_gpu("vulkan") == "vulkan"


@pytest.mark.skipif(os.name == "nt", reason="CMake finds the compiler there")
def test_the_compiler_is_looked_for(
    bootstrap: ModuleType, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not bootstrap.has_compiler()
    tool(tools, "my-c++")
    monkeypatch.setenv("CXX", "my-c++ -O2")
    assert bootstrap.has_compiler()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("Retrying after connection broken by NameResolutionError", "needs a network"),
        ("CMake Error: No CMAKE_CXX_COMPILER could be found", "build-essential"),
        ("Error: ensurepip is not available", "python3-venv"),
        ("c++: fatal error: Killed signal terminated program cc1plus", "The memory ran out"),
        ("something else", "the lines above"),
    ],
)
def test_a_failed_step_is_a_sentence(
    bootstrap: ModuleType, capsys: pytest.CaptureFixture[str], output: str, sentence: str
) -> None:
    command = [sys.executable, "-c", f"print({output!r}); raise SystemExit(1)"]
    with pytest.raises(bootstrap.Trouble, match=sentence) as trouble:
        bootstrap.run_step("Trying", command)
    assert str(bootstrap.LOG) in str(trouble.value)
    assert output in capsys.readouterr().err
    assert output in bootstrap.LOG.read_text()


@pytest.mark.parametrize("raw", ["null", "[]", "1", '"x"', "{"])
def test_a_damaged_stamp_counts_as_none(bootstrap: ModuleType, raw: str) -> None:
    bootstrap.VENV.mkdir()
    bootstrap.stamp_path("run").write_text(raw)
    assert bootstrap.read_stamp("run") == {}


def test_a_python_of_another_machine_is_begun_anew(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = bootstrap.python_in_venv()
    python.parent.mkdir(parents=True)
    python.write_bytes(b"\x7fELF of another kind")
    python.chmod(0o755)
    steps: list[str] = []
    monkeypatch.setattr(bootstrap, "run_step", lambda title, command: steps.append(title))
    bootstrap.make_venv()
    assert steps == ["Virtual environment"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_a_folder_that_cannot_be_written_is_a_sentence(
    bootstrap: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
) -> None:
    def refused(folder: Path) -> None:
        raise OSError(number, os.strerror(number), str(folder))

    monkeypatch.setattr(bootstrap, "check_space", refused)
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", "setup", "--gpu", "none"])
    assert bootstrap.main() == 1
    said = capsys.readouterr().err
    assert said.strip() == bootstrap.DISK_FULL or "cannot be set up" in said
    assert str(bootstrap.ROOT) in said or number == errno.ENOSPC


def test_progress_says_what_is_compiled(bootstrap: ModuleType) -> None:
    bootstrap.LOG.parent.mkdir()
    bootstrap.LOG.write_text("Collecting old\n")
    begin = bootstrap.LOG.stat().st_size
    assert bootstrap.current_step(begin) == ""
    for line, shown in [
        ("  Downloading lancedb-0.40.0-cp39.whl (40 MB)\n", "Downloading lancedb-0.40.0-cp39.whl"),
        ("  [ 87/214] Building CXX object ggml.cpp.o\n", "compiled 87 of 214"),
        ("  a warning about something\n", "compiled 87 of 214"),
    ]:
        with bootstrap.LOG.open("a") as log:
            log.write(line)
        assert bootstrap.current_step(begin).startswith(shown)


def test_too_small_a_disk_is_said_with_numbers(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "NEEDED_GB", 10**9)
    with pytest.raises(bootstrap.Trouble, match=r"needs about 1000000000 GB in .* are free"):
        bootstrap.check_space(tmp_path)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a display is always there")
def test_the_display_is_what_the_environment_says(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not bootstrap.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert bootstrap.has_display()


def test_what_it_fetches_is_in_the_catalogue(bootstrap: ModuleType) -> None:
    catalogue = tomllib.loads((ROOT / "assets" / "models.toml").read_text("utf-8"))
    known = {model["id"] for model in catalogue["model"]}
    assert {*bootstrap.RUN_MODELS, *bootstrap.TEST_MODELS} <= known


def test_the_lane_that_is_done_first_takes_what_the_other_has_not_begun(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    held, begun = threading.Event(), threading.Event()

    def run_tests(folders: tuple[str, ...], qt: str) -> subprocess.CompletedProcess[str]:
        ran.append(threading.current_thread().name)
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            assert held.wait(20)
        elif len(ran) == len(bootstrap.BESIDE):
            held.set()
        failed = int(folders == ("tests/warehouse/ingest",))
        return subprocess.CompletedProcess([], failed, f"ran {folders}")

    def program(told: list[str], extra_env: dict[str, str] | None = None) -> int:
        assert begun.wait(20)
        return 0

    for name in ("set_up", "check_qt", "fetch_models"):
        monkeypatch.setattr(bootstrap, name, lambda *told: None)
    monkeypatch.setattr(bootstrap, "choose_gpu", lambda asked: asked)
    monkeypatch.setattr(bootstrap, "program", program)
    monkeypatch.setattr(bootstrap, "run_tests", run_tests)
    assert bootstrap.test("none", []) == 1
    assert len(ran) == len(bootstrap.BESIDE)
    assert ran.count("MainThread") == len(bootstrap.BESIDE) - 1
    said = capsys.readouterr().out
    for title, folders, _ in bootstrap.BESIDE:
        assert said.count(f"== {title}\nran {folders}") == 1
