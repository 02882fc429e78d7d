"""Where the program starts: without a command the window, otherwise the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from warehouse.store import private

NO_WINDOW = 1
BENCHES = {
    "window": "desktop.bench.window:window",
    "start": "desktop.bench.start:start",
    "reading": "desktop.bench.reading:reading",
    "typing": "desktop.bench.start:typing",
}


def main() -> int:
    private.begin()
    os.environ.setdefault("LANCEDB_LOG", "error")  # it warns on stderr of every table it makes
    if len(sys.argv) > 1:
        from warehouse import cli

        return cli.main(sys.argv[1:], BENCHES, _window)
    return _window()


def _window(warehouse: str = "") -> int:
    from PySide6.QtCore import QLibraryInfo

    from desktop.starting import display, sources_unread

    sources_unread.begin()
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    if trouble := display.trouble(os.environ, plugins):
        print(trouble, file=sys.stderr)
        return NO_WINDOW
    from desktop import app

    return app.main((), warehouse)


if __name__ == "__main__":
    raise SystemExit(main())
