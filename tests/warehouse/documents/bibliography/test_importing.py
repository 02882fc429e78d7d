"""Libraries of other programs: a Zotero folder of the real tables, BibTeX, CSL-JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from shelf import HashingEmbedder, prose, write_html, write_pdf

from warehouse.cli import main
from warehouse.documents.bibliography.bibtex import bibtex as as_bibtex
from warehouse.documents.bibliography.entry import entries
from warehouse.documents.importing import bibtex, csl, taking_in, zotero
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.run import Run

sys.path.insert(0, str(Path(__file__).parent))
from made_zotero import MadeZotero


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tides with a PDF and a link, a book without a file, a page whose file is gone, a lone PDF."""
    made = MadeZotero(tmp_path / "Zotero")
    pdf = write_pdf(tmp_path / "a.pdf", [prose(1)]).read_bytes()
    tides = made.item(
        "journalArticle",
        "TIDES234",
        title="On Tides",
        date="2019-03-00 March 2019",
        publicationTitle="Annals of the Sea",
        DOI="10.1000/Tides",
        extra="Citation Key: weberTides\narXiv: 2402.12317",
        language="en-GB",
    )
    made.creator(tides, "Anna", "Weber")
    made.creator(tides, "", "R Core Team", mode=1)
    made.creator(tides, "Émile", "Durand", "editor")
    made.stored(tides, "PDFKEY23", "Weber - Tides.pdf", pdf)
    made.attach(tides, "LINKKEY2", "address", "", url="https://example.org/tides")
    made.note(tides, "NOTEKEY2", "<p>Read again</p>")
    book = made.item("book", "BOOK2345", title="The Sea", ISBN="978-3-16-148410-0")
    page = made.item("webpage", "PAGE2345", title="A Page")
    made.attach(page, "GONEKEY2", "snapshot", "storage:page.html")
    hostile = made.item("book", "EVIL2345", title="Hostile")
    made.attach(hostile, "EVILKEY2", "stored", "storage:../../secret.txt")
    made.stored(
        None, "ALONE234", "alone.pdf", write_pdf(tmp_path / "b.pdf", [prose(2)]).read_bytes()
    )
    trashed = made.item("book", "GONE2345", title="In Zotero's trash")
    made.delete(trashed)
    sea = made.collection("Sea", None, book)
    made.collection("Tides", sea, tides)
    made.tag(tides, "moon")
    made.close()
    (tmp_path / "Zotero" / "secret.txt").write_text("A secret that no entry may reach. " * 3)
    return tmp_path / "Zotero"


def test_a_zotero_library(folder: Path, library: Library) -> None:
    before = (folder / "zotero.sqlite").read_bytes()
    with library:
        taken = taking_in.take_in(taking_in.read(folder), library, Run())
        assert (taken.entries, taken.new, taken.documents) == (5, 5, 2)
        assert {one.title: one.reason for one in taken.without} == {
            "The Sea": "It names no file.",
            "A Page": "page.html: The file is not there.",
            "Hostile": "../../secret.txt: Its name is no name of a file.",
        }
        (missing,) = taken.missing
        assert missing.title == "On Tides" and "link to a web page" in missing.reason
        rows = {row.title: row for row in library.catalog.documents()}
        assert set(rows) == {"On Tides", "alone"}
        tides = rows["On Tides"]
        assert (tides.authors, tides.date, tides.state) == (
            ("Anna Weber", "R Core Team"),
            "2019-03",
            "verified",
        )
        known = library.catalog.known(tides.id)
        told = {field: one.text for field, one in known.items() if one.value.origin == "zotero"}
        assert told == {
            "type": "article-journal",
            "title": "On Tides",
            "authors": "Anna Weber; R Core Team",
            "editors": "Émile Durand",
            "date": "2019-03",
            "container": "Annals of the Sea",
            "doi": "10.1000/tides",
            "arxiv": "2402.12317",
            "language": "en",
        }
        (entry,) = entries(library.catalog, [tides.id])
        assert entry.key == "weberTides"
        assert [one.name for one in library.shelves.holding(tides.id)] == ["Sea › Tides"]
        assert library.shelves.tags_of(tides.id) == ["moon"]
        body = json.loads(library.catalog.entry_body("zotero", "", "TIDES234"))
        assert body["collections"] == [["Sea", "Tides"]] and body["tags"] == ["moon"]
        assert body["whole"]["notes"] == ["<p>Read again</p>"]
        reasons = [loss.reason for loss in library.catalog.losses() if loss.stage == "import"]
        assert len(reasons) == 4
    assert (folder / "zotero.sqlite").read_bytes() == before
    assert {path.name for path in folder.iterdir()} == {"zotero.sqlite", "storage", "secret.txt"}


def test_importing_twice_adds_nothing(folder: Path, library: Library) -> None:
    with library:
        taking_in.take_in(taking_in.read(folder), library, Run())
        tables = "documents", "metadata", "imported", "imported_files", "losses", "citation_keys"
        rows = {name: library.catalog.row(f"SELECT count(*) FROM {name}") for name in tables}
        taken = taking_in.take_in(taking_in.read(folder), library, Run())
        assert (taken.entries, taken.new, taken.documents) == (5, 0, 0)
        for name in tables:
            assert library.catalog.row(f"SELECT count(*) FROM {name}") == rows[name], name


def test_what_was_taken_out_of_a_collection_stays_out(folder: Path, library: Library) -> None:
    with library:
        taking_in.take_in(taking_in.read(folder), library, Run())
        id = next(row.id for row in library.catalog.documents() if row.title == "On Tides")
        shelves = library.shelves
        shelves.take(shelves.named("Sea › Tides"), [id])
        taking_in.take_in(taking_in.read(folder), library, Run())
        assert shelves.holding(id) == []


def test_a_file_that_turns_up_later_is_taken(folder: Path, library: Library) -> None:
    with library:
        taking_in.take_in(taking_in.read(folder), library, Run())
        assert "A Page" in {one.title for one in library.catalog.entries_without_file()}
        (folder / "storage" / "GONEKEY2").mkdir()
        write_html(folder / "storage" / "GONEKEY2" / "page.html", "Page", prose(3))
        taken = taking_in.take_in(taking_in.read(folder), library, Run())
        assert (taken.new, taken.documents) == (0, 1)
        assert "A Page" in {row.title for row in library.catalog.documents()}
        assert "A Page" not in {one.title for one in library.catalog.entries_without_file()}


def test_the_users_word_counts_before_zoteros(folder: Path, library: Library) -> None:
    with library:
        taking_in.take_in(taking_in.read(folder), library, Run())
        id = next(row.id for row in library.catalog.documents() if row.title == "On Tides")
        library.edit(id, {"title": ("Mine",)}, Run())
        taking_in.take_in(taking_in.read(folder), library, Run())
        assert library.catalog.document(id).title == "Mine"


def test_what_is_no_zotero_library(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        zotero.read(tmp_path)
    (tmp_path / "zotero.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(BadInput, match="could not be read"):
        zotero.read(tmp_path)
    with pytest.raises(BadInput):
        taking_in.read(tmp_path / "a.docx")


BIB = r"""
@article{weber2019, author = {Weber, Anna and {R Core Team} and van der Berg, Jan and others},
  title = {{T}he {\"U}ber-{Tides} \& more}, journal = "Annals", year = 2019, month = mar,
  pages = {3--14}, doi = {10.1000/t\_1}, file = {Full Text:files/tides.pdf:application/pdf},
  keywords = {sea, moon}}
@article{weber2019, title = {The same key}}
@book{nofile, title = {A Book}, publisher = {Sea Press}}
@misc{gone, title = {Gone}, file = {:files/gone.pdf:PDF}}
@book{broken, title = {Never closed
@misc{last, title = {Last}, eprint = {2402.12317}, archiveprefix = {arXiv}}
"""


def test_a_bibtex_file(tmp_path: Path, library: Library) -> None:
    (tmp_path / "files").mkdir()
    write_pdf(tmp_path / "files" / "tides.pdf", [prose(1)])
    path = tmp_path / "a.bib"
    path.write_text(BIB, encoding="utf-8")
    with library:
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        assert (taken.entries, taken.documents) == (4, 1)
        assert [one.title for one in taken.without] == ["A Book", "Gone", "Last"]
        assert [one.reason for one in taken.unread] == [
            "Another entry before it has the same key.",
            "It is not well formed.",
        ]
        (row,) = library.catalog.documents()
        assert row.title == "The Über-Tides & more"
        assert row.authors == ("Anna Weber", "R Core Team", "Jan van der Berg")
        known = library.catalog.known(row.id)
        assert (known["date"].text, known["pages"].text) == ("2019-03", "3–14")
        assert (known["doi"].text, known["doi"].value.origin) == ("10.1000/t_1", "bibtex")
        written = as_bibtex(entries(library.catalog, [row.id]))
        assert written.startswith("@article{weber2019,")
        (tmp_path / "again.bib").write_text(written, encoding="utf-8")
        (again,) = bibtex.read(tmp_path / "again.bib").entries
        assert again.fields["title"] == ("The Über-Tides & more",)
        assert again.fields["authors"] == ("Weber, Anna", "{R Core Team}", "van der Berg, Jan")


def test_an_entry_finds_the_document_of_its_number(tmp_path: Path, library: Library) -> None:
    page = write_html(tmp_path / "p.html", "Page", prose(4))
    head = '<meta name="citation_doi" content="10.1000/page"><title>'
    page.write_text(page.read_text().replace("<title>", head))
    path = tmp_path / "a.bib"
    path.write_text("@article{p, title = {The True Title}, doi = {10.1000/page}}")
    with library:
        library.add([page], Run())
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        assert (taken.without, taken.documents) == ((), 0)
        assert [row.title for row in library.catalog.documents()] == ["The True Title"]


def test_names_of_files_in_bibtex(tmp_path: Path) -> None:
    def named(text: str) -> list[str]:
        return [file.name for file in bibtex._files(text, [tmp_path])]

    assert named("a.pdf") == ["a.pdf"]
    assert named("Full:files/a.pdf:application/pdf;:b c.html:text/html") == [
        "files/a.pdf",
        "b c.html",
    ]
    assert named(r"Full:C\:\\docs\\a.pdf:PDF") == [r"C:\docs\a.pdf"]
    assert named("") == []


def test_hostile_latex_does_not_stop_an_import(tmp_path: Path) -> None:
    deep = "{" * 3000 + "x" + "}" * 3000
    path = tmp_path / "a.bib"
    path.write_text(
        f"@misc{{a, title = {deep}}}\n@misc{{b, title = {{\\input{{/etc/passwd}} B}}}}", "utf-8"
    )
    titles = [one.title for one in bibtex.read(path).entries]
    assert titles[-1] == "B" or "root:" not in titles[-1]


def test_a_csl_file(tmp_path: Path, library: Library) -> None:
    write_pdf(tmp_path / "tides.pdf", [prose(1)])
    items = [
        {
            "id": "weber2019",
            "type": "article-journal",
            "title": "Tides",
            "author": [
                {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
                {"literal": "R Core Team"},
            ],
            "issued": {"date-parts": [[2019, 3]]},
            "file": "tides.pdf",
        },
        {"id": 7, "type": "book", "title": "A Book", "issued": {"raw": "1998"}},
        {"id": "weber2019", "title": "Twice"},
        "nonsense",
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps(items), encoding="utf-8")
    with library:
        taken = taking_in.take_in(taking_in.read(path), library, Run())
        assert (taken.entries, taken.documents, len(taken.unread)) == (2, 1, 2)
        (row,) = library.catalog.documents()
        assert (row.title, row.authors, row.date) == (
            "Tides",
            ("Jan van der Berg", "R Core Team"),
            "2019-03",
        )
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadInput):
        csl.read(path)


def test_from_the_command_line(
    folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("warehouse.ingest.embedders.Embedder", lambda *_: HashingEmbedder())
    assert main(["--warehouse", str(home / "w"), "import", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "5 entries, 5 of them new; 2 documents added." in out
    assert "3 entries without a file:" in out
    assert main(["--warehouse", str(home / "w"), "import"]) == 0
    assert "The Sea" in capsys.readouterr().out
