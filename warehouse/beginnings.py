"""Things named by the beginning of their id, as a user types it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from warehouse.errors import BadInput
from warehouse.records import Document


class HasId(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=HasId)


def one_of(
    every: Iterable[T], prefix: str, noun: str, nouns: str, where: str = "muniment studies"
) -> T:
    """The one whose id begins so; a whole id is meant also where others go on from it. Raises
    BadInput for none or several; ``where`` lists them.

    An empty prefix is none of any: a script whose variable is not set means nothing by it.
    """
    every = list(every)
    matches = [item for item in every if prefix and item.id == prefix]
    matches = matches or [item for item in every if prefix and item.id.startswith(prefix)]
    if len(matches) != 1:
        many = f"{len(matches)} {nouns} begin" if matches else f"No {noun} begins"
        raise BadInput(f"{many} with “{prefix}”.", f"See the ids with: {where}")
    return matches[0]


def chosen(documents: Sequence[Document], prefix: str, where: str = "muniment ls") -> Document:
    """The document whose id begins so. Raises BadInput for none or several."""
    return one_of(documents, prefix.lower(), "document", "documents", where)
