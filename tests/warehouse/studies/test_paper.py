"""A paper in every format over a real catalog: citations resolve, no text acts, all survives."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pymupdf
import pytest
from flood_paper import TEXT, WORDS, made, unzipped
from flood_paper import article as article
from flood_paper import library as library
from msgspec import structs

from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.records import Document
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
)
from warehouse.run import Run
from warehouse.studies.exporting.paper import paper, styles
from warehouse.studies.exporting.paper.wishes import FORMS, STYLES, Form, Wish

SIGNS = r"Call __init__ with **kwargs**, keep ~~x~~ and R&amp;D; use \[x\] or `y`"


class Page(HTMLParser):
    """Tags, ids, links and words as a browser sees them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("form", FORMS)
def test_every_format_keeps_every_letter_and_hides_nothing(
    article: Article, library: Library, tmp_path: Path, form: Form
) -> None:
    path = made(article, library, tmp_path, form)
    inside = {"docx": r"word/document\.xml", "odt": r"content\.xml", "epub": r"ch\d+\.xhtml"}
    if form == "pdf":
        with pymupdf.open(path) as document:
            text = "\n".join(page.get_text() for page in document)
    else:
        text = unzipped(path, inside[form]) if form in inside else path.read_text("utf-8")
    if form in inside or form == "html":
        assert "<script" not in text
        text = Page(text).text
    if form == "latex":
        assert not re.search(r"(?<!textbackslash )\\input", text)
        text = text.replace(r"\textless ", "<")
        assert "p. xii}" in text
        assert "pp. 4–5}" in text or "pp. 4--5}" in text
        assert article.title.replace("&", "\\&") in text
        bib = (tmp_path / "references.bib").read_text("utf-8")
        cited = set(re.findall(r"\\citeproc\{ref-(\w+)\}", text))
        assert cited == set(re.findall(r"\\bibitem\[.*?\]\{ref-(\w+)\}", text))
        assert cited == set(re.findall(r"@\w+\{(\w+),", bib))
    flat = re.sub(r"\s+", " ", text.replace("\\", "") if form == "markdown" else text)
    for words in ("a<b", "mc²", "∑", "source is gone", "the model wrote nothing"):
        assert words in flat, words
    assert "堤防は夜に決壊した" in flat.replace(" ", "")
    assert "הסכר" in flat
    assert "Lost & found" in flat.replace("\\&", "&")
    assert WORDS in flat


@pytest.mark.parametrize("form", ["html", "docx"])
def test_words_that_are_quoted_keep_their_signs(
    article: Article, library: Library, tmp_path: Path, form: Form
) -> None:
    said = ("It broke *twice*, **says he** [1].", f"{SIGNS} [1].", "It reads “**so**” [1].")
    states: tuple[ClaimState, ...] = ("partly", "quoted", "partly")
    text = " ".join([*said, "*Odd*."])
    claims = tuple(
        Claim(text.index(one), text.index(one) + len(one), one, (1,), state, "")
        for one, state in zip(said, states, strict=True)
    )
    path = made(
        structs.replace(article, blocks=(Block(2, "", text, claims),)), library, tmp_path, form
    )
    page = unzipped(path, r"word/document") if form == "docx" else path.read_text("utf-8")
    shown = re.sub(r"\s+", " ", Page(page).text)
    assert "It broke twice, says he (" in shown
    assert f"(partly) {SIGNS} (" in shown
    assert re.search(r"It reads “\*\*so\*\*” \([^)]*\)[E1]*\. \(partly\) Odd\.", shown)


@pytest.mark.parametrize("style", STYLES)
def test_every_citation_resolves_in_every_style(
    article: Article, library: Library, tmp_path: Path, style: str
) -> None:
    text = made(article, library, tmp_path, "html", style).read_text("utf-8")
    page = Page(text)
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert len([id for id in page.ids if id.startswith("ref-")]) == 2
    assert {"e1", "e2"} <= set(page.ids)
    assert not {"script", "img", "link", "iframe", "object", "base", "form"} & page.tags
    assert not {"src", "srcset", "style"} & page.names
    assert not re.search(r"url\(|@import", text)
    assert "???" not in page.text


GERMAN = "Der Deich brach in der Nacht des Sturms an zwei Stellen, und die Stadt schlief noch"
FRENCH = "La digue a cédé pendant la nuit de la tempête, et toute la ville dormait encore"


@pytest.mark.parametrize(
    ("text", "style", "cited"),
    [
        (GERMAN, "apa", ("S. 3", "S. 4–5", "xii)")),
        (GERMAN, "ieee", ("[1, S. 3]", "[2, S. 4–5]", "[1, xii]")),
        (FRENCH, "ieee", ("[1, p. 3]", "[2, p. 4‑5]", "[1, xii]")),
    ],
    ids=["german", "german-numbers", "french-numbers"],
)
def test_pages_are_named_in_the_language_of_the_paper(
    article: Article,
    library: Library,
    tmp_path: Path,
    text: str,
    style: str,
    cited: tuple[str, ...],
) -> None:
    roman, range_of_pages = article.research.evidence
    plain = structs.replace(roman, number=3, page_label="3")
    research = structs.replace(article.research, evidence=(roman, range_of_pages, plain))
    claims = tuple(
        Claim(at, at + len(text) + 4, f"{text} [{number}]", (number,), "supported", "")
        for at, number in ((0, 3), (len(text) + 6, 2), (2 * len(text) + 12, 1))
    )
    lead = Block(1, "", ". ".join(claim.text for claim in claims), claims)
    article = structs.replace(article, lead=lead, blocks=(), research=research)
    path = paper.save(article, library, tmp_path, Wish("markdown", style), Run())
    said = path.read_text("utf-8").partition("References")[0].replace("\\", "")
    assert all(one in said for one in cited), said
    assert text != GERMAN or " p." not in said


@pytest.mark.parametrize("style", STYLES)
def test_an_email_has_an_entry_in_every_style(
    article: Article, library: Library, tmp_path: Path, style: str
) -> None:
    mail = Document("ef" * 32, "About the dikes", "mail", "/in/dikes.eml", 10, 1.0, "queued")
    library.catalog.queue(mail, ".eml")
    own = article.research.evidence[0]
    own = structs.replace(own, place=structs.replace(own.place, document=mail.id))
    research = structs.replace(article.research, evidence=(own,))
    article = structs.replace(article, research=research)
    wish = Wish("html", style)
    page = Page(paper.save(article, library, tmp_path, wish, Run()).read_text("utf-8"))
    assert "about the dikes" in page.text.rpartition("References")[2].casefold()


def test_a_pdf_has_links_outline_and_numbers_and_asks_for_nothing(
    article: Article, library: Library, tmp_path: Path
) -> None:
    long = structs.replace(article.blocks[0], text="\n\n".join([TEXT] * 40), claims=())
    article = structs.replace(article, blocks=(long, *article.blocks[1:]))
    with pymupdf.open(made(article, library, tmp_path, "pdf")) as document:
        assert len(document) > 2
        links = [link for page in document for link in page.get_links()]
        assert {link["kind"] for link in links} == {pymupdf.LINK_GOTO}
        last = len(document) - 1
        assert any(link["page"] >= last - 1 for link in document[0].get_links())
        titles = [title for _, title, _ in document.get_toc()]
        assert titles[0] == article.title and "References" in titles
        for page in document:
            foot = page.get_text(clip=pymupdf.Rect(0, page.rect.height - 60, *page.rect.br)).split()
            assert foot == [str(page.number + 1)]
        raw = document.tobytes(expand=255)
        assert b"/URI" not in raw and b"/JavaScript" not in raw and b"/Launch" not in raw
        assert "twice" in document[0].get_text()


def test_only_what_is_asked_for_is_in_the_appendix(
    article: Article, library: Library, tmp_path: Path
) -> None:
    path = paper.save(article, library, tmp_path, Wish("markdown", "ieee"), Run())
    text = path.read_text("utf-8")
    assert text.startswith("# Floods & a\\<b\n")
    assert "[1, p. xii]".replace("[", "\\[").replace("]", "\\]") in text
    assert WORDS not in text
    assert not re.search(r"(?<!\\)\]\(", text)
    assert not re.search(r"(?<!\\)<", text)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<html/>", "no citation style"),
        ("nothing", "no XML"),
        (
            '<style xmlns="http://purl.org/net/xbiblio/csl"><info><link rel="independent-parent" '
            'href="http://www.zotero.org/styles/nature"/></info></style>',
            "“nature”",
        ),
        ('<style xmlns="http://purl.org/net/xbiblio/csl"/>', "no list of references"),
    ],
)
def test_a_file_that_is_no_style_is_a_sentence(tmp_path: Path, source: str, said: str) -> None:
    (tmp_path / "own.csl").write_text(source)
    with pytest.raises(BadInput, match=said):
        styles.style(str(tmp_path / "own.csl"))


def test_a_style_of_the_users_own(article: Article, library: Library, tmp_path: Path) -> None:
    bundled = styles.style("vancouver").path.read_text("utf-8")
    own = tmp_path / "own.csl"
    own.write_text(bundled.replace('delimiter="," prefix="(" suffix=")"', 'prefix="«" suffix="»"'))
    text = made(article, library, tmp_path, "html", str(own)).read_text("utf-8")
    assert "«" in Page(text).text


def test_a_paper_can_be_stopped(article: Article, library: Library, tmp_path: Path) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        paper.save(article, library, tmp_path, Wish("pdf"), run)
    assert not list(tmp_path.glob("paper*"))
