"""A paper written to the disk in the format that was asked for, whole or not at all.

A file is called as the caller chose (``exporting/naming.py``), what lies beside it after its kind.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from indexers.paged import typesetting
from indexers.process.child import ChildDied, ChildSilent
from warehouse.disk import durable
from warehouse.documents.bibliography.bibtex import bibtex
from warehouse.errors import StorageError
from warehouse.results.records import Answer, Article
from warehouse.run import Run
from warehouse.settings import ASSETS
from warehouse.studies.exporting.beside import save_beside
from warehouse.studies.exporting.naming import free
from warehouse.studies.exporting.paper import latex, page, pandoc, styles, tree
from warehouse.studies.exporting.paper.document import Paper, Shape, paper
from warehouse.studies.exporting.paper.led_to import led_to
from warehouse.studies.exporting.paper.styles import Style
from warehouse.studies.exporting.paper.tree import Node
from warehouse.studies.exporting.paper.wishes import NAMES, Form, Wish

if TYPE_CHECKING:
    from warehouse.library import Library

SUFFIXES: dict[Form, str] = {"markdown": ".md", "latex": ".tex"}
BIBLIOGRAPHY = "references"
SETTING_SECONDS = 120
_SECTIONS_FIRST = "--shift-heading-level-by=-1"


def suffix(form: Form) -> str:
    return SUFFIXES.get(form, f".{form}")


def save(
    result: Answer | Article,
    library: Library,
    folder: Path,
    wish: Wish,
    run: Run,
    name: str = "paper",
) -> Path:
    """Write ``folder/name.*``, and beside Markdown and LaTeX their figures and beside the latter
    ``references.bib``, in a folder of its own where another of those is there already; nothing is
    replaced. Raises BadInput for a style that cannot be used, StorageError, Cancelled.
    """
    style = styles.style(wish.style)
    run.step("making the paper", 0, 0, NAMES[wish.form])
    made = paper(result, library, _shape(wish))
    content = _content(made, wish.form, style, run)
    ending, beside = suffix(wish.form), dict(made.beside)
    if wish.form == "latex":
        beside[f"{BIBLIOGRAPHY}.bib"] = bibtex(made.references.entries).encode()
    folder = save_beside(folder, name, ending, beside)
    return durable.save(folder / f"{free(folder, name, ending)}{ending}", content)


def _shape(wish: Wish) -> Shape:
    match wish.form:
        case "markdown":
            return Shape(wish.evidence, title=True, links=False, directions=False, inside=False)
        case "latex":
            return Shape(wish.evidence, directions=False, inside=False)
        case "docx" | "odt":  # a word processor loses places that span paragraphs
            return Shape(wish.evidence, headings=False)
        case _:
            return Shape(wish.evidence)


def _content(made: Paper, form: Form, style: Style, run: Run) -> bytes:
    match form:
        case "markdown":
            return pandoc.made(made.tree, pandoc.MARKDOWN, style, run)
        case "html":
            return page.html(made, _body(made, style, run)).encode()
        case "pdf":
            return _set(made, _body(made, style, run), run)
        case "latex":
            return _latex(made, style, run)
        case "docx" | "odt":
            listed = led_to(_cited(made, style, run), "Bibliography" if form == "docx" else "")
            return pandoc.made(listed, form, None, run, _SECTIONS_FIRST)
        case _:
            return pandoc.made(made.tree, form, style, run, _SECTIONS_FIRST)


def _body(made: Paper, style: Style, run: Run) -> str:
    return pandoc.made(made.tree, "html", style, run).decode()


def _cited(made: Paper, style: Style, run: Run) -> Node:
    """Its tree with citations and references worked out."""
    whole: Node = msgspec.json.decode(pandoc.made(made.tree, "json", style, run))
    return whole


def _latex(made: Paper, style: Style, run: Run) -> bytes:
    """With the list of references in it: a style in CSL is none that BibTeX knows."""
    said = ["--standalone", _SECTIONS_FIRST]
    cited = _cited(made, style, run)
    text = f"{made.title}{tree.text(cited['blocks'])}"
    if wanted := latex.preamble(text, made.direction):
        said.append(f"--variable=header-includes:{wanted}")
    whole = latex.in_every_script(cited, text, made.direction)
    return pandoc.made(whole, "latex", None, run, *said)


def _set(made: Paper, body: str, run: Run) -> bytes:
    wanted = typesetting.Wanted(
        html=page.to_set(made, body),
        style=page.style_to_set(),
        fonts=str(ASSETS / "fonts"),
        title=made.title,
        language=made.language,
    )
    try:
        return typesetting.pdf(wanted, SETTING_SECONDS, run.check)
    except ChildSilent as error:
        raise StorageError(f"The PDF was not made in {SETTING_SECONDS} s.") from error
    except ChildDied as error:
        raise StorageError(f"The PDF could not be made: {error}.") from error
