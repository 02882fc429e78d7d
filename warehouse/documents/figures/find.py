"""The figures and tables of one document of a library, and their pictures.

    captions_near(place)  by words alone; quick where pages are printed, else the file is read anew
    figure(caption)       by its picture, which a reader draws

Where pages are printed a figure is a part of one (printed.py), elsewhere a picture of the file
(intext.py). What the x-ray keeps out of prompts is in no caption.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexers.errors import ReadingError
from indexers.records import Picture
from warehouse.documents.figures import ink
from warehouse.documents.figures.captions import Caption
from warehouse.documents.figures.intext import InText
from warehouse.documents.figures.printed import Printed, rendered
from warehouse.errors import BadInput
from warehouse.records import Place
from warehouse.results.records import Figure

if TYPE_CHECKING:
    from warehouse.library import Library

NEAR_CHARACTERS = 4000  # of a place, in what has no pages: about two


class Figures:
    """Of one document. Raises BadInput for one that is not in the library.

    While it is read anew, ``cancelled`` is asked; where that says so Stopped is raised.
    """

    def __init__(
        self, library: Library, document: str, cancelled: Callable[[], bool] | None = None
    ) -> None:
        self._library = library
        self.document = library.catalog.document(document)
        self._is_paged = self.document.kind == "pdf"
        self._found = (
            Printed(library, self.document)
            if self._is_paged
            else InText(library, self.document, cancelled)
        )

    def captions_on(self, page: int) -> tuple[Caption, ...]:
        """In reading order; none on a page that is not there or has no words."""
        return self._found.captions_on(page)

    def captions_near(self, place: Place) -> list[Caption]:
        """On the page of a place and on the next; a chapter may be long."""
        pages = (place.page, place.page + 1)
        found = [caption for page in pages for caption in self.captions_on(page)]
        return [caption for caption in found if self._is_paged or _are_near(caption, place)]

    def words(self, caption: Caption) -> str:
        """As it stands there, on one line."""
        text = self._library.catalog.for_prompts(self.document.id, caption.start, caption.end)
        return " ".join(text.split())

    def figure(self, caption: Caption) -> Figure | None:
        """None where nothing is drawn that could be meant. Raises ReadingError, BadInput."""
        drawn = self._found.drawn(caption)
        if drawn is None:
            return None
        label = self._library.catalog.page(self.document.id, caption.page).label
        place = Place(self.document.id, caption.page, caption.start, caption.end)
        words = self.words(caption)
        return Figure(place, label, self.document.title, words, drawn.box, drawn.part)


def picture(library: Library, figure: Figure, scale: float) -> Picture:
    """The figure alone, ``scale`` pixels to the point; one that is a picture of its file has no
    more than there. Raises BadInput.
    """
    place = figure.place
    try:
        library.catalog.document(place.document)
        if figure.part:
            return library.readers.inset(library.original(place.document), figure.part, scale)
        page = rendered(library, place.document, place.page, scale)
    except ReadingError as error:
        what = "picture" if figure.part else "page"
        raise BadInput(f"The {what} of this figure cannot be shown: {error}.") from error
    return ink.part(page, figure.box)


def _are_near(caption: Caption, place: Place) -> bool:
    return max(caption.start - place.end, place.start - caption.end) <= NEAR_CHARACTERS
