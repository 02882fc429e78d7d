"""A suggestion accepted or rejected, in a worker: whole, or the changes of it that were chosen.

The changes are named by what they say, for their places move with every one that is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.studies.editing.editor import ArticleEditor, Edited, place
from warehouse.writing.editing import differences
from warehouse.writing.editing.records import Change, Suggestion


def accept(editor: ArticleEditor, number: int, wanted: Sequence[Change] | None) -> Edited:
    """``wanted``: None for all of it."""
    places = _places(editor.now(), number, wanted)
    return editor.now() if places == () else editor.accept(number, places)


def reject(editor: ArticleEditor, number: int, wanted: Sequence[Change] | None) -> Edited:
    places = _places(editor.now(), number, wanted)
    return editor.now() if places == () else editor.reject(number, places)


def of_number(edited: Edited | None, number: int) -> Suggestion | None:
    """The one that is open."""
    own = edited.suggestions if edited is not None else ()
    return next((one for one in own if one.number == number), None)


def _places(edited: Edited, number: int, wanted: Sequence[Change] | None) -> tuple[int, ...] | None:
    """Where they stand by now; () where they are made already."""
    made = of_number(edited, number)
    if wanted is None:
        return None
    if made is None:
        return ()
    own = differences.changes(place(made, edited.article).part, made.part)
    said = {_said(one) for one in wanted}
    return tuple(at for at, one in enumerate(own) if _said(one) in said)


def _said(change: Change) -> tuple[str, str]:
    before, after = change.before, change.after
    return before.text if before else "", after.text if after else ""
