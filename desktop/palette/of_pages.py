"""All acts of the window: those that work everywhere, then those of each page."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from desktop.acts import Act
from desktop.pages.ask import acts as ask
from desktop.pages.library import acts as library
from desktop.pages.models import acts as models
from desktop.pages.reader import acts as reader
from desktop.pages.roundtable import acts as roundtable
from desktop.pages.settings import acts as settings
from desktop.pages.thoughts import acts as thoughts
from desktop.pages.write import acts as write
from desktop.palette import everywhere

TITLES = {**{name: title for name, title, _ in everywhere.PAGES}, "reader": "Reader"}
_OF_PAGES: dict[str, tuple[Act[Any], ...]] = {
    "library": library.ACTS,
    "reader": reader.ACTS,
    "ask": ask.ACTS,
    "write": write.ACTS,
    "roundtable": roundtable.ACTS,
    "thoughts": thoughts.ACTS,
    "models": models.ACTS,
    "settings": settings.ACTS,
}


def every() -> list[Act[Any]]:
    """Each with the name of its page."""
    return [
        *everywhere.ACTS,
        *(structs.replace(act, page=page) for page, acts in _OF_PAGES.items() for act in acts),
    ]


def where(act: Act[Any]) -> str:
    """What its group is called."""
    return TITLES.get(act.page, "Everywhere")
