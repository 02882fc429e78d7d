"""LanceDB: what can be searched, in two tables (tables.py) of passages and headers.

Everything here is derived from the catalog and may be dropped and made again. All writes are
idempotent by id. LanceDB is loaded at the first use, which ``warm`` moves to a background thread.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from warehouse.errors import StorageError
from warehouse.run import Check, unstopped
from warehouse.store.lance import upkeep
from warehouse.store.lance.conditions import among, parts, quoted, within
from warehouse.store.lance.feedback import Frequencies
from warehouse.store.lance.fulltext import Condition, lance_query
from warehouse.store.lance.lance_errors import MARK, sentences
from warehouse.store.lance.tables import TABLES, Table, Tables

Vectors = NDArray[np.float32]
WRITES_BETWEEN_OPTIMISING = 64
WRITES_WORTH_TIDYING = 12
TIDIED_AT_GROWTH = 20  # tidying costs by the size of all, so it waits for a twentieth more
KEEP_VERSIONS = timedelta(minutes=5)
FOR_EVER = timedelta(days=36_500)
SAMPLE_PASSAGES = 4000
SAMPLE_GROWS = 1.5


class Terms(Struct, frozen=True):
    """A row without its vector; ``terms`` are separated by spaces."""

    id: str
    document: str
    terms: str


class Found(Struct, frozen=True):
    """``score`` is the cosine for a dense search, BM25 for words."""

    id: str
    document: str
    score: float


class Store:
    """Safe to use from any thread: writes take turns, searches do not wait for them."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self.folder = folder
        self.dimension = dimension
        self._tables = Tables(folder, dimension)
        self._writing = threading.Lock()
        self._writes = 0
        self._rows_written = 0
        self._quiet = upkeep.Quiet()
        self._frequencies: Frequencies | None = None
        self._counted = 0
        self._filled: set[Table] = set()

    def warm(self) -> None:
        """Import LanceDB and open the tables."""
        self._tables["passages"]

    @property
    def ready(self) -> bool:
        """Whether the tables are open, so that nobody has to wait for LanceDB."""
        return self._tables.ready

    def upsert(self, table: Table, rows: Sequence[Terms]) -> None:
        """Put terms in. A row whose id is there keeps its vector."""
        if not rows:
            return
        import pyarrow as pa

        data = pa.table(
            {
                "id": [row.id for row in rows],
                "document": [row.document for row in rows],
                "terms": [row.terms for row in rows],
            }
        )
        self._rows_written += len(rows)
        with self._write(table) as target:
            merge = target.merge_insert("id").when_matched_update_all()
            merge.when_not_matched_insert_all().execute(data)

    def set_vectors(self, table: Table, ids: Sequence[str], vectors: Vectors) -> None:
        """Give rows their vectors, shape (len(ids), dimension); unknown ids are passed over."""
        if not ids:
            return
        import pyarrow as pa

        flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
        column = pa.FixedSizeListArray.from_arrays(flat, self.dimension)
        with self._write(table) as target:
            target.merge_insert("id").when_matched_update_all().execute(
                pa.table({"id": list(ids), "vector": column})
            )

    def append(self, table: Table, rows: Sequence[Terms], vectors: Vectors) -> None:
        """Many rows with their vectors, none of which is there yet; not merged, so much faster."""
        import pyarrow as pa

        flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
        data = pa.table(
            {
                "id": [row.id for row in rows],
                "document": [row.document for row in rows],
                "terms": [row.terms for row in rows],
                "vector": pa.FixedSizeListArray.from_arrays(flat, self.dimension),
            }
        )
        with self._write(table) as target:
            target.add(data)

    def delete_documents(self, documents: Iterable[str]) -> None:
        wanted = list(documents)
        for table in TABLES:
            for part in parts(wanted):
                with self._write(table) as target:
                    target.delete(among("document", part))
            self._filled.discard(table)

    def delete(self, table: Table, ids: Iterable[str]) -> None:
        for part in parts(list(ids)):
            with self._write(table) as target:
                target.delete(among("id", part))
        self._filled.discard(table)

    def dense(
        self,
        table: Table,
        vector: Vectors,
        n: int,
        documents: Iterable[str] | None = None,
        exact: bool = False,
    ) -> list[Found]:
        """The ``n`` rows nearest to a unit vector by cosine, best first; of a large table nearly
        always those, unless ``exact``.
        """
        self._quiet.searched()
        with sentences(self.folder):
            query = self._tables[table].search(vector, vector_column_name="vector")
            query = query.distance_type("cosine").select(["id", "document", "_distance"])
            if exact:
                query = query.bypass_vector_index()
            else:
                query = query.nprobes(upkeep.PROBES).refine_factor(upkeep.COMPARED_AGAIN)
            rows = _limited(query, n, documents)
        return _in_order(Found(row["id"], row["document"], 1.0 - row["_distance"]) for row in rows)

    def words(
        self,
        table: Table,
        terms: Sequence[str],
        n: int,
        documents: Iterable[str] | None = None,
        also: Sequence[str] = (),
        weight: float = 1.0,
    ) -> list[Found]:
        """The ``n`` rows with the best BM25 over any of the terms; none without a score. Those of
        ``also`` count ``weight`` times as much.
        """
        if not terms:
            return []
        self._quiet.searched()
        with sentences(self.folder):
            rows_of = self._tables[table]  # first, so that two threads never import side by side
            from lancedb.query import BooleanQuery, MatchQuery, Occur

            match = MatchQuery(" ".join(terms), "terms")
            if also:
                more = MatchQuery(" ".join(also), "terms", boost=weight)
                match = BooleanQuery([(Occur.SHOULD, match), (Occur.SHOULD, more)])
            query = rows_of.search(match, query_type="fts")
            rows = _limited(query.select(["id", "document", "_score"]), n, documents)
        return _in_order(
            Found(row["id"], row["document"], row["_score"]) for row in rows if row["_score"] > 0
        )

    def matching(
        self, table: Table, wanted: Condition, n: int, documents: Iterable[str] | None = None
    ) -> list[Found]:
        """The ``n`` best rows of those that meet a condition on their terms."""
        with sentences(self.folder):
            rows_of = self._tables[table]
            query = rows_of.search(lance_query(wanted, "terms"), query_type="fts")
            query = query.select(["id", "document", "_score"]).limit(n)
            if documents is not None:
                if not (documents := list(documents)):
                    return []
                query = query.where(within(documents), prefilter=True)
            rows = query.to_arrow()
        columns = (rows[name].to_pylist() for name in ("id", "document", "_score"))
        return [Found(*row) for row in zip(*columns, strict=True)]

    def documents_matching(
        self, table: Table, wanted: Condition, documents: Iterable[str] | None = None
    ) -> frozenset[str]:
        """Every document with a row that meets the condition."""
        if documents is not None and not (documents := list(documents)):
            return frozenset()
        with sentences(self.folder):
            rows_of = self._tables[table]
            query = rows_of.search(lance_query(wanted, "terms"), query_type="fts")
            query = query.select(["document", "_score"]).limit(max(1, rows_of.count_rows()))
            if documents is not None:
                query = query.where(within(documents), prefilter=True)
            return frozenset(query.to_arrow()["document"].unique().to_pylist())

    def has_rows(self, table: Table) -> bool:
        """Counting takes a part of a search, so a yes is remembered until rows are deleted."""
        if table not in self._filled and self.count(table):
            self._filled.add(table)
        return table in self._filled

    def count(self, table: Table, document: str = "") -> int:
        return self._count(table, [f"document = {quoted(document)}"] if document else [])

    def count_vectors(self, table: Table) -> int:
        return self._count(table, ["vector IS NOT NULL"])

    def vectors(self, table: Table, ids: Sequence[str]) -> dict[str, Vectors]:
        """Stored vectors by id; rows without one are left out."""
        vectors: dict[str, Vectors] = {}
        for part in parts(list(ids)):
            for row in self._scan(table, ["id", "vector"], among("id", part)):
                if row["vector"] is not None:
                    vectors[row["id"]] = np.asarray(row["vector"], dtype=np.float32)
        return vectors

    def frequencies(self) -> Frequencies:
        """Of terms, over a sample of the passages; counted anew when many were added."""
        rows = self.count("passages")
        if self._frequencies is None or rows > SAMPLE_GROWS * self._counted:
            chance = random.Random(rows)
            offsets = sorted(chance.sample(range(rows), min(rows, SAMPLE_PASSAGES)))
            with sentences(self.folder):
                drawn = self._tables["passages"].take_offsets(offsets).select(["terms"]).to_list()
            self._frequencies = Frequencies(row["terms"] for row in drawn)
            self._counted = rows
        return self._frequencies

    def ids(self, table: Table, documents: Iterable[str]) -> set[str]:
        return self._ids(table, documents, "")

    def embedded_ids(self, table: Table, documents: Iterable[str]) -> set[str]:
        return self._ids(table, documents, " AND vector IS NOT NULL")

    def _ids(self, table: Table, documents: Iterable[str], also: str) -> set[str]:
        ids: set[str] = set()
        for part in parts(list(documents)):
            rows = self._scan(table, ["id"], among("document", part) + also)
            ids.update(row["id"] for row in rows)
        return ids

    def tally(
        self, table: Table, documents: Iterable[str], check: Check = unstopped
    ) -> dict[str, tuple[int, int]]:
        """(rows, rows with a vector) of each document; a document without rows is left out."""
        rows: Counter[str] = Counter()
        vectors: Counter[str] = Counter()
        for part in parts(list(documents)):
            where = among("document", part)
            rows.update(self._by_document(table, where, check))
            vectors.update(self._by_document(table, f"{where} AND vector IS NOT NULL", check))
        return {document: (count, vectors[document]) for document, count in rows.items()}

    def rows_by_document(self, table: Table, check: Check = unstopped) -> dict[str, int]:
        """How many rows each document has."""
        return self._by_document(table, None, check)

    def _by_document(self, table: Table, where: str | None, check: Check) -> Counter[str]:
        """Rows by document, counted by Arrow: of a million a dictionary each would be too much."""
        rows: Counter[str] = Counter()
        check()
        with sentences(self.folder):
            query = self._tables[table].search().select(["document"])
            query = query.where(where) if where else query
            for batch in query.limit(None).to_batches():
                check()
                counted = batch["document"].value_counts()
                names, counts = counted.field("values"), counted.field("counts")
                rows.update(dict(zip(names.to_pylist(), counts.to_pylist(), strict=True)))
        return rows

    def flush(self) -> None:
        """What was written is on the disk; what was not is gone after a power cut, or a kill."""
        if self.ready:
            with self._writing, sentences(self.folder):
                self._tables.flushed.keep({str(key): self._tables[key].version for key in TABLES})

    def optimise(self) -> None:
        """Merge small pieces, bring the indexes up to date, drop old versions, when no search is
        in hand; index the vectors where there are enough of them.
        """
        for table in TABLES:
            target = self._tables[table]
            self._quiet.wait()
            with self._writing, sentences(self.folder):
                self._optimise(table, target)
                upkeep.index_where_it_pays(target)
        self._writes = self._rows_written = 0

    def tidy(self) -> None:
        """Optimise, if enough was written since the last time to be worth it."""
        grown = TIDIED_AT_GROWTH * self._rows_written >= self.count("passages")
        if self._writes >= WRITES_WORTH_TIDYING and grown:
            self.optimise()

    def recreate(self) -> None:
        """Drop everything, damaged or not, and begin with empty tables."""
        with self._writing:
            self._tables.recreate()
        self._filled.clear()

    @property
    def is_marked(self) -> bool:
        """Whether somebody met damage in it."""
        return (self.folder / MARK).exists()

    def mend(self, check: Check = unstopped) -> None:
        """Read every row, make all indexes anew, take the mark away; no vector is lost.

        Raises IndexDamaged where the rows themselves are bad, or where a search fails still.
        """
        for table in TABLES:
            with self._write(table) as target:
                for _ in target.search().limit(None).to_batches():
                    check()
                self._tables.index_anew(table)
        (self.folder / MARK).unlink(missing_ok=True)

    def close(self) -> None:
        with contextlib.suppress(StorageError):
            self.flush()
        self._tables.close()

    def _count(self, table: Table, where: Sequence[str]) -> int:
        with sentences(self.folder):
            return int(self._tables[table].count_rows(" AND ".join(where) or None))

    def _scan(self, table: Table, columns: list[str], where: str | None) -> list[dict[str, Any]]:
        with sentences(self.folder):
            query = self._tables[table].search().select(columns)
            query = query.where(where) if where else query
            rows: list[dict[str, Any]] = query.limit(None).to_list()
            return rows

    @contextlib.contextmanager
    def _write(self, table: Table) -> Iterator[Any]:
        target = self._tables[table]
        with self._writing, sentences(self.folder):
            yield target
            self._writes += 1
            if self._writes >= WRITES_BETWEEN_OPTIMISING:
                self._writes = 0
                self._optimise(table, target)

    def _optimise(self, table: Table, target: Any) -> None:
        """What was before is dropped when what came of it is on the disk."""
        for older_than in (FOR_EVER, KEEP_VERSIONS):
            target.optimize(cleanup_older_than=older_than)
            self._tables.flushed.keep({table: target.version})


def _in_order(found: Iterable[Found]) -> list[Found]:
    """Best first; rows of one score by their ids, so that a search made again finds the same."""
    return sorted(found, key=lambda one: (-one.score, one.id))


def _limited(query: Any, n: int, documents: Iterable[str] | None) -> list[dict[str, Any]]:
    if documents is not None:
        wanted = list(documents)
        if not wanted:
            return []
        query = query.where(within(wanted), prefilter=True)
    rows: list[dict[str, Any]] = query.limit(n).to_list()
    return rows
