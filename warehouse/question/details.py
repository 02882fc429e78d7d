"""What the model takes a question apart into, by one schema-bound call.

Nothing of it is used as it comes: words that do not stand in the question are dropped here, and
what limits the documents is looked up in the catalog (filters.py).
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, structs

from warehouse.engine import prompts
from warehouse.engine.protocol import Engine, Request
from warehouse.question.words import content
from warehouse.run import Run
from warehouse.search.names import normal
from warehouse.settings import Settings

TOKENS = 220
CHARACTERS = 120
MOST = 4
LEAST_TOLD = 0.3  # of the words of a question; those that ask are some of them
What = Literal[
    "in", "before", "until", "after", "since", "added", "kind", "language", "author", "tag",
    "collection", "title", "more than", "less than", "exactly", "no author", "no date",
    "no language", "no text", "no tag",
]  # fmt: skip


Wanted = Literal["mentions", "documents", "things"]


class Limit(Struct, frozen=True):
    """``words`` stand so in the question; of the last five they only say that it is wanted."""

    what: What
    words: str


class Details(Struct, frozen=True):
    """``about`` is the matter without the words that ask. ``wanted``: documents in which it stands,
    documents on it, or things that documents tell of, which are called ``noun``.
    """

    about: str = ""
    wanted: Wanted = "things"
    noun: str = ""
    limits: tuple[Limit, ...] = ()
    compared: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


_WORDS = {"type": "string", "maxLength": CHARACTERS}
_SOME = {"type": "array", "items": {**_WORDS, "minLength": 2}, "maxItems": MOST}
_LIMIT = {
    "type": "object",
    "properties": {"what": {"enum": list(get_args(What))}, "words": {**_WORDS, "minLength": 1}},
    "required": ["what", "words"],
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "about": _WORDS,
        "wanted": {"enum": list(get_args(Wanted))},
        "noun": {**_WORDS, "maxLength": 30},
        "limits": {"type": "array", "items": _LIMIT, "maxItems": MOST},
        "compared": _SOME,
        "parts": _SOME,
    },
    "required": ["about", "wanted", "noun", "limits", "compared", "parts"],
    "additionalProperties": False,
}


def ask(question: str, engine: Engine, settings: Settings, run: Run) -> Details:
    """Raises Cancelled, ModelMissing."""
    prompt = prompts.load("details")
    messages = prompt.render(question=question)
    request = Request(prompt.name, messages, TOKENS, schema=SCHEMA, seed=settings.seed)
    [reply] = engine.complete([request], run)
    return said(msgspec.json.decode(reply.text, type=Details), question)


def said(told: Details, question: str) -> Details:
    """What of it stands in the question; things compared are two or more.

    A matter that holds, with the limits, but few of the words of the question is none.
    """
    limits = tuple(one for one in told.limits if _stands(one.words, question))
    matter = told.about if _stands(told.about, question) else ""
    explained = content(" ".join((matter, *(one.words for one in limits))))
    if len(explained) < LEAST_TOLD * len(content(question)):
        matter = ""
    compared = tuple(dict.fromkeys(one for one in told.compared if _stands(one, question)))
    return structs.replace(
        told,
        about=matter,
        noun=told.noun if _stands(told.noun, told.about) and " " not in told.noun else "",
        limits=limits,
        compared=compared if len(compared) > 1 else (),
        parts=told.parts if len(told.parts) > 1 else (),
    )


def _stands(words: str, question: str) -> bool:
    own = normal(words).split()
    return bool(own) and set(own) <= set(normal(question).split())
