"""What the Settings page shows, made from the annotations of ``warehouse.settings``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec import inspect as msgspec_inspect

from desktop.matching import fit, has_words, is_called
from warehouse.settings import Settings

TAKES = {
    "next start": "Counts from the next start on.",
    "new documents": "Counts for documents that come in after the next start.",
    "next load": "Counts when the model is loaded the next time.",
}


class Field(Struct, frozen=True):
    """One setting as its annotation describes it. ``choices`` for a closed list of words, the
    starting value first, and ``words`` for what they are called. ``automatic`` says what the least
    number, or no text, stands for; empty where neither stands for anything.
    """

    name: str
    title: str
    description: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    part: str = ""
    expert: str = ""
    takes: str = ""
    automatic: str = ""
    unit: str = ""
    also: str = ""
    words: Mapping[str, str] = {}

    @property
    def looked_for(self) -> str:
        """All words it is found by."""
        return f"{self.title} {self.about} {self.expert} {self.also}"

    @property
    def about(self) -> str:
        """What it does, what can be chosen, and when a change counts."""
        return " ".join(filter(None, [self.description, _bounds(self), TAKES.get(self.takes, "")]))


@functools.cache
def fields() -> tuple[Field, ...]:
    """In the order of the declaration."""
    info = msgspec_inspect.type_info(Settings)
    assert isinstance(info, msgspec_inspect.StructType)
    return tuple(map(_field, info.fields))


def found(text: str) -> list[Field]:
    """Those that have the words typed; first those that are called as was typed."""
    fitting = [field for field in fields() if has_words(text, field.looked_for)]
    return sorted(
        fitting, key=lambda one: (not is_called(text, one.title), fit(text, one.title) is None)
    )


def _field(one: msgspec_inspect.Field) -> Field:
    kind = one.type
    assert isinstance(kind, msgspec_inspect.Metadata)
    about, kind = dict(kind.extra_json_schema or {}), kind.type
    shape = partial(Field, one.name, about.pop("title"), about.pop("description"))
    if isinstance(kind, msgspec_inspect.LiteralType):
        others = [str(value) for value in kind.values if value != one.default]
        return shape("choice", one.default, (one.default, *others), **about)
    if isinstance(kind, msgspec_inspect.BoolType):
        return shape("bool", one.default, **about)
    if isinstance(kind, msgspec_inspect.IntType | msgspec_inspect.FloatType):
        word = "int" if isinstance(kind, msgspec_inspect.IntType) else "float"
        least = kind.ge if kind.ge is not None else kind.gt
        most = kind.le if kind.le is not None else kind.lt
        return shape(word, one.default, (), least, most, **about)
    return shape("text", one.default, **about)


def _bounds(field: Field) -> str:
    """``150 to 10,000 words, at first 900.``"""
    if field.least is None or field.most is None:
        return ""
    least = field.least + 1 if field.automatic else field.least
    unit = f" {field.unit}" if field.unit else ""
    words = f"{least:,g} to {field.most:,g}{unit}"
    return f"{words}." if field.automatic else f"{words}, at first {field.default:,g}."
