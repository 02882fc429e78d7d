"""Figures of an article for what leaves the house: PNG, rendered from the originals as it is made.

A document that is gone, or a page that cannot be drawn, leaves the caption and a word about it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from indexers.text.placenames import place_name
from warehouse.documents.figures import find
from warehouse.errors import BadInput
from warehouse.render import line
from warehouse.results.records import Evidence, Figure
from warehouse.studies.exporting.picture import png
from warehouse.studies.report.cited_places import place_in

if TYPE_CHECKING:
    from warehouse.library import Library

SCALE = 2.5  # pixels to the point
NOT_SHOWN = "The picture cannot be shown: its document cannot be read any more."


def drawn(figures: Iterable[Figure], library: Library) -> dict[Figure, bytes]:
    """Each as PNG; one that cannot be drawn is not in it."""
    pictures: dict[Figure, bytes] = {}
    for figure in figures:
        try:
            pictures[figure] = png(find.picture(library, figure, SCALE))
        except BadInput:
            continue
    return pictures


def named(images: Iterable[Figure]) -> dict[Figure, str]:
    """What the files of those that are drawn are called."""
    return {figure: f"figure-{at}.png" for at, figure in enumerate(images, start=1)}


def address(image: bytes) -> str:
    """Of a PNG that stands in the page itself."""
    return f"data:image/png;base64,{base64.b64encode(image).decode()}"


def source(figure: Figure, library: Library) -> str:
    """``Floods, p. 3 of 12``."""
    catalog, id = library.catalog, figure.place.document
    if not catalog.knows(id):
        return f"{figure.title}, {place_name(figure.page_label)}, no longer in the library"
    document = catalog.document(id)
    where = place_in(document, figure.place.page, figure.page_label)
    return ", ".join(filter(None, [figure.title, where]))


def html(
    figures: Iterable[Figure],
    images: Mapping[Figure, bytes],
    evidence: Iterable[Evidence],
    library: Library,
) -> Iterator[str]:
    """For a page whose sources have ids: the citation leads to one of the same document."""
    known = list(evidence)
    for figure in figures:
        caption, where = line(figure.caption), line(source(figure, library))
        number = _nearest(figure, known)
        cited = f'<a href="#e{number}">{where}</a>' if number else where
        yield "<figure>"
        if figure in images:
            yield f'<img src="{address(images[figure])}" alt="{caption}">'
        else:
            yield f'<p class="quiet">{NOT_SHOWN}</p>'
        yield f"<figcaption>{caption} <cite>{cited}</cite></figcaption></figure>"


def _nearest(figure: Figure, evidence: Iterable[Evidence]) -> int:
    """The number of what is cited nearest to it in its document; 0 for none."""
    pieces = [piece for piece in evidence if piece.place.document == figure.place.document]
    away = {piece.number: abs(piece.place.start - figure.place.start) for piece in pieces}
    return min(away, key=lambda number: away[number], default=0)
