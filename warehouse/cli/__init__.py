"""The command line: arguments in, one command called, an exit status out.

Each command lives in a module of this folder that is imported when it is asked for, so that help
and small commands stay quick; what it takes stands in arguments/. Status: 0 done, 1 a known error
(its sentence was said), 2 wrong arguments, 3 done in part (what was left out was said), 70 a bug
(its traceback is in the log), 130 stopped by the user.
"""

from __future__ import annotations

import importlib
import io
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence

from warehouse import settings as settings_file
from warehouse.cli.arguments import in_utf8
from warehouse.cli.arguments import parser as parser
from warehouse.cli.session import Session, stoppable
from warehouse.errors import Cancelled, MunimentError

COMMANDS = {
    "add": "warehouse.cli.library:add",
    "copy-in": "warehouse.cli.library:copy_in",
    "fetch": "warehouse.cli.library:fetch",
    "ls": "warehouse.cli.library:ls",
    "rm": "warehouse.cli.trash:rm",
    "trash": "warehouse.cli.trash:trash",
    "collections": "warehouse.cli.collections:collections",
    "tag": "warehouse.cli.collections:tag",
    "search": "warehouse.cli.collections:search",
    "like": "warehouse.cli.collections:like",
    "edit": "warehouse.cli.bibliography:edit",
    "cite": "warehouse.cli.bibliography:cite",
    "notes": "warehouse.cli.notes:notes",
    "import": "warehouse.cli.importing:take",
    "duplicates": "warehouse.cli.duplicates:duplicates",
    "diff": "warehouse.cli.duplicates:diff",
    "versions": "warehouse.cli.duplicates:versions",
    "xray": "warehouse.cli.xray:xray",
    "quality": "warehouse.cli.reread:quality",
    "reread": "warehouse.cli.reread:reread",
    "headers": "warehouse.cli.headers:headers",
    "graph": "warehouse.cli.graph:graph",
    "watch": "warehouse.cli.watch:watch",
    "resume": "warehouse.cli.research:resume",
    "backup": "warehouse.cli.backup:backup",
    "restore": "warehouse.cli.backup:restore",
    "move": "warehouse.cli.backup:move",
    "check": "warehouse.cli.backup:check",
    "rebuild": "warehouse.cli.backup:rebuild",
    "encryption": "warehouse.cli.encryption:encryption",
    "ask": "warehouse.cli.research:ask",
    "prove": "warehouse.cli.research:prove",
    "write": "warehouse.cli.research:write",
    "roundtable": "warehouse.cli.roundtable:roundtable",
    "thoughts": "warehouse.cli.thoughts:thoughts",
    "studies": "warehouse.cli.studies:studies",
    "again": "warehouse.cli.studies:again",
    "article": "warehouse.cli.article:article",
    "outline": "warehouse.cli.outline:outline",
    "steer": "warehouse.cli.steer:steer",
    "compare": "warehouse.cli.compare:compared",
    "export": "warehouse.cli.studies:export",
    "models": "warehouse.cli.models:models",
    "settings": "warehouse.cli.models:settings",
    "mcp": "warehouse.cli.mcp:mcp",
    "bench": "warehouse.cli.bench:bench",
    "demo": "warehouse.cli.demo:demo",
}

A_BUG = 70
WHAT_WAITS = dict.fromkeys(("ask", "prove", "write", "again"), "It is named by: muniment resume")

Benches = Mapping[str, str]
"""Benchmarks of the window: row name -> "module:function", given by the desktop."""
Window = Callable[[str], int]
"""Opens the window on a warehouse folder, "" for that of the settings; given by the desktop."""


def main(
    argv: Sequence[str] | None = None, benches: Benches | None = None, window: Window | None = None
) -> int:
    parse = parser()
    arguments = in_utf8(parse.parse_args(argv))
    if arguments.home:
        os.environ["MUNIMENT_HOME"] = arguments.home
    if not arguments.command:
        if window is None:
            parse.error("which command?")
        return window(arguments.warehouse or "")
    logging.basicConfig(level=logging.ERROR)
    _tolerate_letters()
    try:
        session = Session(arguments, benches or {})
        with stoppable(lambda: session.run):
            status = _command(arguments.command)(session) or 0
            session.take_handed()
            return status
    except Cancelled as stop:
        stop.next_step = stop.next_step or WHAT_WAITS.get(arguments.command, "")
        return _say(stop, 130)
    except KeyboardInterrupt:
        return _say(Cancelled(), 130)
    except MunimentError as error:
        return _say(error, 1)
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        if not error.strerror:
            return _log_bug(error)
        where = f": {error.filename}" if error.filename else ""
        return _say(MunimentError(f"{error.strerror}{where}."), 1)
    except Exception as bug:
        return _log_bug(bug)


def _tolerate_letters() -> None:
    """A letter that cannot be read or shown ends no work; what is closed is empty."""
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _command(name: str) -> Callable[[Session], int | None]:
    module, function = COMMANDS[name].split(":")
    command: Callable[[Session], int | None] = getattr(importlib.import_module(module), function)
    return command


def _say(error: MunimentError, status: int) -> int:
    print(f"muniment: {error}", file=sys.stderr)
    if error.next_step:
        print(f"          {error.next_step}", file=sys.stderr)
    return status


def _log_bug(bug: Exception) -> int:
    report = "".join(traceback.format_exception(bug))
    try:
        log = settings_file.home() / "logs" / "muniment.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{report}\n")
    except OSError:
        print(report, file=sys.stderr)
        return A_BUG
    print(f"muniment: a mistake in the program: {type(bug).__name__}: {bug}", file=sys.stderr)
    print(f"          The details are in {log}; please report them.", file=sys.stderr)
    return A_BUG
