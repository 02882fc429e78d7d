"""Random JSON schemas of the kinds our prompts use, and an independent check of values."""

from __future__ import annotations

import random
from typing import Any

WORDS = ["supported", "partly", "unsupported", "yes", "no", "naïve", "two words", 'a "quoted" one']


def schema(chance: random.Random, depth: int = 2) -> dict[str, Any]:
    kinds = ["string", "integer", "number", "boolean", "enum", "bounded"]
    kind = chance.choice(kinds + (["object", "object", "array", "either"] if depth else []))
    if kind == "object":
        names = chance.sample(["answer", "notes", "n", "who", "when", "why"], chance.randint(1, 4))
        return {
            "type": "object",
            "properties": {name: schema(chance, depth - 1) for name in names},
            "required": names[: chance.randint(1, len(names))],
            "additionalProperties": False,
        }
    if kind == "array":
        low = chance.randint(0, 2)
        return {
            "type": "array",
            "items": schema(chance, depth - 1),
            "minItems": low,
            "maxItems": low + chance.randint(0, 3),
        }
    if kind == "either":
        return {"anyOf": [{"type": "null"}, schema(chance, depth - 1)]}
    if kind == "enum":
        return {"enum": chance.sample(WORDS, chance.randint(1, 4))}
    if kind == "bounded":
        low = chance.randint(-5, 20)
        return {"type": "integer", "minimum": low, "maximum": low + chance.randint(0, 40)}
    if kind == "string" and chance.random() < 0.5:
        low = chance.randint(0, 12)
        return {"type": "string", "minLength": low, "maxLength": low + chance.randint(0, 30)}
    return {"type": kind}


def valid(value: Any, wanted: dict[str, Any]) -> bool:
    """Whether ``value`` validates; knows the keywords that ``schema`` uses and no others."""
    if "anyOf" in wanted:
        return any(valid(value, option) for option in wanted["anyOf"])
    if "enum" in wanted:
        return value in wanted["enum"]
    return _CHECKS[wanted["type"]](value, wanted)


def _object(value: Any, wanted: dict[str, Any]) -> bool:
    return (
        isinstance(value, dict)
        and set(wanted["required"]) <= set(value) <= set(wanted["properties"])
        and all(valid(item, wanted["properties"][name]) for name, item in value.items())
    )


def _array(value: Any, wanted: dict[str, Any]) -> bool:
    return (
        isinstance(value, list)
        and wanted["minItems"] <= len(value) <= wanted["maxItems"]
        and all(valid(item, wanted["items"]) for item in value)
    )


def _whole(value: Any, wanted: dict[str, Any]) -> bool:
    low, high = wanted.get("minimum", -(10**400)), wanted.get("maximum", 10**400)
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _string(value: Any, wanted: dict[str, Any]) -> bool:
    low, high = wanted.get("minLength", 0), wanted.get("maxLength", 10**6)
    return isinstance(value, str) and low <= len(value) <= high


_CHECKS = {
    "object": _object,
    "array": _array,
    "integer": _whole,
    "string": _string,
    "number": lambda value, _: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value, _: isinstance(value, bool),
    "null": lambda value, _: value is None,
}
