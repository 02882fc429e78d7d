"""The index of names: which passages hold a name, and which documents share a rare one.

Made at ingest without a model, from the capitalised runs of names.py. Real documents are seldom
titled by the things they speak of, so links between them go by the names in their text: documents
are linked by the names they share, the rarer the stronger (log of the share of documents, as in
BM25's idf).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence

from warehouse.run import Check, unstopped
from warehouse.search.names import names, normal
from warehouse.store.catalog import Catalog

MOST_DOCUMENTS = 40  # a name that more documents hold tells them not apart
MOST_PASSAGES = 60
TOGETHER = 100


def key(name: str) -> int:
    """A signed 64-bit hash of the folded name."""
    folded = hashlib.blake2b(normal(name).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(folded, "little", signed=True)


def of_passages(texts: Iterable[str]) -> dict[int, set[int]]:
    """The names of a document's passages, each with the numbers of those that hold it."""
    found: dict[int, set[int]] = {}
    for number, text in enumerate(texts):
        for name in forms(names(text)):
            found.setdefault(key(name), set()).add(number)
    return found


def forms(told: Iterable[str]) -> list[str]:
    """The names and their parts around a joiner: "Ann Reed and Lune Bridge" may be two."""
    found: dict[str, None] = {}
    for name in told:
        found[name] = None
        part: list[str] = []
        for word in name.split():
            if word[0].islower():
                found[" ".join(part)] = None
                part = []
            else:
                part.append(word)
        found[" ".join(part)] = None
    return list(filter(None, found))


def keep(catalog: Catalog, documents: Iterable[str]) -> None:
    """Index these documents, in one transaction."""
    with catalog.write():
        for document in documents:
            texts = (passage.text for passage in catalog.passage_texts(document))
            catalog.keep_names(document, of_passages(texts))


def keep_missing(catalog: Catalog, check: Check = unstopped) -> None:
    """Index what an earlier Muniment took in."""
    missing = catalog.without_names()
    for at in range(0, len(missing), TOGETHER):
        check()
        keep(catalog, missing[at : at + TOGETHER])


def sharing(
    wanted: Sequence[str], catalog: Catalog, within: frozenset[str] | None = None
) -> dict[str, float]:
    """Documents whose passages hold one of the names ``wanted``, with the weight (0..1) of the
    rarest they hold. Names of more than ``MOST_DOCUMENTS`` documents link nothing.
    """
    keys = list(dict.fromkeys(key(name) for name in forms(wanted)))
    frequencies = catalog.documents_naming(keys)
    weights = _weights(frequencies, catalog.counts().documents)
    found: dict[str, float] = {}
    for name, weight in weights.items():
        for one in catalog.passages_naming(name, MOST_PASSAGES):
            if within is None or one.document in within:
                found[one.document] = max(found.get(one.document, 0.0), weight)
    return found


def _weights(frequencies: Mapping[int, int], documents: int) -> dict[int, float]:
    most = math.log(1 + documents)
    return {
        name: math.log((1 + documents) / count) / most
        for name, count in frequencies.items()
        if count <= MOST_DOCUMENTS
    }
