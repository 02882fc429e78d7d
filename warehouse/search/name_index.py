"""The index of names: which passages hold a name, and how much it tells documents apart.

Made at ingest without a model, from titles and the capitalised runs of names.py. Real documents are
seldom titled by the things they speak of, so links between them go by the names in their text
(name_walk.py).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence

from warehouse.run import Check, unstopped
from warehouse.search.names import names, normal, of_title
from warehouse.store.catalog import Catalog

MOST_DOCUMENTS = 40  # a name that more documents hold tells them not apart
MOST_PASSAGES = 60
TOGETHER = 100


def key(name: str) -> int:
    """A signed 64-bit hash of the folded name."""
    folded = hashlib.blake2b(normal(name).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(folded, "little", signed=True)


def of_passages(title: str, texts: Iterable[str]) -> dict[int, set[int]]:
    """The names of a document's passages, each with the numbers of those that hold it; the first
    holds the document's own, its title.
    """
    numbers = {key(of_title(title)): {0}}
    for number, text in enumerate(texts):
        for name in forms(names(text)):
            numbers.setdefault(key(name), set()).add(number)
    return numbers


def forms(told: Iterable[str]) -> list[str]:
    """The names and their parts around a joiner: "Ann Reed and Lune Bridge" may be two."""
    all_forms: dict[str, None] = {}
    for name in told:
        all_forms[name] = None
        part: list[str] = []
        for word in name.split():
            if word[0].islower():
                all_forms[" ".join(part)] = None
                part = []
            else:
                part.append(word)
        all_forms[" ".join(part)] = None
    return list(filter(None, all_forms))


def keep(catalog: Catalog, documents: Iterable[str]) -> None:
    """Index these documents, in one transaction."""
    with catalog.write():
        for document in documents:
            passages = catalog.passage_texts(document)
            title = passages[0].title if passages else ""
            catalog.keep_names(document, of_passages(title, (passage.text for passage in passages)))


def keep_missing(catalog: Catalog, check: Check = unstopped) -> None:
    """Index what an earlier Muniment took in."""
    missing = catalog.without_names()
    for at in range(0, len(missing), TOGETHER):
        check()
        keep(catalog, missing[at : at + TOGETHER])


def weights(keys: Sequence[int], catalog: Catalog) -> dict[int, float]:
    """Of each name in the index 0..1, the rarer the more: log of the share of documents, as in
    BM25's idf. Those of more than ``MOST_DOCUMENTS`` documents are left out.
    """
    frequencies = catalog.documents_naming(keys)
    documents = 1 + catalog.counts().documents
    return {
        name: math.log(documents / count) / math.log(documents)
        for name, count in frequencies.items()
        if count <= MOST_DOCUMENTS
    }
