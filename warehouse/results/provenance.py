"""How an answer was found: what kind of question it was taken for, by whom, and what was looked at.

A figure that the program counted is tied to a *roll*, the list of what was counted; what could not
be read is one, too. Every answer has its way; window, export and evidence pack show it.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

QuestionKind = Literal[
    "fact", "hops", "compare", "list", "count", "since", "summary", "library", "chat"
]
FORMER: tuple[QuestionKind, ...] = ("hops", "compare")
"""Told apart from "fact" by versions before: kept studies name them."""
KINDS: tuple[QuestionKind, ...] = tuple(
    kind for kind in get_args(QuestionKind) if kind not in FORMER
)
By = Literal["words", "model", "user", "vector"]
"""``words``: of versions before. ``model``: its likelihoods beside the vector of the question;
``vector``: that alone, where no model could be asked.
"""


class Named(Struct, frozen=True):
    """``name`` for a menu, ``phrase`` for a sentence, ``about`` says how it is answered."""

    name: str
    phrase: str
    about: str


NAMES: dict[QuestionKind, Named] = {
    "fact": Named(
        "One answer",
        "a question for one answer",
        "One search, and a fact or an explanation from the best it finds.",
    ),
    "hops": Named(
        "Several steps",
        "a question of several steps",
        "Looks again with what the first search found, until it is enough.",
    ),
    "compare": Named(
        "Comparison", "a comparison", "Looks for each of the things that are compared."
    ),
    "list": Named(
        "List all",
        "a question for a list",
        "Goes through all documents, not only the few that fit best.",
    ),
    "count": Named(
        "How many",
        "a question for a number",
        "Like a list, and counted: the figure comes with what was counted.",
    ),
    "since": Named(
        "Since when",
        "a question for a beginning",
        "Goes through all documents for years, the earliest first.",
    ),
    "summary": Named(
        "Summary", "a wish for a summary", "Tells something of every document, or of those named."
    ),
    "library": Named(
        "About the library",
        "a question about the library itself",
        "Counted in the list of your documents; every figure has its list.",
    ),
    "chat": Named(
        "Small talk",
        "small talk",
        "Answered without your documents: nothing in it is proven.",
    ),
}


class Item(Struct, frozen=True):
    """A line of a roll; ``document`` is an id or empty, ``numbers`` are of evidence."""

    document: str
    name: str
    note: str = ""
    numbers: tuple[int, ...] = ()


class Roll(Struct, frozen=True):
    """What was counted, in its order."""

    name: str
    items: tuple[Item, ...]


class Route(Struct, frozen=True):
    """What a question was taken for, and with which chance.

    ``other`` is the second reading where the two are close; ``explains``: prose is
    wanted. ``why``: in versions before, the words that told.
    """

    kind: QuestionKind
    by: By
    why: str = ""
    other: QuestionKind | None = None
    explains: bool = False


class Way(Struct, frozen=True):
    """``how`` says in words what was done; ``rolls`` are behind its figures and the coverage."""

    route: Route
    how: str
    rolls: tuple[Roll, ...] = ()


def taken(route: Route) -> str:
    """``Understood as a question for a list; it may also be a question for a number.``"""
    reasons = {
        "words": f", by its words “{route.why}”" if route.why else "",
        "user": ", as you said",
        "vector": ", without a model: none could be asked",
    }
    other = f"; it may also be {NAMES[route.other].phrase}" if route.other else ""
    return f"Understood as {NAMES[route.kind].phrase}{reasons.get(route.by, '')}{other}."
