from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from shelf import prose, reading

from indexers.passages import cut
from indexers.records import Code, Loss, Page, Reading, Section, Word
from warehouse.errors import BadInput
from warehouse.ingest.headers_plain import plain_header
from warehouse.records import Document, Place, StudyRow, Triple
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.compressed_text import PIECE_CHARS
from warehouse.store.catalog.content import Parsed
from warehouse.store.catalog.database import Database
from warehouse.store.catalog.reading_rows import passage_id
from warehouse.store.catalog.schema import MIGRATIONS


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    catalog = Catalog(tmp_path / "catalog.db")
    yield catalog
    catalog.close()


def row(id: str, title: str = "A title", source: str = "/in/file.html") -> Document:
    return Document(id, title, "web", source, 10, 1.0, "queued")


def stored(catalog: Catalog, id: str, made: Reading) -> Parsed:
    catalog.queue(row(id, made.title), ".html")
    parsed = Parsed(
        document=id,
        reading=made,
        passages=cut(made, 60, 1),
        header=plain_header(catalog.document(id), made),
        problem="",
        blank_pages=0,
    )
    catalog.store_readings([parsed])
    return parsed


def test_the_same_bytes_add_only_a_source(catalog: Catalog) -> None:
    assert catalog.queue(row("a", source="/one"), ".html")
    assert not catalog.queue(row("a", title="Other", source="/two"), ".html")
    assert [one.title for one in catalog.documents()] == ["A title"]
    assert catalog.sources("a") == ["/one", "/two"]


def test_a_drop_is_forgotten_when_its_document_is_queued(catalog: Catalog) -> None:
    catalog.remember_drops(["/one", "/two", "/one"])
    assert catalog.drops() == ["/one", "/two"]
    catalog.queue(row("a"), ".html", drop="/one")
    assert catalog.drops() == ["/two"]


def test_a_reading_comes_back_as_it_went_in(catalog: Catalog) -> None:
    made = msgspec.structs.replace(
        reading("Mills", prose(1), prose(2)),
        sections=(Section(1, "Mills", 0, 90), Section(2, "Wheels", 90, 400)),
        authors=("N. N.", 'with "quotes"'),
        date="2020-01-02",
        tables=3,
        losses=(Loss("reading", "page 2", "a reason"),),
        code=(Code(3, 9), Code(12, 40)),
    )
    parsed = stored(catalog, "a", made)
    assert catalog.reading("a") == made
    assert catalog.passages("a") == list(parsed.passages)
    assert catalog.header("a") == parsed.header
    assert catalog.document("a").state == "parsed"
    assert catalog.document("a").passages == len(parsed.passages) > 1
    assert catalog.losses("a") == list(made.losses)


def test_ranges_of_a_long_text(catalog: Catalog) -> None:
    text = "αβγ𝔘 x" + "0123456789" * (PIECE_CHARS // 4)
    made = Reading("web", "Long", text, (Page(0, "1", 0, len(text), 0, 0),), (), ())
    stored(catalog, "a", made)
    assert catalog.text("a") == text
    assert catalog.length("a") == len(text)
    for start, end in (
        (0, 0),
        (0, 5),
        (PIECE_CHARS - 3, PIECE_CHARS + 3),
        (PIECE_CHARS, PIECE_CHARS),
        (PIECE_CHARS * 2 - 1, len(text)),
        (3, None),
        (len(text), None),
        (len(text) + PIECE_CHARS, len(text) + PIECE_CHARS * 2),
    ):
        assert catalog.text("a", start, end) == text[start:end]
    assert catalog.text("unknown") == ""


def test_words_are_kept_by_page_and_left_out_of_the_list(catalog: Catalog) -> None:
    words = (Word(0, 3, 1.5, 2, 3, 4), Word(4, 6, 5, 6, 7, 8))
    pages = (Page(0, "i", 0, 6, 595, 842, words), Page(1, "ii", 6, 6, 595, 842, (), "no text"))
    stored(catalog, "a", Reading("pdf", "P", "abc de", pages, (), ()))
    assert catalog.page("a", 0) == pages[0]
    assert [page.words for page in catalog.pages("a")] == [(), ()]
    assert catalog.pages("a")[1] == pages[1]
    with pytest.raises(BadInput, match="no page 3"):
        catalog.page("a", 2)


def test_words_that_go_on_over_a_page_are_on_both(catalog: Catalog) -> None:
    pages = (Page(0, "iv", 0, 4, 595, 842), Page(1, "v", 4, 4, 595, 842, (), "no text"))
    pages = (*pages, Page(2, "1", 4, 12, 595, 842))
    stored(catalog, "a", Reading("pdf", "P", "abc def ghij", pages, (), ()))
    assert catalog.stands("a", 0, 4) == (Place("a", 0, 0, 4), "iv")
    assert catalog.stands("a", 2, 7) == (Place("a", 0, 2, 7), "iv–1")
    assert catalog.stands("a", 4, 12) == (Place("a", 2, 4, 12), "1")


def test_hits_carry_their_words_and_page(catalog: Catalog) -> None:
    parsed = stored(catalog, "a", reading("Mills", prose(1), prose(2)))
    hits = catalog.passage_hits("a")
    assert [(hit.start, hit.end) for hit in hits] == [(p.start, p.end) for p in parsed.passages]
    for hit in hits:
        assert hit.text == catalog.text("a", hit.start, hit.end)
        assert hit.id == passage_id("a", hit.start, hit.end)
        assert (hit.title, hit.page_label, hit.score) == ("Mills", "1", 0.0)
    backwards = [hit.id for hit in reversed(hits)]
    assert list(catalog.hits([*backwards, "unknown"])) == backwards


def test_a_second_reading_replaces_the_first(catalog: Catalog) -> None:
    stored(catalog, "a", reading("Mills", prose(1), prose(2)))
    triples = {0: [Triple("a", 0, 9, "mill", "grinds", "corn")]}
    before = catalog.reading_hash("a")
    catalog.keep_triples("a", triples, "a model", before)
    assert catalog.graphed("a") == {0}
    parsed = stored(catalog, "a", reading("Mills", "Only this."))
    assert catalog.triples("a") == [] and catalog.graphed("a") == set()
    catalog.keep_triples("a", triples, "a model", before)
    assert catalog.triples("a") == [] and catalog.graphed("a") == set()
    assert catalog.text("a") == "Only this."
    assert catalog.passage_count("a") == len(parsed.passages) == 1


def test_the_same_text_read_again_keeps_the_triples_of_its_sentences(catalog: Catalog) -> None:
    made = reading("Mills", "The mill grinds corn. It stands by the weir.")
    first, second = made.sentences
    stored(catalog, "a", made)
    triples = {
        one.start: [Triple("a", one.start, one.end, "x", "y", "z")] for one in made.sentences
    }
    catalog.keep_triples("a", triples, "a model", catalog.reading_hash("a"))
    stored(catalog, "a", made)
    assert catalog.graphed("a") == {first.start, second.start}
    longer = msgspec.structs.replace(first, end=first.end + 1)
    stored(catalog, "a", msgspec.structs.replace(made, sentences=(longer, second)))
    assert catalog.graphed("a") == {second.start}
    assert [one.start for one in catalog.triples("a")] == [second.start]


def test_a_reading_of_a_removed_document_is_not_stored(catalog: Catalog) -> None:
    parsed = stored(catalog, "a", reading("Mills", prose(1)))
    catalog.forget("a")
    catalog.store_readings([parsed])
    assert catalog.documents() == []
    assert catalog.text("a") == ""


def test_forgetting_takes_every_row(catalog: Catalog) -> None:
    stored(
        catalog,
        "a",
        msgspec.structs.replace(reading("Mills", prose(1)), losses=(Loss("reading", "x", "y"),)),
    )
    stored(catalog, "b", reading("Bridges", prose(2)))
    before = catalog.passage_count("b")
    catalog.forget("a")
    for table in ("texts", "pages", "structures", "passages", "headers", "losses", "sources"):
        assert catalog.rows(f"SELECT * FROM {table} WHERE document = 'a'") == []
    assert catalog.passage_count("b") == before > 0


def test_the_list_is_searched_by_parts_of_words(catalog: Catalog) -> None:
    catalog.queue(row("a", "Harbour ledger 100%"), ".html")
    catalog.queue(row("b", "Orchards", "/in/harbour.pdf"), ".pdf")
    assert set(catalog.search("HARB")) == {"a", "b"}
    assert catalog.search("harb ledg") == ["a"]
    assert catalog.search("100%") == ["a"]
    assert catalog.search("_") == []


def test_words_are_found_in_any_case_and_however_their_accents_are_written(
    catalog: Catalog,
) -> None:
    titles = ("ÜBERSICHT", unicodedata.normalize("NFD", "Übersicht"), "Die Straße", "ΟΔΟΣ")
    for n, title in enumerate(titles):
        catalog.queue(row(str(n), title), ".txt")
    assert set(catalog.search("übersicht")) == {"0", "1"}
    assert set(catalog.search(unicodedata.normalize("NFD", "Übersicht"))) == {"0", "1"}
    assert catalog.search("STRASSE") == ["2"]
    assert catalog.search("οδος") == ["3"]


def test_pages_that_no_passage_covers_are_counted(catalog: Catalog) -> None:
    made = reading("Mills", prose(1))
    pages = (
        *made.pages,
        Page(1, "2", len(made.text), len(made.text) + 5, 0, 0),
        Page(2, "3", len(made.text) + 5, len(made.text) + 5, 0, 0, (), "no text"),
    )
    stored(catalog, "a", msgspec.structs.replace(made, text=made.text + "12345", pages=pages))
    assert catalog.uncovered_pages("a") == 1


def test_counts(catalog: Catalog) -> None:
    assert catalog.counts().documents == 0
    stored(catalog, "a", reading("Mills", prose(1)))
    catalog.queue(row("b"), ".html")
    counts = catalog.counts()
    assert (counts.documents, counts.pages) == (2, 1)
    assert counts.states == {"parsed": 1, "queued": 1}
    catalog.queue(row("c"), ".pdf")
    catalog.change(["c"], state="locked")
    assert catalog.counts().readable == 2
    assert set(catalog.newest_readable(10)) == {"a", "b"}
    assert len(catalog.newest_readable(1)) == 1


def test_an_unknown_document_is_a_sentence(catalog: Catalog) -> None:
    with pytest.raises(BadInput, match="not in the library"):
        catalog.document("unknown")


def test_losses_are_not_doubled(catalog: Catalog) -> None:
    loss = Loss("add", "/folder", "a reason")
    catalog.add_losses("", [loss, loss])
    catalog.add_losses("", [loss, Loss("add", "/other", "a reason")])
    assert len(catalog.losses()) == 2


def test_what_did_not_come_in_is_told_until_it_has(catalog: Catalog) -> None:
    told = Loss("import", "/in/a.html", "a reason")
    catalog.add_losses("", [Loss("add", "/in/a.html", "one"), Loss("add", "/in/b.html", "one")])
    catalog.add_losses("", [Loss("add", "/in/a.html", "another"), told])
    catalog.queue(row("a", source="/in/a.html"), ".html", drop="/in/a.html")
    assert catalog.losses() == [Loss("add", "/in/b.html", "one"), told]


def test_a_catalog_of_before_losses_were_asked_for_by_path_opens(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = [one.name for one in MIGRATIONS].index("losses-by-path")
    old = Database(path, MIGRATIONS[:place])
    loss = Loss("add", "/in/a.html", "a reason")
    with old.write() as connection:
        sql = "INSERT INTO losses (document, stage, what, reason) VALUES ('', ?, ?, ?)"
        connection.execute(sql, (loss.stage, loss.what, loss.reason))
        connection.execute("INSERT INTO watches (folder, ignored, added) VALUES ('/in', '[]', 1)")
        connection.execute("INSERT INTO watched VALUES ('/in', '/in/a.html', 1, 1)")
    old.close()
    catalog = Catalog(path)
    assert catalog.losses() == [loss] and not catalog.broken()
    for sql, asked in (
        ("losses WHERE document = '' AND what = ''", "INDEX losses_what (document=? AND what=?)"),
        ("watched WHERE path = ''", "INDEX watched_path (path=?)"),
    ):
        [plan] = catalog.rows(f"EXPLAIN QUERY PLAN DELETE FROM {sql}")
        assert plan[-1].endswith(asked)
    catalog.queue(row("a", source="/in/a.html"), ".html")
    catalog.watch_again("/in/a.html")
    assert catalog.losses() == [] and catalog.watched("/in") == {} and not catalog.broken()
    catalog.close()


def test_studies(catalog: Catalog) -> None:
    first = StudyRow("s1", "ask", "Who?", "aware", "running", 1.0, 1.0)
    catalog.save_study(first)
    catalog.save_study(StudyRow("s2", "write", "Mills", "aware", "done", 2.0, 2.0))
    catalog.save_study(msgspec.structs.replace(first, state="done"))
    assert [study.id for study in catalog.studies()] == ["s1", "s2"]
    saved = catalog.study("s1")
    assert saved is not None and saved.state == "done"
    catalog.delete_study("s1")
    assert [study.id for study in catalog.studies()] == ["s2"]
    assert catalog.study("s1") is None


def test_an_article_of_before_methods_wrote_was_retold(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = [one.name for one in MIGRATIONS].index("retold-articles")
    old = Database(path, MIGRATIONS[:place])
    with old.write() as connection:
        for row in (
            StudyRow("s1", "ask", "Who?", "aware", "done", 1.0, 1.0),
            StudyRow("s2", "write", "Mills", "aware", "done", 2.0, 2.0),
        ):
            body = msgspec.json.encode(row)
            connection.execute("INSERT INTO studies VALUES (?, ?, ?)", (row.id, 1.0, body))
    old.close()
    catalog = Catalog(path)
    catalog.save_study(StudyRow("s3", "write", "Dams", "aware", "done", 3.0, 3.0))
    methods = {one.id: one.method for one in catalog.studies()}
    assert methods == {"s1": "aware", "s2": "retell", "s3": "aware"}
    catalog.close()


def test_a_catalog_of_before_code_was_told_opens(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = [one.name for one in MIGRATIONS].index("code-in-texts")
    old = Database(path, MIGRATIONS[:place])
    with old.write() as connection:
        connection.execute(
            "INSERT INTO documents (id, title, kind, source, size_bytes, added, state)"
            " VALUES ('a', 'Mills', 'web', '/in/a.html', 10, 1.0, 'verified')"
        )
        connection.execute("INSERT INTO structures VALUES ('a', 5, x'', x'', 1, 2, 2)")
    old.close()
    catalog = Catalog(path)
    assert catalog.code("a") == () and catalog.length("a") == 5
    assert catalog.seal_waiting(lambda: None) and not catalog.broken()
    made = msgspec.structs.replace(reading("Mills", prose(1)), code=(Code(3, 9),))
    stored(catalog, "a", made)
    assert catalog.code("a") == made.code and not catalog.broken()
    with catalog.write() as connection:
        connection.execute("DROP TRIGGER seal_structures_update")
        connection.execute("UPDATE structures SET code = x'00'")
    assert ("structures", "a") in catalog.broken()
    catalog.close()
