"""The arguments of ``muniment outline``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from warehouse.cli.arguments.verbs import study_verb

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_HEADING = "as shown by show: 2.1 is the first below the second"


def commands(commands: Subparsers) -> None:
    outline = commands.add_parser(
        "outline", help="shape the outline of an article, before it is written or after"
    )
    verbs = outline.add_subparsers(dest="verb", metavar="VERB", required=True)
    shown = study_verb(verbs, "show", "its headings, and how much evidence stands under each")
    shown.add_argument("--evidence", action="store_true", help="the sentences themselves, too")
    study_verb(verbs, "undo", "take the last change back; again, and the one before it, up to 50")
    study_verb(verbs, "redo", "do again what was taken back last")
    write = "write the article by it; of one that is written only what was changed"
    study_verb(verbs, "write", write)
    add = study_verb(verbs, "add", "a heading, before the one named, or at the end")
    add.add_argument("title", metavar="TITLE")
    add.add_argument("--at", metavar="HEADING", default="", help=_HEADING)
    add.add_argument("--about", metavar="TEXT", default="", help="what it is to tell")
    title = study_verb(verbs, "title", "give the article another title")
    title.add_argument("text", metavar="TITLE")
    give = study_verb(verbs, "give", "a piece of evidence to another heading")
    leave = study_verb(verbs, "leave", "a piece of evidence out of a heading")
    for verb in (give, leave):
        verb.add_argument("number", metavar="NUMBER", type=int, help="as shown by show --evidence")
        verb.add_argument("heading", metavar="HEADING", help=f"under which it stands, {_HEADING}")
    give.add_argument("text", metavar="TO", help="the heading that is to rest on it")
    for name, text, more in (
        ("rename", "give a heading other words", "TITLE"),
        ("about", "say what it is to tell", "TEXT"),
        ("note", "tell the writer something for this part", "TEXT"),
        ("move", "to stand before another one, as they are named now", "TO"),
        ("split", "the later half of its evidence gets a heading of its own", "TITLE"),
        ("merge", "with the next one on its level", ""),
        ("remove", "take it out, and what stands below it", ""),
        ("draft", "draft it again alone, and what stands below it", ""),
        ("anew", "have it written once more, and what stands below it", ""),
    ):
        verb = study_verb(verbs, name, text)
        verb.add_argument("heading", metavar="HEADING", help=_HEADING)
        if more:
            verb.add_argument("text", metavar=more)
