"""The arguments of the commands about documents: ``add`` to ``watch``, and keeping them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from warehouse.cli.arguments.numbers import number
from warehouse.cli.arguments.paths import path

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def commands(commands: Subparsers) -> None:
    add = commands.add_parser("add", help="take files and folders into the library")
    add.add_argument("paths", nargs="+", type=path, metavar="PATH")
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
        "--sample", type=number, default=0, metavar="N", help="compare N pages with OCR"
    )
    quality.add_argument(
        "--doubtful", action="store_true", help="compare the documents with a doubtful score"
    )
    reread = commands.add_parser("reread", help="read documents again, pages of one by OCR")
    reread.add_argument(
        "id", nargs="?", metavar="ID", help="as shown by ls; its beginning is enough"
    )
    many = reread.add_mutually_exclusive_group()
    many.add_argument("--older", action="store_true", help="all that an older reader has read")
    many.add_argument("--all", action="store_true", help="all documents")
    reread.add_argument("--page", type=int, action="append", metavar="N", help="by OCR, from 1")
    reread.add_argument("--below", type=float, metavar="SCORE", help="pages of a lower score")
    reread.add_argument("--all-pages", action="store_true", help="every page by OCR")
    headers = commands.add_parser("headers", help="what documents are about, by the model")
    headers.add_argument("id", nargs="?", metavar="ID", help="show that of one document instead")
    graph = commands.add_parser("graph", help="what documents say, as triples with their sentences")
    verbs = graph.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("stats", help="which documents were read for it, and what came of them")
    build = verbs.add_parser("build", help="have the model read what was not read yet")
    build.add_argument(
        "id", nargs="?", metavar="ID", help="as shown by ls; all where none is given"
    )
    show = verbs.add_parser("show", help="the triples of a document, below their sentences")
    show.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    show.add_argument("--lost", action="store_true", help="those that were lost, and why")
    forget = verbs.add_parser("forget", help="read it again when it is next wanted")
    forget.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    remove = verbs.add_parser("remove", help="take wrong relations out of the graph; they stay out")
    remove.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    remove.add_argument("numbers", nargs="+", type=int, metavar="N", help="as shown by graph show")
    join = verbs.add_parser("join", help="say that two names mean the same")
    part = verbs.add_parser("part", help="say that two names do not mean the same")
    for said in (join, part):
        said.add_argument("name", metavar="NAME", help="as a text has it")
        said.add_argument("other", metavar="OTHER", help="as a text has it")
    for changed in (remove, join, part):
        changed.add_argument("--back", action="store_true", help="take it back")
    verbs.add_parser("names", help="what you said of names")
    watch = commands.add_parser("watch", help="folders whose files come in by themselves")
    verbs = watch.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("ls", help="which folders are watched")
    begin = verbs.add_parser("add", help="watch a folder, and take in what is in it")
    begin.add_argument("folder", type=path, metavar="DIR")
    begin.add_argument(
        "--ignore", action="append", default=[], metavar="PATTERN", help="as in drafts/* or *.bak"
    )
    end = verbs.add_parser("rm", help="watch it no longer; its documents stay")
    end.add_argument("folder", type=path, metavar="DIR")
    verbs.add_parser("look", help="look at all of them once, now")
    commands.add_parser("resume", help="finish what was interrupted")


def keeping(commands: Subparsers) -> None:
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
    check = commands.add_parser("check", help="read all of it, and mend what is not whole")
    instead = "a backup to read in its place"
    check.add_argument("backup", nargs="?", default="", metavar="BACKUP", help=instead)
    check.add_argument("--only-look", action="store_true", help="mend nothing")
    check.add_argument(
        "--accept", action="store_true", help="take what is left of damage for what it should be"
    )
    encryption = commands.add_parser(
        "encryption", help="encrypt the warehouse, or no longer; without VERB: is it?"
    )
    verbs = encryption.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("on", help="under a passphrase, without which nobody opens it")
    verbs.add_parser("off", help="plain files again")
    other = verbs.add_parser("passphrase", help="another passphrase")
    other.add_argument(
        "--new-file", metavar="FILE", default="", help="its first line is the new one"
    )
    commands.add_parser("rebuild", help="make the search index again from the catalog")
