"""What ``muniment steer``, ``ask`` and ``write`` understand of steering."""

from __future__ import annotations

import argparse

_Subparsers = argparse._SubParsersAction  # the only name argparse gives it
_OPTIONS = (
    ("--edit", ("N", "TEXT"), "other words for a step"),
    ("--add", ("TEXT",), "one more step"),
    ("--stop", ("N",), "no more work on a step"),
    ("--search", ("N", "TEXT"), "one more search for a step"),
    ("--reword", ("OLD", "NEW"), 'another search; "" leaves it out'),
    (
        "--drop",
        ("N",),
        "leave a part out, or a relation (as 4.2), with what rests on it alone",
    ),
    ("--merge", ("N", "M"), "make a part of a tree or graph part of another"),
    ("--again", ("N",), "try what was left out again"),
    ("--check", ("N",), "look for a claim again, everywhere"),
    ("--back", ("N",), "take a change back"),
)
"""Option, what it takes, what it does; each may be repeated."""


def insisting(parser: argparse._ActionsContainer) -> None:
    """Documents that are read whatever is thought of them, or never."""
    for name, about in (
        ("--pin", "read this document, whatever its screening says; repeat it"),
        ("--ban", "never read this document; repeat it"),
    ):
        parser.add_argument(name, action="append", default=[], metavar="ID", help=about)


def commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    steer = commands.add_parser(
        "steer", help="see how a study stands, and change what it does while it works or after"
    )
    steer.add_argument("id", metavar="STUDY", help="as shown by studies; its beginning is enough")
    insisting(steer)
    for name, metavar, about in _OPTIONS:
        steer.add_argument(
            name,
            nargs=len(metavar) if len(metavar) > 1 else None,
            action="append",
            default=[],
            metavar=metavar if len(metavar) > 1 else metavar[0],
            help=about,
        )
    whole = "show long texts whole, and all relations of each name"
    steer.add_argument("--whole", action="store_true", help=whole)
    steer.add_argument("--later", action="store_true", help="keep the change, do not go on now")
    anyway = "go on, although it writes anew an article that you edited"
    steer.add_argument("--anyway", action="store_true", help=anyway)
    steer.add_argument("--go-on", action="store_true", help="go on with a study that was stopped")
