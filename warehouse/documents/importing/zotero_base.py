"""Where Zotero keeps linked files: the base folder that its ``prefs.js`` names.

Zotero's database says ``attachments:Weber/tides.pdf`` of a linked file; the folder which that is
counted from stands in the settings of Zotero's profile. A ``prefs.js`` in the data folder or
right above it is that of this library; one of the profiles in a user's home is, where it names
the data folder, or names none and the folder is that home's ``Zotero``. The file is only read,
as untrusted text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

PREFS = "prefs.js"
MOST_BYTES = 4 * 2**20
_PROFILES = (
    ".zotero/zotero",
    "Library/Application Support/Zotero/Profiles",
    "AppData/Roaming/Zotero/Zotero/Profiles",
)
_ZOTERO = "extensions.zotero."
_PREF = re.compile(r'^\s*user_pref\(\s*("(?:[^"\\\n]|\\.)*"),\s*([^\n]+?)\s*\);\s*$', re.M)


def base_folder(folder: Path) -> Path | None:
    """The folder that linked files of the library in ``folder`` are counted from, if it is known.

    Reads nothing but ``prefs.js`` and lists no folder but those of Zotero's profiles.
    """
    paths = (folder / PREFS, folder.parent / PREFS)
    for said in map(_said, paths):
        if base := _base(said):
            return base
    for home in dict.fromkeys((folder.parent, Path.home())):
        for path in _profiles(home):
            said = _said(path)
            if _is_of(said, folder, home) and (base := _base(said)):
                return base
    return None


def _profiles(home: Path) -> Iterator[Path]:
    for place in _PROFILES:
        try:
            yield from sorted((home / place).glob(f"*/{PREFS}"))
        except OSError:  # a folder that may not be listed names no profile
            continue


def _said(path: Path) -> Mapping[str, str]:
    """Zotero's own settings that are texts; none where it is no such file."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return {}
        text = path.read_text("utf-8", "replace")
    except OSError:
        return {}
    settings: dict[str, str] = {}
    for quoted, value in _PREF.findall(text):
        name, said = _text(quoted), _text(value)
        if name.startswith(_ZOTERO):
            settings[name.removeprefix(_ZOTERO)] = said
    return settings


def _text(literal: str) -> str:
    """A string as it is written there, which is JSON's way; "" for what is none."""
    try:
        said = json.loads(literal)
    except ValueError:
        return ""
    return said.encode("utf-8", "replace").decode() if isinstance(said, str) else ""


def _base(said: Mapping[str, str]) -> Path | None:
    path = Path(said.get("baseAttachmentPath", ""))
    try:
        return path if path.is_absolute() and path.is_dir() else None
    except (OSError, ValueError):
        return None


def _is_of(said: Mapping[str, str], folder: Path, home: Path) -> bool:
    named = said.get("dataDir") or str(home / "Zotero")
    try:
        return Path(named).resolve() == folder.resolve()
    except (OSError, ValueError):
        return False
