"""Results as they are stored: read again, also those that an earlier Muniment has written.

Before research had a structure of nodes, a result had a *chain* of intents, each piece of evidence
the index of its intent, and steering named an intent by its place.

msgspec learns a type when it is first read; two threads at once may crash in that (a fault of
msgspec 0.22). So every type is learned here, when this is imported.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from warehouse.results.records import Answer, Article, Research
from warehouse.steering import Act, node_at

Stored = TypeVar("Stored", Answer, Article, Research, Act)
_LEARNED = [msgspec.json.Decoder(kind) for kind in (Answer, Article, Research, Act)]
_INTENT = {"index": "id", "text": "title", "kept": "evidence", "reading": "found"}


def decode(raw: bytes, kind: type[Stored]) -> Stored:
    """Raises msgspec.DecodeError (UnicodeDecodeError) for what is damaged."""
    if b'"intents":' in raw or b'"intent":' in raw:
        return msgspec.convert(_upgraded(msgspec.json.decode(raw)), kind)
    return msgspec.json.decode(raw, type=kind)


def _upgraded(value: Any) -> Any:
    if isinstance(value, list):
        return [_upgraded(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {name: _upgraded(field) for name, field in value.items()}
    if "intents" in fields:
        fields["structure"] = {"nodes": [_node(intent) for intent in fields.pop("intents")]}
    if "kind" in fields and "intent" in fields:
        return _act(fields)
    if "chain" in fields:
        fields["research"] = fields.pop("chain")
    return fields


def _node(intent: dict[str, Any]) -> dict[str, Any]:
    fields = {_INTENT.get(name, name): value for name, value in intent.items()}
    return {**fields, "id": node_at(fields["id"])}


def _act(fields: dict[str, Any]) -> dict[str, Any]:
    meant = fields.pop("intent")
    if fields["kind"] == "back":
        return {**fields, "other": meant}
    return {**fields, "node": node_at(meant) if meant >= 0 else ""}
