"""What each command takes: the parser of the command line, a file for each part of the program."""

from __future__ import annotations

import argparse

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
from warehouse.version import version


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="muniment",
        description="Ask your documents; every sentence of the answer shows where it comes from. "
        "Without a command the window opens.",
    )
    top.add_argument("--version", action="version", version=f"muniment {version()}")
    top.add_argument("--home", metavar="DIR", help="where settings and models live")
    top.add_argument("--warehouse", metavar="DIR", help="the warehouse folder to work on")
    top.add_argument(
        "--passphrase-file",
        metavar="FILE",
        default="",
        help="its first line opens an encrypted warehouse; else MUNIMENT_PASSPHRASE does",
    )
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
    return top
