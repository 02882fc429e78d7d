"""What the user wants of an article beside its topic: purpose, readers, style, language."""

from __future__ import annotations

from warehouse.settings import Settings
from warehouse.text import shortened

CHARACTERS, NOTES_CHARACTERS = 160, 600  # of a wish, and of what one part is to heed
DEFAULT_PURPOSE = "to inform readers who know little of it"


def of_outline(settings: Settings) -> str:
    """For a prompt that plans: a purpose, always, and what else is wished."""
    purpose = _short(settings.article_purpose) or DEFAULT_PURPOSE
    return "; ".join([purpose, *_others(settings)])


def of_paragraph(settings: Settings, notes: str = "") -> str:
    """For a prompt that writes; ``notes`` are the user's for this part. "" where none is wished."""
    purpose = _short(settings.article_purpose)
    told = [f"purpose: {purpose}"] if purpose else []
    return "; ".join(
        [*told, *_others(settings), *([_short(notes, NOTES_CHARACTERS)] if notes.strip() else [])]
    )


def language(settings: Settings) -> str:
    """Behind the name of a section; "" for the language of the sources."""
    wanted = _short(settings.article_language)
    return f" (write in this language: {wanted})" if wanted else ""


def _others(settings: Settings) -> list[str]:
    told = {
        "readers": settings.article_readers,
        "style": settings.article_style,
        "language": settings.article_language,
    }
    return [f"{name}: {_short(text)}" for name, text in told.items() if text.strip()]


def _short(text: str, most: int = CHARACTERS) -> str:
    return shortened(" ".join(text.split()), most)
