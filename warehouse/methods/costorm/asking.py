"""Questions at the table: several drafted in one batch, the one that is on the topic and new asked.

An expert asks from what was said; the moderator from evidence that nobody has cited. With each
question come the searches that may answer it, so that the answer need not think of any. The first
draft is heard as it grows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from warehouse.engine import prompts
from warehouse.engine.choosing import replies
from warehouse.engine.protocol import Request, closed, list_of, sampled, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.costorm.ground import Ground, Watch
from warehouse.methods.evidence.prose import points_elsewhere
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.proof import citations
from warehouse.results.records import Evidence
from warehouse.results.roundtable import Expert, Intent, Table, Turn
from warehouse.search.names import normal
from warehouse.text import shortened

SAMPLES = 3
QUESTION_CHARACTERS, SEARCH_CHARACTERS, SEARCHES = 180, 80, 2
TOKENS = 110
HEARD, HEARD_CHARACTERS = 3, 260  # turns that a prompt shows, and how much of each
CONCEPTS = 16
BECAUSE, BECAUSE_CHARACTERS = 3, 260  # pieces behind a question of the moderator
SAME = 0.92  # cosine from which two questions are one
CHOICES: dict[str, Intent] = {
    "details": "further details",
    "request": "information request",
    "new": "original question",
}
_QUESTION = re.compile(r'"question"\s*:\s*"((?:[^"\\]|\\.)*)')


class Asked(Struct, frozen=True):
    question: str
    searches: tuple[str, ...]


def intent(table: Table, expert: Expert, ground: Ground) -> Intent:
    """What an expert does where nothing is asked: tell more, ask back, or ask something new."""
    given = {"topic": table.topic, "speaker": described(expert), "said": said(table.turns)}
    engine, run = ground.context.engine, ground.context.run
    [chances] = replies("table_intent", [given], tuple(CHOICES), engine, run)
    return list(CHOICES.values())[chances.index(max(chances))]


def of_expert(
    table: Table, expert: Expert, back: bool, ground: Ground, watch: Watch
) -> Asked | None:
    """``back``: asks about what was said last, else about something new. None where nothing new
    was asked. Raises Cancelled.
    """
    aim = "asks for more about what was said last" if back else "asks something nobody has asked"
    given = {"speaker": described(expert), "aim": aim, "said": said(table.turns)}
    return _asked("table_question", given, table, ground, watch)


def of_moderator(
    table: Table, pieces: Sequence[Evidence], ground: Ground, watch: Watch
) -> Asked | None:
    """From pieces of evidence nobody has cited. None where nothing new was asked."""
    lines = [shortened(line, BECAUSE_CHARACTERS) for line in notes(pieces).splitlines()]
    concepts = [node.title for node in table.map.walk()][1 : CONCEPTS + 1]
    given = {
        "concepts": ", ".join(concepts) or "none",
        "notes": "\n".join(lines),
        "said": said(table.turns[-1:]),
    }
    return _asked("table_moderator", given, table, ground, watch)


def described(expert: Expert) -> str:
    return f"{expert.name} ({expert.about})"


def said(turns: Sequence[Turn]) -> str:
    """The last turns for a prompt, without marks."""
    lines = [
        f"{turn.speaker}: {shortened(citations.without_marks(turn.text), HEARD_CHARACTERS)}"
        for turn in turns[-HEARD:]
        if turn.heard != "nothing"
    ]
    return "\n".join(lines) or "nothing yet"


def _asked(
    name: str, given: Mapping[str, str], table: Table, ground: Ground, watch: Watch
) -> Asked | None:
    """The best of SAMPLES drafts."""
    settings = ground.context.settings
    messages = prompts.load(name).render(topic=table.topic, **given)
    request = Request(name, messages, TOKENS, _SCHEMA, seed=settings.seed)
    requests = sampled(request, SAMPLES, settings.writing_temperature, settings.writing_top_p)

    def grown(index: int, text: str) -> None:
        if index == 0 and (question := so_far(text)):
            watch(question)

    replies = ground.context.engine.complete(requests, ground.context.run, grown)
    drafts = [value_of(reply, Asked) for reply in replies]
    return _best(drafts, table, ground)


def so_far(reply: str) -> str:
    """The question of a reply that is being written, "" before its first letter."""
    match = _QUESTION.search(reply)
    try:
        return flat(msgspec.json.decode(f'"{match[1]}"', type=str)) if match else ""
    except msgspec.DecodeError:  # in the middle of an escaped letter
        return ""


def _best(drafts: Sequence[Asked], table: Table, ground: Ground) -> Asked | None:
    """On the topic, and far from what was asked before; a whole question, where one is."""
    before = [turn.question for turn in table.turns if turn.question]
    known = {normal(question) for question in before}
    good = [
        Asked(
            flat(draft.question), tuple(flat(search) for search in draft.searches if flat(search))
        )
        for draft in drafts
        if normal(draft.question) and normal(draft.question) not in known
    ]
    if not good:
        return None
    good = [draft for draft in good if _is_whole(draft.question)] or good
    questions = [draft.question for draft in good]
    worth = ground.alike(questions, [table.topic])[:, 0].copy()
    if before:
        again = ground.alike(questions, before).max(axis=1)
        worth -= again
        if float(again.min()) >= SAME:
            return None
    return good[int(worth.argmax())]


def _is_whole(question: str) -> bool:
    """Does it end as a question, and lean on nothing beside it?"""
    return question.endswith(("?", "？", "؟")) and not points_elsewhere(question)


_SCHEMA = closed(
    question=text_of(8, QUESTION_CHARACTERS),
    searches=list_of(text_of(3, SEARCH_CHARACTERS), 1, SEARCHES),
)
