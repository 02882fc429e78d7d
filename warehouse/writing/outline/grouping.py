"""Evidence that belongs together, a group for each paragraph of an article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat, head
from warehouse.results.records import Evidence
from warehouse.structures.communities import Matrix, groups
from warehouse.writing.sentences.chronology import in_time

NOTES_A_PARAGRAPH = 5
FEWEST_NOTES, MOST_NOTES = 2, 7


def grouped(evidence: Sequence[Evidence], context: Context) -> list[tuple[Evidence, ...]]:
    """Evidence that belongs together, a group for each paragraph, one time after the other."""
    texts = [f"{head(e)}: {flat(e.text)}" for e in evidence]
    by_paragraph = paragraphs(evidence, context.library.retrieval.embed(texts))
    firsts = [group[in_time([piece.text for piece in group])[0]] for group in by_paragraph]
    return [by_paragraph[at] for at in in_time([piece.text for piece in firsts])]


def paragraphs(evidence: Sequence[Evidence], rows: Matrix) -> list[tuple[Evidence, ...]]:
    """Groups of FEWEST_NOTES to MOST_NOTES that belong together; one where there are few.

    ``rows`` are unit vectors of the evidence, (pieces, dimension).
    """
    count = round(len(evidence) / NOTES_A_PARAGRAPH)
    if count < 2:
        return [tuple(evidence[:MOST_NOTES])]
    clusters = groups(rows, count)
    sizes = Counter(clusters)
    middles = {
        c: rows[np.equal(clusters, c)].mean(axis=0) for c in sizes if sizes[c] >= FEWEST_NOTES
    }
    if not middles:
        return [tuple(evidence[:MOST_NOTES])]
    members: dict[int, list[int]] = {cluster: [] for cluster in middles}
    for at, cluster in enumerate(clusters):
        near = max(middles, key=lambda c: float(middles[c] @ rows[at]))
        members[cluster if cluster in middles else near].append(at)
    return [
        tuple(evidence[at] for at in part) for group in members.values() for part in _parts(group)
    ]


def _parts(group: Sequence[int]) -> Iterator[Sequence[int]]:
    """Of nearly equal size, none longer than MOST_NOTES."""
    count = -(-len(group) // MOST_NOTES)
    for part in np.array_split(np.array(group), count):
        yield part.tolist()
