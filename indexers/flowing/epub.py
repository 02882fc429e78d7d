"""E-books (EPUB 2 and 3): the chapters of the spine in order, each a place named as the book's own
contents name it. Headings are sections; a chapter without one has the title from the contents.
"""

from __future__ import annotations

import contextlib
import posixpath
from collections.abc import Iterator
from functools import partial
from typing import Any

from indexers.archive import Archive, attribute, beside, child, local
from indexers.errors import NotReadable
from indexers.flowing.flow import Flow, one_line
from indexers.flowing.markup import CUT, is_cut, pour, xhtml_tree
from indexers.flowing.webblocks import Block, blocks
from indexers.process.handed import Document
from indexers.records import OnPage, Reading
from indexers.text import language
from indexers.text.charsets import decode

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_OBFUSCATIONS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_PAGES = (
    *("application/xhtml+xml", "text/html", "application/x-dtbook+xml"),
    *("application/xml", "text/xml", "text/x-oeb1-document", "image/svg+xml"),
)
_MOST_FALLBACKS = 5
_FACTS = {"title": "title", "date": "date", "publisher": "publisher"}


def read_epub(path: Document, on_page: OnPage) -> Reading:
    """Raises NotReadable, also for a book that its seller has locked."""
    with Archive(path) as archive:
        _refuse_locked(archive)
        book = _Book(archive)
        flow = Flow(on_page)
        for part, kind in book.spine():
            if part not in book.archive:
                flow.lose(part, "the chapter is missing from the file")
            elif kind not in _PAGES:
                flow.lose(part, f"this kind of chapter is not read ({kind or 'it has no name'})")
            else:
                _chapter(book, part, flow)
        if archive.damaged:
            reasons = ", ".join(dict.fromkeys(archive.damaged.values()))
            flow.lose("file", f"{reasons}; what was left was read")
        return flow.reading("book", book.facts, book.language)


def _refuse_locked(archive: Archive) -> None:
    root = archive.xml(_ENCRYPTION)
    for method in root.iter() if root is not None else ():
        if local(method) == "EncryptionMethod":
            algorithm = attribute(method, "Algorithm")
            if algorithm and algorithm not in _OBFUSCATIONS:
                raise NotReadable("the book is locked by its seller (DRM)")


def _chapter(book: _Book, part: str, flow: Flow) -> None:
    try:
        tree = xhtml_tree(book.archive.read(part))
    except NotReadable as error:
        flow.lose(part, error.reason)
        return
    if tree.tag == "svg":
        _drawing(book, part, tree, flow)
        return
    shown, veiled = blocks(tree, beside=book.styles)
    if is_cut(tree):
        flow.lose(part, CUT)
    pictures = sum(1 for _ in tree.iter("img", "image"))
    flow.figures += pictures
    if not shown:
        if pictures:
            flow.lose(part, "a picture without text")
        return
    title, *others = book.titles.get(part, [_first_heading(shown)])
    book.chapters += 1
    flow.place(title or f"part {book.chapters}")
    if title and not any(block.level for block in shown):
        flow.named(1, title)
    whose = partial(_picture, book.archive, part)
    names = {letters: name for name in others if (letters := _letters(name)) != _letters(title)}
    begun = 0
    for at, block in enumerate(shown):
        name = names.pop(_letters(block.text), "") if block.level else ""
        if name and at:
            pour(shown[begun:at], [], flow, whose)
            flow.place(name)
            begun = at
    pour(shown[begun:], veiled, flow, whose)


def _picture(archive: Archive, part: str, image: Any) -> str:
    """The member that it is; "" for one outside."""
    name = beside(part, attribute(image, "src"))
    return name if name in archive else ""


def _drawing(book: _Book, part: str, tree: Any, flow: Flow) -> None:
    """A page that is drawn, not set."""
    flow.figures += 1
    words = [
        text for element in tree.iter("text") if (text := one_line("".join(element.itertext())))
    ]
    if not words:
        flow.lose(part, "a picture without text")
        return
    book.chapters += 1
    flow.place(book.titles.get(part, [""])[0] or f"part {book.chapters}")
    for text in words:
        flow.paragraph(text)


def _styles(archive: Archive) -> Iterator[tuple[str, str]]:
    """Style sheets by the names of their files."""
    for name in archive.names():
        if name.lower().endswith(".css"):
            with contextlib.suppress(NotReadable):
                yield posixpath.basename(name), decode(archive.read(name))


def _first_heading(found: list[Block]) -> str:
    return next((block.text for block in found if block.level), "")


def _letters(title: str) -> str:
    """As contents and a heading have in common: they differ in stops, breaks and capitals."""
    return "".join(filter(str.isalnum, title)).casefold()


class _Book:
    """The package file: what belongs to the book and in which order."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.chapters = 0
        self.styles = dict(_styles(archive))
        self._part = self._package_part()
        package = archive.xml(self._part)
        if package is None:
            raise NotReadable("the file is damaged: its list of chapters is missing")
        self._items = _items(child(package, "manifest"))
        self._spine = child(package, "spine")
        self.facts, self.language = _facts(child(package, "metadata"))
        self.titles = self._titles()

    def spine(self) -> Iterator[tuple[str, str]]:
        """(member, what it is called to be) in the order of reading, each once (some books name
        one for each heading). One that the book does not list has its id for a name.
        """
        seen: set[str] = set()
        for reference in self._spine if self._spine is not None else ():
            id = attribute(reference, "idref")
            item = self._readable(id)
            part = beside(self._part, attribute(item, "href")) if item is not None else id
            if part not in seen:
                seen.add(part)
                yield part, attribute(item, "media-type")

    def _readable(self, id: str) -> Any:
        """The item, or that which it names to be taken where it cannot be read; None for none."""
        item = named = self._items.get(id)
        for _ in range(_MOST_FALLBACKS):
            if item is None or attribute(item, "media-type") in _PAGES:
                break
            item = self._items.get(attribute(item, "fallback"))
        return named if item is None else item

    def _package_part(self) -> str:
        root = self.archive.xml(_CONTAINER)
        for element in root.iter() if root is not None else ():
            if local(element) == "rootfile" and attribute(element, "full-path") in self.archive:
                return attribute(element, "full-path")
        for name in self.archive.names():
            if name.lower().endswith(".opf"):
                return name
        raise NotReadable("the file is damaged: its list of chapters is missing")

    def _titles(self) -> dict[str, list[str]]:
        """What the contents call the chapters of each member; what stands in them is left out."""
        titles: dict[str, list[str]] = {}
        depths: dict[str, int] = {}
        for item in self._items.values():
            part = beside(self._part, attribute(item, "href"))
            if part not in self.archive:
                continue
            if "nav" in attribute(item, "properties").split():
                entries = _of_navigation(self.archive.parsed(self.archive.read(part), part))
            elif attribute(item, "media-type") == "application/x-dtbncx+xml":
                entries = _of_ncx(self.archive.xml(part))
            else:
                continue
            for target, depth, title in entries:
                member = beside(part, target)
                if depth <= depths.setdefault(member, depth):
                    titles.setdefault(member, []).append(title)
        return titles


def _items(manifest: Any) -> dict[str, Any]:
    return {
        attribute(item, "id"): item
        for item in (manifest if manifest is not None else ())
        if local(item) == "item"
    }


def _facts(metadata: Any) -> tuple[dict[str, str], str]:
    """As a PDF has them, and the language as two letters."""
    texts: dict[str, list[str]] = {}
    for element in metadata if metadata is not None else ():
        text = one_line("".join(element.itertext())) if local(element) else ""
        if text:
            texts.setdefault(local(element), []).append(text)
    facts = {_FACTS[name]: texts[name][0] for name in _FACTS if name in texts}
    facts["author"] = "".join(f"{name}\n" for name in texts.get("creator", ()))
    facts["identifier"] = " ".join(texts.get("identifier", ()))
    return facts, language.of_tag(texts.get("language", [""])[0])


def _of_navigation(root: Any) -> Iterator[tuple[str, int, str]]:
    for nav in root.iter() if root is not None else ():
        if local(nav) == "nav" and attribute(nav, "type") in ("toc", ""):
            for link in nav.iter():
                if local(link) == "a" and (title := one_line("".join(link.itertext()))):
                    yield attribute(link, "href"), _depth(link, "ol"), title


def _of_ncx(root: Any) -> Iterator[tuple[str, int, str]]:
    for point in root.iter() if root is not None else ():
        if local(point) == "navPoint":
            label = child(point, "navLabel")
            title = one_line("".join(label.itertext())) if label is not None else ""
            target = attribute(child(point, "content"), "src")
            if title and target:
                yield target, _depth(label, "navPoint"), title


def _depth(element: Any, name: str) -> int:
    return sum(local(ancestor) == name for ancestor in element.iterancestors())
