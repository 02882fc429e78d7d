"""A paper as one page of HTML that stands alone, and the same for the setter of PDF.

Nothing in it reaches out: no script, no image, no address that is followed; a content security
policy says so to the browser as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.render import line
from warehouse.settings import ASSETS
from warehouse.studies.exporting.export import POLICY
from warehouse.studies.exporting.paper import terms
from warehouse.studies.exporting.paper.document import Paper


def html(paper: Paper, body: str) -> str:
    """``body`` is what pandoc made of its tree."""
    title = line(paper.title)
    style = (ASSETS / "article.css").read_text("utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html {_about(paper)}><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{style}</style></head><body>",
            *_outline(paper),
            f"<main><h1>{title}</h1>",
            body,
            "</main></body></html>",
            "",
        ]
    )


def to_set(paper: Paper, body: str) -> str:
    """For indexers/paged/typesetting.py."""
    return f"<html><body {_about(paper)}><h1>{line(paper.title)}</h1>{body}</body></html>"


def style_to_set() -> str:
    return (ASSETS / "paper.css").read_text("utf-8")


def _about(paper: Paper) -> str:
    return f'lang="{line(paper.language or "und")}" dir="{paper.direction}"'


def _outline(paper: Paper) -> Iterator[str]:
    outline = line(terms.of(paper.language).outline)
    yield f'<nav aria-label="{outline}"><h2>{outline}</h2>'
    for level, words, id in paper.headings:
        style = ' class="sub"' if level > 2 else ""
        yield f'<a{style} href="#{id}"><span>{line(words)}</span></a>'
    yield "</nav>"
