"""What was typed and not put into the article: where it belongs by now, and a card for each.

A draft belongs to the paragraph that reads as it did when the draft was begun. Where none does, its
words come behind those of a paragraph that is there, as one more, and replace nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct, structs
from PySide6.QtCore import Signal

from desktop.pages.write import card_places
from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, IconLabel, label, row
from warehouse.results.records import Article
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.text import shortened
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Draft, Spot

TAKEN_UP = "You were typing this before. Keep it, or leave the paragraph as it was."
ELSEWHERE = (
    "You were typing the end of this before, in a paragraph that is changed or gone: it comes as "
    "one of its own. Keep it, or leave the paragraph as it was."
)
SHOWN_CHARACTERS = 300


class Placed(Struct, frozen=True):
    """``draft`` as it is to be taken up now; ``note`` tells where its words come from."""

    draft: Draft
    note: str = TAKEN_UP


def placed(drafts: Sequence[Draft], article: Article) -> tuple[Placed, ...]:
    """At most one a paragraph."""
    by_spot: dict[Spot, Placed] = {}
    homeless = []
    for draft in drafts:
        if (spot := _home(draft, article, by_spot)) is None:
            homeless.append(draft)
        else:
            by_spot[spot] = Placed(structs.replace(draft, spot=spot))
    for draft in homeless:
        spot = card_places.in_sight(draft.spot, article)
        before = _text(article, spot)
        words = by_spot[spot].draft.text if spot in by_spot else before
        if spots.tidy(draft.text) not in words:
            text = f"{words}\n\n{draft.text}".strip()
            by_spot[spot] = Placed(Draft(spot, before, text), ELSEWHERE)
    return tuple(by_spot[spot] for spot in sorted(by_spot))


def keep_in_place(editor: ArticleEditor) -> Edited:
    """In a worker: each is kept with the paragraph that it belongs to now."""
    now = editor.now()
    by_spot = {place.draft.spot: place.draft for place in placed(now.drafts, now.article)}
    for draft in now.drafts:
        if draft != by_spot.get(draft.spot):
            editor.draft(draft.spot, draft.before, draft.before)
    for draft in by_spot.values():
        if draft not in now.drafts:
            editor.draft(draft.spot, draft.before, draft.text)
    return editor.now()


def drop(draft: Draft, editor: ArticleEditor) -> Edited:
    """In a worker."""
    editor.draft(draft.spot, draft.before, draft.before)
    return editor.now()


def put_back(draft: Draft, editor: ArticleEditor) -> Edited:
    """In a worker: one that was dropped."""
    editor.draft(draft.spot, draft.before, draft.text)
    return editor.now()


class DraftCard(Card):
    """``wanted(Placed)``: go on with it; ``unwanted(Placed)``: let it go."""

    wanted = Signal(object)
    unwanted = Signal(object)

    def __init__(self, theme: Theme, one: Placed) -> None:
        super().__init__(margin_px=10, spacing_px=4)
        words = shortened(one.draft.text, SHOWN_CHARACTERS)
        self.setAccessibleName(f"Not finished: {words}")
        head = label("You were typing this before", "quiet", wrap=True)
        self.column.addLayout(row(IconLabel(theme, "square-pen"), (head, 1)))
        self.column.addWidget(label(words, "ink", wrap=True))
        go_on, leave = Button(theme, "Go on", kind="link"), Button(theme, "Let it go", kind="link")
        go_on.setAccessibleName(f"Go on: {words}")
        leave.setAccessibleName(f"Let it go: {words}")
        go_on.clicked.connect(partial(self.wanted.emit, one))
        leave.clicked.connect(partial(self.unwanted.emit, one))
        self.column.addLayout(row(go_on, leave, 1, spacing_px=12))


def _home(draft: Draft, article: Article, taken: dict[Spot, Placed]) -> Spot | None:
    """The paragraph that reads as it did; that at the same spot, if it does."""
    paragraphs = spots.paragraphs(article)
    if not draft.before:
        is_empty = all(paragraph.spot.section != draft.spot.section for paragraph in paragraphs)
        is_free = is_empty and draft.spot.section <= len(article.blocks)
        return draft.spot if is_free and draft.spot not in taken else None
    same = [
        paragraph.spot
        for paragraph in paragraphs
        if paragraph.text == draft.before and paragraph.spot not in taken
    ]
    return draft.spot if draft.spot in same else next(iter(same), None)


def _text(article: Article, spot: Spot) -> str:
    return next(
        (paragraph.text for paragraph in spots.paragraphs(article) if paragraph.spot == spot), ""
    )
