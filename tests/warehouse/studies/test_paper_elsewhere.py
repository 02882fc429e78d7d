"""A paper in the programs that it is made for: LibreOffice and XeLaTeX lose none of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import lxml.etree
import pymupdf
import pytest
from flood_paper import article as article
from flood_paper import library as library
from flood_paper import made, unzipped
from msgspec import structs

from warehouse.library import Library
from warehouse.results.records import (
    Article,
    Block,
)

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
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    for _ in range(3):
        subprocess.run([*command, path.stem], cwd=tmp_path, check=True, capture_output=True)
    log = (tmp_path / "paper.log").read_text("utf-8", "replace")
    assert "Missing character" not in log
    assert "undefined" not in log
    with pymupdf.open(tmp_path / "paper.pdf") as document:
        text = "".join(page.get_text() for page in document)
    for words in ("堤防は", "Буря", "κύμα", "∑", "Brielle", "1953"):
        assert words in text, words
    assert {"הסכר", "נפרץ", "הסערה", "ישנה"} <= set(re.findall("[א-ת]+", text))
