"""The files a shut-in process needs: the interpreter, libraries, this program, and devices."""

from __future__ import annotations

import contextlib
import mimetypes
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = tuple(ROOT / package for package in ("indexers", "warehouse"))
_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/app"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload"),
    *("/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/OpenCL", "/etc/vulkan"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems"),
    *("/proc/version", "/proc/driver", "/proc/sys/vm", "/proc/sys/kernel/osrelease"),
    *("/sys/devices", "/sys/class/drm", "/sys/class/kfd", "/sys/bus/pci", "/sys/fs/cgroup"),
    *("/sys/kernel/mm/transparent_hugepage", "/sys/module/nvidia", "/sys/dev/char"),
    *("/dev/zero", "/dev/random", "/dev/urandom"),
)
_GRAPHICS = ("nvidia*", "dri", "kfd", "dxg", "mali*")


def readable() -> list[Path]:
    """All that a process reads which knows no document and no model."""
    return [*map(Path, _SYSTEM), *map(Path, mimetypes.knownfiles), *installed()]


def installed() -> list[Path]:
    """Without the program's own folder, which in a working copy holds more than the program,
    without anything that holds the user's home, and without folders of the user's own modules: of
    the places that are imported from, those that packages are installed in. What holds another of
    them comes before it.
    """
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    kept = {Path(place).resolve() for place in (*python, *filter(_has_packages, sys.path))}
    home = Path.home()
    kept = {place for place in kept if place != ROOT and place not in (home, *home.parents)}
    return [*sorted(kept), *OWN]


def _has_packages(place: str) -> bool:
    """An installer leaves a record of each; a working copy and a folder of scripts have none. What
    this user may not look into holds nothing for the process either.
    """
    with contextlib.suppress(OSError):
        return bool(place) and any(Path(place).glob("*.dist-info"))
    return False


def graphics() -> tuple[Path, ...]:
    """Devices that compute for a model; none where there are none."""
    return tuple(sorted(path for name in _GRAPHICS for path in Path("/dev").glob(name)))
