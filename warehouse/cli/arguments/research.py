"""The arguments of ``ask``, ``write`` and what follows from them, and of measuring."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, get_args

from warehouse.cli.arguments import exporting, steer
from warehouse.cli.arguments.numbers import length
from warehouse.methods.registry import FIRST, METHODS, has_depth
from warehouse.results.provenance import KINDS
from warehouse.settings.everyday import Effort
from warehouse.writing.depth import DEPTHS, USUAL
from warehouse.writing.ways import FIRST as FIRST_WAY
from warehouse.writing.ways import WAYS

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def commands(commands: Subparsers) -> None:
    ask = commands.add_parser("ask", help="answer a question from the library, with sources")
    ask.add_argument("question")
    told = "; ".join(f"{name}: {method.sentence}" for name, method in METHODS.items())
    ask.add_argument("--method", choices=tuple(METHODS), default=FIRST, help=told)
    ask.add_argument(
        "--kind",
        choices=KINDS,
        default="",
        help="what kind of question it is; else it is found out",
    )
    follows = "what the question follows; it may then say “it”: as shown by studies"
    ask.add_argument("--follow", metavar="STUDY", default="", help=follows)
    as_written = "do not write the question out, though it follows another"
    ask.add_argument("--as-written", action="store_true", help=as_written)
    _add_effort(ask)
    anyway = "answer from what is found, even if it may not do"
    ask.add_argument("--anyway", action="store_true", help=anyway)
    ask.add_argument("--lists", action="store_true", help="show the lists behind figures whole")
    add_limits(ask)
    steer.insisting(ask)
    _add_thoughts(ask, "use and keep thoughts for this question")
    only = "leave out every sentence that is neither quoted nor supported"
    ask.add_argument("--proven", action="store_true", help=only)
    ask.add_argument("--json", action="store_true", help="the whole answer as JSON")
    prove = commands.add_parser("prove", help="check each sentence of a text against the library")
    prove.add_argument("file", metavar="FILE", help="a text file, or - for what is typed or piped")
    add_limits(prove)
    prove.add_argument("--proven", action="store_true", help=only)
    write = commands.add_parser("write", help="write an article on a topic, with sources")
    write.add_argument("topic")
    _add_wishes(write)
    write.add_argument("--proven", action="store_true", help=only)
    ways = "; ".join(f"{name}: {way.sentence}" for name, way in WAYS.items())
    write.add_argument("--method", choices=tuple(WAYS), default=FIRST_WAY, help=ways)
    first = "stop when the outline is drafted; shape it and go on with: muniment outline"
    write.add_argument("--outline", action="store_true", help=first)
    write.add_argument(
        "--from",
        metavar="ID",
        dest="origin",
        default="",
        help="of the evidence of this answer or round table",
    )
    write.add_argument("--out", metavar="DIR", help="folder for article.html and article.md")
    thoughts = commands.add_parser("thoughts", help="what earlier answers found out")
    verbs = thoughts.add_subparsers(dest="verb", metavar="VERB")
    listed = verbs.add_parser("ls", help="all, or those about some words; pinned ones first")
    listed.add_argument("words", metavar="WORD", nargs="*")
    for name, text in (
        ("show", "one, with the words it rests on"),
        ("edit", "put it in your words"),
        ("pin", "keep it in front, and bring it back from farther"),
        ("unpin", "no longer in front"),
        ("confirm", "use it although words it rests on changed"),
        ("forget", "remove it"),
    ):
        verb = verbs.add_parser(name, help=text)
        verb.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
        if name == "edit":
            verb.add_argument("text", metavar="TEXT")
    taken = verbs.add_parser("export", help="all of them with their places: .md or .json")
    taken.add_argument("file", metavar="FILE")
    studies = commands.add_parser("studies", help="list what was asked and written; remove of it")
    verbs = studies.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("ls", help="what was asked and written")
    verbs.add_parser("removed", help="what was removed, and can be brought back for 30 days")
    for name, text in (("rm", "take it off the list"), ("restore", "bring it back as it was")):
        verbs.add_parser(name, help=text).add_argument("id", metavar="ID")
    again = commands.add_parser("again", help="ask the same anew, and say what changed")
    again.add_argument("id", metavar="ID", help="as shown by studies; its beginning is enough")
    steer.commands(commands)
    both = "two studies side by side, or articles on one topic by several methods"
    compare = commands.add_parser("compare", help=both)
    compare.add_argument("id", metavar="ID", help="the earlier study; with --methods a topic")
    compare.add_argument("other", metavar="OTHER", nargs="?", default="", help="the later study")
    ways = f"write on the topic by each of these: {', '.join(WAYS)}"
    compare.add_argument("--methods", metavar="A,B", default="", help=ways)
    texts = "of two studies the texts beside one another, too, as wide as the terminal"
    compare.add_argument("--texts", action="store_true", help=texts)
    _add_wishes(compare.add_argument_group("with --methods"))
    export = commands.add_parser("export", help="a study as a file, or as an evidence pack")
    exporting.arguments(export, only)
    demo = commands.add_parser("demo", help="the main job on the sample library")
    demo.add_argument("--out", metavar="DIR", help="folder for article.html and article.md")
    bench = commands.add_parser("bench", help="measure; prints a table")
    bench.add_argument("names", nargs="+", metavar="NAME")
    bench.add_argument("--json", metavar="PATH", help="write the rows here too")
    bench.add_argument("--data", metavar="DIR", help="folder of evaluation data")
    bench.add_argument("--model", metavar="ID_OR_PATH", help="measure with this model")
    _add_effort(bench)
    bench.add_argument("--row", action="append", metavar="NAME", help="only this row; repeat it")
    bench.add_argument("--limit", type=int, default=0, metavar="N", help="at most N cases")
    bench.add_argument("--skip", type=int, default=0, metavar="N", help="without the first N")
    bench.add_argument("--methods", metavar="A,B", default="", help="compare these methods")
    bench.add_argument("--words", metavar="N", type=length, help="how long an article is to be")
    minutes = "how long what goes on for a while is to go on"
    bench.add_argument("--minutes", type=float, default=0.0, metavar="N", help=minutes)


def _add_effort(parser: argparse.ArgumentParser) -> None:
    about = "how long research may take, whatever the settings say"
    parser.add_argument("--effort", choices=get_args(Effort), default="", help=about)


def _add_depth(parser: argparse._ActionsContainer) -> None:
    """For those methods that have one."""
    without = ", ".join(name for name in WAYS if not has_depth(name))
    about = f"how deep to think before: {', '.join(DEPTHS)}; not by {without}"
    parser.add_argument("--depth", choices=DEPTHS, default=USUAL, help=about)


def _add_thoughts(parser: argparse._ActionsContainer, about: str) -> None:
    parser.add_argument(
        "--thoughts",
        action=argparse.BooleanOptionalAction,
        help=f"{about}, whatever the settings say",
    )


def _add_wishes(parser: argparse._ActionsContainer) -> None:
    """What is wished of an article that is to be written, and what it may rest on."""
    add_limits(parser)
    _add_thoughts(parser, "use thoughts for this article")
    parser.add_argument("--purpose", metavar="TEXT", default="", help="what the article is for")
    parser.add_argument("--readers", metavar="TEXT", default="", help="whom it is written for")
    parser.add_argument("--style", metavar="TEXT", default="", help="how it should sound")
    parser.add_argument("--language", metavar="TEXT", default="", help="which one it is written in")
    _add_depth(parser)
    parser.add_argument("--words", metavar="N", type=length, help="how long, for this article")
    steer.insisting(parser)
    anyway = "write from what is found, even if it may not do"
    parser.add_argument("--anyway", action="store_true", default=None, help=anyway)


def add_limits(command: argparse._ActionsContainer) -> None:
    within = "only from a collection or saved search"
    command.add_argument("--in", dest="within", default="", metavar="NAME", help=within)
    search = "only from the documents that this search finds, as the search box does"
    command.add_argument("--search", default="", metavar="QUERY", help=search)
