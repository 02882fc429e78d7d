"""Intent planning: what to look for first, what next, and when the facts are enough.

AWARE, section 3.2.2, eq. 4. The first intent is the task, searched before anything is planned.
Where that found nothing the model plans from the task alone; else it writes the next intent from
the evidence so far, so that it names what an earlier one found. Every reply is bound to a
schema; whether the facts are enough is a probability, not a paragraph. The model's queries are
only some of those asked: the task and the intent themselves are always among them, because a
small model's queries lose names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from warehouse.context import Context
from warehouse.engine import calibration, prompts
from warehouse.engine.protocol import ChooseRequest, Engine, Request
from warehouse.run import Run
from warehouse.search.names import normal

YES_NO = ("yes", "no")
ENOUGH = 0.7
QUERY_CHARACTERS = 80
INTENT_CHARACTERS = 100
MOST_QUERIES = 3
_MAX_TOKENS = 120


class Plan(Struct, frozen=True):
    """An intent and its sub-queries, not yet asked."""

    intent: str
    queries: tuple[str, ...]


class _First(Struct, frozen=True):
    intent: str
    queries: tuple[str, ...]


class _Next(Struct, frozen=True):
    missing: str
    queries: tuple[str, ...]


class _Queries(Struct, frozen=True):
    queries: tuple[str, ...]


def first_intent(task: str, context: Context) -> Plan:
    """``X`` -> ``I_1`` and its sub-queries."""
    prompt = prompts.load("plan")
    properties = {
        "intent": _text(INTENT_CHARACTERS),
        "queries": _query_list(context.settings.sub_queries),
    }
    reply = context.engine.complete(
        [Request(prompt.name, prompt.render(task=task), _MAX_TOKENS, _object(properties))],
        context.run,
    )[0]
    plan = msgspec.json.decode(reply.text, type=_First)
    return Plan(plan.intent.strip() or task, plan.queries)


def next_intent(task: str, facts: str, asked: Sequence[str], context: Context) -> Plan | None:
    """The next intent given the evidence so far, or None when the model misses nothing."""
    prompt = prompts.load("next")
    properties = {
        "missing": _text(INTENT_CHARACTERS),
        "queries": _query_list(context.settings.sub_queries),
    }
    messages = prompt.render(task=task, facts=facts, asked="; ".join(asked[-6:]))
    reply = context.engine.complete(
        [Request(prompt.name, messages, _MAX_TOKENS, _object(properties))], context.run
    )
    plan = msgspec.json.decode(reply[0].text, type=_Next)
    missing = plan.missing.strip()
    if not missing or normal(missing) in {"", "none", "nothing", "n a"}:
        return None
    return Plan(missing, plan.queries)


def enough(task: str, facts: str, context: Context) -> float:
    """P(the facts answer the task)."""
    return enough_each([(task, facts)], context.engine, context.run)[0]


def enough_each(asked: Sequence[tuple[str, str]], engine: Engine, run: Run) -> list[float]:
    """P(the facts answer the task) for each (task, facts), in one batch."""
    prompt = prompts.load("enough")
    requests = [
        ChooseRequest(prompt.name, prompt.render(task=task, facts=facts), YES_NO)
        for task, facts in asked
    ]
    return [choice.probabilities[0] for choice in engine.choose(requests, run)]


def enough_from(engine: Engine) -> float:
    """The probability from which on facts are enough: fitted for this model, else ENOUGH."""
    fitted = calibration.find("enough", engine.info().sha256, enough_hash())
    return fitted.value if fitted is not None else ENOUGH


def enough_hash() -> str:
    return prompts.load("enough").hash


def covered(intent: str, headers: Sequence[str], context: Context) -> float:
    """P(these headers cover the intent): sufficiency, judged without opening a document."""
    prompt = prompts.load("sufficient")
    messages = prompt.render(intent=intent, headers=_listed(headers))
    return context.engine.choose([ChooseRequest(prompt.name, messages, YES_NO)], context.run)[
        0
    ].probabilities[0]


def widen(
    intent: str,
    headers: Sequence[str],
    asked: Sequence[str],
    context: Context,
) -> tuple[str, ...]:
    """More sub-queries for what the headers do not cover."""
    prompt = prompts.load("widen")
    messages = prompt.render(
        intent=intent, headers=_listed(headers), asked="; ".join(asked[-8:]) or "nothing"
    )
    schema = _object({"queries": _query_list(context.settings.sub_queries)})
    reply = context.engine.complete(
        [Request(prompt.name, messages, _MAX_TOKENS, schema)], context.run
    )[0]
    return msgspec.json.decode(reply.text, type=_Queries).queries


def _listed(headers: Sequence[str]) -> str:
    return "\n".join(f"- {header}" for header in headers) or "none"


def _text(characters: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": characters}


def _query_list(most: int) -> dict[str, Any]:
    return {
        "type": "array",
        "items": _text(QUERY_CHARACTERS),
        "minItems": 1,
        "maxItems": min(most, MOST_QUERIES),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
