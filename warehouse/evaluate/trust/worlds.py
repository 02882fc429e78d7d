"""A warehouse with its home and its backup, what is done to it by the command line, and a look at
what is left of it after the power failed, or the program was killed.

What was told to the user must be there as it was then, nothing twice, and what was in hand either
way. Whatever is damaged must be named by ``check`` and mended by it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from warehouse import settings as settings_file
from warehouse.evaluate.trust.sockets import ROOT
from warehouse.settings import ASSETS, Settings, home
from warehouse.store.objects import sha256_of

ACTS = ("add", "ask", "write", "backup", "forget", "move")
MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
EMBEDDER = "all-minilm-l6-v2"
FIRST = ASSETS / "sample" / "glossary.html"
SECOND = ASSETS / "sample" / "warehouse-folder.html"
PATIENCE_S = 300


class Look(Struct, frozen=True):
    """``wrong`` is what is not as it should be, whatever was there before. Documents and studies
    are told by a hash of what stands in them; "" is a study without a result.
    """

    wrong: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    documents: dict[str, str] = {}
    studies: dict[str, str] = {}
    backup: bool = False


class World:
    """Below ``top``, whose home knows where the warehouse is. ``embedder`` is ``module:name`` of
    one that takes the place of the model, for tests.
    """

    def __init__(self, top: Path, embedder: str = "") -> None:
        self.top = top
        self.home = top / "home"
        self.backup = top / "papers.muniment.zip"
        self._embedder = embedder
        self._looking: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.home.mkdir(parents=True)
        models = home() / "models"
        chosen = Settings(
            warehouse=str(self.top / "papers"),
            embedder=str(models / EMBEDDER),
            model=str(models / MODEL),
            thoughts=False,
            effort="quick",
            readers=1,
        )
        settings_file.save(chosen, self.home / "settings.json")
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "desktop", "--home", str(self.home), *arguments]

    def acts(self) -> dict[str, list[str]]:
        """What is done, one after the other; what is forgotten lies in the trash by then."""
        return {
            "add first": self.command("add", str(FIRST)),
            "add": self.command("add", str(SECOND)),
            "ask": self.command("ask", "What is a passage?", "--method", "rag", "--anyway"),
            "write": self.command(
                "write", "Passages", "--words", "150", "--method", "rag", "--anyway"
            ),
            "backup": self.command("backup", str(self.backup)),
            "rm": self.command("rm", sha256_of(SECOND)),
            "forget": self.command("trash", "empty"),
            "move": self.command("move", str(self.top / "moved")),
            "resume": self.command("resume"),
        }

    def look(self) -> Look:
        """In a process of its own, which may end over what it finds."""
        process = self._looking = self._looking or self._start()
        assert process.stdin and process.stdout
        process.stdin.write(b"\n")
        process.stdin.flush()
        if said := process.stdout.readline():
            return msgspec.json.decode(said, type=Look)
        process.communicate(timeout=PATIENCE_S)
        self._looking = None
        return Look((f"it ended when it was opened ({process.returncode})",))

    def close(self) -> None:
        if self._looking is not None:
            self._looking.communicate(timeout=PATIENCE_S)
            self._looking = None

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "warehouse.evaluate.trust.looking", self.backup, self._embedder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                **os.environ,
                "MUNIMENT_HOME": str(self.home),
                "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
            },
        )


def wrong(look: Look, before: Look, after: Look, in_hand: int = 0) -> list[str]:
    """What is not as it should be where ``before`` was told, and what leads to ``after`` was in
    hand; of the studies there may be ``in_hand`` of other names.
    """
    said = list(look.wrong)
    for what in ("documents", "studies"):
        now, old, new = (getattr(seen, what) for seen in (look, before, after))
        said += [f"{what}: {id} is lost" for id in old.keys() & new.keys() - now.keys()]
        for id, digest in now.items():
            if id not in old and id not in new and what == "documents":
                said.append(f"a document that nobody added: {id}")
            elif id in old and digest not in (old[id], new.get(id)):
                said.append(f"{what}: {id} is another than before")
    unknown = look.studies.keys() - before.studies.keys() - after.studies.keys()
    if len(unknown) > in_hand:
        said.append(f"{len(unknown)} studies that nobody began")
    if before.backup and not look.backup:
        said.append("the backup is lost")
    return said
