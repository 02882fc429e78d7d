"""One picture of a file without pages, by the name that its Reading has for it (records.Inset).

``part`` is a member of an archive, or what web.picture_part makes of an address: it is looked for
among what the file holds and nowhere else.
"""

from __future__ import annotations

from indexers.archive import Archive
from indexers.detect import PACKED, format_of
from indexers.errors import NotReadable
from indexers.process.handed import Document
from indexers.reading import MOST_BYTES


def picture(path: Document, part: str) -> bytes:
    """As it is in the file, in whatever format. Raises NotReadable."""
    format = format_of(path)
    if format in PACKED:
        with Archive(path) as archive:
            if part not in archive:
                raise NotReadable("there is no such picture in it")
            return archive.read(part)
    if format != "web" or path.stat().st_size > MOST_BYTES:
        raise NotReadable("its pictures are not told apart")
    from indexers.flowing import webpictures

    return webpictures.picture(path.read_bytes(), path.suffix.lower(), part)
