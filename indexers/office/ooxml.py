"""What Word, PowerPoint and Excel files share: parts, relations between them, and core facts."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from indexers.archive import Archive, attribute, beside, local
from indexers.errors import NotReadable
from indexers.text.raised import Stand


class Relation(Struct, frozen=True):
    """``kind`` is the last word of its type; ``target`` a member, or an address if outside."""

    kind: str
    target: str
    outside: bool


def relations(archive: Archive, part: str) -> dict[str, Relation]:
    """By id, in the order of the file."""
    folder, name = posixpath.split(part)
    root = archive.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
    by_id: dict[str, Relation] = {}
    for element in root if root is not None else ():
        if local(element) != "Relationship":
            continue
        kind = attribute(element, "Type").rpartition("/")[2]
        outside = attribute(element, "TargetMode") == "External"
        target = attribute(element, "Target")
        by_id[attribute(element, "Id")] = Relation(
            kind, target if outside else beside(part, target), outside
        )
    return by_id


def targets(archive: Archive, part: str, kind: str) -> list[str]:
    """Members of that kind that a part points at and that are there."""
    return [
        relation.target
        for relation in relations(archive, part).values()
        if relation.kind == kind and not relation.outside and relation.target in archive
    ]


def picture_part(by_id: Mapping[str, Relation], id: str) -> str:
    """The member that a picture is; "" for one outside."""
    relation = by_id.get(id)
    is_in = relation is not None and relation.kind == "image" and not relation.outside
    return relation.target if relation is not None and is_in else ""


def main_part(archive: Archive, usual: str) -> str:
    """The part that is the document. Raises NotReadable where there is none."""
    for part in [*targets(archive, "", "officeDocument"), usual]:
        if part in archive:
            return part
    raise NotReadable("the file is damaged: its main part is missing")


def core_facts(archive: Archive) -> dict[str, str]:
    """Under the names of ``indexers.text.metadata``."""
    parts = targets(archive, "", "core-properties") or ["docProps/core.xml"]
    root = archive.xml(parts[0])
    names = {
        "title": "title",
        "creator": "author",
        "created": "creationDate",
        "identifier": "identifier",
        "publisher": "publisher",
    }
    facts: dict[str, str] = {}
    for element in root if root is not None else ():
        if local(element) in names and element.text:
            facts[names[local(element)]] = element.text
    return facts


def value(element: Any, default: str = "") -> str:
    """The ``val`` of a property; ``default`` where there is no such property."""
    return default if element is None else attribute(element, "val")


def is_on(element: Any) -> bool:
    """Whether a switch is there and not switched off."""
    return element is not None and attribute(element, "val") not in ("0", "false", "off")


def stand(align: Any) -> Stand:
    """Of a ``vertAlign`` property, which may be None."""
    said = value(align)
    return "above" if said == "superscript" else "below" if said == "subscript" else ""


def name_damage(archive: Archive) -> str:
    """A sentence about the parts that were damaged, or ""."""
    if not archive.damaged:
        return ""
    names = {posixpath.basename(name): reason for name, reason in archive.damaged.items()}
    damage = ", ".join(f"{reason} in {name}" for name, reason in names.items())
    return f"{damage}; what was left was read"
