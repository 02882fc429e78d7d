"""A question that follows others, written out so that it can be understood alone.

One call, which sees a few words of what was asked and answered last; in free prose, since under a
schema a small model repeats the question. The program checks what comes back: it may name nothing
and nobody that was not named before, has to keep what the user named, and may not ask an earlier
question once more. What fails stays as the user wrote it, and so does a question that leans on
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from warehouse.engine import prompts
from warehouse.engine.protocol import Engine, Request
from warehouse.question.words import content
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.common_words import is_common
from warehouse.search.names import names, normal
from warehouse.settings import Settings
from warehouse.text import shortened

STAGE = "following up"
TURNS = 3
QUESTION_CHARACTERS, ANSWER_CHARACTERS = 200, 280
LONGEST = 400
TOKENS = 100
KEPT = 0.5
"""Of the telling words of the question, so many stay: the others are what it leaned with."""
ENDING = 2
"""Letters by which a name may end otherwise: a genitive, a plural."""
_NUMBER = re.compile(r"\d+")


class Said(Struct, frozen=True):
    """A question as it was asked, and what was answered, without its citations."""

    question: str
    answer: str


def stand_alone(
    question: str, before: Sequence[Said], engine: Engine, settings: Settings, run: Run
) -> str:
    """The question in full; as it is where nothing refers back. Raises Cancelled, EngineError."""
    if not before or len(question) > LONGEST:
        return question
    run.step(STAGE, 0, 1)
    last = before[-TURNS:]
    prompt = prompts.load("follow_up")
    messages = prompt.render(before="\n".join(map(_told, last)), question=question)
    request = Request(prompt.name, messages, TOKENS, seed=settings.seed, stop=("\n",))
    [reply] = engine.complete([request], run)
    full = " ".join(reply.text.split())
    is_whole = reply.finish == "stop" and full
    return full if is_whole and not objection(full, question, last) else question


def objection(full: str, question: str, before: Sequence[Said]) -> str:
    """Why ``full`` cannot stand for the question, in words; "" where it can."""
    said = [text for turn in before for text in (turn.question, turn.answer)]
    known = _words(" ".join([question, *said]))
    words = _words(full)
    strange = [name for name in _called(full) if not _is_known(name, known)]
    if strange:
        return f"“{strange[0]}” was not named before"
    lost = [name for name in _called(question) if not _is_known(name, words)]
    if lost:
        return f"“{lost[0]}” is missing"
    own, kept = content(question), content(full)
    if own and len(own & kept) < KEPT * len(own):
        return "it asks something else"
    if normal(full) in {normal(turn.question) for turn in before}:
        return "it was asked before"
    told, new = _words(" ".join(said)), words - _words(question)
    return "" if any(_is_known(word, told) for word in new) else "it says nothing more"


def _told(one: Said) -> str:
    question = shortened(one.question, QUESTION_CHARACTERS)
    return f"Person: {question}\nLibrary: {shortened(one.answer, ANSWER_CHARACTERS)}"


def _words(text: str) -> set[str]:
    """Folded, and the numbers in them; of scripts without spaces what the index has of them."""
    words = normal(text).split()
    unspaced = [word for word in words if any(map(analyzer.is_unspaced, word))]
    return {*words, *analyzer.query_terms(" ".join(unspaced)), *_NUMBER.findall(text)}


def _called(text: str) -> list[str]:
    """The words of its names, and its numbers, folded."""
    words = [word for name in names(text) for word in name.split()]
    called = [word for word in words if word[0].isupper() and not is_common(word.casefold())]
    return [*(part for word in called for part in normal(word).split()), *_NUMBER.findall(text)]


def _is_known(word: str, known: Iterable[str]) -> bool:
    """As it stands there, or with another ending; a number only as it stands."""
    if word in known or word.isdigit():
        return word in known
    return any(
        (other.startswith(word) or word.startswith(other)) and abs(len(other) - len(word)) <= ENDING
        for other in known
        if len(other) >= 3
    )
