"""The house: no import cycle, function-level imports included. Its arrows: pyproject.toml."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("indexers", "warehouse", "desktop")


@cache
def modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


class Imports(ast.NodeVisitor):
    """Modules named by any import of a file, except under ``if TYPE_CHECKING``."""

    def __init__(self, known: set[str]) -> None:
        self.known = known
        self.found: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                self.visit(other)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {alias.name for alias in node.names if alias.name in self.known}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, "imports are absolute"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            self.found |= {name for name in (inner, node.module) if name in self.known}
            if inner in self.known:
                self.found.discard(node.module or "")


def imports(path: Path, known: set[str]) -> set[str]:
    visitor = Imports(known)
    visitor.visit(ast.parse(path.read_text("utf-8")))
    return visitor.found


def graph() -> dict[str, set[str]]:
    found = modules()
    known = set(found)
    return {name: imports(path, known) - {name} for name, path in found.items()}


def test_nothing_is_left_lying_at_the_door() -> None:
    found = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
    made = {"build", "dist", "muniment.egg-info"}
    assert found - made - {"__pycache__"} == {*PACKAGES, "assets", "tests"}


def test_no_module_reaches_itself() -> None:
    TopologicalSorter(graph()).prepare()  # its error tells the way round


def test_files_can_be_read_in_one_sitting() -> None:
    lengths = {name: len(path.read_text("utf-8").splitlines()) for name, path in modules().items()}
    assert {name: length for name, length in lengths.items() if length >= 400} == {}


def test_every_file_begins_with_its_story() -> None:
    texts = {name: path.read_text("utf-8").strip() for name, path in modules().items()}
    silent = [name for name, text in texts.items() if text and not text.startswith('"""')]
    assert silent == []


def test_every_test_file_has_a_name_of_its_own() -> None:
    """Two of one name cannot be collected together."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


_MADE_INTO_PROMPTS = (
    "answering.",
    "documents.headers",
    "methods.",
    "proof.",
    "question.",
    "writing.",
)


def test_prompts_are_made_of_what_the_x_ray_lets_through() -> None:
    rooms = tuple(f"warehouse.{room}" for room in _MADE_INTO_PROMPTS)
    raw = [
        name
        for name, path in modules().items()
        if name.startswith(rooms) and "catalog.text(" in path.read_text("utf-8")
    ]
    assert raw == [], "use catalog.for_prompts"


def test_the_tour_of_the_readme_names_what_is_there() -> None:
    tour = (ROOT / "README.md").read_text("utf-8").split("## The house in ten minutes")[1]
    package, found = "", 0
    for line in tour.split("```")[1].splitlines():
        name = line.split()[0] if line.strip() else ""
        if line.startswith(PACKAGES):
            package = name
        elif line.startswith("  ") and line[2] != " ":
            assert (ROOT / package / name).exists(), f"{package}{name}"
            found += 1
    assert found > 20
