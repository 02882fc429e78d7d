"""Names of files as text: on Linux they are bytes, and the catalog keeps UTF-8 alone."""

from __future__ import annotations

from pathlib import Path

NO_UTF8 = "Its name is not in UTF-8, which no catalog can keep: rename it, and add it again."


def has_utf8(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(path: Path | str) -> str:
    """With "?" for what is not UTF-8."""
    return str(path).encode("utf-8", "replace").decode()
