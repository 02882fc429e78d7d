"""The command line: arguments in, one command called, an exit status out.

Each command lives in a module of this folder that is imported when it is asked for, so that help
and small commands stay quick. Status: 0 done, 1 a known error (its sentence was said), 2 wrong
arguments, 3 a bug (its traceback is in the log), 130 stopped by the user.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

from warehouse import settings as settings_file
from warehouse.cli import bibliography_arguments, steer_arguments
from warehouse.cli.session import Session, stoppable
from warehouse.errors import Cancelled, MunimentError
from warehouse.research.ways import KINDS

COMMANDS = {
    "add": "warehouse.cli.library:add",
    "copy-in": "warehouse.cli.library:copy_in",
    "fetch": "warehouse.cli.library:fetch",
    "ls": "warehouse.cli.library:ls",
    "rm": "warehouse.cli.trash:rm",
    "trash": "warehouse.cli.trash:trash",
    "collections": "warehouse.cli.order:collections",
    "tag": "warehouse.cli.order:tag",
    "search": "warehouse.cli.order:search",
    "like": "warehouse.cli.order:like",
    "edit": "warehouse.cli.bibliography:edit",
    "cite": "warehouse.cli.bibliography:cite",
    "import": "warehouse.cli.importing:take",
    "duplicates": "warehouse.cli.duplicates:duplicates",
    "diff": "warehouse.cli.duplicates:diff",
    "versions": "warehouse.cli.duplicates:versions",
    "xray": "warehouse.cli.xray:xray",
    "quality": "warehouse.cli.reread:quality",
    "reread": "warehouse.cli.reread:reread",
    "watch": "warehouse.cli.watch:watch",
    "resume": "warehouse.cli.research:resume",
    "backup": "warehouse.cli.keeping:backup",
    "restore": "warehouse.cli.keeping:restore",
    "move": "warehouse.cli.keeping:move",
    "check": "warehouse.cli.keeping:check",
    "rebuild": "warehouse.cli.keeping:rebuild",
    "ask": "warehouse.cli.research:ask",
    "prove": "warehouse.cli.research:prove",
    "write": "warehouse.cli.research:write",
    "thoughts": "warehouse.cli.thoughts:thoughts",
    "studies": "warehouse.cli.studies:studies",
    "again": "warehouse.cli.studies:again",
    "steer": "warehouse.cli.steer:steer",
    "compare": "warehouse.cli.studies:compared",
    "export": "warehouse.cli.studies:export",
    "models": "warehouse.cli.models:models",
    "settings": "warehouse.cli.models:settings",
    "bench": "warehouse.cli.bench:bench",
    "demo": "warehouse.cli.demo:demo",
}

MOST = 10_000
Benches = Mapping[str, str]
"""Benchmarks of the window: row name -> "module:function", given by the desktop."""


def main(argv: Sequence[str] | None = None, benches: Benches | None = None) -> int:
    arguments = parser().parse_args(argv)
    if arguments.home:
        os.environ["MUNIMENT_HOME"] = arguments.home
    logging.basicConfig(level=logging.ERROR)
    try:
        session = Session(arguments, benches or {})
        with stoppable(session.run):
            return _command(arguments.command)(session) or 0
    except Cancelled as stop:
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


def _command(name: str) -> Callable[[Session], int | None]:
    module, function = COMMANDS[name].split(":")
    found: Callable[[Session], int | None] = getattr(importlib.import_module(module), function)
    return found


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
        return 3
    print(f"muniment: a mistake in the program: {type(bug).__name__}: {bug}", file=sys.stderr)
    print(f"          The details are in {log}; please report them.", file=sys.stderr)
    return 3


def _version() -> str:
    try:
        return f"muniment {version('muniment')}"
    except PackageNotFoundError:
        return "muniment (not installed)"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="muniment",
        description="Ask your documents; every sentence of the answer shows where it comes from. "
        "Without a command the window opens.",
    )
    top.add_argument("--version", action="version", version=_version())
    top.add_argument("--home", metavar="DIR", help="where settings and models live")
    top.add_argument("--warehouse", metavar="DIR", help="the warehouse folder to work on")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _library_commands(commands)
    _order_commands(commands)
    bibliography_arguments.commands(commands)
    _keeping_commands(commands)
    _research_commands(commands)
    _model_commands(commands)
    return top


def _number(text: str) -> int:
    """From 1 to MOST. What argparse says of another is its name, so it is told here."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST:,}")
    return int(text)


_Subparsers = argparse._SubParsersAction  # the only name argparse gives it


def _library_commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    add = commands.add_parser("add", help="take files and folders into the library")
    add.add_argument("paths", nargs="+", metavar="PATH")
    add.add_argument("--password", default="", help="for an encrypted PDF")
    add.add_argument("--in-place", action="store_true", help="leave the originals where they are")
    copy_in = commands.add_parser("copy-in", help="copy originals that were left in place")
    copy_in.add_argument("id", nargs="?", metavar="ID", help="only this one, as shown by ls")
    fetch = commands.add_parser("fetch", help="take a web page into the library, by its address")
    fetch.add_argument("url", nargs="?", metavar="URL", help="without: the sites agreed to")
    fetch.add_argument("--forget", default="", metavar="SITE", help="ask again before its pages")
    fetch.add_argument("--allow", action="store_true", help="agree to the sites it leads to")
    ls = commands.add_parser("ls", help="list documents, all or those about some words")
    ls.add_argument("words", nargs="*", metavar="WORD")
    rm = commands.add_parser("rm", help="put a document into the trash, for 30 days")
    rm.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    trash = commands.add_parser("trash", help="what was removed: list, bring back, forget")
    verbs = trash.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("ls", help="what is in it, and for how long")
    back = verbs.add_parser("restore", help="bring a document back as it was")
    back.add_argument("id", metavar="ID", help="as shown by trash; its beginning is enough")
    empty = verbs.add_parser("empty", help="forget for good, now")
    empty.add_argument("id", nargs="?", metavar="ID", help="only this one")
    xray = commands.add_parser("xray", help="what is hidden in documents, or speaks to a machine")
    xray.add_argument("id", nargs="?", metavar="ID", help="as shown by ls; all where none is given")
    switch = xray.add_mutually_exclusive_group()
    switch.add_argument("--allow", action="store_true", help="let answers use what was found")
    switch.add_argument("--withhold", action="store_true", help="keep it out again (as at first)")
    quality = commands.add_parser("quality", help="how well the pages of a document were read")
    quality.add_argument(
        "id", nargs="?", metavar="ID", help="as shown by ls; its beginning is enough"
    )
    quality.add_argument(
        "--sample", type=_number, default=0, metavar="N", help="compare N pages with OCR"
    )
    quality.add_argument(
        "--doubtful", action="store_true", help="compare the documents with a doubtful score"
    )
    reread = commands.add_parser("reread", help="read a document again, pages of it by OCR")
    reread.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    reread.add_argument("--page", type=int, action="append", metavar="N", help="by OCR, from 1")
    reread.add_argument("--below", type=float, metavar="SCORE", help="pages of a lower score")
    reread.add_argument("--all-pages", action="store_true", help="every page by OCR")
    watch = commands.add_parser("watch", help="folders whose files come in by themselves")
    verbs = watch.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("ls", help="which folders are watched")
    begin = verbs.add_parser("add", help="watch a folder, and take in what is in it")
    begin.add_argument("folder", metavar="DIR")
    begin.add_argument(
        "--ignore", action="append", default=[], metavar="PATTERN", help="as in drafts/* or *.bak"
    )
    end = verbs.add_parser("rm", help="watch it no longer; its documents stay")
    end.add_argument("folder", metavar="DIR")
    verbs.add_parser("look", help="look at all of them once, now")
    commands.add_parser("resume", help="finish what was interrupted")


def _order_commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    collections = commands.add_parser("collections", help="collections and saved searches")
    verbs = collections.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("list", help="all of them")
    for verb, about in (
        ("make", "a new collection, with these documents"),
        ("add", "put documents in"),
        ("take", "take documents out; they stay in the library"),
    ):
        one = verbs.add_parser(verb, help=about)
        one.add_argument("name", metavar="NAME")
        one.add_argument("ids", nargs="*" if verb == "make" else "+", metavar="ID")
    save = verbs.add_parser("save", help="a search under a name: it holds what it finds")
    save.add_argument("name", metavar="NAME")
    save.add_argument("query", metavar="QUERY")
    change = verbs.add_parser("change", help="another search under the name")
    change.add_argument("name", metavar="NAME")
    change.add_argument("query", metavar="QUERY")
    rename = verbs.add_parser("rename", help="another name")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("to", metavar="NEW")
    verbs.add_parser("rm", help="remove it; its documents stay").add_argument(
        "name", metavar="NAME"
    )
    tag = commands.add_parser("tag", help="tag documents; without any, list tags")
    tag.add_argument("tag", nargs="?", metavar="TAG")
    tag.add_argument("ids", nargs="*", metavar="ID")
    tag.add_argument("--off", action="store_true", help="take the tag off")
    search = commands.add_parser("search", help='find passages: words, "phrases", AND OR NOT')
    search.add_argument("words", nargs="*", metavar="QUERY")
    search.add_argument("--in", dest="within", action="append", metavar="NAME")
    for name in ("tag", "kind", "lang", "author", "title", "year"):
        search.add_argument(f"--{name}", action="append", metavar=name.upper())
    search.add_argument("--meaning", action="store_true", help="by meaning too; needs the embedder")
    search.add_argument("--limit", type=_number, default=10, metavar="N")
    like = commands.add_parser("like", help="more like a document or a passage")
    like.add_argument("id", metavar="ID", help="as shown by ls or search; its beginning is enough")
    like.add_argument("--limit", type=_number, default=10, metavar="N")


def _keeping_commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    backup = commands.add_parser("backup", help="write the warehouse to one file and read it back")
    backup.add_argument("target", metavar="PATH", help="a folder, or the file to write")
    backup.add_argument(
        "--incremental",
        action="store_true",
        help="into a folder that grows: only what is new is copied",
    )
    restore = commands.add_parser("restore", help="unpack a backup into a new folder")
    restore.add_argument("archive", metavar="FILE")
    restore.add_argument("folder", metavar="DIR")
    move = commands.add_parser("move", help="carry the warehouse to another folder or disk")
    move.add_argument("folder", metavar="DIR", help="a new or empty folder")
    check = commands.add_parser("check", help="read all of the warehouse and say what is not whole")
    instead = "a backup to read in its place"
    check.add_argument("backup", nargs="?", default="", metavar="BACKUP", help=instead)
    commands.add_parser("rebuild", help="make the search index again from the catalog")


def _add_thoughts(parser: argparse.ArgumentParser, about: str) -> None:
    parser.add_argument(
        "--thoughts",
        action=argparse.BooleanOptionalAction,
        help=f"{about}, whatever the settings say",
    )


def _add_limits(command: argparse.ArgumentParser) -> None:
    within = "only from a collection or saved search"
    command.add_argument("--in", dest="within", default="", metavar="NAME", help=within)
    found = "only from the documents that this search finds, as the search box does"
    command.add_argument("--search", default="", metavar="QUERY", help=found)


def _research_commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    ask = commands.add_parser("ask", help="answer a question from the library, with sources")
    ask.add_argument("question")
    ask.add_argument("--method", choices=("aware", "rag"), default="aware")
    ask.add_argument(
        "--kind",
        choices=KINDS,
        default="",
        help="what kind of question it is; else it is found out",
    )
    anyway = "answer from what is found, even if it may not do"
    ask.add_argument("--anyway", action="store_true", help=anyway)
    ask.add_argument("--lists", action="store_true", help="show the lists behind figures whole")
    _add_limits(ask)
    steer_arguments.insisting(ask)
    _add_thoughts(ask, "use and keep thoughts for this question")
    only = "leave out every sentence that is neither quoted nor supported"
    ask.add_argument("--proven", action="store_true", help=only)
    ask.add_argument("--json", action="store_true", help="the whole answer as JSON")
    prove = commands.add_parser("prove", help="check each sentence of a text against the library")
    prove.add_argument("file", metavar="FILE", help="a text file, or - for what is typed or piped")
    _add_limits(prove)
    write = commands.add_parser("write", help="write an article on a topic, with sources")
    write.add_argument("topic")
    _add_limits(write)
    _add_thoughts(write, "use thoughts for this article")
    write.add_argument("--anyway", action="store_true", help=anyway.replace("answer", "write"))
    write.add_argument("--proven", action="store_true", help=only)
    write.add_argument("--out", metavar="DIR", help="folder for article.html and article.md")
    steer_arguments.insisting(write)
    thoughts = commands.add_parser("thoughts", help="what earlier answers found out")
    verbs = thoughts.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("ls", help="all of them, pinned ones first")
    for name, text in (
        ("show", "one, with the words it rests on"),
        ("edit", "put it in your words"),
        ("pin", "keep it in front"),
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
    commands.add_parser("studies", help="list what was asked and written")
    again = commands.add_parser("again", help="ask the same anew, and say what changed")
    again.add_argument("id", metavar="ID", help="as shown by studies; its beginning is enough")
    steer_arguments.commands(commands)
    compare = commands.add_parser("compare", help="what one study says otherwise than another")
    compare.add_argument("id", metavar="ID", help="the earlier one")
    compare.add_argument("other", metavar="OTHER", help="the later one")
    export = commands.add_parser("export", help="a study as a file, or as an evidence pack")
    export.add_argument("id", metavar="ID", help="as shown by studies; its beginning is enough")
    export.add_argument("folder", metavar="DIR")
    export.add_argument("--proven", action="store_true", help=f"{only}; not for a pack")
    export.add_argument("--as", dest="form", choices=("html", "markdown", "pack"), default="html")
    demo = commands.add_parser("demo", help="the main job on the sample library")
    demo.add_argument("--out", metavar="DIR", help="folder for article.html and article.md")
    bench = commands.add_parser("bench", help="measure; prints a table")
    bench.add_argument("names", nargs="+", metavar="NAME")
    bench.add_argument("--json", metavar="PATH", help="write the rows here too")
    bench.add_argument("--data", metavar="DIR", help="folder of evaluation data")
    bench.add_argument("--model", metavar="ID_OR_PATH", help="measure with this model")
    bench.add_argument("--row", action="append", metavar="NAME", help="only this row; repeat it")
    bench.add_argument("--limit", type=int, default=0, metavar="N", help="at most N cases")


def _model_commands(commands: _Subparsers[argparse.ArgumentParser]) -> None:
    models = commands.add_parser("models", help="list, fetch, choose and inspect models")
    verbs = models.add_subparsers(dest="verb", metavar="VERB")
    for name in ("list", "ls"):
        ls = verbs.add_parser(name, help="the catalogue, what is installed, how fast it is")
        ls.add_argument("--found", action="store_true", help="what other programs keep here")
        ls.add_argument("--folder", metavar="DIR", help="look through this folder too")
    fetch = verbs.add_parser("fetch", help="download; without ID the chosen model and embedder")
    fetch.add_argument("ids", nargs="*", metavar="ID")
    use = verbs.add_parser("use", help="choose the model that answers")
    use.add_argument("model", metavar="ID_OR_PATH")
    use.add_argument(
        "--processing", action="store_true", help="choose it for headers, not for answers"
    )
    calibrate = verbs.add_parser(
        "calibrate", help="fit a model's threshold on labelled material, and keep it"
    )
    purposes = ("claims", "enough", "absence", "screening")
    calibrate.add_argument("purpose", choices=purposes)
    calibrate.add_argument("--data", metavar="DIR", required=True, help="articles or questions")
    calibrate.add_argument("--recall", type=float, default=0.95, help="share of true pairs kept")
    calibrate.add_argument("--limit", type=int, default=0, metavar="N", help="at most N pairs")
    probe = verbs.add_parser("probe", help="measure how fast a model is here, in about 10 s")
    probe.add_argument("model", nargs="?", metavar="ID_OR_PATH")
    inspect = verbs.add_parser("inspect", help="what a GGUF file says of itself")
    inspect.add_argument("model", metavar="ID_OR_PATH")
    settings = commands.add_parser("settings", help="show settings, or change one")
    settings.add_argument("name", nargs="?", metavar="NAME")
    settings.add_argument("value", nargs="?", metavar="VALUE")
