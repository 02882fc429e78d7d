"""What the user wants of an article beside its topic: purpose, readers, style, language."""

from __future__ import annotations

from collections.abc import Mapping

from warehouse.search import languages
from warehouse.settings import Settings
from warehouse.text import shortened

CHARACTERS, NOTES_CHARACTERS = 160, 600  # of a wish, and of what one part is to heed
DEFAULT_PURPOSE = "to inform readers who know little of it"


def of_outline(settings: Settings) -> str:
    """For a prompt that plans: a purpose, always, and what else is wished."""
    purpose = _short(settings.article_purpose) or DEFAULT_PURPOSE
    wishes = {**_for_whom(settings), "language": _spelled(settings.article_language)}
    return "; ".join([purpose, *_named(wishes)])


def of_search(settings: Settings) -> str:
    """What it is for, as words to search for; "" where the user does not say."""
    return _short(settings.article_purpose)


def of_reading(settings: Settings) -> str:
    """What it is for and who reads it, as the user says; "" where they say neither."""
    wishes = {"purpose": settings.article_purpose, "readers": settings.article_readers}
    return "; ".join(_named(wishes))


def of_paragraph(settings: Settings, notes: str = "") -> str:
    """For a prompt that writes; ``notes`` are the user's for this part. "" where none is wished.

    The language is said by itself (``written_in``): among other wishes a small model overlooks it.
    """
    wishes = {"purpose": settings.article_purpose, **_for_whom(settings)}
    return "; ".join(filter(None, [*_named(wishes), _short(notes, NOTES_CHARACTERS)]))


def written_in(language: str) -> str:
    """The last line of a request; "" for the language of the sources."""
    spelled = _spelled(language)
    return f"\n\nWrite it in this language: {spelled}" if spelled else ""


def _spelled(language: str) -> str:
    """With letters of that language, since a reply is written in no others than its prompt
    (engine/child/letters.py).
    """
    wanted = _short(language)
    native = languages.own_name(wanted)
    return f"{wanted} ({native})" if native and native not in wanted else wanted


def _for_whom(settings: Settings) -> dict[str, str]:
    return {"readers": settings.article_readers, "style": settings.article_style}


def _named(told: Mapping[str, str]) -> list[str]:
    return [f"{name}: {_short(text)}" for name, text in told.items() if text.strip()]


def _short(text: str, most: int = CHARACTERS) -> str:
    return shortened(" ".join(text.split()), most)
