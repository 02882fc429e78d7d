"""What goes over the pipe between a pool and its reader, as msgpack made and checked by msgspec.

A long Reading travels in parts (pages, sentences, then the rest), so that the parent never holds
its interpreter for long while it decodes one message.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from indexers.records import OcrPage, OcrPlan, Page, Picture, Reading, Sentence, StyleSheet


class Read(Struct, frozen=True, tag=True):
    """``file`` is the number of the open file, where files are handed over by number, else -1."""

    path: str
    password: str
    ocr: OcrPlan = OcrPlan()
    styles: tuple[StyleSheet, ...] = ()
    charset: str = ""
    file: int = -1


class Render(Struct, frozen=True, tag=True):
    """``scale`` in pixels to the point; ``file`` as in Read. With ``part`` a picture that stands in
    a file without pages (records.Inset), in place of a page.
    """

    path: str
    password: str
    page: int
    scale: float
    part: str = ""
    file: int = -1

    @property
    def what(self) -> str:
        return "a picture in it" if self.part else f"page {self.page + 1}"


class Recognise(Struct, frozen=True, tag=True):
    """Have OCR look at one page; the reply is Recognised. ``file`` as in Read."""

    path: str
    password: str
    page: int
    file: int = -1


class Hello(Struct, frozen=True, tag=True):
    """Sent once by a child that is ready; ``sandbox`` says what holds it."""

    sandbox: str


class PageDone(Struct, frozen=True, tag=True):
    done: int
    total: int


class Recognised(Struct, frozen=True, tag=True):
    """A page that OCR has read, to be kept: a reader that dies later need not repeat it."""

    page: OcrPage


class Pages(Struct, frozen=True, tag=True):
    pages: tuple[Page, ...]


class Sentences(Struct, frozen=True, tag=True):
    sentences: tuple[Sentence, ...]


class Finished(Struct, frozen=True, tag=True):
    """The reading, without the pages and sentences sent before.

    ``spent`` says that the reader has little memory left and should be replaced.
    """

    reading: Reading
    spent: bool = False


class Rendered(Struct, frozen=True, tag=True):
    picture: Picture


class Refused(Struct, frozen=True, tag=True):
    """``kind`` is "not readable", "password" or "memory"."""

    kind: str
    reason: str


ToReader = Read | Render | Recognise
FromReader = Hello | PageDone | Recognised | Pages | Sentences | Finished | Rendered | Refused

_encoder = msgspec.msgpack.Encoder()
_to_reader: msgspec.msgpack.Decoder[ToReader] = msgspec.msgpack.Decoder(ToReader)
_from_reader: msgspec.msgpack.Decoder[FromReader] = msgspec.msgpack.Decoder(FromReader)


def encode(message: ToReader | FromReader) -> bytes:
    return _encoder.encode(message)


def decode_request(frame: bytes) -> ToReader:
    return _to_reader.decode(frame)


def decode_reply(frame: bytes) -> FromReader:
    return _from_reader.decode(frame)
