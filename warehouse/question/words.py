"""The words of a question that say what it is about, and the choice that it puts."""

from __future__ import annotations

import math
import re

from warehouse.engine import prompts
from warehouse.engine.choosing import YES_NO
from warehouse.engine.protocol import Engine, ScoreRequest
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.common_words import is_common

SHORTEST = 4
EVEN = 0.5
_AROUND = "\"'“”‘’«»()[]¿¡?!.,:;"
_WORD = re.compile(rf"[\w{analyzer.COMBINING}]+")
_NAME = r"[^\W\d_a-z][\w'’.&-]*(?: (?:[a-z]{2,3} ){0,2}[^\W_a-z][\w'’.&-]*)*"
_ONE_OF_TWO = re.compile(
    rf"(?P<one>{_NAME}),? (?:or|oder|ou|o) (?:[a-z]{{2,3}} )?(?P<other>{_NAME})\s*\?*$"
)


def telling(question: str) -> str:
    """The question without the words that say nothing anywhere; itself where nothing is left."""
    bare = [(word, word.strip(_AROUND)) for word in question.split()]
    return " ".join(word for word, core in bare if core and not is_common(core)) or question


def content(question: str) -> frozenset[str]:
    """The index terms of a question that say what it is about."""
    words = _WORD.findall(telling(question).casefold())
    return frozenset(
        term for word in words if len(word) >= SHORTEST for term in analyzer.terms(word)
    )


def choice(question: str) -> tuple[str, ...]:
    """The two names of which the answer is one, as it calls them: "…, Anna Weber or Jan Oak?" """
    asked = " ".join(question.split())
    match = _ONE_OF_TWO.search(asked[:1].lower() + asked[1:])
    return (match["one"], match["other"]) if match else ()


def poles(question: str, engine: Engine, run: Run) -> tuple[str, ...]:
    """The answers of which one is wanted: those of its ``choice``, or yes and no, which then have
    nearly all of the probability of what the model would reply, and else almost none; none where
    the answer is open. Raises Cancelled.
    """
    if named := choice(question):
        return named
    prompt = prompts.load("polar")
    messages = prompt.render(question=question)
    requests = [ScoreRequest(prompt.name, messages, pole.title()) for pole in YES_NO]
    replied = sum(math.exp(score.total) for score in engine.score(requests, run))
    return YES_NO if replied >= EVEN else ()
