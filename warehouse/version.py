"""The version of an installed package."""

from __future__ import annotations

from importlib import metadata

NOT_INSTALLED = "(not installed)"


def version(package: str = "muniment") -> str:
    """NOT_INSTALLED where it is run from a folder."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED
