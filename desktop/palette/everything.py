"""Worker side of the one search: what the library holds for the words typed, with its place.

Documents by title and author, what was asked and written, and thoughts come from the catalog and
are there at once; passages come from the index, each with the sentence that has most of the words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from desktop.collectionlist import Find
from desktop.matching import Span, fit, has_words, joined, words_in
from desktop.palette.rows import Found
from desktop.widgets.studylist import came_of, page_of
from indexers.text.placenames import place_name
from warehouse.errors import MunimentError
from warehouse.extent import extent
from warehouse.records import Document, StudyRow, Thought
from warehouse.search import analyzer
from warehouse.search.collections import query as language
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.search.collections.word_matches import Standing

DOCUMENTS, PASSAGES, STUDIES, THOUGHTS, LATELY = 5, 5, 4, 3, 4
LOOKED_AT = 400  # documents whose titles are weighed
OF_STUDIES = {
    "ask": ("A question", "message-circle-question-mark"),
    "write": ("An article", "square-pen"),
    "table": ("A round table", "users"),
}
BEFORE_CHARS = 48  # words shown before the first that was typed
Visit = Callable[[str, object], Any]


class Passages(Struct, frozen=True):
    """``rows`` are the best, ``note`` says how the words were understood where that matters."""

    rows: tuple[Found, ...] = ()
    note: str = ""


def in_catalog(
    library: Library, visit: Visit, text: str, worked: frozenset[str] = frozenset()
) -> list[Found]:
    """Documents, studies and thoughts; without a text the newest of the first two. ``worked`` are
    the ids of studies that are worked on.
    """
    catalog = library.catalog
    studies = sorted(catalog.studies(), key=lambda one: -one.created)
    if not text.strip():
        newest = catalog.documents()[:LATELY]
        begun = [_study(study, visit, "", worked, kind="Lately") for study in studies[:LATELY]]
        return begun + [_document(document, visit, "", kind="Lately") for document in newest]
    matching = [study for study in studies if has_words(text, f"{study.title} {study.question}")]
    thoughts = [
        thought
        for thought in catalog.thoughts()
        if has_words(text, f"{thought.text} {thought.question}")
    ]
    return [
        *(_document(document, visit, text) for document in _titled(catalog.documents(text), text)),
        *(_study(study, visit, text, worked) for study in matching[:STUDIES]),
        *(_thought(thought, visit, text) for thought in thoughts[: -THOUGHTS - 1 : -1]),
    ]


def in_passages(library: Library, visit: Visit, text: str) -> Passages:
    """The best passages, and the way to all documents that have the words."""
    if not text.strip():
        return Passages()
    result = library.finder.find(text, PASSAGES)
    rows = [
        _passage(library, library.finder.standing(hit, text), visit, text) for hit in result.hits
    ]
    if result.documents:
        count = plural(len(result.documents), "document")
        way = Found(
            key="all documents",
            kind="Passages",
            title=f"{count} in the Library",
            icon="library",
            go=partial(visit, "library", Find(text)),
            about="All that have these words, as a list",
        )
        rows.append(way)
    return Passages(tuple(rows), result.note)


def _titled(documents: Sequence[Document], text: str) -> list[Document]:
    """Those whose title fits best, then those of which author or source has the words."""

    def score(one: Document) -> float:
        title_fit = fit(text, one.title)
        return title_fit.score if title_fit is not None else 0.0

    return sorted(documents[:LOOKED_AT], key=score, reverse=True)[:DOCUMENTS]


def _document(one: Document, visit: Visit, text: str, kind: str = "Documents") -> Found:
    fitted = fit(text, one.title) if text else None
    authors = ", ".join(one.authors[:3])
    about = " · ".join(filter(None, [authors, one.date[:4], extent(one)])) or one.site or one.source
    if text and fitted is None and not has_words(text, about):
        about = one.source
    return Found(
        key=f"document {one.id}",
        kind=kind,
        title=one.title,
        icon="file-text",
        go=partial(visit, "library", one.id),
        about=about,
        marks=fitted.marks if fitted is not None else (),
        about_marks=words_in(text, about),
    )


def _study(one: StudyRow, visit: Visit, text: str, worked: frozenset[str], kind: str = "") -> Found:
    title = one.title or one.question
    at = time.localtime(one.created)
    when = f"{at.tm_mday} {time.strftime('%b %Y', at)}"
    what, icon = OF_STUDIES[one.kind]
    return Found(
        key=f"study {one.id}",
        kind=kind or "Asked, written",
        title=title,
        icon=icon,
        go=partial(visit, page_of(one), one),
        about=" · ".join(filter(None, [what, came_of(one, one.id in worked), when])),
        marks=words_in(text, title),
    )


def _thought(one: Thought, visit: Visit, text: str) -> Found:
    return Found(
        key=f"thought {one.id}",
        kind="Thoughts",
        title=one.text,
        icon="lightbulb",
        go=partial(visit, "thoughts", one.id),
        about=one.question,
        marks=words_in(text, one.text),
        about_marks=words_in(text, one.question),
    )


def _passage(library: Library, standing: Standing, visit: Visit, text: str) -> Found:
    hit = standing.hit
    about, marks = shown(
        standing.text, marked(standing.text, text, _language(library, hit.document))
    )
    return Found(
        key=f"passage {hit.id}",
        kind="Passages",
        title=hit.title,
        icon="quote",
        go=partial(visit, "reader", standing.place),
        about=about,
        aside=place_name(standing.page_label),
        about_marks=marks,
    )


def _language(library: Library, document: str) -> str:
    try:
        return library.catalog.document(document).language
    except MunimentError:
        return ""  # removed meanwhile


def marked(text: str, typed: str, spoken: str) -> tuple[Span, ...]:
    """Where words of a query stand, with their endings, as ``spoken`` makes terms of them."""
    words = language.bare_words(language.parse(typed).words)
    wanted = {term for word in words for term in analyzer.terms(word, spoken)}
    said = analyzer.located(text, spoken)
    return joined([(word.start, word.end) for word in said if word.term in wanted])


def shown(text: str, marks: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """One line that has the first marked word in sight."""
    first = marks[0][0] if marks else 0
    cut = text.rfind(" ", 0, first - BEFORE_CHARS) + 1 if first > BEFORE_CHARS else 0
    lead = "… " if cut else ""
    moved = len(lead) - cut
    kept = tuple((start + moved, end + moved) for start, end in marks if start >= cut)
    return lead + " ".join(text[cut:].split("\n")), kept
