"""Does any process of the program ask for an internet socket? ``strace`` sees what native code asks
of the system, under Python and behind its back.

Reading, OCR, embedding, the engine and an export are run with the sandbox of the readers taken
away: what is counted is what the libraries would do where no sandbox is in force.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from indexers import no_telemetry

ROOT = Path(__file__).resolve().parents[3]
TRACE = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=socket", "-e", "signal=none")
LONGEST_S = 300
_INTERNET = re.compile(r"socket\(AF_INET6?,.*")

# As a sitecustomize.py. The sandbox is loaded from its file, so that what the packages do when they
# are imported still happens at its own time.
_UNHELD = f"""
import importlib.util, sys
place = {str(ROOT / "indexers" / "sandbox")!r}
spec = importlib.util.spec_from_file_location(
    "indexers.sandbox", place + "/__init__.py", submodule_search_locations=[place]
)
module = sys.modules["indexers.sandbox"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.enter = lambda *_, **__: "nothing"
module.seal = lambda *_, **__: ""
"""
_ENGINE = """
import sys
from pathlib import Path
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Message, Request
from warehouse.run import Run
from warehouse.settings import Settings
engine = LlamaEngine(Path(sys.argv[1]), Settings())
request = Request("hello", (Message("user", "Say hello."),), max_tokens=4)
assert engine.complete([request], Run())[0].text
engine.close()
"""


class CannotTrace(Exception):
    """``str()`` says why."""


class CommandFailed(Exception):
    """``str()`` is the end of what it said."""


def asked_for(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> list[str]:
    """The calls for an internet socket by ``command`` and all its children, which runs in
    ``folder``. Raises CannotTrace, CommandFailed.
    """
    if shutil.which(TRACE[0]) is None:
        raise CannotTrace("strace is not installed")
    tried = subprocess.run([*TRACE, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        raise CannotTrace(f"strace cannot trace here: {tried.stderr[-200:].strip()}")
    log = folder / "sockets.trace"
    done = subprocess.run(
        [*TRACE, "-o", str(log), *command],
        env=dict(environment),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    if done.returncode:
        raise CommandFailed(done.stderr[-2000:])
    return _INTERNET.findall(log.read_text("utf-8", "replace"))


def asked_by_the_program(
    folder: Path, model: Path, embedder: Path, page: Path, picture: Path
) -> list[str]:
    """The same of the program: ``page`` and ``picture`` are read, embedded and exported, and
    ``model`` writes. ``folder`` is an empty one. Raises CannotTrace, CommandFailed.
    """
    home, site = folder / "home", folder / "site"
    (home / "models").mkdir(parents=True)
    (home / "models" / embedder.name).symlink_to(embedder)
    site.mkdir()
    (site / "sitecustomize.py").write_text(_UNHELD)
    environment = {
        **{key: value for key, value in os.environ.items() if key not in no_telemetry.VARIABLES},
        "MUNIMENT_HOME": str(home),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
    }
    muniment = ("-m", "desktop", "--warehouse", str(folder / "warehouse"))

    def run(*arguments: str) -> list[str]:
        return asked_for([sys.executable, *arguments], folder, environment)

    asked = run(*muniment, "add", str(page), str(picture))
    asked += run(*muniment, "ask", "What could not be read?")
    (study,) = (folder / "warehouse" / "studies").iterdir()
    asked += run(*muniment, "export", study.name, str(folder / "out"))
    asked += run("-c", _ENGINE, str(model))
    if (folder / "cache" / "Microsoft").exists():
        asked.append("a device id for telemetry was made")
    return asked
