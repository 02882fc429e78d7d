"""What other users of the computer could read of what the program makes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from warehouse.settings import ASSETS
from warehouse.store import private

_USUAL_MASK = 'umask 022; exec "$@"'  # of a login, which lets others read


def open_to_others(*tops: Path) -> list[Path]:
    paths = [path for top in tops for path in (top, *top.rglob("*")) if not path.is_symlink()]
    return [path for path in paths if private.is_open(path)]


def readable_by_others(folder: Path, embedder: Path) -> list[Path]:
    """Of a warehouse, the home, an export and a backup, made in ``folder`` by the command line with
    ``embedder``."""
    home, place = folder / "home", folder / "papers"
    out, backup = folder / "out", folder / "backup.zip"
    (home / "models").mkdir(parents=True, mode=0o700)
    home.chmod(0o700)
    (home / "models" / embedder.name).symlink_to(embedder)
    environment = {**os.environ, "MUNIMENT_HOME": str(home)}

    def muniment(*arguments: str) -> None:
        command = [sys.executable, "-m", "desktop", "--warehouse", str(place), *arguments]
        subprocess.run(
            ["/bin/sh", "-c", _USUAL_MASK, "sh", *command],
            env=environment,
            capture_output=True,
            check=True,
        )

    muniment("add", str(ASSETS / "sample" / "glossary.html"))
    muniment("ask", "What could not be read?")
    (study,) = (place / "studies").iterdir()
    muniment("export", study.name, str(out))
    muniment("backup", str(backup))
    return open_to_others(place, home, out, backup)
