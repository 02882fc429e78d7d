"""What the model takes a question apart into, by one schema-bound call.

Words that do not stand in the question are dropped here; what limits the documents is looked up in
the catalog (filters.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

import msgspec
from msgspec import Struct, structs

from warehouse.engine import prompts
from warehouse.engine.protocol import Engine, Request, closed
from warehouse.question.words import choice
from warehouse.run import Run
from warehouse.search.analyzer import is_whole
from warehouse.search.common_words import is_common
from warehouse.search.names import all_stand_in
from warehouse.settings import Settings

TOKENS = 220
CHARACTERS = 120
MOST = 4
_AROUND = "“”\"'«»„?!¿¡.,;:()"
Kind = Literal[
    "pdf", "web page", "text file", "word file", "book", "sheet", "slides", "mail", "image"
]
"""For the catalog the first word is enough; to a model "document" is any file."""
What = Literal[
    "in", "before", "until", "after", "since", "added", "language", "author", "tag",
    "collection", "title", Kind, "more than", "less than", "exactly", "no author", "no date",
    "no language", "no text", "no tag",
]  # fmt: skip
Wanted = Literal["mentions", "documents", "things"]


class Limit(Struct, frozen=True):
    """``words`` stand so in the question; of kinds of file and of what starts with "no" they only
    say that it is wanted.
    """

    what: What
    words: str


class Details(Struct, frozen=True):
    """``about`` is the matter without the words that ask. ``wanted``: documents in which it stands,
    documents on it, or things that documents tell of, which are called ``noun``.
    """

    limits: tuple[Limit, ...] = ()
    compared: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    wanted: Wanted = "things"
    noun: str = ""
    about: str = ""


_WORDS = {"type": "string", "maxLength": CHARACTERS}
_SOME = {"type": "array", "items": {**_WORDS, "minLength": 2}, "maxItems": MOST}
_LIMIT = closed(what={"enum": list(get_args(What))}, words={**_WORDS, "minLength": 1})
SCHEMA = closed(
    limits={"type": "array", "items": _LIMIT, "maxItems": MOST},
    compared=_SOME,
    parts=_SOME,
    wanted={"enum": list(get_args(Wanted))},
    noun={**_WORDS, "maxLength": 30},
    about=_WORDS,
)


def ask(question: str, engine: Engine, settings: Settings, run: Run) -> Details:
    """Raises Cancelled, ModelMissing."""
    prompt = prompts.load("details")
    messages = prompt.render(question=question)
    request = Request(prompt.name, messages, TOKENS, schema=SCHEMA, seed=settings.seed)
    [reply] = engine.complete([request], run)
    return said(msgspec.json.decode(reply.text, type=Details), question)


def said(told: Details, question: str) -> Details:
    """What of it stands in the question; things compared are two or more."""
    limits = tuple(limit for limit in told.limits if all_stand_in(limit.words, question))
    words = [limit.words for limit in limits]
    matter = told.about if all_stand_in(told.about, question) else ""
    compared = tuple(
        dict.fromkeys(thing for thing in told.compared if all_stand_in(thing, question))
    )
    compared = compared if len(compared) > 1 else choice(question)
    rest = without(matter, words) or " ".join(compared)
    if not rest and any(limit.what == "title" for limit in limits):
        rest = matter  # the document itself
    return structs.replace(
        told,
        about=rest,
        noun=told.noun if all_stand_in(told.noun, question) and " " not in told.noun else "",
        limits=limits,
        compared=compared,
        parts=told.parts if len(told.parts) > 1 else (),
    )


def without(text: str, spans: Iterable[str]) -> str:
    """``text`` less these words, and less the words at its ends that say nothing."""
    for span in filter(None, spans):
        matches = re.finditer(re.escape(span), text, re.IGNORECASE)
        text = blanked(text, (match.span() for match in matches if is_whole(text, *match.span())))
    words = [word.strip(_AROUND) for word in text.split()]
    says = [at for at, word in enumerate(words) if word and not is_common(word)]
    return " ".join(words[says[0] : says[-1] + 1]) if says else ""


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with blanks for the characters of the spans."""
    gone = {at for start, end in spans for at in range(start, end)}
    return "".join(" " if at in gone else mark for at, mark in enumerate(text))
