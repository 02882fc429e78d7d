"""Which section of a draft a piece of evidence belongs to, and how well they fit.

A small model's headings are near to much and clear about little. So a piece goes where both the
heading and the pieces under it are nearest, and the pieces are shared out anew until none moves
(k-means, with the headings as anchors). What all pieces have in common, the topic, is taken out
first, or the vaguest heading would be the nearest to all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from warehouse.structures.communities import Matrix, apart
from warehouse.writing.outline.drafting import middle

ROUNDS = 8
FEW = 2  # pieces, that have nothing in common but themselves
HEADING = 0.5  # the weight of a heading beside the pieces under it


class Share(Struct, frozen=True):
    """``owners`` has of each piece its section, ``near`` its cosines with the headings,
    ``alike`` those with the middles of the sections, both (pieces, sections); ``between`` are the
    cosines of headings with middles, ``heads`` of headings with one another, (sections, sections).
    """

    owners: tuple[int, ...]
    near: Matrix
    alike: Matrix
    between: Matrix
    heads: Matrix

    def of(self, section: int) -> list[int]:
        return [at for at, owner in enumerate(self.owners) if owner == section]

    def covered(self, least: float) -> float:
        """The share of the pieces whose heading is at least so near."""
        return float((self.near[np.arange(len(self.owners)), self.owners] >= least).mean())

    @property
    def balance(self) -> float:
        """The entropy of the sections' sizes, 1 where all are alike."""
        sizes = np.bincount(self.owners, minlength=self.near.shape[1]) / len(self.owners)
        filled = sizes[sizes > 0]
        return float(-(filled * np.log(filled)).sum() / max(np.log(len(sizes)), 1e-9))

    @property
    def clear(self) -> float:
        """How much nearer a piece is to its own section than to the next one, in the mean."""
        return _margin(self.alike, self.owners)

    @property
    def fit(self) -> float:
        """How much nearer a heading is to what stands under it than to the next section."""
        sections = sorted(set(self.owners))
        return _margin(self.between[sections][:, sections], range(len(sections)))

    @property
    def apart(self) -> float:
        """1 - the mean cosine of two headings."""
        others = self.heads[~np.eye(len(self.heads), dtype=bool)]
        return 1.0 - float(others.mean()) if others.size else 0.0

    def without_thin(self, fewest: int) -> tuple[Share, list[int]]:
        """With the pieces of sections that have fewer gone to the others; and those sections."""
        owners, gone = np.array(self.owners), list[int]()
        score = HEADING * self.near + self.alike
        while len(sections := sorted(set(owners.tolist()))) > 1:
            least = min(sections, key=lambda at: int((owners == at).sum()))
            if int((owners == least).sum()) >= fewest:
                break
            gone.append(least)
            kept = [at for at in sections if at != least]
            moving = owners == least
            owners[moving] = np.array(kept)[score[moving][:, kept].argmax(axis=1)]
        empty = [at for at in range(self.near.shape[1]) if at not in self.owners]
        share = Share(tuple(owners.tolist()), self.near, self.alike, self.between, self.heads)
        return share, [*empty, *gone]


def shared(rows: Matrix, heads: Matrix, owners: Sequence[int] = ()) -> Share:
    """``rows`` and ``heads`` are unit vectors of pieces and headings, (one or more, dimension);
    ``owners`` are where to begin, else with the nearest headings.
    """
    if len(rows) > FEW:
        rows, heads = apart(rows, rows), apart(heads, rows)
    near = rows @ heads.T
    now = np.array(owners) if len(owners) else near.argmax(axis=1)
    middles = _middles(rows, heads, now)
    for _ in range(ROUNDS):
        nearest = (HEADING * near + rows @ middles.T).argmax(axis=1)
        if (nearest == now).all():
            break
        now = nearest
        middles = _middles(rows, heads, now)
    return Share(tuple(now.tolist()), near, rows @ middles.T, heads @ middles.T, heads @ heads.T)


def _middles(rows: Matrix, heads: Matrix, owners: Matrix) -> Matrix:
    """Of a section without pieces its heading."""
    return np.stack(
        [
            middle(rows[owners == at]) if (owners == at).any() else head
            for at, head in enumerate(heads)
        ]
    )


def _margin(alike: Matrix, own: Sequence[int]) -> float:
    if alike.shape[1] < 2:
        return 0.0
    mine = alike[np.arange(len(own)), list(own)]
    others = alike.copy()
    others[np.arange(len(own)), list(own)] = -1.0
    return float((mine - others.max(axis=1)).mean())
