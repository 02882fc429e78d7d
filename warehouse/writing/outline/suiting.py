"""Does a draft of an outline suit what the user wants the article for? The model weighs it."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.writing import wishes
from warehouse.writing.outline.drafting import Section


def chances(drafts: Sequence[tuple[str, Sequence[Section]]], context: Context) -> list[float]:
    """Of each (topic, sections) P(it suits the purpose and the readers), in one batch; 0 for all
    where the user named neither: the model is not asked then. Raises Cancelled.
    """
    wished = wishes.of_reading(context.settings)
    if not wished:
        return [0.0] * len(drafts)
    given = [
        {
            "topic": topic,
            "wished": wished,
            "outline": "\n".join(f"- {section.told}" for section in sections),
        }
        for topic, sections in drafts
    ]
    return choosing.chances("suits", given, context.engine, context.run)
