"""A suggestion accepted or rejected: whole, or the changes of it that were chosen.

The changes are named by what they say, for their places move with every one that is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from warehouse.studies.editing.editor import ArticleEditor, Edited, place
from warehouse.writing.editing import differences
from warehouse.writing.editing.records import Change, Suggestion

Wanted = tuple[Change, ...] | None  # None for all


class Settled(Struct, frozen=True):
    """What there was of a suggestion, and what is left of it, None for nothing."""

    before: Suggestion
    left: Suggestion | None
    edited: Edited

    def open_again(self, editor: ArticleEditor) -> Edited:
        return editor.reopen(self.before)

    def settle_again(self, editor: ArticleEditor) -> Edited:
        return editor.reject(self.before.number) if self.left is None else editor.reopen(self.left)


def settle(
    editor: ArticleEditor,
    number: int,
    wanted: Wanted,
    act: Callable[[ArticleEditor, int, tuple[int, ...] | None], Edited],
) -> Settled | None:
    """``act`` accepts or rejects. None where nothing is left to be done."""
    now = editor.now()
    suggestion = of_number(now, number)
    places = places_of(now, suggestion, wanted) if suggestion is not None else ()
    if suggestion is None or places == ():
        return None
    edited = act(editor, number, places)
    return Settled(suggestion, of_number(edited, number), edited)


def of_number(edited: Edited, number: int) -> Suggestion | None:
    """The one that is open."""
    return next(
        (suggestion for suggestion in edited.suggestions if suggestion.number == number), None
    )


def places_of(edited: Edited, made: Suggestion, wanted: Wanted) -> tuple[int, ...] | None:
    """Where they stand by now; () where they are made already."""
    if wanted is None:
        return None
    changes = differences.changes(place(made, edited.article).part, made.part)
    said = {_said(change) for change in wanted}
    return tuple(at for at, change in enumerate(changes) if _said(change) in said)


def _said(change: Change) -> tuple[str, str]:
    before, after = change.before, change.after
    return before.text if before else "", after.text if after else ""
