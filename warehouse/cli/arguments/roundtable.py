"""The arguments of ``roundtable``."""

from __future__ import annotations

import argparse

from warehouse.cli.arguments.numbers import number
from warehouse.cli.arguments.research import add_limits

_Subparsers = argparse._SubParsersAction  # the only name argparse gives it


def commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    table = commands.add_parser(
        "roundtable", help="listen to experts argue over the library, and steer them"
    )
    table.add_argument("topic", nargs="?", default="")
    again = "go on with this one: as shown by studies, its beginning is enough"
    table.add_argument("--resume", metavar="ID", default="", help=again)
    add_limits(table)
    origin = "with the evidence of this question, article or round table"
    table.add_argument("--from", dest="origin", default="", metavar="ID", help=origin)
    alone = "take so many turns and end, without asking for anything"
    table.add_argument("--turns", type=number, default=0, metavar="N", help=alone)
    do = "do this, as if it were typed at the table, before the turns; repeat it"
    table.add_argument("--do", action="append", default=[], metavar="VERB", help=do)
    table.add_argument("--report", action="store_true", help="end with an article of it")
    table.add_argument("--out", metavar="DIR", default="", help="end with transcript and map there")
