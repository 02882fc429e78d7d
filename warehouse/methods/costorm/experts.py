"""Who sits at the table: named by the model from what the library has on the topic, or by the user.

The headers of related documents and the first evidence are the background. Several lists are
drafted in one batch, and of all who are named in them those get a chair who are near to the
background and far from each other. Names are data: a colon, a line break or 300 characters in one
change nothing but how much of it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.errors import BadInput
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence import related_headers
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.results.roundtable import Expert, Table
from warehouse.search.embedding import Vector, Vectors
from warehouse.search.names import normal, stands_in
from warehouse.steering import typed
from warehouse.text import shortened

AT_FIRST, LATER = 3, 2
SAMPLES = 3
NAME_CHARACTERS, ABOUT_CHARACTERS, ASKS_CHARACTERS = 40, 120, 140
RELATED, HEADERS, HEADER_CHARACTERS = 20, 4, 220
NOTES, NOTE_CHARACTERS = 4, 160
TOKENS_AN_EXPERT, TOKENS_MORE = 90, 30
ALIKE = 0.9  # cosine from which two look at the same
STAGE = "choosing experts"


class _Named(Struct, frozen=True):
    name: str
    about: str
    asks: str


def chosen(table: Table, ground: Ground, focus: str = "") -> Table:
    """With experts for the topic, or for what is in question now; those of the user's stay.

    Raises Cancelled.
    """
    count = AT_FIRST if not table.experts else LATER
    kept = tuple(expert for expert in table.experts if expert.mine)
    table = structs.replace(table, renew="")
    if len(kept) >= AT_FIRST:
        return table
    ground.context.run.step(STAGE, len(kept), count)
    background = _background(table, ground, focus)
    drafted = _drafted(table, ground, focus, count, background)
    seated = _seated(table, [*kept, *drafted], count, background or [table.topic], ground)
    people, sitting, losses = table.people, list(kept), table.losses
    for expert in seated:
        known = next(
            (old for old in table.experts if normal(old.name) == normal(expert.name)), None
        )
        people += known is None
        id = known.id if known else f"e{people}"
        sitting.append(structs.replace(expert, id=id))
    if len(seated) < count:
        reason = f"{len(seated)} of {count} who were wanted look at something of their own"
        losses += (Loss(STAGE, table.topic, reason),)
    if not sitting:
        return structs.replace(table, losses=losses)
    return structs.replace(
        table,
        experts=tuple(sitting),
        people=people,
        next_expert=_after(table, sitting),
        losses=losses,
    )


def added(table: Table, name: str, about: str) -> Table:
    """Raises BadInput for no name, or a name or view that sits there already."""
    expert = Expert(f"e{table.people + 1}", *_told(table, name, about), mine=True)
    return structs.replace(table, experts=(*table.experts, expert), people=table.people + 1)


def edited(table: Table, id: str, name: str, about: str) -> Table:
    old = of(table, id)
    name, about = _told(table, name or old.name, about or old.about, id)
    new = Expert(id, name, about, mine=True)
    return structs.replace(
        table, experts=tuple(new if expert.id == id else expert for expert in table.experts)
    )


def removed(table: Table, id: str) -> Table:
    """Raises BadInput for the last one."""
    gone = table.experts.index(of(table, id))
    left = (*table.experts[:gone], *table.experts[gone + 1 :])
    if not left:
        raise BadInput("Somebody has to speak.", "Add another expert first.")
    at = table.next_expert - (gone < table.next_expert)
    return structs.replace(table, experts=left, next_expert=at % len(left))


def of(table: Table, id: str) -> Expert:
    """Raises BadInput where there is none."""
    expert = next((expert for expert in table.experts if expert.id == id), None)
    if expert is None:
        raise BadInput(f"There is no expert {id!r} at the table.")
    return expert


def nearest(table: Table, text: str, ground: Ground) -> int:
    """The place of the expert whose view is nearest to what was said."""
    return int(ground.alike([text], [expert.view for expert in table.experts])[0].argmax())


def cleaned(text: str, most: int) -> str:
    """On one line, and no longer than can be shown."""
    return shortened(typed(text), most)


def _told(table: Table, name: str, about: str, id: str = "") -> tuple[str, str]:
    name, about = cleaned(name, NAME_CHARACTERS), cleaned(about, ABOUT_CHARACTERS)
    if not normal(name):
        raise BadInput("An expert needs a name.")
    if any(normal(expert.name) == normal(name) and expert.id != id for expert in table.experts):
        raise BadInput(f"“{name}” sits at the table already.")
    alike = [
        expert
        for expert in table.experts
        if normal(expert.about) == normal(about) and expert.id != id
    ]
    if normal(about) and alike:
        raise BadInput(f"“{alike[0].name}” looks at that already.", "Give them another view.")
    return name, about or name


def _seated(
    table: Table, everybody: Sequence[Expert], count: int, background: Sequence[str], ground: Ground
) -> list[Expert]:
    """At most ``count`` of the drafted, one after the other: whoever is nearest to the background,
    less their likeness to whoever sits there by then in what is not the topic, which all share.

    The user's own, first in ``everybody``, sit there already.
    """
    if not everybody:
        return []
    names = [normal(expert.name) for expert in everybody]
    rows = ground.rows([expert.view for expert in everybody])
    near = (rows @ ground.rows(background).T).max(axis=1)
    alike, off_topic = rows @ rows.T, _without(rows, ground.rows([table.topic])[0])
    off_topic_alike = off_topic @ off_topic.T
    kept = sum(expert.mine for expert in everybody)
    sitting = list(range(kept))
    while len(sitting) < kept + count:
        taken = {"", *(names[at] for at in sitting)}
        free = [
            at
            for at in range(kept, len(everybody))
            if names[at] not in taken and not (alike[at, sitting] >= ALIKE).any()
        ]
        if not free:
            break
        sitting.append(
            max(free, key=lambda at: near[at] - off_topic_alike[at, sitting].max(initial=0))
        )
    return [everybody[at] for at in sitting[kept:]]


def _without(rows: Vectors, direction: Vector) -> Vectors:
    """Unit rows without their part in a direction, (texts, dimension)."""
    left = rows - np.outer(rows @ direction, direction)
    return np.asarray(left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-6))


def _after(table: Table, sitting: Sequence[Expert]) -> int:
    """Who speaks next of a new list: the first who has not spoken last."""
    spoke = next((turn.expert for turn in reversed(table.turns) if turn.expert), "")
    return next((at for at, expert in enumerate(sitting) if expert.id != spoke), 0)


def _background(table: Table, ground: Ground, focus: str) -> list[str]:
    """Lines on what the library has: of the headers of documents that something was found in, the
    nearest first, and of the evidence found last.
    """
    related = related_headers.first(f"{table.topic} {focus}".strip(), RELATED, ground.context)
    documents = {piece.place.document for piece in ground.standing(table)}
    near = [text for document, text in related if not documents or document in documents]
    lines = [text[:HEADER_CHARACTERS] for text in near[:HEADERS]]
    pieces = ground.shown(table, (piece.number for piece in table.evidence[-NOTES:]))
    return lines + [shortened(line, NOTE_CHARACTERS) for line in notes(pieces).splitlines()]


def _drafted(
    table: Table, ground: Ground, focus: str, count: int, background: Sequence[str]
) -> list[Expert]:
    """Of SAMPLES lists, the likeliest first; they have no id yet."""
    settings = ground.context.settings
    prompt = prompts.load("table_experts")
    messages = prompt.render(
        topic=table.topic,
        focus=focus or table.topic,
        count=str(count),
        sitting=", ".join(expert.name for expert in table.experts) or "nobody yet",
        background="\n".join(f"- {line}" for line in background) or "none",
    )
    tokens = TOKENS_AN_EXPERT * count + TOKENS_MORE
    request = Request(prompt.name, messages, tokens, _schema(count), seed=settings.seed)
    [replies] = ground.context.samples([request], SAMPLES)
    lists = [value_of(reply, dict[str, list[_Named]]) for reply in replies]
    named = [person for listing in lists for person in listing["experts"]]
    titles = [document.title for document in ground.context.library.documents()]
    roles = [person for person in named if not _is_a_document(person, titles, table.topic)]
    return [
        Expert(
            "", cleaned(person.name, NAME_CHARACTERS), flat(person.about), asks=flat(person.asks)
        )
        for person in roles or named
    ]


def _is_a_document(one: _Named, titles: Sequence[str], topic: str) -> bool:
    """Is this no role but a title, or does it look at a document? One whose title is of one word,
    or of the topic's, may be spoken of.
    """
    name = normal(one.name)
    return any(
        name == normal(title)
        or (" " in name and stands_in(name, title))
        or (" " in normal(title) and stands_in(title, f"{one.about} {one.asks}"))
        for title in titles
        if not stands_in(title, topic)
    )


def _schema(count: int) -> dict[str, Any]:
    expert = closed(
        name=text_of(3, NAME_CHARACTERS),
        about=text_of(3, ABOUT_CHARACTERS),
        asks=text_of(8, ASKS_CHARACTERS),
    )
    return closed(experts=list_of(expert, count, count))
