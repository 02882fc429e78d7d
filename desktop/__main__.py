"""Where the program starts: without a command the window, otherwise the command line."""

from __future__ import annotations

import os
import sys

BENCHES = {
    "window": "desktop.bench.window:window",
    "start": "desktop.bench.window:start",
    "typing": "desktop.bench.window:typing",
}


def main() -> int:
    os.environ.setdefault("LANCEDB_LOG", "error")  # it warns on stderr of every table it makes
    if len(sys.argv) > 1:
        from warehouse import cli

        return cli.main(sys.argv[1:], BENCHES, _window)
    return _window()


def _window(warehouse: str = "") -> int:
    from desktop import app

    return app.main((), warehouse)


if __name__ == "__main__":
    raise SystemExit(main())
