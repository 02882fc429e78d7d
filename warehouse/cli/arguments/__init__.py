"""What each command takes: the parser of the command line, a file for each part of the program."""

from __future__ import annotations

import argparse
from typing import Any

from warehouse.cli.arguments import (
    article,
    bibliography,
    collections,
    library,
    models,
    outline,
    research,
    roundtable,
)
from warehouse.cli.arguments.paths import path
from warehouse.version import version

AS_SPELLED = (
    "archive",
    "backup",
    "data",
    "file",
    "folder",
    "home",
    "json",
    "model",
    "new_file",
    "out",
    "passphrase_file",
    "path",
    "paths",
    "target",
    "value",
    "warehouse",
)
"""Arguments that are paths, which need not be UTF-8, and values of settings, which may be."""


def in_utf8(arguments: argparse.Namespace) -> argparse.Namespace:
    """Texts with "?" for half a surrogate pair: a terminal in an old encoding gives one for every
    accent.
    """
    values = {name: value for name, value in vars(arguments).items() if name not in AS_SPELLED}
    return argparse.Namespace(
        **vars(arguments) | {name: _text(value) for name, value in values.items()}
    )


def _text(given: Any) -> Any:
    if isinstance(given, list):
        return [_text(part) for part in given]
    return given.encode("utf-8", "replace").decode() if isinstance(given, str) else given


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="muniment",
        description="Ask your documents; every sentence of the answer shows where it comes from. "
        "Without a command the window opens.",
    )
    top.add_argument("--version", action="version", version=f"muniment {version()}")
    _places(top)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    library.commands(commands)
    collections.commands(commands)
    bibliography.commands(commands)
    library.keeping(commands)
    research.commands(commands)
    article.commands(commands)
    outline.commands(commands)
    roundtable.commands(commands)
    models.commands(commands)
    for one in commands.choices.values():
        _places(
            one.add_argument_group("of every command"), argparse.SUPPRESS
        )  # what stood before it holds
    return top


def _places(group: argparse._ActionsContainer, default: str | None = None) -> None:
    """Where a command finds its work, whichever side of its name the user writes it on."""
    group.add_argument(
        "--home", metavar="DIR", default=default, help="where settings and models live"
    )
    group.add_argument(
        "--warehouse",
        metavar="DIR",
        type=path,
        default=default,
        help="the warehouse folder to work on",
    )
    group.add_argument(
        "--passphrase-file",
        metavar="FILE",
        default=default or "",
        help="its first line opens an encrypted warehouse; else MUNIMENT_PASSPHRASE does",
    )
