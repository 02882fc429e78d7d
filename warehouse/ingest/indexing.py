"""From a parsed document to a verified one: words, vectors, header, and the count that proves it.

    parsed -> searchable   terms of passages and header are in LanceDB
    searchable -> embedded every passage has its vector
    embedded -> headed     the header has its vector
    headed -> verified     counted: every page with text is covered by passages, and catalog
                           passages = rows = vectors, with one header row and vector

Each step may be repeated: LanceDB writes are idempotent by id, and texts that have a vector are
not embedded again. A document removed meanwhile is taken out of LanceDB after the write.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from indexers.records import Loss
from warehouse.extent import noun
from warehouse.ingest import index_files
from warehouse.ingest.headers_plain import header_text
from warehouse.ingest.reading_progress import page_problems
from warehouse.records import Document, Header, State
from warehouse.run import Run
from warehouse.search import analyzer, name_index
from warehouse.search.embedding import Embeds, OnBatch
from warehouse.search.simhash import sketch
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import PassageText
from warehouse.store.catalog.trash import Unpacked
from warehouse.store.lance.store import Store, Terms
from warehouse.text import plural

GROUP_PASSAGES = 512
CHUNK_PASSAGES = 256
SEARCHABLE_TOGETHER = 50
EMBEDDED: tuple[State, ...] = ("embedded", "headed", "verified")
SETTLED: tuple[State, ...] = ("parsed", "searchable", "embedded", "headed", "verified")
_NOT_COMPLETE = "Not complete: "
Changed = Callable[[Iterable[str]], None]


def passage_text(passage: PassageText) -> str:
    """What is indexed and embedded: title and section path stand before the words."""
    return "\n".join(part for part in (passage.title, passage.path, passage.text) if part)


class Indexing:
    """``changed`` is told the ids of documents whose rows were written."""

    def __init__(self, catalog: Catalog, store: Store, embedder: Embeds, changed: Changed) -> None:
        self._catalog = catalog
        self._store = store
        self._embedder = embedder
        self._changed = changed

    def use(self, store: Store, embedder: Embeds) -> None:
        """From now on write there. Not while anything is being written."""
        self._store, self._embedder = store, embedder

    def make_searchable(self, documents: Sequence[str], run: Run) -> None:
        for at in range(0, len(documents), SEARCHABLE_TOGETHER):
            run.check()
            part = documents[at : at + SEARCHABLE_TOGETHER]
            is_again = any(map(self._catalog.was_read_again, part))
            self.put_words(part, run)
            self._drop_removed(part)
            # Rows of a first reading would count as those of the second, were they there again; of
            # all else the catalog finds out at the next start that it is lacking.
            if is_again or at + SEARCHABLE_TOGETHER < len(documents):
                self._store.flush()
            self._catalog.advance(part, "searchable", of=("parsed",))
            self._changed(part)

    def put_words(self, documents: Sequence[str], run: Run) -> None:
        """Terms of passages and headers, whatever the documents' states."""
        # A second reading cut other passages: the rows of the first must not stay.
        again = [id for id in documents if self._catalog.was_read_again(id)]
        if again:
            self._store.delete_documents(again)
        known = self._catalog.some_documents(documents)
        languages = {id: row.language for id, row in known.items()}
        rows = list(self._passage_terms(languages, run))
        self._drop_former_cuts(documents, {row.id for row in rows})
        self._store.upsert("passages", rows)
        self._catalog.set_sketches((row.id, sketch(row.terms.split(" "))) for row in rows)
        self._store.upsert("headers", list(self._header_terms(languages)))
        name_index.keep(self._catalog, known)

    def _drop_former_cuts(self, documents: Sequence[str], cut: set[str]) -> None:
        """Rows of passages that the same text had before it was cut otherwise."""
        if self._store.has_rows("passages"):
            self._store.delete("passages", self._store.ids("passages", documents) - cut)

    def _passage_terms(self, languages: dict[str, str], run: Run) -> Iterator[Terms]:
        for document, language in languages.items():
            for passage in self._catalog.passage_texts(document):
                run.check()
                terms = analyzer.indexed(passage_text(passage), language)
                yield Terms(passage.id, document, terms)

    def _header_terms(self, languages: dict[str, str]) -> Iterator[Terms]:
        for document, language in languages.items():
            header = self._catalog.header(document)
            if header is not None:
                yield Terms(document, document, analyzer.indexed(header_text(header), language))

    def embed(self, documents: Sequence[str], run: Run, done: Changed) -> None:
        """All that is left to do for searchable documents; ``done`` with each part of them."""
        rows = list(self._catalog.some_documents(documents).values())
        progress = _Progress(run, sum(row.passages for row in rows))
        for group in grouped(rows):
            ids = [row.id for row in group]
            self._embed_passages(group, run, progress)
            self._embed_headers(ids, run)
            self._store.flush()
            self.verify(ids)
            done(ids)
        self._store.tidy()
        index_files.learn(self._catalog, self._store.folder, run.check)

    def _embed_passages(self, group: Sequence[Document], run: Run, progress: _Progress) -> None:
        ids = [row.id for row in group]
        whole = sum(row.passages for row in group)
        done = progress.done
        for left in self.put_passage_vectors(ids, partial(progress.more, group[0].title)):
            progress.done = done + whole - left
            if len(group) == 1:
                self._catalog.change(ids, embedded=whole - left)
                self._changed(ids)
        run.check()
        with self._catalog.write():
            for row in group:
                self._catalog.change([row.id], embedded=row.passages)
            self._catalog.advance(ids, "embedded", of=("searchable", "embedded", "headed"))
        self._changed(ids)

    def put_passage_vectors(self, documents: Sequence[str], on_batch: OnBatch) -> Iterator[int]:
        """Embed the passages that have no vector; tells how many are left, before and after each
        part that was stored. ``on_batch`` counts within a part.
        """
        embedded = self._store.embedded_ids("passages", documents)
        texts = [text for id in documents for text in self._catalog.passage_texts(id)]
        missing = [text for text in texts if text.id not in embedded]
        yield len(missing)
        for at in range(0, len(missing), CHUNK_PASSAGES):
            chunk = missing[at : at + CHUNK_PASSAGES]
            vectors = self._embedder.embed(
                [passage_text(text) for text in chunk], background=True, on_batch=on_batch
            )
            self._store.set_vectors("passages", [text.id for text in chunk], vectors)
            left = len(missing) - at - len(chunk)
            if left:
                self._store.flush()
            yield left

    def _embed_headers(self, documents: Sequence[str], run: Run) -> None:
        embedded = self.put_header_vectors(documents, run)
        self._catalog.advance(embedded, "headed", of=("embedded", "headed"))
        self._changed(embedded)

    def put_header_vectors(self, documents: Sequence[str], run: Run) -> list[str]:
        """Returns the documents that have a header."""
        headers = [(id, self._catalog.header(id)) for id in documents]
        texts = {id: header_text(header) for id, header in headers if header is not None}
        vectors = self._embedder.embed(
            list(texts.values()), background=True, on_batch=lambda done: run.check()
        )
        self._store.set_vectors("headers", list(texts), vectors)
        return list(texts)

    def replace_header(self, header: Header) -> None:
        """Store another header for a document, searchable and embedded at once."""
        if not self._catalog.knows(header.document):
            return
        language = self._catalog.document(header.document).language
        terms = analyzer.indexed(header_text(header), language)
        vector = self._embedder.embed([header_text(header)], background=True)
        self._catalog.set_header(header)
        self._store.upsert("headers", [Terms(header.document, header.document, terms)])
        self._store.set_vectors("headers", [header.document], vector)
        self._store.flush()
        self._drop_removed([header.document])
        self._changed([header.document])

    def kept_vectors(self, document: str) -> tuple[str, bytes]:
        """Who made the vectors of a document, and all of them in order; nothing if one lacks."""
        ids = self._catalog.passage_ids(document)
        vectors = self._store.vectors("passages", ids)
        if not ids or len(vectors) != len(ids):
            return "", b""
        return self._embedder.name, np.stack([vectors[id] for id in ids]).tobytes()

    def bring_back(self, document: str, kept: Unpacked, run: Run) -> None:
        """Words and, where this embedder made them, the vectors that were kept."""
        self.make_searchable([document], run)
        ids = self._catalog.passage_ids(document)
        size = 4 * len(ids) * self._store.dimension
        if kept.made_by == self._embedder.name and len(kept.vectors) == size:
            vectors = np.frombuffer(kept.vectors, dtype=np.float32)
            self._store.set_vectors("passages", ids, vectors.reshape(len(ids), -1))

    def stale(self, documents: Sequence[str]) -> list[str]:
        """Those whose header no longer says what their row says; sent back to be indexed."""
        ids = []
        for id, row in self._catalog.some_documents(documents).items():
            header = self._catalog.header(id)
            if header is None or row.state not in SETTLED:
                continue
            with self._catalog.write():
                now = self._catalog.about(header)
                if now != header:
                    self._catalog.set_header(now)
                    self._catalog.advance([id], "parsed")
                    ids.append(id)
        return ids

    def verify(self, documents: Sequence[str]) -> None:
        """Count, and set "verified" on those that are whole; name what the others lack. One that
        somebody sent back meanwhile is his.
        """
        passages = self._store.tally("passages", documents)
        headers = self._store.tally("headers", documents)
        whole: list[str] = []
        for id, row in self._catalog.some_documents(documents).items():
            lack = self._lack(row, passages.get(id, (0, 0)), headers.get(id, (0, 0)))
            if not lack:
                whole.append(id)
                if row.problem.startswith(_NOT_COMPLETE):
                    self._made_good(row)
            elif row.state in EMBEDDED:
                with self._catalog.write():
                    self._catalog.change([id], problem=f"{_NOT_COMPLETE}{lack}.")
                    self._catalog.add_losses(id, [Loss("verify", "document", lack)])
        self._catalog.advance(whole, "verified", of=EMBEDDED)
        self._changed(documents)

    def _made_good(self, row: Document) -> None:
        with self._catalog.write():
            problem = page_problems(self._catalog.pages(row.id), noun(row.kind))
            self._catalog.change([row.id], problem=problem)
            self._catalog.take_back_losses(row.id, "verify")

    def _lack(self, row: Document, passages: tuple[int, int], headers: tuple[int, int]) -> str:
        expected = self._catalog.passage_count(row.id)
        if passages != (expected, expected):
            rows, vectors = passages
            return f"{expected} passages, {rows} can be found by words and {vectors} by meaning"
        if headers != (1, 1):
            return "the header is missing from the search index"
        uncovered = self._catalog.uncovered_pages(row.id)
        places = plural(uncovered, noun(row.kind))
        return f"{places} with text but no passage" if uncovered else ""

    def _drop_removed(self, documents: Sequence[str]) -> None:
        known = self._catalog.some_documents(documents)
        gone = [id for id in documents if id not in known]
        if gone:
            self._store.delete_documents(gone)


class _Progress:
    def __init__(self, run: Run, total: int) -> None:
        self._run = run
        self._total = total
        self._began = time.monotonic()
        self.done = 0

    def more(self, note: str, of_chunk: int) -> None:
        done = self.done + of_chunk
        seconds = time.monotonic() - self._began
        rate = f", {done / seconds:.0f} passages a second" if seconds > 1 else ""
        self._run.step("embedding", done, self._total, note + rate)


def grouped(rows: Iterable[Document]) -> Iterator[list[Document]]:
    """Small documents together, large ones alone."""
    group: list[Document] = []
    size = 0
    for row in rows:
        if group and size + row.passages > GROUP_PASSAGES:
            yield group
            group, size = [], 0
        group.append(row)
        size += row.passages
    if group:
        yield group
