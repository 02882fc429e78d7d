"""A paper in every format over a real catalog: citations resolve, no text acts, all survives."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import lxml.etree
import pymupdf
import pytest
from msgspec import structs
from shelf import reading

from indexers.passages import cut
from warehouse.errors import BadInput, Cancelled
from warehouse.ingest.headers_plain import plain_header
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Evidence,
    Research,
    Spend,
)
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import Parsed
from warehouse.studies.exporting.paper import paper, styles
from warehouse.studies.exporting.paper.wishes import FORMS, STYLES, Form, Wish

HASH, GONE = "ab" * 32, "cd" * 32
WORDS = "The dam of Brielle broke in the night of the storm."
HOSTILE = "<script>alert(1)</script> ![x](http://evil.example/?q=1) \\input{/etc/passwd}"
FORMULA = "E = mc² and a<b, ∑ xᵢ ≤ $x_1^2$"
SIGNS = r"Call __init__ with **kwargs**, keep ~~x~~ and R&amp;D; use \[x\] or `y`"
OTHERS = "堤防は夜に決壊した。 הסכר נפרץ בלילה."
TEXT = f"It broke [1]. It broke twice [1][2]. {FORMULA} {OTHERS} {HOSTILE}"


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


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A catalog with one document; a paper asks for nothing else of a library."""
    catalog = Catalog(tmp_path / "catalog.db")
    title = "Floods <b>of</b> a<b $x$"
    catalog.queue(Document(HASH, title, "pdf", "/in/floods.pdf", 10, 1.0, "queued"), ".pdf")
    made = reading(title, f"Before it nothing was known. {WORDS} After it dikes were raised.")
    header = plain_header(catalog.document(HASH), made)
    parsed = Parsed(HASH, made, cut(made, 60, 1), header, problem="", blank_pages=0)
    catalog.store_readings([parsed])
    yield cast(Library, SimpleNamespace(catalog=catalog))
    catalog.close()


@pytest.fixture
def article(library: Library) -> Article:
    start = library.catalog.text(HASH).index(WORDS)
    place = Place(HASH, 0, start, start + len(WORDS))
    own = Evidence(1, place, WORDS, "Floods", "xii", "", "dam", 0.9)
    gone = Evidence(
        2, structs.replace(place, document=GONE), WORDS, "Lost & found", "4–5", "", "", 0.9
    )
    claims = (
        Claim(0, 13, "It broke [1].", (1,), "supported", "", 0.97),
        Claim(14, 36, "It broke twice [1][2].", (1, 2), "partly", "“twice” is not said"),
    )
    lead = Block(1, "", "It broke [1].", claims[:1])
    blocks = (
        Block(2, f"The night {HOSTILE}", TEXT, claims),
        Block(2, "Costs", "", (), failed="the model wrote nothing"),
        Block(2, "Shapes", "- one\n- *two* [1]\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |", ()),
    )
    research = Research("Floods", evidence=(own, gone))
    cover, spend = Coverage(4, 2, 1, 1, 0.1, 0.5), Spend(10, 20, 3, 0, 1.0)
    return Article("Floods & a<b", "Floods", "aware", lead, blocks, research, cover, spend)


def made(article: Article, library: Library, folder: Path, form: Form, style: str = "apa") -> Path:
    return paper.save(article, library, folder, Wish(form, style, evidence=True), Run())


def unzipped(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        inside = [one for one in archive.namelist() if re.search(name, one)]
        return "\n".join(archive.read(one).decode() for one in inside)


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
        assert "\\citep[p. xii]{" in text
        assert "[pp. 4–5]{gone" in text or "[pp. 4--5]{gone" in text
        assert article.title.replace("&", "\\&") in text
        bib = (tmp_path / "references.bib").read_text("utf-8")
        cited = set(
            re.findall(r"[{,]([a-z0-9]+)(?=[,}])", " ".join(re.findall(r"\\citep.*?\}", text)))
        )
        assert cited == set(re.findall(r"@\w+\{(\w+),", bib))
    flat = re.sub(r"\s+", " ", text.replace("\\", "") if form == "markdown" else text)
    for words in ("a<b", "mc²", "∑", "partly", "the model wrote nothing"):
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


WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


class Written:
    """Paragraphs of a DOCX as style and words, links as target and words, and its bookmarks."""

    def __init__(self, path: Path) -> None:
        root = lxml.etree.fromstring(unzipped(path, r"word/document\.xml").encode())
        self.paragraphs = [
            (self._value(one, "pPr/pStyle"), self._words(one)) for one in self._all(root, "p")
        ]
        self.links = [
            (one.get(f"{WORD}anchor"), self._words(one)) for one in self._all(root, "hyperlink")
        ]
        self.places = [one.get(f"{WORD}name") for one in self._all(root, "bookmarkStart")]
        self.turned = [
            self._words(one)
            for one in self._all(root, "p")
            if self._value(one, "pPr/bidi") in ("", "1", "true", "on")
        ]

    def words(self) -> list[str]:
        return [words for _, words in self.paragraphs if words]

    @staticmethod
    def _all(node: lxml.etree._Element, tag: str) -> Iterator[lxml.etree._Element]:
        return node.iter(f"{WORD}{tag}")

    @classmethod
    def _words(cls, node: lxml.etree._Element) -> str:
        return " ".join("".join(one.text or "" for one in cls._all(node, "t")).split())

    @staticmethod
    def _value(node: lxml.etree._Element, path: str) -> str | None:
        found = node.find("/".join(f"{WORD}{tag}" for tag in path.split("/")))
        return None if found is None else str(found.get(f"{WORD}val", ""))


def through_libreoffice(path: Path, *forms: str) -> Path:
    profile = (path.parent / "profile").as_uri()
    for at, form in enumerate(forms):
        out = path.parent / f"step-{at}"
        command = ["soffice", f"-env:UserInstallation={profile}", "--headless"]
        command += ["--convert-to", form, "--outdir", str(out), str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=240)
        path = out / f"{path.stem}.{form}"
    return path


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("style", ["apa", "vancouver"])
def test_word_through_libreoffice_and_back_keeps_its_references(
    article: Article, library: Library, tmp_path: Path, style: str
) -> None:
    english = Block(2, "The storm", "When the water came over the dikes, the town slept. " * 9, ())
    turned = Block(2, "סערה", "הסכר נפרץ בלילה.", ())
    article = structs.replace(article, blocks=(english, *article.blocks, turned))
    path = made(article, library, tmp_path, "docx", style)
    before = Written(path)
    entries = [words for kind, words in before.paragraphs if kind == "Bibliography"]
    assert len(entries) == 2
    assert len({target for target, _ in before.links}) == 4
    for forms in (("docx",), ("odt", "docx")):
        after = Written(through_libreoffice(path, *forms))
        assert after.words() == before.words()
        assert after.links == before.links
        assert sorted(after.places) == sorted(before.places)
        assert {target for target, _ in after.links} == set(after.places)
        assert [words for kind, words in after.paragraphs if kind == "Bibliography"] == entries
        assert after.turned == before.turned == ["הסכר נפרץ בלילה."]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_links_of_opendocument_lead_somewhere_in_libreoffice(
    article: Article, library: Library, tmp_path: Path
) -> None:
    after = Written(through_libreoffice(made(article, library, tmp_path, "odt"), "docx"))
    assert len({target for target, _ in after.links}) == 4
    assert {target for target, _ in after.links} <= set(after.places)


HAS_TEX = shutil.which("xelatex") is not None and not any(
    subprocess.run(["kpsewhich", name], capture_output=True).returncode
    for name in ("xeCJK.sty", "bidi.sty", "HaranoAjiMincho-Regular.otf")
)


@pytest.mark.skipif(not HAS_TEX, reason="XeLaTeX with xeCJK and bidi is not installed")
def test_latex_of_three_scripts_is_set_with_every_letter(
    article: Article, library: Library, tmp_path: Path
) -> None:
    said = "הסכר נפרץ בלילה של הסערה (Brielle Dam), בשנת 1953."
    turned = Block(2, "סערה", f"{said} [2]\n\n- {said}\n\n> העיר ישנה.", ())
    others = Block(2, "堤防", "堤防は*夜に*決壊した [1]。 Буря, κύμα.", ())
    article = structs.replace(article, blocks=(*article.blocks, turned, others))
    path = made(article, library, tmp_path, "latex")
    for command in (["xelatex"], ["bibtex"], ["xelatex"], ["xelatex"]):
        if command == ["xelatex"]:
            command = [*command, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
        subprocess.run([*command, path.stem], cwd=tmp_path, check=True, capture_output=True)
    log = (tmp_path / "paper.log").read_text("utf-8", "replace")
    assert "Missing character" not in log
    assert "undefined" not in log
    with pymupdf.open(tmp_path / "paper.pdf") as document:
        text = "".join(page.get_text() for page in document)
    for words in ("堤防は", "Буря", "κύμα", "∑", "Brielle", "1953"):
        assert words in text, words
    assert {"הסכר", "נפרץ", "הסערה", "ישנה"} <= set(re.findall("[א-ת]+", text))
