"""Intent planning: what to look for first, what next, and when the facts are enough.

AWARE, section 3.2.2, eq. 4. Replies are bound to a schema; whether the facts are enough is a
probability. A small model's queries lose names, so task and intent are asked beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import calibration, prompts
from warehouse.engine.calibrated import UNFITTED
from warehouse.engine.choosing import chances
from warehouse.engine.protocol import Engine, Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.run import Run
from warehouse.search.names import normal

ENOUGH = 0.7
QUERY_CHARACTERS = 80
INTENT_CHARACTERS = 100
MOST_QUERIES = 3
SIDES = 4  # of a topic that are proposed at once
NOTHING = ("", "none", "nothing", "n a")  # folded
_MAX_TOKENS = 120


class Plan(Struct, frozen=True):
    """An intent and its sub-queries, not yet asked; ``supposed`` is that with a supposed answer."""

    intent: str
    queries: tuple[str, ...]
    supposed: str = ""


class _Reply(Struct, frozen=True):
    """The fields that a prompt asks for."""

    intent: str = ""
    missing: str = ""
    queries: tuple[str, ...] = ()


def first_intent(task: str, context: Context) -> Plan:
    """``X`` -> ``I_1`` and its sub-queries."""
    reply = _written("plan", ("intent", "queries"), context, task=task)
    return Plan(reply.intent.strip() or task, reply.queries)


def next_intent(task: str, facts: str, asked: Sequence[str], context: Context) -> Plan | None:
    """The next intent given the evidence so far, or None when the model misses nothing."""
    given = {"task": task, "facts": facts, "asked": "; ".join(asked[-6:])}
    reply = _written("next", ("missing", "queries"), context, **given)
    missing = reply.missing.strip()
    return None if normal(missing) in NOTHING else Plan(missing, reply.queries)


def sides(task: str, told: Sequence[str], headers: Sequence[str], context: Context) -> list[Plan]:
    """Sides of a topic that are not ``told`` yet, by what documents are about, each with its
    sub-queries: SIDES are proposed, the likeliest first, without those cut off. Raises Cancelled.
    """
    given = {"task": task, "told": "; ".join(told) or "nothing", "headers": _listed(headers)}
    request = _request("sides", ("missing", "queries"), context, **given)
    [replies] = context.samples([request], SIDES)
    read = [value_of(reply, _Reply) for reply in replies]
    return [Plan(" ".join(one.missing.split()), one.queries) for one in read if one.queries]


def enough(task: str, facts: str, context: Context, explains: bool = False) -> float:
    """P(the facts answer the task), or ``explains`` a good part of it."""
    prompt = "explained" if explains else "enough"
    return enough_each([(task, facts)], context.engine, context.run, prompt)[0]


def enough_each(
    asked: Sequence[tuple[str, str]], engine: Engine, run: Run, prompt: str = "enough"
) -> list[float]:
    """P(the facts answer the task), or by another prompt explain it, for each (task, facts), in one
    batch.
    """
    given = [{"task": task, "facts": facts} for task, facts in asked]
    return chances(prompt, given, engine, run)


def enough_from(engine: Engine) -> tuple[float, str]:
    """The probability from which on facts are enough: fitted for this model, else ENOUGH, and what
    is told of that.
    """
    fitted = calibration.find("enough", engine.info().sha256, enough_hash())
    return (fitted.value, "") if fitted is not None else (ENOUGH, UNFITTED)


def enough_hash() -> str:
    return prompts.load("enough").hash


def covered(intent: str, headers: Sequence[str], context: Context) -> float:
    """P(these headers cover the intent): sufficiency, judged without opening a document."""
    given = {"intent": intent, "headers": _listed(headers)}
    return chances("sufficient", [given], context.engine, context.run)[0]


def widen(
    intent: str, headers: Sequence[str], asked: Sequence[str], context: Context
) -> tuple[str, ...]:
    """More sub-queries for what the headers do not cover."""
    before = "; ".join(asked[-8:]) or "nothing"
    given = {"intent": intent, "headers": _listed(headers), "asked": before}
    return _written("widen", ("queries",), context, **given).queries


def _written(name: str, fields: Sequence[str], context: Context, **given: str) -> _Reply:
    request = _request(name, fields, context, **given)
    [reply] = context.engine.complete([request], context.run)
    return value_of(reply, _Reply)


def _request(name: str, fields: Sequence[str], context: Context, **given: str) -> Request:
    prompt = prompts.load(name)
    schema = _schema(fields, min(context.settings.sub_queries, MOST_QUERIES))
    messages, seed = prompt.render(**given), context.settings.seed
    return Request(prompt.name, messages, _MAX_TOKENS, schema, seed=seed)


def _listed(headers: Sequence[str]) -> str:
    return "\n".join(f"- {header}" for header in headers) or "none"


def _schema(fields: Sequence[str], most_queries: int) -> dict[str, Any]:
    queries = list_of(text_of(0, QUERY_CHARACTERS), 1, most_queries)
    text = text_of(0, INTENT_CHARACTERS)
    return closed(**{name: queries if name == "queries" else text for name in fields})
