"""The bytes of a picture that a saved web page holds: in its address (data:), or packed beside it.

Nothing is fetched: an address that leads out of the file is none of its pictures.
"""

from __future__ import annotations

import base64
import binascii
import email
from urllib.parse import unquote_to_bytes, urljoin

from indexers.errors import NotReadable
from indexers.flowing.mailfields import POLICY
from indexers.flowing.markup import html_tree
from indexers.flowing.web import is_packed, picture_part, unpack
from indexers.text.charsets import decode


def picture(data: bytes, suffix: str, part: str) -> bytes:
    """``part`` as ``web.picture_part`` names it. Raises NotReadable."""
    packed = is_packed(data, suffix)
    source, page, *_ = unpack(data) if packed else (decode(data), "")
    for image in html_tree(source).iter("img"):
        address = image.get("src") or ""
        if picture_part(address, packed) == part:
            return _held(address) if address.startswith("data:") else _packed(data, page, address)
    raise NotReadable("there is no such picture in it")


def _held(address: str) -> bytes:
    """RFC 2397."""
    head, _, body = address.partition(",")
    raw = unquote_to_bytes(body)
    if not head.endswith(";base64"):
        return raw
    try:
        return base64.b64decode(raw)
    except binascii.Error as error:
        raise NotReadable("the picture is damaged") from error


def _packed(data: bytes, page: str, address: str) -> bytes:
    """By its place or its id among the parts of the message."""
    place = address if address.startswith("cid:") else urljoin(page, address)
    for part in email.message_from_bytes(data, policy=POLICY).walk():
        id = str(part.get("Content-ID") or "").strip("<> ")
        if part.get_content_maintype() == "image" and place in (
            str(part.get("Content-Location") or ""),
            f"cid:{id}",
        ):
            body = part.get_payload(decode=True)
            return body if isinstance(body, bytes) else b""
    raise NotReadable("there is no such picture in it")
