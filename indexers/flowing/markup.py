"""HTML and XHTML to a tree, and the blocks of a tree to a flow. Nothing is fetched or executed."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Callable
from typing import Any

import lxml.etree
import lxml.html

from indexers.archive import write_entities
from indexers.errors import NotReadable
from indexers.flowing.flow import Flow
from indexers.flowing.webblocks import Block, Veiled
from indexers.flowing.webtables import with_headings
from indexers.text.charsets import decode

MOST_INLINE = 2500
_INLINE_TAGS = "a abbr b code em font i kbd samp small span strong sub sup tt u var"
_INLINE = frozenset(_INLINE_TAGS.split())
DEEPEST = 2044
"""libxml2 goes no further than 2,048."""
CUT = "its parts are nested too deeply; what follows was not read"
_IN_HEAD = frozenset(["title", "meta", "link", "base", "script", "style", "noscript", "template"])
MOST_ATTRIBUTES = 1000
ATTRIBUTES_CUT = "a tag has more than 1,000 attributes; it was read without them"
_LONG_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9-]{0,40})(\s[^<>]{4000,})>")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_OF_XML = frozenset([b"amp", b"lt", b"gt", b"quot", b"apos"])
_HOST_TAGS = """
article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span
"""
_HOSTS = frozenset(_HOST_TAGS.split())
_CLOSED = re.compile(r"<(a|title|script|div|span|p|i|b|em|strong|td|iframe|style)\b([^<>]*)/>")


def bare(source: str) -> tuple[str, int]:
    """Tags with absurdly many attributes without any, and how many those were: libxml2 compares
    each attribute with each.
    """
    cut = 0

    def short(found: re.Match[str]) -> str:
        nonlocal cut
        if len(_QUOTED.sub("", found.group(2)).split()) <= MOST_ATTRIBUTES:
            return found.group()
        cut += 1
        return f"<{found.group(1)}>"

    return _LONG_TAG.sub(short, source), cut


def html_tree(source: str) -> Any:
    """Raises NotReadable where there is nothing in it."""
    source, _ = bare(source)
    parser = lxml.html.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        # Bytes, because text with an encoding declaration is refused.
        tree = lxml.html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (lxml.etree.ParserError, lxml.etree.XMLSyntaxError, ValueError) as error:
        raise NotReadable("there is no text in this page") from error
    _begin_body(tree)
    return tree


def is_deeper(tree: Any, most: int) -> bool:
    """Tags that are never closed nest, each in the one before."""
    depth = 0
    for event, _ in lxml.etree.iterwalk(tree, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > most:
            return True
    return False


def is_crowded(tree: Any) -> bool:
    """Has a paragraph, or another element, thousands of links, spans and the like in it?"""
    return any(
        len(element) > MOST_INLINE and sum(inner.tag in _INLINE for inner in element) > MOST_INLINE
        for element in tree.iter()
    )


def is_cut(tree: Any) -> bool:
    """Whether the parser gave up at its depth, and left what follows."""
    return is_deeper(tree, DEEPEST)


def _begin_body(tree: Any) -> None:
    """A page may leave out <body>; libxml2 then keeps elements it does not know in the head."""
    head = tree.find("head")
    if head is None:
        return
    children = list(head)
    first = next((i for i, child in enumerate(children) if child.tag not in _IN_HEAD), None)
    if first is None:
        return
    body = tree.find("body")
    if body is None:
        body = tree.makeelement("body")
        tree.append(body)
    for place, child in enumerate(children[first:]):
        body.insert(place, child)


def open_shadows(tree: Any, packed: bool) -> None:
    """Templates that a browser shows, as parts of the page: the first in an element that may have
    one. Chrome, which writes ``shadowmode``, heeds that in ``packed`` pages alone. A rule for
    ``:host`` becomes one for the element.
    """
    names = ["shadowrootmode", *["shadowmode"] * packed]
    shown: dict[Any, Any] = {}
    for template in list(tree.iter("template")):
        host = template.getparent()
        mode = next((value for name in names if (value := template.get(name))), "").lower()
        if mode not in ("open", "closed") or host in shown or not _may_be_host(host.tag):
            continue
        shown[host] = template
        mark = f"shadow-host-{len(shown)}"
        host.set("class", f"{host.get('class', '')} {mark}")
        for style in template.iter("style"):
            if next(style.iterancestors("template")) is template:
                style.text = (style.text or "").replace(":host", f".{mark}")
    for template in shown.values():
        template.tag = "div"


def _may_be_host(tag: str) -> bool:
    return tag in _HOSTS or "-" in tag


def xhtml_tree(data: bytes) -> Any:
    """A chapter of a book: as XML where it is that, else as the HTML that it resembles.

    An HTML parser takes ``<title/>`` for a title that never ends, so XML comes first.
    """
    parser = lxml.etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
    )
    try:
        tree = lxml.etree.fromstring(_ENTITY.sub(_spelled, data), parser)
    except lxml.etree.XMLSyntaxError:
        return html_tree(_CLOSED.sub(r"<\1\2></\1>", decode(data)))
    write_entities(tree)
    for element in tree.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2].lower()
    return tree


def _spelled(found: re.Match[bytes]) -> bytes:
    """A named entity of HTML, unknown to XML, as a number."""
    name = found.group(1)
    letters = html.entities.html5.get(f"{name.decode()};", "")
    if name in _OF_XML or not letters:
        return found.group()
    return "".join(f"&#{ord(letter)};" for letter in letters).encode()


def pour(
    found: list[Block], veiled: list[Veiled], flow: Flow, part: Callable[[Any], str] = lambda _: ""
) -> None:
    """Blocks into the flow as they come, and what is hidden apart; ``part`` says which of the file
    a picture is, "" for none.
    """
    for hidden in veiled:
        flow.hide(hidden.text, hidden.reason)
    table = 0
    for block in with_headings(found):
        if block.table != table:
            flow.end_table()
        table = block.table
        for picture in block.pictures:
            flow.picture(part(picture))
        if block.level:
            flow.heading(block.level, block.text)
        elif block.kind == "row":
            flow.row(block.text.split("\t"))
        elif block.kind == "code":
            flow.lines(block.text.split("\n"), is_code=True)
        else:
            flow.paragraph(block.text, block.is_caption)
