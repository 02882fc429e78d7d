"""What is done to one study: ``muniment article VERB STUDY``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def study_verb(verbs: Subparsers, name: str, text: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=text)
    parser.add_argument("id", metavar="STUDY", help="as shown by studies; its beginning is enough")
    return parser
