"""Web pages, saved as .html or .mhtml: the main text with its headings. Nothing is executed and
nothing is fetched: the page is parsed as data, in a process that may open no socket.

trafilatura finds title, author, date, site and the main text. Its text has lost headings and, on
some pages, most paragraphs; so it only points at the part of the page that is the main text, and
the blocks are taken from there: the smallest element that holds nearly all of what it found, less
navigation and runs of links.
"""

from __future__ import annotations

import email
import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any

import trafilatura
from msgspec import Struct

from indexers.errors import NotReadable
from indexers.flowing import webfacts
from indexers.flowing.flow import HIDDEN, NO_TEXT, tidy
from indexers.flowing.mailfields import POLICY
from indexers.flowing.markup import (
    ATTRIBUTES_CUT,
    CUT,
    bare,
    html_tree,
    is_crowded,
    is_cut,
    is_deeper,
    open_shadows,
)
from indexers.flowing.stylesheets import on_screen
from indexers.flowing.webblocks import Block, Veiled, blocks, is_aside
from indexers.flowing.webtables import with_headings
from indexers.orders.addressed import speaks
from indexers.records import Code, Inset, Loss, Page, Reading, StyleSheet, Suspect, Told
from indexers.text import language
from indexers.text.charsets import damage, decode
from indexers.text.invisible import NEVER_KEPT, reason
from indexers.text.sections import Mark, governed

for _chatty in ("trafilatura", "htmldate"):
    logging.getLogger(_chatty).setLevel(logging.CRITICAL)

ENTITIES = "it declares entities of its own, which are not resolved"
_OWN_ENTITIES = re.compile(r"<!DOCTYPE[^<>\[]*\[(?:[^\]<]|<!)*?\]\s*>", re.IGNORECASE)
_NO_NAME = re.compile(r"\d|\.[a-z]{2,}$").search
_BEGINNING = 1_000  # characters, in which a text says its own date
_SHORTEST_KEPT = 20
_SHARE = 0.85
# libxml2 drops what lies below 255, as trafilatura asks it to parse: it sees the beginning alone.
_DEEPEST_GUIDED = 240
_MOST_LOOKED_AT_TWICE = 2000


def read_web(
    data: bytes, suffix: str, styles: Sequence[StyleSheet] = (), charset: str = ""
) -> Reading:
    """One page of size 0; ``styles`` lay beside it, ``charset`` is what its server said. Raises
    NotReadable where there is no text.
    """
    packed = is_packed(data, suffix)
    source, url, css, frames = unpack(data) if packed else (decode(data, charset), "", {}, 0)
    source, bared = bare(source)
    source, declared = _OWN_ENTITIES.subn("<!DOCTYPE html>", source, count=1)
    tree = html_tree(source)
    frames += sum(map(_speaks, filter(str.strip, tree.xpath("//iframe/@srcdoc"))))
    open_shadows(tree, packed)
    beside = {sheet.name: decode(sheet.raw) for sheet in styles}
    everything, veiled = blocks(tree, on_screen(tree, css), beside)
    extracted = _found(source, url, tree, len(everything))
    guide = extracted.text if extracted is not None and not is_deeper(tree, _DEEPEST_GUIDED) else ""
    main, hidden = _main(tree, everything, veiled, guide or "")
    limits = ((CUT, is_cut(tree)), (ATTRIBUTES_CUT, bared), (ENTITIES, declared))
    lacks = [reason for reason, is_so in limits if is_so]
    if not main and not hidden:
        raise NotReadable(lacks[0] if lacks else "there is no text in this page")
    written = _written(with_headings(main), packed)
    text, marks = written.text, written.marks
    title = _title(extracted, tree, marks)
    authors, date = _authors(extracted, title), _date(extracted, source, text)
    length = len(text)
    text, apart = _with_hidden(text, hidden)
    return Reading(
        kind="web",
        title=title,
        text=text,
        pages=_pages(length, len(text)),
        sections=governed(marks, length),
        sentences=(),
        authors=authors,
        date=date,
        site=_site(extracted, title),
        language=_language(tree),
        tables=len({block.table for block in main if block.table}),
        figures=sum(1 for _ in tree.iter("figure")),
        told=(*webfacts.told(tree), *_printed(title, authors, date)),
        suspects=(*written.suspects, *apart),
        losses=(
            *(Loss("reading", "page", reason) for reason in lacks),
            *_frames(frames),
            *damage(text),
        ),
        code=tuple(written.code),
        insets=tuple(written.insets),
        captions=tuple(written.captions),
    )


def _printed(title: str, authors: tuple[str, ...], date: str) -> tuple[Told, ...]:
    fields = {"title": (title,), "authors": authors, "date": (date,)}
    return tuple(Told(field, values, "page") for field, values in fields.items() if any(values))


def _frames(count: int) -> tuple[Loss, ...]:
    reason = f"pages within the page, not read: {count:,}"
    return (Loss("reading", "frames", reason),) if count else ()


def _pages(shown: int, all_: int) -> tuple[Page, ...]:
    """The page, and a place for what it hides."""
    page = Page(0, "1", 0, shown, 0, 0, (), "" if shown else NO_TEXT)
    start = shown + 2 if shown else 0
    return (page,) if all_ == shown else (page, Page(1, HIDDEN, start, all_, 0, 0))


def _with_hidden(text: str, hidden: Sequence[Veiled]) -> tuple[str, list[Suspect]]:
    """Hidden words after all others, each a paragraph that is told as suspect."""
    suspects: list[Suspect] = []
    for block in hidden:
        words = tidy(block.text)
        text += "\n\n" if text else ""
        suspects.append(Suspect(len(text), len(text) + len(words), "hidden", block.reason))
        text += words
    return text, suspects


def is_packed(data: bytes, suffix: str) -> bool:
    """With its pictures and styles in one file, as a message."""
    head = data[:2000].lower()
    if suffix in (".mhtml", ".mht"):
        return True
    return b"multipart/related" in head and b"mime-version:" in head and b"<" not in head[:1]


def unpack(data: bytes) -> tuple[str, str, dict[str, str], int]:
    """The HTML part of an .mhtml file, the address it was saved from (may be empty), its styles by
    their addresses, and how many other parts there are that have words of their own.
    """
    message = email.message_from_bytes(data, policy=POLICY)
    css: dict[str, str] = {}
    for part in message.walk():
        sheet = part.get_payload(decode=True) if part.get_content_type() == "text/css" else None
        if isinstance(sheet, bytes):
            place = str(part.get("Content-Location") or "")
            css[place] = css.get(place, "") + decode(sheet, part.get_content_charset("")) + "\n"
    pages = [
        (part, decode(payload, part.get_content_charset("")))
        for part in message.walk()
        if part.get_content_type() in ("text/html", "application/xhtml+xml")
        and isinstance(payload := part.get_payload(decode=True), bytes)
        and payload.strip()
    ]
    if pages:
        part, source = pages[0]
        address = part.get("Content-Location") or message.get("Snapshot-Content-Location")
        return source, str(address or ""), css, sum(_speaks(html) for _, html in pages[1:])
    if data.lstrip()[:1] == b"<":
        return decode(data), "", {}, 0
    raise NotReadable("there is no web page in this file")


def _speaks(source: str) -> bool:
    try:
        return bool(blocks(html_tree(source))[0])
    except NotReadable:
        return False


def _found(source: str, url: str, tree: Any, blocks: int) -> Any:
    """What trafilatura makes of it, or None. It is given the text and never an address to load.

    Its second look, where the first finds little, takes the square of the number of blocks; the
    first that of the links and spans in one paragraph: of a crowded page it tells the facts alone.
    """
    dated = {"extensive_search": False, "original_date": True}
    try:
        if is_crowded(tree):
            return trafilatura.extract_metadata(source, date_config=dated, default_url=url or None)
        return trafilatura.bare_extraction(
            source,
            url=url or None,
            with_metadata=True,
            include_comments=False,
            fast=blocks > _MOST_LOOKED_AT_TWICE,
            date_extraction_params=dated,
        )
    except Exception:  # it walks arbitrary trees; without it the page is still read
        return None


def _main(
    tree: Any, everything: Sequence[Block], veiled: Sequence[Veiled], guide: str
) -> tuple[list[Block], list[Veiled]]:
    """(the main text, what is hidden; of hidden menus only what speaks to a machine)."""
    wanted = _alike(guide)
    kept = {
        index
        for index, block in enumerate(everything)
        if len(alike := _alike(block.text)) >= _SHORTEST_KEPT and alike in wanted
    }
    container = _container(everything, kept) if kept else _declared(tree)
    inside = _inside(everything, container)
    around = {container, *container.iterancestors()}
    chosen = [i for i in inside if i in kept or not _is_apart(everything[i], around)]
    chosen = _without_link_runs(everything, chosen, kept)
    main = [everything[i] for i in chosen]
    shown = main or [block for block in everything if not block.aside] or list(everything)
    return shown, [block for block in veiled if not block.aside or speaks(block.text)]


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
        elements = tree.xpath(path)
        if len(elements) == 1 and len(elements[0].text_content().strip()) > 200:
            return elements[0]
    return tree


def _inside(everything: Sequence[Block], container: Any) -> list[int]:
    """Blocks in the container, and the page's heading where it stands just before."""
    elements = set(container.iter())
    inside = [i for i, block in enumerate(everything) if block.element in elements]
    if inside and not any(everything[i].level == 1 for i in inside):
        before = [i for i in range(inside[0]) if everything[i].level == 1]
        inside = before[-1:] + inside
    return inside


def _is_apart(block: Block, around: set[Any]) -> bool:
    """Whether it is aside within the page; the main text may stand in a form with all else."""
    if not block.aside:
        return False
    line = (block.element, *block.element.iterancestors())
    return any(is_aside(element, str(element.tag)) for element in line if element not in around)


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


class _Written(Struct):
    """The canonical text, its headings, where invisible characters were taken out, its code, its
    pictures and what it calls their captions.
    """

    text: str = ""
    marks: list[Mark] = []
    suspects: list[Suspect] = []
    code: list[Code] = []
    insets: list[Inset] = []
    captions: list[int] = []


def _written(main: Sequence[Block], packed: bool) -> _Written:
    made = _Written()
    parts: list[str] = []
    position = 0
    before: Block | None = None
    for block in main:
        if before is not None:
            parts.append("\n" if _belongs(before, block) else "\n\n")
            position += len(parts[-1])
        if block.level:
            made.marks.append((position, block.level, block.text[:300]))
        named = (picture_part(picture.get("src") or "", packed) for picture in block.pictures)
        made.insets += [Inset(position, 0, part) for part in named if part]
        if block.is_caption:
            made.captions.append(position)
        words = block.text.translate(NEVER_KEPT)
        if why := reason(block.text):
            made.suspects.append(Suspect(position, position + len(words), "characters", why))
        if block.kind == "code":
            made.code.append(Code(position, position + len(words)))
        parts.append(words)
        position += len(words)
        before = block
    made.text = "".join(parts)
    return made


def picture_part(address: str, packed: bool) -> str:
    """Of a picture that is in the file, by its address, which may be all of it; "" for others."""
    is_in = address.startswith("data:image/") or (packed and address)
    return sha256(address.encode("utf-8", "replace")).hexdigest() if is_in else ""


def _belongs(before: Block, block: Block) -> bool:
    """Rows of one table, and code to the sentence that introduces it."""
    if block.kind == "code":
        return before.kind == "text" and before.text.endswith(":")
    return block.table > 0 and block.table == before.table


def _title(found: Any, tree: Any, marks: Sequence[Mark]) -> str:
    own = _line(getattr(found, "title", ""))
    named = _line(tree.findtext(".//title"))
    first = next((title for _, level, title in marks if level == 1), "")
    if first and not any(letter.isalnum() for letter in own.removeprefix(first)):
        own = first  # without the sign that links to it
    return (own or first or named or (marks[0][2] if marks else ""))[:300]


def _authors(found: Any, title: str) -> tuple[str, ...]:
    """Those that may be names: not the title, an address, or the version of a manual."""
    names = (name.strip() for name in _line(getattr(found, "author", "")).split(";"))
    return tuple(name[:100] for name in names if name and name != title and not _NO_NAME(name))


def _site(found: Any, title: str) -> str:
    site = _line(getattr(found, "sitename", ""))
    return site if site and site != title else _line(getattr(found, "hostname", ""))


def _date(found: Any, source: str, text: str) -> str:
    """None where it only stands far down in the text, as one of an example or of what is told."""
    date = _line(getattr(found, "date", ""))
    told = date and source.count(date) == text.count(date) and text.find(date) >= _BEGINNING
    return "" if told else date


def _language(tree: Any) -> str:
    tag = tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    return language.of_tag(tag)


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
