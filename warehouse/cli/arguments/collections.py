"""The arguments of ``collections``, ``tag``, ``search`` and ``like``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from warehouse.cli.arguments.numbers import number

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def commands(commands: Subparsers) -> None:
    collections = commands.add_parser("collections", help="collections and saved searches")
    verbs = collections.add_subparsers(dest="verb", metavar="VERB")
    verbs.add_parser("list", help="all of them")
    for verb, about in (
        ("make", "a new collection, with these documents"),
        ("add", "put documents in"),
        ("take", "take documents out; they stay in the library"),
    ):
        parser = verbs.add_parser(verb, help=about)
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("ids", nargs="*" if verb == "make" else "+", metavar="ID")
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
    search.add_argument("--limit", type=number, default=10, metavar="N")
    like = commands.add_parser("like", help="more like a document or a passage")
    like.add_argument("id", metavar="ID", help="as shown by ls or search; its beginning is enough")
    like.add_argument("--limit", type=number, default=10, metavar="N")
