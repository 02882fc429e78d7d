"""What a file is: by its bytes, and by its name only where plain text says nothing of itself.

``format_of`` names the reader; a kind that is recognised and not read is refused with a sentence
that says what to do instead.
"""

from __future__ import annotations

import re
import zipfile
import zlib

from indexers.errors import NotReadable
from indexers.process.handed import Document

FORMATS: dict[str, str] = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".docm": "docx",
    ".dotx": "docx",
    ".pptx": "pptx",
    ".pptm": "pptx",
    ".ppsx": "pptx",
    ".potx": "pptx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".csv": "csv",
    ".tsv": "csv",
    ".odt": "odf",
    ".ott": "odf",
    ".ods": "odf",
    ".ots": "odf",
    ".odp": "odf",
    ".otp": "odf",
    ".epub": "epub",
    ".html": "web",
    ".htm": "web",
    ".xhtml": "web",
    ".mhtml": "web",
    ".mht": "web",
    ".png": "image",
    ".jpg": "image",
    ".jpeg": "image",
    ".tif": "image",
    ".tiff": "image",
    ".eml": "mail",
    ".mbox": "mbox",
    ".txt": "text",
    ".md": "text",
    ".markdown": "text",
}
"""By suffix: every file that is taken from a folder."""

PICTURES = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpg",
    b"II*\0": "tiff",
    b"MM\0*": "tiff",
}
"""How files of pictures begin, and what they are then."""

PACKED = ("docx", "pptx", "xlsx", "odf", "epub")
"""Formats that are archives."""

KINDS: dict[str, str] = {
    "pdf": "pdf",
    "docx": "document",
    "pptx": "slides",
    "xlsx": "sheet",
    "csv": "sheet",
    "epub": "book",
    "image": "image",
    "mail": "mail",
    "mbox": "mail",
    "web": "web",
    "text": "text",
}
"""Format to the kind that the user sees; an OpenDocument file says which when it is read."""
_NAMED = {
    **dict.fromkeys((".odt", ".ott"), "document"),
    **dict.fromkeys((".ods", ".ots"), "sheet"),
    **dict.fromkeys((".odp", ".otp"), "slides"),
}

ENCRYPTED = "it is encrypted; save it without a password and add it again"
READ_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How members of these archives are packed; other ways cannot be unpacked a little at a time."""

_HEAD_BYTES = 4096
_CHUNK_BYTES = 256 * 1024
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PARTS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_EPUB = "application/epub+zip"
_ODF = "application/vnd.oasis.opendocument."
_OTHERS = {
    _OLE: "an old or encrypted Office file: save it as .docx, .xlsx or .pptx without a password",
    b"{\\rtf": "a Rich Text file: save it as .docx or .odt",
    b"Rar!": "an archive: unpack it and add what is in it",
    b"7z\xbc\xaf": "an archive: unpack it and add what is in it",
    b"\x1f\x8b": "an archive: unpack it and add what is in it",
    b"%!PS": "a PostScript file: save it as PDF",
    b"AT&TFORM": "a DjVu file: save it as PDF",
}
_PAGE = re.compile(rb"^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*+<(?:!doctype html|html)", re.S | re.I)

_BOX = re.compile(rb"From \S.*\d{4}\s*\n[!-9;-~]+:")
_HEADER = re.compile(rb"^(?:from|to|subject|date|received|message-id|mime-version):", re.I | re.M)


def kind_named(suffix: str) -> str:
    """The kind that a file has by its name, before it is read; "" where its name tells none."""
    return _NAMED.get(suffix) or KINDS.get(FORMATS.get(suffix, ""), "")


def format_of(path: Document) -> str:
    """One of the formats. Raises NotReadable, which says what the file is instead."""
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    named = FORMATS.get(path.suffix.lower(), "")
    if head.startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(_ZIP):
        return _packed(path, named)
    if any(head.startswith(start) for start in PICTURES):
        return "image"
    for start, what in _OTHERS.items():
        if head.startswith(start):
            raise NotReadable(f"this is {what}")
    kind = _written(head, named)
    if not kind:
        raise NotReadable("this kind of file is not supported")
    return kind


def _written(head: bytes, named: str) -> str:
    """Formats that are text: the name decides where it says one, else how the text begins."""
    if named and named not in PACKED:
        return named
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if _PAGE.match(start):
        return "web"
    if _BOX.match(start):
        return "mbox"
    if len(set(map(bytes.lower, _HEADER.findall(start)))) >= 3:
        saved = b"multipart/related" in start and b"\nreceived:" not in start.lower()
        return "web" if saved else "mail"
    return named


def unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """A member piece by piece: one that holds more than it says is never unpacked whole."""
    with archive.open(member) as data:
        return b"".join(iter(lambda: data.read(_CHUNK_BYTES), b""))


def _mimetype(archive: zipfile.ZipFile) -> str:
    """What an archive says it is, "" where it does not."""
    member = archive.NameToInfo.get("mimetype")
    if member is None or member.file_size >= 200 or member.compress_type not in READ_METHODS:
        return ""
    return unpacked(archive, member).decode("ascii", "replace").strip()


def _packed(path: Document, named: str) -> str:
    """An archive by what is in it; one that cannot be opened is what its name says."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            said = _mimetype(archive)
            if said == _EPUB:
                return "epub"
            if said.startswith(_ODF):
                return "odf"
    except RuntimeError as error:
        raise NotReadable(ENCRYPTED) from error
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, zlib.error) as error:
        if named in PACKED:
            raise NotReadable("the file is damaged or cut short") from error
        raise NotReadable("this is a damaged archive") from error
    if "[Content_Types].xml" in names:
        for part, kind in _PARTS.items():
            if any(name.startswith(part) for name in names):
                return kind
    raise NotReadable("this is an archive: unpack it and add what is in it")
