"""The arguments of ``muniment article``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, get_args

from warehouse.cli.arguments.verbs import study_verb
from warehouse.writing.editing.records import Framing, Wish

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_SPOT = "a paragraph, as shown by show: 2.1 is the first of section 2; 0 is the opening"


def commands(commands: Subparsers) -> None:
    article = commands.add_parser(
        "article", help="edit an article: its paragraphs, versions, suggestions and comments"
    )
    verbs = article.add_subparsers(dest="verb", metavar="VERB", required=True)
    study_verb(verbs, "show", "its paragraphs, each with its name and how its sentences are proven")
    study_verb(verbs, "versions", "every version, and which one counts")
    diff = study_verb(verbs, "diff", "what one version says otherwise than another")
    diff.add_argument("before", metavar="N", type=int, nargs="?", help="else the first")
    diff.add_argument("after", metavar="M", type=int, nargs="?", help="else the one that counts")
    back = study_verb(verbs, "back", "let another version count; none is lost")
    back.add_argument("version", metavar="N", type=int)
    replace = study_verb(verbs, "replace", "a paragraph by the text of a file, and check it")
    replace.add_argument("spot", metavar="PARAGRAPH", help=_SPOT)
    replace.add_argument("file", metavar="FILE", help="a text file, or - for what is piped")
    later = "save it now, and have the model weigh it when the article is next opened"
    replace.add_argument("--later", action="store_true", help=later)
    leave = study_verb(verbs, "leave-out", "a figure of the sources")
    leave.add_argument("figure", metavar="FIGURE", help="its name, as shown by show: f1")
    text = "its opening or its end, from what its sections say; a suggestion where one stands"
    study_verb(verbs, "write", text).add_argument("part", choices=get_args(Framing))
    suggest = study_verb(
        verbs, "suggest", "have a paragraph proven, rewritten, shortened or added to"
    )
    suggest.add_argument("spot", metavar="PARAGRAPH", help=_SPOT)
    suggest.add_argument("wish", choices=get_args(Wish))
    suggest.add_argument("--about", metavar="WORDS", default="", help="what is to be added")
    words = "only the sentences of these words, as they stand in the paragraph"
    suggest.add_argument("--words", metavar="WORDS", help=words)
    check = study_verb(
        verbs, "check", "what became of its proofs, and what new documents say to it"
    )
    rewrite = "have the sentence of this mark rewritten, or cite what says so, too; as a suggestion"
    check.add_argument("--rewrite", metavar="K", type=int, default=0, help=rewrite)
    keep = "let this mark go: the sentence stays as it is"
    check.add_argument("--keep", metavar="K", type=int, default=0, help=keep)
    for name, text in (("accept", "take a suggestion"), ("reject", "let a suggestion go")):
        verb = study_verb(verbs, name, text)
        verb.add_argument("number", metavar="N", type=int, help="as shown by show")
        only = "only this change of it, by its number; repeat it"
        verb.add_argument("--change", metavar="K", type=int, action="append", help=only)
    listed = study_verb(verbs, "comments", "what was noted on words of it")
    listed.add_argument("--open", action="store_true", help="without those that are resolved")
    comment = study_verb(verbs, "comment", "note something on words of it")
    comment.add_argument("words", metavar="WORDS", help="as they stand in the article")
    comment.add_argument("text", metavar="TEXT")
    reword = study_verb(verbs, "reword", "a comment says something else")
    reword.add_argument("number", metavar="N", type=int)
    reword.add_argument("text", metavar="TEXT")
    for name, text in (
        ("resolve", "a comment is settled"),
        ("open", "a comment is not settled after all"),
        ("uncomment", "remove a comment"),
    ):
        study_verb(verbs, name, text).add_argument("number", metavar="N", type=int)
