"""What a reply says that is bound to a schema. One that the token limit cut is closed all the same:
half a word, and signs where nothing was written yet, stand in its last texts.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from warehouse.engine.protocol import Completion

_T = TypeVar("_T")


def value_of(reply: Completion, type: type[_T]) -> _T:
    """Its value; of one that was cut, lists are without the item that the limit cut, and those
    after it. A text that stands in no list is as it was closed.
    """
    value = msgspec.json.decode(reply.text)
    if reply.finish == "length":
        value = _Cut(value).whole
    return msgspec.convert(value, type)


class _Cut:
    """The last text with a letter or digit in it is the one that was cut."""

    def __init__(self, value: Any) -> None:
        self._left = _lettered(value)
        self.whole, _ = self._without(value)

    def _without(self, value: Any) -> tuple[Any, bool]:
        """(what is whole of it, whether it is cut outside of a list of its own)"""
        match value:
            case dict():
                parts = {name: self._without(part) for name, part in value.items()}
                return {name: part for name, (part, _) in parts.items()}, any(
                    is_cut for _, is_cut in parts.values()
                )
            case list():
                return self._items(value), False
            case str() if _lettered(value):
                self._left -= 1
                return value, not self._left
        return value, False

    def _items(self, items: list[Any]) -> list[Any]:
        kept = []
        for item in items:
            if not self._left:
                break
            whole, is_cut = self._without(item)
            kept += [] if is_cut else [whole]
        return kept


def _lettered(value: Any) -> int:
    """How many of its texts say anything."""
    match value:
        case dict():
            return sum(map(_lettered, value.values()))
        case list():
            return sum(map(_lettered, value))
        case str():
            return int(any(map(str.isalnum, value)))
    return 0
