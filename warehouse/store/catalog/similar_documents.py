"""Rows about documents that are nearly the same, or versions of the same work.

A sketch of each text is kept, with its bands in an index: a new document costs one lookup a band,
however large the library is. Pairs alike in text are kept; those that share a DOI or an arXiv
number are found from their metadata, so that a corrected number has its effect at once.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal

from msgspec import Struct

from warehouse.store.catalog.metadata import MetadataRows
from warehouse.store.catalog.sketches import Sketch, share
from warehouse.store.catalog.versions import VersionRows

SHOWN_SHARE = 0.7
ONE_SOURCE_SHARE = 0.9
MOST_IN_A_BAND = 200
MOST_CANDIDATES = 50
_IN_ONE_QUERY = 400


class Twin(Struct, frozen=True):
    """Another document of nearly the same text, or of the same DOI or arXiv number.

    ``share`` is about which part of the texts is common, 0 where no sketch tells. ``apart``: the
    user said that they are different works. ``one_source``: answers count the two as one.
    """

    document: str
    share: float
    why: Literal["text", "doi", "arxiv"]
    apart: bool = False
    preferred: bool = False
    one_source: bool = False


class LikenessRows(MetadataRows, VersionRows):
    def keep_sketch(self, document: str, sketch: Sketch | None) -> None:
        """In place of an earlier one; pairs it with what is like it."""
        with self.write() as connection:
            connection.execute("DELETE FROM sketches WHERE document = ?", (document,))
            connection.execute(
                "DELETE FROM twins WHERE (one = ?1 OR other = ?1) AND NOT apart", (document,)
            )
            connection.execute(
                "INSERT INTO sketches (document, smallest, bands) VALUES (?, ?, ?)",
                (document, sketch.smallest, json.dumps(sketch.bands))
                if sketch
                else (document, b"", "[]"),
            )
            if sketch is None:
                return
            number = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
            for other, smallest in self._candidates(sketch):
                alike = share(sketch.smallest, smallest)
                if alike >= SHOWN_SHARE:
                    _pair(connection, document, other, alike)
            connection.executemany(
                "INSERT OR IGNORE INTO sketch_bands VALUES (?, ?)",
                [(band, number) for band in sketch.bands],
            )

    def without_sketch(self) -> list[str]:
        """Documents that were read before sketches were kept."""
        rows = self.rows(
            "SELECT id FROM documents WHERE passages > 0 AND state != 'removed'"
            " AND NOT EXISTS (SELECT 1 FROM sketches WHERE document = id)"
        )
        return [id for (id,) in rows]

    def twins(self, document: str) -> list[Twin]:
        """What is like a document, the most alike first; nothing that was removed."""
        preferred = self._preferred()
        twins: dict[str, Twin] = {}
        for other, alike, apart in self.rows(
            "SELECT CASE one WHEN ?1 THEN other ELSE one END, share, apart FROM twins"
            " WHERE one = ?1 OR other = ?1",
            (document,),
        ):
            is_one = not apart and (
                alike >= ONE_SOURCE_SHARE or bool({document, other} & preferred)
            )
            twins[other] = Twin(other, alike, "text", bool(apart), other in preferred, is_one)
        for other, why in self._same_number(document):
            if other not in twins:
                twins[other] = Twin(other, self._share(document, other), why)
        present = {
            id
            for (id,) in self.rows(
                f"SELECT id FROM documents WHERE state != 'removed' AND id IN ({_marks(twins)})",
                tuple(twins),
            )
        }
        return sorted((t for t in twins.values() if t.document in present), key=lambda t: -t.share)

    def all_twins(self) -> list[tuple[str, Twin]]:
        """Every pair once, the most alike first."""
        ids = {id for pair in self.rows("SELECT one, other FROM twins") for id in pair}
        ids |= {
            id
            for (id,) in self.rows(
                "SELECT document FROM metadata WHERE field IN ('doi', 'arxiv') AND (field, value)"
                " IN (SELECT field, value FROM metadata WHERE field IN ('doi', 'arxiv')"
                " GROUP BY field, value HAVING count(DISTINCT document) > 1)"
            )
        }
        present = {id for (id,) in self.rows("SELECT id FROM documents WHERE state != 'removed'")}
        pairs = [(id, twin) for id in sorted(ids & present) for twin in self.twins(id)]
        return sorted(((a, t) for a, t in pairs if a < t.document), key=lambda p: -p[1].share)

    def prefer(self, document: str) -> None:
        """Answers take this one where they could take one of its twins."""
        twins = self.twins(document)
        with self.write() as connection:
            for twin in twins:
                connection.execute("DELETE FROM preferred WHERE document = ?", (twin.document,))
                if not twin.apart:
                    _pair(connection, document, twin.document, twin.share)
            connection.execute("INSERT OR IGNORE INTO preferred VALUES (?)", (document,))

    def set_apart(self, document: str, other: str, apart: bool = True) -> None:
        """They are different works, however alike; or are not after all."""
        first, second = sorted((document, other))
        with self.write() as connection:
            _pair(connection, first, second, self._share(first, second))
            connection.execute(
                "UPDATE twins SET apart = ? WHERE one = ? AND other = ?", (apart, first, second)
            )

    def weaker(self, documents: Collection[str]) -> dict[str, str]:
        """Those among ``documents`` that count as one source with a better one among them.

        Better is the one the user prefers, else the newer version of an address or file, else
        that of the later date, else the one added later.
        """
        pairs = self._pairs_among(sorted(set(documents)))
        preferred = self._preferred()
        newer = {
            old: new
            for old, new in self.newer(documents).items()
            if new in documents and old not in preferred and not self._is_apart(old, new)
        }
        if not pairs:
            return newer
        ranks = self._ranks(
            {id for document, other, _ in pairs for id in (document, other)}, preferred
        )
        weaker: dict[str, str] = {}
        for document, other, alike in pairs:
            if alike < ONE_SOURCE_SHARE and not {document, other} & preferred:
                continue
            if newer.get(document) == other or newer.get(other) == document:
                continue
            better, worse = (
                (document, other) if ranks[document] > ranks[other] else (other, document)
            )
            if worse not in weaker or ranks[better] > ranks[weaker[worse]]:
                weaker[worse] = better
        return newer | weaker

    def _is_apart(self, document: str, other: str) -> bool:
        pair = tuple(sorted((document, other)))
        sql = "SELECT 1 FROM twins WHERE one = ? AND other = ? AND apart"
        return self.row(sql, pair) is not None

    def _candidates(self, sketch: Sketch) -> list[tuple[str, bytes]]:
        shared: Counter[int] = Counter()
        for band in sketch.bands:
            shared.update(
                number
                for (number,) in self.rows(
                    "SELECT number FROM sketch_bands WHERE band = ? LIMIT ?",
                    (band, MOST_IN_A_BAND),
                )
            )
        numbers = [number for number, _ in shared.most_common(MOST_CANDIDATES)]
        return [
            (document, smallest)
            for document, smallest in self.rows(
                f"SELECT document, smallest FROM sketches WHERE number IN ({_marks(numbers)})",
                numbers,
            )
        ]

    def _same_number(self, document: str) -> list[tuple[str, Literal["doi", "arxiv"]]]:
        known = self.known(document)
        pairs: list[tuple[str, Literal["doi", "arxiv"]]] = []
        kinds: tuple[Literal["doi", "arxiv"], ...] = ("doi", "arxiv")
        for field in kinds:
            if field in known and (number := known[field].text):
                for other in self.with_value(field, number):
                    if other != document and self.known(other)[field].text == number:
                        pairs.append((other, field))
        return pairs

    def _share(self, document: str, other: str) -> float:
        sketches = self.rows(
            "SELECT document, smallest FROM sketches WHERE document IN (?, ?)", (document, other)
        )
        rows: dict[str, bytes] = dict(sketches)
        if len(rows) < 2 or not all(rows.values()):
            return 0.0
        return share(rows[document], rows[other])

    def _preferred(self) -> set[str]:
        return {document for (document,) in self.rows("SELECT document FROM preferred")}

    def _pairs_among(self, documents: list[str]) -> list[tuple[str, str, float]]:
        wanted = set(documents)
        pairs = []
        for at in range(0, len(documents), _IN_ONE_QUERY):
            part = documents[at : at + _IN_ONE_QUERY]
            pairs += self.rows(
                f"SELECT one, other, share FROM twins WHERE one IN ({_marks(part)}) AND NOT apart",
                part,
            )
        return [(document, other, alike) for document, other, alike in pairs if other in wanted]

    def _ranks(
        self, documents: Iterable[str], preferred: set[str]
    ) -> dict[str, tuple[bool, str, float, str]]:
        wanted = sorted(documents)
        return {
            id: (id in preferred, date, added, id)
            for at in range(0, len(wanted), _IN_ONE_QUERY)
            for id, date, added in self.rows(
                "SELECT id, date, added FROM documents"
                f" WHERE id IN ({_marks(wanted[at : at + _IN_ONE_QUERY])})",
                wanted[at : at + _IN_ONE_QUERY],
            )
        }


def _pair(connection: sqlite3.Connection, document: str, other: str, alike: float) -> None:
    first, second = sorted((document, other))
    connection.execute(
        "INSERT OR IGNORE INTO twins (one, other, share) VALUES (?, ?, ?)", (first, second, alike)
    )


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
