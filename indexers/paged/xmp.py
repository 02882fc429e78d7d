"""The XMP packet of a PDF: the XML in which publishers say what it is (ISO 16684-1).

Dublin Core and PRISM are read; the packet is parsed without entities and without the network.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lxml.etree

from indexers.archive import local
from indexers.text.metadata import MOST_BYTES

_FIELDS = {
    "title": "title",
    "creator": "author",
    "publisher": "publisher",
    "doi": "doi",
    "identifier": "identifier",
    "isbn": "isbn",
    "publicationName": "container",
    "volume": "volume",
    "number": "issue",
    "startingPage": "firstPage",
    "endingPage": "lastPage",
    "pageRange": "pages",
    "coverDate": "date",
    "publicationDate": "date",
    "coverDisplayDate": "shownDate",
}


def read(packet: str) -> dict[str, str]:
    """Names as in ``indexers.text.metadata``; several authors are parted by line breaks."""
    if not packet or len(packet) > MOST_BYTES:
        return {}
    parser = lxml.etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = lxml.etree.fromstring(packet.encode("utf-8", "replace"), parser)
    except (lxml.etree.XMLSyntaxError, ValueError):
        return {}
    facts: dict[str, str] = {}
    for name, value in _properties(root):
        if name in _FIELDS and value and _FIELDS[name] not in facts:
            facts[_FIELDS[name]] = value
    return facts


def _properties(root: Any) -> Iterator[tuple[str, str]]:
    """Properties of all descriptions, written as elements or as attributes."""
    for description in root.iter() if root is not None else ():
        if local(description) != "Description":
            continue
        for key, value in description.attrib.items():
            yield key.rpartition("}")[2], value.strip()
        for element in description:
            items = [item for item in element.iter() if local(item) == "li"]
            texts = ["".join(item.itertext()).strip() for item in items or [element]]
            several = local(element) in ("creator", "author")
            value = "\n".join(filter(None, texts if several else texts[:1]))
            yield local(element), f"{value}\n" if items and several and value else value
