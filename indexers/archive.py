"""Archives of XML (office documents, e-books), read with care: the only module that unpacks.

A member is looked at before it is unpacked: how large it says it will be, whether it is encrypted;
no more than it says is unpacked.
XML is parsed without a DTD and without the network; entities stand in the text as they are written.
What is damaged is read as far as it goes, and ``damaged`` names it, each part with the reason.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from typing import Any
from urllib.parse import unquote

import lxml.etree

from indexers.detect import ENCRYPTED, READ_METHODS, unpacked
from indexers.errors import NotReadable
from indexers.process.handed import Document

MOST_MEMBERS = 50_000
MOST_BYTES_A_MEMBER = 128 * 1024 * 1024
MOST_BYTES = 512 * 1024 * 1024
_ENCRYPTED_FLAG = 1
DAMAGED = "damaged"
DEEP = "nested too deeply"
ENTITIES = "with entities of its own, which are not resolved"
UNENDING = "with entities that unfold without end"
_PLACES = (OSError, ValueError)  # a part that is said to lie where the file is not


class Archive:
    """Raises NotReadable from every method where a member may not or cannot be read."""

    def __init__(self, path: Document) -> None:
        self._file = path.open("rb")
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, EOFError, OverflowError, *_PLACES) as error:
            self._file.close()
            raise NotReadable("the file is damaged or cut short") from error
        members = self._zip.infolist()
        if len(members) > MOST_MEMBERS:
            self.__exit__()
            raise NotReadable(f"it has {len(members):,} parts, more than are read")
        self._members = {member.filename.lstrip("/"): member for member in members}
        self._unpacked = 0  # each part once, however often it is read
        self._admitted: set[str] = set()
        self.damaged: dict[str, str] = {}

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def names(self) -> list[str]:
        return list(self._members)

    def read(self, name: str) -> bytes:
        """The bytes of a member that is there."""
        member = self._members[name]
        if name not in self._admitted:
            self._admit(member)
        try:
            data = unpacked(self._zip, member)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, *_PLACES) as error:
            raise NotReadable(f"its part {name} is damaged or cut short") from error
        if name not in self._admitted:
            self._admitted.add(name)
            self._unpacked += len(data)
        return data

    def xml(self, name: str) -> Any:
        """The root of a member, or None where there is no such member or nothing in it."""
        return self.parsed(self.read(name), name) if name in self._members else None

    def xml_if_sound(self, name: str) -> Any:
        """The same for a part that only says how something looks: None where it is damaged."""
        try:
            return self.xml(name) if name else None
        except NotReadable:
            self.damaged[name] = DAMAGED
            return None

    def parsed(self, data: bytes, name: str) -> Any:
        """The root of XML; what follows damage is left out, and ``name`` noted as damaged."""
        try:
            root = lxml.etree.fromstring(data, _parser(recover=False))
        except lxml.etree.XMLSyntaxError as error:
            self.damaged[name] = why(str(error))
        else:
            if write_entities(root):
                self.damaged[name] = ENTITIES
            return root
        try:
            root = lxml.etree.fromstring(data, _parser(recover=True))
        except lxml.etree.XMLSyntaxError:
            return None
        if root is not None:
            write_entities(root)
        return root

    def _admit(self, member: zipfile.ZipInfo) -> None:
        if member.flag_bits & _ENCRYPTED_FLAG:
            raise NotReadable(ENCRYPTED)
        if member.compress_type not in READ_METHODS:
            raise NotReadable(f"its part {member.filename} is packed in a way that is not read")
        limit = min(MOST_BYTES_A_MEMBER, MOST_BYTES - self._unpacked)
        if member.file_size > limit:
            size = f"{member.file_size / 1024 / 1024:,.0f} MB"
            raise NotReadable(f"its part {member.filename} unpacks to {size}, more than is read")


def why(said: str) -> str:
    """The parser's words in ours."""
    if "amplification" in said or "entity reference loop" in said:
        return UNENDING
    return DEEP if "depth" in said else DAMAGED


def write_entities(root: Any) -> int:
    """Put the name of each entity, which is not resolved, in its place; how many there were."""
    entities = list(root.iter(lxml.etree.Entity))
    for entity in entities:
        words = f"{entity.text}{entity.tail or ''}"
        parent, before = entity.getparent(), entity.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + words
        elif parent is not None:
            parent.text = (parent.text or "") + words
        if parent is not None:
            entity.tail = None
            parent.remove(entity)
    return len(entities)


def _parser(recover: bool) -> Any:
    return lxml.etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )


def local(element: Any) -> str:
    """The tag without its namespace; "" for what is no element (an entity left unresolved)."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Any, name: str) -> str:
    """The attribute of that local name, in whatever namespace; "" where there is none, or no
    element."""
    if element is None:
        return ""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(value)
    return ""


def number(text: str | None, default: int = -1) -> int:
    """A whole number of an attribute; ``default`` for anything else, one of absurd length too."""
    sound = text is not None and text.isascii() and text.isdigit() and len(text) < 19
    return int(text or "") if sound else default


def child(element: Any, name: str) -> Any:
    """The first child of that local name, or None; None of None."""
    if element is None:
        return None
    return next((inner for inner in element if local(inner) == name), None)


def children_of(root: Any, name: str) -> list[Any]:
    """The elements in the first child of that local name; none where it is not there."""
    parent = child(root, name)
    return [element for element in parent if local(element)] if parent is not None else []


def beside(part: str, target: str) -> str:
    """The member that ``target``, as written in ``part``, points at."""
    target = unquote(target.partition("#")[0])
    if target.startswith("/"):
        return posixpath.normpath(target).lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), target))
