"""Under which paragraph of the article a card lies."""

from __future__ import annotations

from warehouse.errors import BadInput
from warehouse.results.records import Article
from warehouse.studies.editing.editor import place
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Part, Spot, Suggestion


def of_suggestion(made: Suggestion, article: Article) -> tuple[Spot, Part | None]:
    """The paragraph that would be changed, and how it reads; None where it is gone."""
    try:
        paragraph = place(made, article)
    except BadInput:
        return in_sight(made.spot, article), None
    return paragraph.spot, paragraph.part


def in_sight(spot: Spot, article: Article) -> Spot:
    """Where there is no such paragraph the last of its section; the first of an empty one."""
    places = [paragraph.spot for paragraph in spots.paragraphs(article)]
    if spot in places:
        return spot
    section = min(spot.section, len(article.blocks))
    return max((place for place in places if place.section == section), default=Spot(section, 0))
