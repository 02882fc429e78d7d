"""What the user steered in a study, for another run of the same question.

The library may have changed: a document that has a newer version now is pinned or banned as that
one, and what is gone counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from warehouse.steering import Act, by_standing_names

if TYPE_CHECKING:
    from warehouse.store.catalog import Catalog


def carried(acts: Sequence[Act], catalog: Catalog) -> list[Act]:
    """The acts that count once more, in their order.

    Not where it was too late, its document is gone, or its words may stand elsewhere. What was
    taken back is not there any more, so nor is the taking back.
    """
    newer = catalog.newer({act.document for act in acts if act.kind in ("pin", "ban")})
    return [
        version
        for act in by_standing_names(acts)
        if act.state == "taken" and act.kind != "back"
        for version in _versions(act, newer, catalog)
        if _is_there(version, catalog)
    ]


def _versions(act: Act, newer: dict[str, str], catalog: Catalog) -> Iterator[Act]:
    """The act for the newest version; the version that was banned stays so, too."""
    newest = newer.get(act.document, "") if act.kind in ("pin", "ban") else ""
    if not newest or act.kind == "ban":
        yield act
    if newest:
        title = catalog.document(newest).title
        yield structs.replace(act, document=newest, target=title)


def _is_there(act: Act, catalog: Catalog) -> bool:
    document = act.place.document if act.place is not None else act.document
    if document and not catalog.knows(document):
        return False
    return act.place is None or not catalog.was_read_again(document)
