"""The arguments of ``muniment export``."""

from __future__ import annotations

import argparse

from warehouse.studies.exporting.paper.wishes import FORMS, STYLES

WITH_PROOF = ("html", "markdown", "pack")
"""Forms that show every claim with its state and how it was found."""


def arguments(export: argparse.ArgumentParser, only_proven: str) -> None:
    export.add_argument("id", metavar="ID", help="as shown by studies; its beginning is enough")
    there = "folder for it; it is called after its title, and what is there already stays"
    export.add_argument("folder", metavar="DIR", help=there)
    export.add_argument("--proven", action="store_true", help=f"{only_proven}; not for a pack")
    whole = "with all questions of its conversation; not for a pack"
    export.add_argument("--conversation", action="store_true", help=whole)
    forms = tuple(dict.fromkeys((*WITH_PROOF, *FORMS)))
    told = (
        "html and markdown show every claim with its proof and its state; with a style they, and "
        "the others in any case, are a paper with a list of references"
    )
    export.add_argument("--as", dest="form", choices=forms, default="html", help=told)
    names = ", ".join(STYLES)
    style = f"of citations and references: {names}, or the file of one (.csl)"
    export.add_argument("--style", metavar="STYLE", default="", help=style)
    evidence = "of a paper: at its end the exact words behind every citation"
    export.add_argument("--evidence", action="store_true", help=evidence)
