"""What a web page says of itself for machines: citation_* and Dublin Core tags, JSON-LD.

The first kind that gives a field decides: publishers fill citation_* for catalogues of papers, the
others more loosely. JSON-LD is parsed as data; only the descriptions of works are looked at.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from indexers.records import Told
from indexers.text.metadata import LONGEST_CHARS, MOST_BYTES
from indexers.text.metadata import told as values_told

_TAGS: dict[str, tuple[str, ...]] = {
    "title": ("citation_title", "dc.title", "dcterms.title", "og:title"),
    "author": ("citation_author", "citation_authors", "dc.creator", "dcterms.creator", "author"),
    "date": (
        *("citation_publication_date", "citation_date", "citation_online_date", "dc.date"),
        *("dc.date.issued", "dcterms.issued", "article:published_time"),
    ),
    "container": ("citation_journal_title", "citation_conference_title", "citation_inbook_title"),
    "publisher": ("citation_publisher", "dc.publisher", "dcterms.publisher"),
    "volume": ("citation_volume",),
    "issue": ("citation_issue",),
    "firstPage": ("citation_firstpage",),
    "lastPage": ("citation_lastpage",),
    "doi": ("citation_doi", "dc.identifier.doi", "prism.doi"),
    "isbn": ("citation_isbn",),
    "identifier": ("citation_arxiv_id", "dc.identifier", "dcterms.identifier"),
    "url": ("citation_abstract_html_url", "og:url"),
}
_WORKS = (
    "Article",
    "Book",
    "Report",
    "Thesis",
    "WebPage",
    "CreativeWork",
    "BlogPosting",
    "Chapter",
)
_DEEPEST = 6


def told(tree: Any) -> tuple[Told, ...]:
    """Every value with "file" as its origin."""
    tags = _tags(tree)
    found: dict[str, str] = {}
    for field, names in _TAGS.items():
        values = next((tags[name] for name in names if tags.get(name)), [])
        if values:
            found[field] = values[0] if field != "author" else _listed(values)
    if "citation_arxiv_id" in tags:
        found["identifier"] = f"arXiv:{tags['citation_arxiv_id'][0]}"
    found = _linked_data(tree) | found
    if found.get("author", "").startswith(("http://", "https://")):
        del found["author"]  # a profile, not a name
    return values_told(found)


def _listed(names: list[str]) -> str:
    """One name a line; a single one that may itself be a list is left to be taken apart."""
    whole = len(names) == 1 and (names[0].count(",") > 1 or " and " in names[0])
    return "".join(names) if whole else "".join(f"{name}\n" for name in names)


def _tags(tree: Any) -> dict[str, list[str]]:
    """Contents of the meta tags by lower-case name, in order, each once."""
    tags: dict[str, list[str]] = defaultdict(list)
    for element in tree.iter("meta"):
        name = (element.get("name") or element.get("property") or "").strip().lower()
        content = " ".join((element.get("content") or "").split())[:LONGEST_CHARS]
        if name and content and content not in tags[name]:
            tags[name].append(content)
    return tags


def _linked_data(tree: Any) -> dict[str, str]:
    for script in tree.iter("script"):
        text = script.text or ""
        if (script.get("type") or "").strip().lower() != "application/ld+json":
            continue
        if len(text) > MOST_BYTES:
            continue
        try:
            described = json.loads(text)
        except (ValueError, RecursionError):
            continue
        for work in _works(described, 0):
            return _of_work(work)
    return {}


def _works(node: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if depth > _DEEPEST:
        return
    if isinstance(node, list):
        for one in node[:100]:
            yield from _works(one, depth + 1)
    elif isinstance(node, dict):
        kinds = node.get("@type")
        named = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
        if any(isinstance(one, str) and one.endswith(_WORKS) for one in named):
            yield node
        yield from _works(node.get("@graph"), depth + 1)


def _of_work(work: Mapping[str, Any]) -> dict[str, str]:
    journal = work.get("isPartOf")
    found = {
        "title": _text(work.get("headline")) or _text(work.get("name")),
        "author": _listed(_names(work.get("author"))),
        "date": _text(work.get("datePublished")),
        "publisher": next(iter(_names(work.get("publisher"))), ""),
        "container": _text(journal.get("name")) if isinstance(journal, dict) else "",
        "isbn": _text(work.get("isbn")),
        "identifier": _text(work.get("identifier")) or _text(work.get("sameAs")),
    }
    return {field: value for field, value in found.items() if value}


def _names(value: Any) -> list[str]:
    many: Iterable[Any] = value[:30] if isinstance(value, list) else [value]
    return [
        name for one in many if (name := _text(one.get("name") if isinstance(one, dict) else one))
    ]


def _text(value: Any) -> str:
    return " ".join(value.split())[:LONGEST_CHARS] if isinstance(value, str) else ""
