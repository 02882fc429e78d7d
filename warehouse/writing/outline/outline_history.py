"""What an outline was before each change of it, so that changes are taken back and done again.

    outline-history.json    the outlines, the oldest first, and which of them is the present one
    before-outline.json     of earlier versions: the one before the last change

What outlines share, their evidence and their losses, stands in the file once. It is written before
the outline itself: ``placed`` finds the present one where a kill came between the two, or where
the outline was written past it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.errors import StorageError
from warehouse.results.records import Evidence
from warehouse.writing.outline.outlining import Heading, Outline

NAME, FORMER = "outline-history.json", "before-outline.json"
MOST = 50  # changes that can be taken back

Fit = Callable[[Outline], Outline | None]
"""An outline over the article as it is now; None where it is one of another article."""


class History(Struct, frozen=True):
    """``outlines[at]`` is the present one. ``is_cut``: there was more, which could not be read."""

    outlines: tuple[Outline, ...] = ()
    at: int = 0
    is_cut: bool = False

    def placed(self, outline: Outline, fit: Fit) -> History:
        """With ``outline`` as the present one, where it stands nearest, else behind the present."""
        places = (at for at, one in enumerate(self.outlines) if fit(one) == outline)
        nearest = min(places, key=lambda at: abs(at - self.at), default=None)
        return self.changed(outline) if nearest is None else structs.replace(self, at=nearest)

    def changed(self, outline: Outline) -> History:
        """What was taken back is gone then, as is the oldest where there are too many."""
        outlines = (*self.outlines[: self.at + 1], outline)[-MOST - 1 :]
        return structs.replace(self, outlines=outlines, at=len(outlines) - 1)

    def stepped(self, by: int, now: Outline, fit: Fit) -> History | None:
        """One back (-1) or forth (1), to what reads otherwise; None where there is nothing."""
        at = self.at + by
        while 0 <= at < len(self.outlines):
            other = fit(self.outlines[at])
            if other is not None and _as_read(other) != _as_read(now):
                return structs.replace(self, at=at)
            at += by
        return None


class _Heading(Struct, frozen=True):
    """``heading`` without what is below it; its paragraphs by the places of their evidence."""

    heading: Heading
    paragraphs: tuple[tuple[int, ...], ...]
    children: tuple[_Heading, ...]


class _Outline(Struct, frozen=True):
    outline: Outline
    sections: tuple[_Heading, ...]
    losses: tuple[int, ...]


class _File(Struct, frozen=True):
    evidence: Sequence[Evidence]
    losses: Sequence[Loss]
    outlines: Sequence[_Outline]
    at: int
    is_cut: bool


def read(folder: Path) -> History:
    """Empty where nothing was changed yet. Raises StorageError when it is damaged."""
    try:
        if (folder / NAME).exists():
            return _unpacked(msgspec.json.decode((folder / NAME).read_bytes(), type=_File))
        if (folder / FORMER).exists():
            former = msgspec.json.decode((folder / FORMER).read_bytes(), type=Outline)
            return History((former,))
    except (msgspec.DecodeError, UnicodeDecodeError, IndexError, OSError) as error:
        raise StorageError(
            f"What this outline was before cannot be read: {error}.",
            "The outline is whole; what is changed from now on can be taken back.",
        ) from error
    return History()


def is_begun(folder: Path) -> bool:
    return any((folder / name).exists() for name in (NAME, FORMER))


def packed(history: History) -> bytes:
    evidence: dict[Evidence, int] = {}
    losses: dict[Loss, int] = {}

    def of_heading(one: Heading) -> _Heading:
        return _Heading(
            structs.replace(one, paragraphs=(), children=()),
            tuple(
                tuple(evidence.setdefault(piece, len(evidence)) for piece in group)
                for group in one.paragraphs
            ),
            tuple(map(of_heading, one.children)),
        )

    outlines = [
        _Outline(
            structs.replace(one, sections=(), losses=()),
            tuple(map(of_heading, one.sections)),
            tuple(losses.setdefault(loss, len(losses)) for loss in one.losses),
        )
        for one in history.outlines
    ]
    file = _File([*evidence], [*losses], outlines, history.at, history.is_cut)
    return msgspec.json.encode(file)


def _unpacked(file: _File) -> History:
    def heading(kept: _Heading) -> Heading:
        paragraphs = (tuple(file.evidence[at] for at in group) for group in kept.paragraphs)
        children = tuple(map(heading, kept.children))
        return structs.replace(kept.heading, paragraphs=tuple(paragraphs), children=children)

    outlines = (
        structs.replace(
            one.outline,
            sections=tuple(map(heading, one.sections)),
            losses=tuple(file.losses[at] for at in one.losses),
        )
        for one in file.outlines
    )
    history = History(tuple(outlines), file.at, file.is_cut)
    history.outlines[file.at]  # IndexError: damaged
    return history


def _as_read(outline: Outline) -> tuple[str, tuple[Heading, ...]]:
    """What of an outline a reader sees."""
    return outline.title, outline.sections
