"""Who sits at the table: named by the model from what the library has on the topic, or by the user.

The headers of related documents and the first evidence are the background. Names are data: a colon,
a line break or 300 characters in one change nothing but how much of it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed
from warehouse.errors import BadInput
from warehouse.ingest.headers_plain import header_text
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.results.roundtable import Expert, Table
from warehouse.search.names import normal
from warehouse.steering import typed
from warehouse.text import shortened

AT_FIRST, LATER = 3, 2
NAME_CHARACTERS, ABOUT_CHARACTERS = 40, 120
HEADERS, HEADER_CHARACTERS = 4, 220
NOTES, NOTE_CHARACTERS = 4, 160
TOKENS_AN_EXPERT, TOKENS_MORE = 55, 30
ALIKE = 0.9  # cosine from which two look at the same
STAGE = "choosing experts"


class _Named(Struct, frozen=True):
    name: str
    about: str


class _Reply(Struct, frozen=True):
    experts: tuple[_Named, ...]


def chosen(table: Table, ground: Ground, focus: str = "") -> Table:
    """With experts for the topic, or for what is in question now; those of the user's stay.

    Raises Cancelled.
    """
    count = AT_FIRST if not table.experts else LATER
    kept = tuple(one for one in table.experts if one.mine)
    table = structs.replace(table, renew="")
    if len(kept) >= AT_FIRST:
        return table
    ground.context.run.step(STAGE, len(kept), count)
    drafted = _drafted(table, ground, focus, count)
    people, losses, sitting = table.people, list[Loss](), list(kept)
    for one in drafted:
        reason = _unfit(one, sitting, ground)
        if reason:
            losses.append(Loss(STAGE, f"{one.name}: {one.about}", reason))
            continue
        known = next((old for old in table.experts if normal(old.name) == normal(one.name)), None)
        people += known is None
        id = known.id if known else f"e{people}"
        sitting.append(Expert(id, cleaned(one.name, NAME_CHARACTERS), flat(one.about)))
    if not sitting:
        return structs.replace(table, losses=(*table.losses, *losses))
    return structs.replace(
        table,
        experts=tuple(sitting),
        people=people,
        next_expert=_after(table, sitting),
        losses=(*table.losses, *losses),
    )


def added(table: Table, name: str, about: str) -> Table:
    """Raises BadInput for no name, or one that sits there already."""
    expert = Expert(f"e{table.people + 1}", *_told(table, name, about), mine=True)
    return structs.replace(table, experts=(*table.experts, expert), people=table.people + 1)


def edited(table: Table, id: str, name: str, about: str) -> Table:
    old = of(table, id)
    name, about = _told(table, name or old.name, about or old.about, id)
    new = Expert(id, name, about, mine=True)
    return structs.replace(
        table, experts=tuple(new if one.id == id else one for one in table.experts)
    )


def removed(table: Table, id: str) -> Table:
    """Raises BadInput for the last one."""
    of(table, id)
    left = tuple(one for one in table.experts if one.id != id)
    if not left:
        raise BadInput("Somebody has to speak.", "Add another expert first.")
    gone = next(at for at, one in enumerate(table.experts) if one.id == id)
    at = table.next_expert - (gone < table.next_expert)
    return structs.replace(table, experts=left, next_expert=at % len(left))


def of(table: Table, id: str) -> Expert:
    """Raises BadInput where there is none."""
    found = next((one for one in table.experts if one.id == id), None)
    if found is None:
        raise BadInput(f"There is no expert {id!r} at the table.")
    return found


def nearest(table: Table, text: str, ground: Ground) -> int:
    """The place of the expert whose view is nearest to what was said."""
    views = [f"{one.name}: {one.about}" for one in table.experts]
    return int(ground.alike([text], views)[0].argmax())


def cleaned(text: str, most: int) -> str:
    """On one line, and no longer than can be shown."""
    return shortened(typed(text), most)


def _told(table: Table, name: str, about: str, id: str = "") -> tuple[str, str]:
    name, about = cleaned(name, NAME_CHARACTERS), cleaned(about, ABOUT_CHARACTERS)
    if not normal(name):
        raise BadInput("An expert needs a name.")
    if any(normal(one.name) == normal(name) and one.id != id for one in table.experts):
        raise BadInput(f"“{name}” sits at the table already.")
    return name, about or name


def _unfit(one: _Named, sitting: Sequence[Expert], ground: Ground) -> str:
    """Why there is no chair for this one, "" where there is."""
    if not normal(one.name):
        return "has no name"
    if any(normal(old.name) == normal(one.name) for old in sitting):
        return "sits at the table already"
    views = [f"{old.name}: {old.about}" for old in sitting]
    if views and float(ground.alike([f"{one.name}: {one.about}"], views).max()) >= ALIKE:
        return "looks at the same as another expert"
    return ""


def _after(table: Table, sitting: Sequence[Expert]) -> int:
    """Who speaks next of a new list: the first who has not spoken last."""
    spoke = next((one.expert for one in reversed(table.turns) if one.expert), "")
    return next((at for at, one in enumerate(sitting) if one.id != spoke), 0)


def _drafted(table: Table, ground: Ground, focus: str, count: int) -> Sequence[_Named]:
    library, settings = ground.context.library, ground.context.settings
    related = library.retrieval.headers(f"{table.topic} {focus}".strip(), HEADERS)
    headers = (library.catalog.header(one.document) for one in related)
    told = [flat(header_text(one))[:HEADER_CHARACTERS] for one in headers if one is not None]
    pieces = ground.shown(table, (one.number for one in table.evidence[-NOTES:]))
    found = [shortened(line, NOTE_CHARACTERS) for line in notes(pieces).splitlines()]
    sitting = ", ".join(one.name for one in table.experts)
    prompt = prompts.load("table_experts")
    messages = prompt.render(
        topic=table.topic,
        focus=focus or table.topic,
        count=str(count),
        sitting=sitting or "nobody yet",
        background="\n".join(f"- {one}" for one in (*told, *found)) or "none",
    )
    tokens = TOKENS_AN_EXPERT * count + TOKENS_MORE
    request = Request(prompt.name, messages, tokens, _schema(count), seed=settings.seed)
    [reply] = ground.context.engine.complete([request], ground.context.run)
    return msgspec.json.decode(reply.text, type=_Reply).experts


def _schema(count: int) -> dict[str, Any]:
    one = closed(
        name={"type": "string", "minLength": 3, "maxLength": NAME_CHARACTERS},
        about={"type": "string", "minLength": 3, "maxLength": ABOUT_CHARACTERS},
    )
    return closed(experts={"type": "array", "items": one, "minItems": count, "maxItems": count})
