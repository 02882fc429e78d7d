"""LaTeX carries the chosen style, whatever it is, and is set by a plain TeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from bridge_article import an_article, shelved

from warehouse.library import Library
from warehouse.run import Run
from warehouse.studies.exporting.paper import latex, paper, styles, tree
from warehouse.studies.exporting.paper.wishes import STYLES, Wish


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with shelved(tmp_path / "warehouse") as made:
        yield made


def saved(library: Library, folder: Path, style: str) -> Path:
    return paper.save(an_article(library), library, folder, Wish("latex", style), Run())


def test_each_style_makes_its_own_list(library: Library, tmp_path: Path) -> None:
    texts = {style: saved(library, tmp_path / style, style).read_text("utf-8") for style in STYLES}
    lists = {style: text.partition(r"\section{References}")[2] for style, text in texts.items()}
    assert len(set(lists.values())) == len(STYLES)
    assert all(r"\bibitem" in listed for listed in lists.values())
    for style, text in texts.items():
        cited = set(re.findall(r"\\citeproc\{ref-(\w+)\}", text))
        bib = (tmp_path / style / "references.bib").read_text("utf-8")
        assert cited == set(re.findall(r"@\w+\{(\w+),", bib)) and cited
        assert "natbib" not in text and r"\bibliography{" not in text


def test_a_style_file_of_the_users_own_is_kept_to(library: Library, tmp_path: Path) -> None:
    bundled = styles.style("vancouver").path.read_text("utf-8")
    own = tmp_path / "own.csl"
    own.write_text(bundled.replace('delimiter="," prefix="(" suffix=")"', 'prefix="«" suffix="»"'))
    assert r"«\citeproc{" in saved(library, tmp_path / "out", str(own)).read_text("utf-8")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdfLaTeX is not installed")
@pytest.mark.parametrize("style", STYLES)
def test_plain_tex_sets_every_style(library: Library, tmp_path: Path, style: str) -> None:
    path = saved(library, tmp_path / "out", style)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    for _ in range(2):
        subprocess.run([*command, path.stem], cwd=path.parent, check=True, capture_output=True)
    log = path.with_suffix(".log").read_text("utf-8", "replace")
    assert "undefined" not in log.casefold()
    with pymupdf.open(path.with_suffix(".pdf")) as document:
        assert "References" in "".join(page.get_text() for page in document)


def test_words_that_run_to_the_left_are_marked_in_entries_and_citations() -> None:
    def entry(words: str) -> tree.Node:
        number = {"t": "Span", "c": [["", ["csl-left-margin"], []], tree.words("[1]")]}
        right = {"t": "Span", "c": [["", ["csl-right-inline"], []], tree.words(words)]}
        return tree.div([tree.div([tree.around("Para", [number, right])], "ref-a")], "refs")

    said = "הסכר נפרץ"
    for side in ("ltr", "rtl"):
        whole = tree.whole({"title": "A"}, [entry(f"{said} in Brielle")])
        [made] = latex.in_every_script(whole, said, side)["blocks"]
        [para] = made["c"][1][0]["c"][1]
        assert para["t"] == "Para"  # the list runs as in Latin: no block of it is turned
        marked = para["c"][1]["c"][1][0]
        assert marked["c"][0][2] == [["dir", "rtl"]] and tree.text(marked) == said.replace(" ", "")

    cited = tree.cite({"a": ()}, f"({said}, 1953)")
    for side, before in (("ltr", "The dam"), ("rtl", said)):
        paragraph = tree.around("Para", [*tree.words(before), tree.SPACE, cited])
        whole = tree.whole({"title": "A"}, [paragraph])
        [para] = latex.in_every_script(whole, said, side)["blocks"]
        last = para["c"][-1]
        if side == "rtl":  # a citation runs as in Latin
            assert last["c"][0][2] == [["dir", "ltr"]]
            [last] = last["c"][1]
        assert last["t"] == "Cite" and any(node["t"] == "Span" for node in last["c"][1])


def test_a_number_stays_in_the_brackets_of_its_citation() -> None:
    """In a paper that runs to the left, with the page in its words."""
    cited = tree.cite({"a": ()}, "")
    cited["c"][1] = [tree.link(tree.words("[1, עמ׳ 3]"), "ref-a")]
    whole = tree.whole({"title": "A"}, [tree.around("Para", [*tree.words("הסכר "), cited])])
    [para] = latex.in_every_script(whole, "הסכר", "rtl")["blocks"]
    [made] = para["c"][-1]["c"][1]
    [link] = made["c"][1]
    assert link["t"] == "Link"
    assert [node["t"] for node in link["c"][1]] == ["Str", "Space", "Span", "Space", "Str"]
