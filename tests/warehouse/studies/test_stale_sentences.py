"""A sentence whose source is gone or has changed says so itself: in counts, exports and papers."""

from __future__ import annotations

import re

import pytest
from bridge_article import TEXT, an_article, written
from bridge_article import library as library
from msgspec import structs
from shelf import reading, reread

from warehouse.library import Library
from warehouse.render import literal
from warehouse.results.records import Article, Claim
from warehouse.run import Run
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.exporting import export
from warehouse.studies.exporting.paper import tree
from warehouse.studies.exporting.paper.document import Shape, paper
from warehouse.studies.report import ledger, lost_sources

OTHERWISE = TEXT.replace("widened in 1934", "widened in 1936")


@pytest.fixture
def article(library: Library) -> Article:
    return an_article(library)


def gone(library: Library) -> None:
    library.remove(library.catalog.documents()[0].id)


def changed(library: Library) -> None:
    old = library.catalog.documents()[0].id
    new = library.admit(reading("Lune Bridge", OTHERWISE), "b.html", OTHERWISE.encode(), Run()).id
    for one in (old, new):
        library.catalog.note_version("bridge.html", one)


def read_again(library: Library) -> None:
    reread(library, library.catalog.documents()[0].id, "Lune Bridge", OTHERWISE)


WAYS = {
    gone: "no longer in the library",
    changed: "its newer version no longer has these words",
    read_again: "read again, and no longer reads like this",
}


def states(article: Article) -> list[str]:
    return [entry.claim.state for entry in ledger.entries(article)]


@pytest.mark.parametrize("way", WAYS)
def test_exports_mark_the_sentence_and_the_source(
    library: Library, article: Article, way: type[object]
) -> None:
    assert ledger.LOST not in export.markdown(article, library)
    assert "claim stale" not in export.html(article, library)
    way(library)
    deck = f"The deck was made wider in 1934 [^2]. *({ledger.LOST})*"
    page, text = export.html(article, library), export.markdown(article, library)
    assert deck in text and re.search(r"\[\^2\]: .*" + WAYS[way], text)
    assert 'class="claim stale"' in page and re.search(r'id="e2">.*\n.*' + WAYS[way], page)
    count = 2 if way is gone else 1
    assert f"{count} stale" in page and f"{count} stale" in text
    made = paper(article, library, Shape(evidence=True))
    said = tree.text(made.tree["blocks"])  # which has no blanks
    assert said.count(ledger.LOST.replace(" ", "")) == count
    assert WAYS[way].replace(" ", "") in said


def test_where_all_stands_nothing_changes(library: Library, article: Article) -> None:
    assert lost_sources.told(article, library.catalog) == article
    reread(library, library.catalog.documents()[0].id, "Lune Bridge", f"A leaflet.  {TEXT}")
    assert lost_sources.told(article, library.catalog) == article, "its words still stand"


def test_evidence_that_nothing_cites_is_lost_with_its_newer_version_too(
    library: Library, article: Article
) -> None:
    lead = structs.replace(article.lead, text="", claims=())
    bare = structs.replace(article, lead=lead, blocks=())
    changed(library)
    assert set(lost_sources.of(bare.research.evidence, library.catalog)) == {2}


def test_a_stale_sentence_is_no_proven_one_and_comes_back(library: Library) -> None:
    studies, row = written(library)
    editor = ArticleEditor(studies, library, row)
    before = editor.now().article
    source = library.catalog.documents()[0].id
    library.remove(source)
    now = editor.now().article
    assert states(now) == ["stale", "stale", "not found"]
    assert ledger.facts(now).endswith("3 sentences: 1 not found, 2 stale")
    assert not ledger.entries(ledger.proven_article(now))
    assert lost_sources.told(now, library.catalog) == now, "once is enough"
    assert "stale" not in studies.folder(row.id).joinpath("article.json").read_text()
    library.trash.restore(source, Run())
    assert editor.now().article == before


def test_a_quoted_sentence_that_is_stale_is_shown_to_the_letter() -> None:
    claim = Claim(0, 9, "a *b* c_d_", (1,), "quoted", "")
    assert literal(claim.text, "stale") == literal(claim.text, "quoted") != claim.text
