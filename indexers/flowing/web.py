"""Web pages, saved as .html or .mhtml: the main text with its headings. Nothing is executed and
nothing is fetched: the page is parsed as data, in a process that may open no socket.

trafilatura finds title, author, date, site and the main text. Its text has lost headings and, on
some pages, most paragraphs; so it only points at the part of the page that is the main text, and
the blocks are taken from there: the smallest element that holds nearly all of what it found, less
navigation and runs of links.
"""

from __future__ import annotations

import email
import email.policy
import logging
from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import trafilatura

from indexers.charsets import decode
from indexers.errors import NotReadable
from indexers.flowing import webfacts
from indexers.flowing.markup import html_tree
from indexers.flowing.webblocks import Block, blocks
from indexers.records import Page, Reading, Told
from indexers.sections import Mark, governed

for _chatty in ("trafilatura", "htmldate"):
    logging.getLogger(_chatty).setLevel(logging.CRITICAL)

_SHORTEST_KEPT = 20
_SHARE = 0.85


def read_web(data: bytes, suffix: str) -> Reading:
    """One page of size 0. Raises NotReadable where there is no text."""
    packed = suffix in (".mhtml", ".mht") or _is_packed(data)
    source, url = unpack(data) if packed else (decode(data), "")
    tree = html_tree(source)
    found = _found(source, url)
    main = _main(tree, found.text or "" if found is not None else "")
    if not main:
        raise NotReadable("there is no text in this page")
    text, marks = _written(main)
    title = _title(found, tree, marks)
    authors, date = _authors(found), _line(getattr(found, "date", ""))
    return Reading(
        kind="web",
        title=title,
        text=text,
        pages=(Page(0, "1", 0, len(text), 0, 0),),
        sections=governed(marks, len(text)),
        sentences=(),
        authors=authors,
        date=date,
        site=_line(getattr(found, "sitename", "") or getattr(found, "hostname", "")),
        language=_language(tree),
        tables=len({block.table for block in main if block.table}),
        figures=sum(1 for _ in tree.iter("figure")),
        told=(*webfacts.told(tree), *_printed(title, authors, date)),
    )


def _printed(title: str, authors: tuple[str, ...], date: str) -> tuple[Told, ...]:
    found = {"title": (title,), "authors": authors, "date": (date,)}
    return tuple(Told(field, values, "page") for field, values in found.items() if any(values))


def _is_packed(data: bytes) -> bool:
    head = data[:2000].lower()
    return b"multipart/related" in head and b"mime-version:" in head and b"<" not in head[:1]


def unpack(data: bytes) -> tuple[str, str]:
    """The HTML part of an .mhtml file and the address it was saved from (may be empty)."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() in ("text/html", "application/xhtml+xml"):
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes) and payload.strip():
                declared = part.get_content_charset("")
                address = part.get("Content-Location") or message.get("Snapshot-Content-Location")
                return decode(payload, declared), str(address or "")
    if data.lstrip()[:1] == b"<":
        return decode(data), ""
    raise NotReadable("there is no web page in this file")


def _found(source: str, url: str) -> Any:
    """What trafilatura makes of it, or None. It is given the text and never an address to load."""
    try:
        return trafilatura.bare_extraction(
            source,
            url=url or None,
            with_metadata=True,
            include_comments=False,
            date_extraction_params={"extensive_search": False, "original_date": True},
        )
    except Exception:  # it walks arbitrary trees; without it the page is still read
        return None


def _main(tree: Any, guide: str) -> list[Block]:
    everything = blocks(tree)
    wanted = _alike(guide)
    kept = {
        index
        for index, block in enumerate(everything)
        if len(alike := _alike(block.text)) >= _SHORTEST_KEPT and alike in wanted
    }
    container = _container(everything, kept) if kept else _declared(tree)
    inside = _inside(everything, container)
    chosen = [i for i in inside if i in kept or not everything[i].aside]
    chosen = _without_link_runs(everything, chosen, kept)
    main = [everything[i] for i in chosen]
    return main or [block for block in everything if not block.aside] or everything


def _alike(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _container(everything: Sequence[Block], kept: set[int]) -> Any:
    """The deepest element that holds nearly all of what was found to be main text."""
    weights: dict[Any, int] = defaultdict(int)
    depths: dict[Any, int] = {}
    for index in kept:
        block = everything[index]
        line = [block.element, *block.element.iterancestors()]
        for depth, element in enumerate(reversed(line)):
            weights[element] += len(block.text)
            depths[element] = depth
    least = _SHARE * max(weights.values())
    return max((e for e, weight in weights.items() if weight >= least), key=lambda e: depths[e])


def _declared(tree: Any) -> Any:
    for path in ("//main", "//*[@role='main']", "//article"):
        found = tree.xpath(path)
        if len(found) == 1 and len(found[0].text_content().strip()) > 200:
            return found[0]
    return tree


def _inside(everything: Sequence[Block], container: Any) -> list[int]:
    """Blocks in the container, and the page's heading where it stands just before."""
    elements = set(container.iter())
    inside = [i for i, block in enumerate(everything) if block.element in elements]
    if inside and not any(everything[i].level == 1 for i in inside):
        before = [i for i in range(inside[0]) if everything[i].level == 1]
        inside = before[-1:] + inside
    return inside


def _without_link_runs(everything: Sequence[Block], chosen: list[int], kept: set[int]) -> list[int]:
    """Three and more blocks in a row that are nothing but links: a menu, not text."""
    left: list[int] = []
    for menu, run in groupby(
        chosen, lambda i: everything[i].links > 0.9 and i not in kept and not everything[i].level
    ):
        indices = list(run)
        if not menu or len(indices) < 3:
            left.extend(indices)
    return left


def _written(main: Sequence[Block]) -> tuple[str, list[Mark]]:
    """The canonical text, and its headings."""
    parts: list[str] = []
    marks: list[Mark] = []
    position = 0
    before: Block | None = None
    for block in main:
        if before is not None:
            parts.append("\n" if _belongs(before, block) else "\n\n")
            position += len(parts[-1])
        if block.level:
            marks.append((position, block.level, block.text[:300]))
        parts.append(block.text)
        position += len(block.text)
        before = block
    return "".join(parts), marks


def _belongs(before: Block, block: Block) -> bool:
    """Rows of one table, and code to the sentence that introduces it."""
    if block.kind == "code":
        return before.kind == "text" and before.text.endswith(":")
    return block.table > 0 and block.table == before.table


def _title(found: Any, tree: Any, marks: Sequence[Mark]) -> str:
    own = _line(getattr(found, "title", ""))
    named = _line(tree.findtext(".//title"))
    first = next((title for _, level, title in marks if level == 1), "")
    return (own or first or named or (marks[0][2] if marks else ""))[:300]


def _authors(found: Any) -> tuple[str, ...]:
    names = _line(getattr(found, "author", "")).split(";")
    return tuple(name.strip()[:100] for name in names if name.strip())


def _language(tree: Any) -> str:
    code = (tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "")[:2]
    return code.lower() if code.isalpha() and len(code) == 2 else ""


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
