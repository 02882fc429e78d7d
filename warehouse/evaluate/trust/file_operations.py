"""What a command and its children do to the files below a folder, one operation after another.

``strace`` sees what SQLite, LanceDB and Python ask of the system, with the bytes they write. A file
or folder is a number (``Node``) from the moment it is made, whatever it is called afterwards. Not
seen is what is written through memory maps: of ours only the shared memory of SQLite, which no
power cut leaves behind. For Linux.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from warehouse.evaluate.trust.sockets import CannotTrace, CommandFailed

CALLS = (
    "openat,open,creat,write,pwrite64,writev,pwritev,lseek,fsync,fdatasync,ftruncate,truncate,"
    "rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,rmdir,"
    "sendfile,copy_file_range"
)
LONGEST_S = 1200
_MOST_BYTES = str(1 << 26)
_LINE = re.compile(rb"(\d+) +(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
_RESUMED = re.compile(rb"(\d+) +<\.\.\. \w+ resumed>(.*)", re.DOTALL)
_UNFINISHED = b" <unfinished ...>"
_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_FD = re.compile(rb"(\d+)<([^>]*)>")
_AT = re.compile(rb'(?:AT_FDCWD<([^>]*)>|\d+<([^>]*)>), "((?:[^"\\]|\\.)*)"')

Node = int
ROOT: Node = 0


class Entry(Struct, frozen=True):
    """A name in a folder: now that of ``node``, or of nothing (None); ``former`` is the name that
    the node gives up in the same step, as (folder, name).
    """

    folder: Node
    name: str
    node: Node | None
    former: tuple[Node, str] | None = None


class Written(Struct, frozen=True):
    node: Node
    at: int
    content: bytes


class Cut(Struct, frozen=True):
    """Made so long."""

    node: Node
    size: int


class Synced(Struct, frozen=True):
    """A file's bytes, or a folder's names, are on the disk."""

    node: Node


class Done(Struct, frozen=True):
    """What the name says was done, and the user told."""

    name: str


Operation = Entry | Written | Cut | Synced | Done


class Disk:
    """The folder at one moment: files by their bytes, folders by their names; links lead out."""

    def __init__(self) -> None:
        self.files: dict[Node, bytearray] = {}
        self.folders: dict[Node, dict[str, Node]] = {ROOT: {}}
        self.links: dict[Node, str] = {}

    @classmethod
    def of(cls, top: Path) -> Disk:
        disk = cls()
        disk._read(top, ROOT)
        return disk

    def _read(self, place: Path, folder: Node) -> None:
        for path in sorted(place.iterdir()):
            node = self.fresh()
            self.folders[folder][path.name] = node
            if path.is_symlink():
                self.links[node] = str(path.readlink())
            elif path.is_dir():
                self.folders[node] = {}
                self._read(path, node)
            else:
                self.files[node] = bytearray(path.read_bytes())

    def fresh(self) -> Node:
        return 1 + max((*self.files, *self.folders, *self.links), default=0)

    def copy(self) -> Disk:
        disk = Disk()
        disk.files = {node: bytearray(content) for node, content in self.files.items()}
        disk.folders = {node: dict(names) for node, names in self.folders.items()}
        disk.links = dict(self.links)
        return disk

    def find(self, path: Sequence[str]) -> Node | None:
        node: Node | None = ROOT
        for name in path:
            node = self.folders.get(node, {}).get(name) if node is not None else None
        return node

    def content(self, folder: Node = ROOT) -> Iterator[tuple[str, bytes]]:
        """Each file and link by its path."""
        for name, node in self.folders[folder].items():
            if node in self.folders:
                yield from ((f"{name}/{path}", raw) for path, raw in self.content(node))
            else:
                yield name, bytes(self.files.get(node, b""))

    def do(self, operation: Operation) -> None:
        match operation:
            case Entry(folder, name, node, former):
                if former is not None and self.folders[former[0]].get(former[1]) == node:
                    del self.folders[former[0]][former[1]]
                if node is None:
                    self.folders[folder].pop(name, None)
                else:
                    self.folders[folder][name] = node
            case Written(node, at, content):
                file = self.files[node]
                file.extend(bytes(max(0, at - len(file))))
                file[at : at + len(content)] = content
            case Cut(node, size):
                file = self.files[node]
                file.extend(bytes(max(0, size - len(file))))
                del file[size:]

    def write(self, top: Path, folder: Node = ROOT) -> None:
        """As real files in ``top``, which is made anew."""
        if folder == ROOT:
            shutil.rmtree(top, ignore_errors=True)
        top.mkdir()
        for name, node in self.folders[folder].items():
            if node in self.folders:
                self.write(top / name, node)
            elif node in self.links:
                (top / name).symlink_to(self.links[node])
            else:
                (top / name).write_bytes(self.files[node])


class History(Struct, frozen=True):
    """``before`` is the folder as it was, all of it on the disk; ``after`` all operations."""

    before: Disk
    operations: tuple[Operation, ...]
    after: Disk

    def done(self, name: str) -> int:
        """How many operations there were when it was told."""
        return self.operations.index(Done(name)) + 1


def record(commands: Mapping[str, Sequence[str]], top: Path, log: Path) -> History:
    """Run the commands in order under strace; each that ends well is Done. Raises CannotTrace,
    CommandFailed.
    """
    if shutil.which("strace") is None:
        raise CannotTrace("strace is not installed")
    top = top.resolve()
    before = Disk.of(top)
    trace = _Trace(before.copy(), top)
    for name, command in commands.items():
        _traced(command, log)
        with log.open("rb") as lines:
            trace.read(lines)
        trace.operations.append(Done(name))
    log.unlink()
    missed = {*trace.disk.content()} ^ {*Disk.of(top).content()}
    if missed:
        raise CannotTrace(f"not all was seen: {min(missed)[0]}")
    return History(before, tuple(trace.operations), trace.disk)


def _traced(command: Sequence[str], log: Path) -> None:
    strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-x", "-s", _MOST_BYTES]
    strace += ["-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(log)]
    done = subprocess.run(
        [*strace, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    if done.returncode:
        raise CommandFailed(f"{' '.join(command)}: {done.stdout[-1000:]} {done.stderr[-2000:]}")


class _Trace:
    def __init__(self, disk: Disk, top: Path) -> None:
        self.disk = disk
        self.operations: list[Operation] = []
        self._top = os.fsencode(top)
        self._positions: dict[tuple[bytes, bytes], int] = {}  # of a descriptor and its file
        self._next = disk.fresh()

    def read(self, lines: Iterator[bytes]) -> None:
        begun: dict[bytes, bytes] = {}
        for line in lines:
            line = line.rstrip(b"\n")
            if line.endswith(_UNFINISHED):
                begun[line.split()[0]] = line[: -len(_UNFINISHED)]
                continue
            if resumed := _RESUMED.match(line):
                line = begun.pop(resumed[1], b"") + resumed[2]
            if matched := _LINE.match(line):
                _, call, given, result = matched.groups()
                if int(result) >= 0 and self._top in given:
                    self._call(call.decode(), given, int(result), line)

    def _call(self, call: str, given: bytes, result: int, line: bytes) -> None:
        if call in ("openat", "open", "creat"):
            self._open(call, given, line)
        elif call in ("write", "pwrite64", "writev", "pwritev"):
            self._write(call, given, result)
        elif call == "lseek":
            self._positions[self._descriptor(given)] = result
        elif call in ("sendfile", "copy_file_range"):
            self._carry(call, given, result)
        elif call in ("fsync", "fdatasync"):
            self._on_file(given, Synced)
        elif call in ("ftruncate", "truncate"):
            size = int(given.rsplit(b",", 1)[1])
            self._on_file(given, lambda node: Cut(node, size))
        else:
            self._name(call, given)

    def _name(self, call: str, given: bytes) -> None:
        paths = self._paths(given)
        first = self._place(paths[0])
        second = self._place(paths[1]) if paths[1:] else None
        if call in ("mkdir", "mkdirat") and first:
            self._made(first, is_folder=True)
        elif call.startswith("symlink") and (entry := second or first):
            self.disk.links[self._next] = paths[0].decode()
            self._do(Entry(*entry, self._made_number()))
        elif call in ("unlink", "unlinkat", "rmdir") and first:
            self._do(Entry(*first, None))
        elif call.startswith("link") and first and second:
            self._do(Entry(*second, self._node(first)))
        elif call.startswith("rename") and (first or second):
            if not (first and second):
                raise CannotTrace(f"renamed into the folder or out of it: {given!r}")
            self._do(Entry(*second, self._node(first), first))

    def _open(self, call: str, given: bytes, line: bytes) -> None:
        place = self._place(self._paths(given)[0])
        if place is None:
            return
        known = self._node(place)
        if known is None and (b"O_CREAT" in given or call == "creat"):
            known = self._made(place, is_folder=False)
        elif known in self.disk.files and b"O_TRUNC" in given and self.disk.files[known]:
            self._do(Cut(known, 0))
        opened = _FD.search(line.rsplit(b"= ", 1)[1])
        if opened and known in self.disk.files:
            end = len(self.disk.files[known]) if b"O_APPEND" in given else 0
            self._positions[opened[1], opened[2]] = end

    def _write(self, call: str, given: bytes, result: int) -> None:
        descriptor = self._descriptor(given)
        node = self._at(descriptor[1])
        content = b"".join(map(_plain, _QUOTED.findall(given[given.index(b">") :])))[:result]
        if node not in self.disk.files:
            return
        if call.startswith("p"):
            at = int(given.rsplit(b",", 1)[1])
        else:
            at = self._positions.get(descriptor, 0)
            self._positions[descriptor] = at + len(content)
        self._do(Written(node, at, content))

    def _carry(self, call: str, given: bytes, size: int) -> None:
        ends = _FD.findall(given)
        out, source = ends if call == "sendfile" else ends[::-1]
        begin, at = self._positions.get(source, 0), self._positions.get(out, 0)
        self._positions[source], self._positions[out] = begin + size, at + size
        node, of = self._at(out[1]), self._at(source[1])
        if node in self.disk.files:
            inside = bytes(self.disk.files[of]) if of in self.disk.files else None
            content = inside if inside is not None else Path(os.fsdecode(source[1])).read_bytes()
            self._do(Written(node, at, content[begin : begin + size]))

    def _on_file(self, given: bytes, operation: Callable[[Node], Operation]) -> None:
        matched = _FD.search(given)
        node = self._at(matched[2] if matched else self._paths(given)[0])
        if node is not None:
            self._do(operation(node))

    def _descriptor(self, given: bytes) -> tuple[bytes, bytes]:
        matched = _FD.search(given)
        return (matched[1], matched[2]) if matched else (b"", b"")

    def _paths(self, given: bytes) -> list[bytes]:
        """Absolute ones, in order; those at a descriptor's folder made so."""
        paths = [(a or b, _plain(c)) for a, b, c in _AT.findall(given)]
        if not paths:
            paths = [(b"", _plain(quoted)) for quoted in _QUOTED.findall(given)]
        return [path if path.startswith(b"/") else folder + b"/" + path for folder, path in paths]

    def _parts(self, path: bytes) -> list[str] | None:
        path = os.path.normpath(path)
        if path == self._top:
            return []
        inside = path.startswith(self._top + b"/")
        return os.fsdecode(path[len(self._top) + 1 :]).split("/") if inside else None

    def _place(self, path: bytes) -> tuple[Node, str] | None:
        parts = self._parts(path)
        folder = self.disk.find(parts[:-1]) if parts else None
        return (folder, parts[-1]) if parts and folder in self.disk.folders else None

    def _at(self, path: bytes) -> Node | None:
        parts = self._parts(path)
        return None if parts is None else self.disk.find(parts)

    def _node(self, place: tuple[Node, str]) -> Node | None:
        return self.disk.folders[place[0]].get(place[1])

    def _made(self, place: tuple[Node, str], is_folder: bool) -> Node:
        node = self._made_number()
        if is_folder:
            self.disk.folders[node] = {}
        else:
            self.disk.files[node] = bytearray()
        self._do(Entry(*place, node))
        return node

    def _made_number(self) -> Node:
        self._next += 1
        return self._next - 1

    def _do(self, operation: Operation) -> None:
        self.disk.do(operation)
        self.operations.append(operation)


def _plain(quoted: bytes) -> bytes:
    return codecs.escape_decode(quoted)[0]
