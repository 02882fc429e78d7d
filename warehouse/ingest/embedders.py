"""Which embedder: that of the settings, or the one that the index in use was made with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from warehouse.ingest import reconcile, shadow_index
from warehouse.ingest.reconcile import WITH_VECTORS, MadeBy
from warehouse.search.embedding import Embedder, Embeds
from warehouse.search.encoders.folders import Precision
from warehouse.settings import Settings, expanded, home
from warehouse.store.catalog import Catalog

EmbedderAt = Callable[[MadeBy], Embeds | None]


def folder_of(place: str) -> Path:
    """A folder as given, or the catalogue id inside the home."""
    given = expanded(place)
    if given.is_absolute():
        return given
    return home() / "models" / given.name


def of_settings(settings: Settings, log: Path) -> Embedder:
    return Embedder(folder_of(settings.embedder), log, settings.embedding)


def of_index(made: MadeBy, log: Path) -> Embedder:
    """The one that an index was made with."""
    precision: Precision = "bf16" if made.embedder.endswith(" bf16") else "f32"
    folder = folder_of(made.place or made.embedder.removesuffix(f" {precision}"))
    return Embedder(folder, log, precision=precision)


def settled(
    catalog: Catalog,
    root: Path,
    wanted: Embeds,
    place: str,
    embedder_at: EmbedderAt,
    is_read_only: bool,
) -> tuple[MadeBy, Embeds]:
    """What the index in use was made with, and its embedder: ``wanted``, of ``place`` in the
    settings, unless another can serve until there is an index of ``wanted``. Where there never will
    be one, the index is left as it is, and its embedder may not be there.
    """
    now = MadeBy(wanted.name, wanted.dimension, place=place)

    def keeps(before: MadeBy) -> bool:
        other = embedder_at(before) if catalog.in_states(*WITH_VECTORS) else None
        return other is not None and other.present and other.name == before.embedder

    if is_read_only:
        before = shadow_index.in_use(catalog) or now
        made = msgspec.structs.replace(before, analyzer=now.analyzer)
    else:
        made = reconcile.settle_index(catalog, root, now, wanted.present, keeps)
    other = None if made.same(now) else embedder_at(made)
    return made, wanted if other is None else other
