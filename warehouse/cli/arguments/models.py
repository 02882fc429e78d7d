"""The arguments of ``models`` and ``settings``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def commands(commands: Subparsers) -> None:
    models = commands.add_parser("models", help="list, fetch, choose and inspect models")
    verbs = models.add_subparsers(dest="verb", metavar="VERB")
    for name in ("list", "ls"):
        ls = verbs.add_parser(name, help="the catalogue, what is installed, how fast it is")
        ls.add_argument("--found", action="store_true", help="what other programs keep here")
        ls.add_argument("--folder", metavar="DIR", help="look through this folder too")
    fetch = verbs.add_parser("fetch", help="download; without ID the chosen model and embedder")
    fetch.add_argument("ids", nargs="*", metavar="ID")
    once = "not those that were fetched before and were deleted since"
    fetch.add_argument("--once", action="store_true", help=once)
    use = verbs.add_parser("use", help="choose the model that answers")
    use.add_argument("model", metavar="ID_OR_PATH")
    use.add_argument(
        "--processing",
        action="store_true",
        help="choose it for headers and screening, not for answers",
    )
    calibrate = verbs.add_parser(
        "calibrate", help="fit to the chosen model what hangs on a model, and keep it in the home"
    )
    purpose = "make this alone, anew; without it all that can be made from what ships"
    calibrate.add_argument("purpose", nargs="?", metavar="PURPOSE", help=purpose)
    calibrate.add_argument("--data", metavar="DIR", help="what does not ship, for a PURPOSE")
    recall = "share of true pairs that enough, absence and screening keep"
    calibrate.add_argument("--recall", type=float, default=0.95, help=recall)
    calibrate.add_argument("--limit", type=int, default=0, metavar="N", help="at most N pairs")
    probe = verbs.add_parser("probe", help="measure how fast a model is here, in about 15 s")
    probe.add_argument("model", nargs="?", metavar="ID_OR_PATH")
    inspect = verbs.add_parser("inspect", help="what a GGUF file says of itself")
    inspect.add_argument("model", metavar="ID_OR_PATH")
    settings = commands.add_parser("settings", help="show settings, or change one")
    settings.add_argument("name", nargs="?", metavar="NAME")
    settings.add_argument("value", nargs="?", metavar="VALUE")
    commands.add_parser("mcp", help="for programs that speak the Model Context Protocol: stdio")
