"""What a reply says that is bound to a schema. One that the token limit cut is closed all the same:
half a word, and signs where nothing was written yet, stand in it from there on.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from warehouse.engine.protocol import Completion

_T = TypeVar("_T")

_SIGN = re.compile(r"""[\[\]{}:,]|"(?:[^"\\]|\\.?)*"?|[^\s\[\]{}:,"]+""")


def value_of(reply: Completion, type: type[_T]) -> _T:
    """Its value; of one that was cut, lists are without the item that the limit cut, and those
    after it. A text that stands in no list is as it was closed.
    """
    value = msgspec.json.decode(reply.text)
    if reply.ending:
        value, _ = _whole(value, _reached(reply.text[: -reply.ending]))
    return msgspec.convert(value, type)


def _reached(written: str) -> list[int]:
    """Of each list and object that is open at the end of ``written``, how many of its values are
    whole. A number may go on where it ends there.
    """
    opened, counts, before = "", [0], ""
    for sign in _SIGN.finditer(written):
        match sign[0][0]:
            case "[" | "{":
                opened += sign[0]
                counts.append(0)
            case "]" | "}":
                opened = opened[:-1]
                counts.pop()
                counts[-1] += 1
            case ":" | ",":
                pass
            case '"':
                is_whole = len(sign[0]) > 1 and sign[0][-1] == '"'
                counts[-1] += is_whole and (opened[-1:] != "{" or before == ":")
            case _:
                counts[-1] += sign.end() < len(written)
        before = sign[0]
    return counts[1:]


def _whole(value: Any, reached: list[int]) -> tuple[Any, bool]:
    """(what is whole of it, whether it is cut outside of a list of its own)"""
    count, *inner = reached or [0]
    match value:
        case dict():
            parts = {
                name: (part, False) if at < count else _whole(part, inner if at == count else [])
                for at, (name, part) in enumerate(value.items())
            }
            whole = {name: part for name, (part, _) in parts.items()}
            return whole, any(is_cut for _, is_cut in parts.values())
        case list():
            begun = [_whole(item, inner) for item in value[count : count + 1] if inner]
            return [*value[:count], *(item for item, is_cut in begun if not is_cut)], False
    return value, True
