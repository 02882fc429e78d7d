"""Look through every installed library for what could reach the network, and write the page
``libraries.md`` beside this file.

Run by hand when a library is added or changes its version: ``python assets/manual/libraries.py``
(a minute or two). What is searched for: imports of Python's and others' network modules; the
resolver (``getaddrinfo``) among the names a compiled file asks the system for; addresses in code,
not in comments or docstrings; names of environment variables that look like an opt-out. What each
does and how it is held is a person's judgement, in ``libraries.toml``: a library that could reach
the network and has no line there makes this script fail.
"""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE / "libraries.md"
CONSTRAINTS = HERE.parents[1] / "constraints.txt"
MOST_HOSTS = 6
_NETWORK = re.compile(
    rb"^\s*(?:import|from)\s+(socket|ssl|http\.client|urllib\.request|urllib3|requests|httpx2?|"
    rb"httpcore2?|aiohttp|ftplib|smtplib|websockets?|huggingface_hub|xmlrpc|telnetlib|"
    rb"urllib\s+import\s+.*request|http\s+import\s+client)\b",
    re.MULTILINE,
)
_HOST = re.compile(rb"(?:https?|wss?|grpc)://((?:[a-z0-9-]{1,40}\.){1,5}[a-z]{2,10})\b", re.I)
_OPT_OUT = re.compile(
    rb"\b((?:DO_NOT_TRACK|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:TELEMETRY|OFFLINE|SDK_DISABLED)"
    rb"(?:_[A-Z0-9]+)*))\b"
)
_MADE_UP = re.compile(
    r"(^|\.)(example\.(com|org|net)|localhost|w3\.org|schemas\.[a-z.]+|purl\.org)$"
)
_COMPILED = re.compile(r"\.(so|pyd|dylib|dll)(\.|$)")


@dataclass
class Found:
    """What one library holds that could reach the network."""

    name: str
    version: str
    modules: set[str] = field(default_factory=set)
    resolver: bool = False
    hosts: set[str] = field(default_factory=set)
    opt_outs: set[str] = field(default_factory=set)

    @property
    def could(self) -> bool:
        return bool(self.modules or self.resolver)


def look_through(distribution: importlib.metadata.Distribution) -> Found:
    found = Found(distribution.name, distribution.version)
    for file in distribution.files or ():
        path = Path(str(distribution.locate_file(file)))
        if "tests" in path.parts or not path.is_file():
            continue
        if path.suffix == ".py":
            _look_at_source(path.read_bytes(), found)
        elif _COMPILED.search(path.name):
            _look_at_compiled(path.read_bytes(), found)
    return found


def _look_at_source(source: bytes, found: Found) -> None:
    found.modules |= {_module(name.decode()) for name in _NETWORK.findall(source)}
    found.opt_outs |= {name.decode() for name in _OPT_OUT.findall(source)}
    if _HOST.search(source) is None:
        return
    for text in _strings(source):
        found.hosts |= {
            host.decode().lower() for host in _HOST.findall(text.encode("utf-8", "replace"))
        }


def _module(imported: str) -> str:
    """``urllib import request`` as ``urllib.request``."""
    package, _, rest = imported.partition(" ")
    return f"{package}.request" if package == "urllib" else f"{package}.client" if rest else package


def _strings(source: bytes) -> Iterator[str]:
    """Texts of a program that are no docstrings."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def _look_at_compiled(binary: bytes, found: Found) -> None:
    found.resolver |= b"\0getaddrinfo\0" in binary or b"GetAddrInfo" in binary
    found.hosts |= {host.decode().lower() for host in _HOST.findall(binary)}
    found.opt_outs |= {name.decode() for name in _OPT_OUT.findall(binary)}


def named() -> list[str]:
    """The libraries of constraints.txt, as installers compare names."""
    lines = CONSTRAINTS.read_text("utf-8").splitlines()
    return [plain(line.split("==")[0]) for line in lines if "==" in line]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def page(all_found: list[Found], judged: dict[str, dict[str, str]]) -> str:
    lines = [
        "# The libraries, and the network",
        "",
        "Made by `assets/manual/libraries.py`, which looks through the files of every library that "
        "Muniment installs for code that could reach the network, and for addresses in that code. "
        "What each does and how it is held was judged by reading it. Three things hold all of "
        "them: the variables of `indexers/no_telemetry.py` are set before anything is imported, "
        "in every process; readers and models run in processes that the system refuses sockets; "
        "and `tests/test_no_sockets.py` runs reading, OCR, embedding, the engine and an export "
        "under `strace`, without that sandbox, and allows no internet socket at all.",
        "",
        "## Could reach the network",
        "",
        "| library | how it could | addresses in it | opt-out | what it does with it "
        "| how it is held |",
        "|---|---|---|---|---|---|",
    ]
    for found in all_found:
        if found.could:
            lines.append(_row(found, judged[plain(found.name)]))
    rest = ", ".join(f"{found.name} {found.version}" for found in all_found if not found.could)
    lines += ["", "## Holds no code that could", "", rest + ".", ""]
    return "\n".join(lines)


def _row(found: Found, judged: dict[str, str]) -> str:
    how = sorted(found.modules) + (["the system's resolver"] if found.resolver else [])
    hosts = sorted(host for host in found.hosts if not _MADE_UP.search(host))
    shown = ", ".join(hosts[:MOST_HOSTS])
    if len(hosts) > MOST_HOSTS:
        shown += f" and {len(hosts) - MOST_HOSTS} more"
    cells = [
        f"{found.name} {found.version}",
        ", ".join(how),
        shown or "none",
        ", ".join(f"`{name}`" for name in sorted(found.opt_outs)[:MOST_HOSTS]) or "none",
        judged["does"],
        judged["held"],
    ]
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def main() -> int:
    warnings.simplefilter("ignore")
    judged = tomllib.loads((HERE / "libraries.toml").read_text("utf-8"))
    wanted = set(named())
    installed = {plain(one.name): one for one in importlib.metadata.distributions()}
    if missing := sorted(wanted - set(installed)):
        print(f"not installed, so not looked through: {', '.join(missing)}", file=sys.stderr)
    found = [look_through(installed[name]) for name in sorted(wanted & set(installed))]
    if unjudged := [one for one in found if one.could and plain(one.name) not in judged]:
        for one in unjudged:
            print(f"{plain(one.name)} is not judged in libraries.toml: {one}", file=sys.stderr)
        return 1
    PAGE.write_text(page(found, judged), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
