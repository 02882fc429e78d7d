"""The child that fetches one page: ``python -m warehouse.documents.fetching.fetcher``.

It gets an order by its pipe, opens the socket, reports, and ends with the page or a reason. It
parses nothing but the lines of HTTP. Every hop of a redirect is checked like the first address,
resolved once and connected to as resolved; certificates are verified; no cookie, no referrer, no
proxy. A page that is too large or too slow is given up.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
import urllib.parse
import zlib
from typing import IO

import msgspec
from msgspec import Struct

from indexers.process.child import pipes_of_child, read_frame, write_frame
from warehouse.documents.fetching.addresses import Address, NotAllowed, parse, public_addresses
from warehouse.documents.fetching.allowed_sites import same_host

USER_AGENT = "muniment (a person asked for this page)"
HOPS = 6
READ_TIMEOUT_S = 20.0
CHUNK_BYTES = 64 * 1024
REDIRECTS = (301, 302, 303, 307, 308)
SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "application/pdf": ".pdf",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "multipart/related": ".mhtml",
}


class Order(Struct, frozen=True):
    """``hosts`` may be asked. ``within`` are addresses that count as public: none but in tests."""

    url: str
    hosts: tuple[str, ...]
    limit_bytes: int
    patience_s: float
    within: tuple[str, ...] = ()


class Arrived(Struct, frozen=True, tag=True):
    """Bytes so far and in all (0: not said)."""

    done: int
    total: int


class Asking(Struct, frozen=True, tag=True):
    """A connection is about to be made."""

    host: str


class Fetched(Struct, frozen=True, tag=True):
    """``url`` is the last one, after redirects; ``suffix`` comes from our own table."""

    url: str
    status: int
    content_type: str
    suffix: str
    raw: bytes


class UnknownHost(Struct, frozen=True, tag=True):
    """The address leads to a host that nobody has agreed to yet."""

    host: str


class Failed(Struct, frozen=True, tag=True):
    reason: str


Report = Arrived | Asking | Fetched | UnknownHost | Failed
_decoder: msgspec.msgpack.Decoder[Report] = msgspec.msgpack.Decoder(Report)
_orders: msgspec.msgpack.Decoder[Order] = msgspec.msgpack.Decoder(Order)


def decode(frame: bytes) -> Report:
    return _decoder.decode(frame)


class _Plain(http.client.HTTPConnection):
    """Connects to an address that was resolved and checked before."""

    def __init__(self, address: Address, ip: str) -> None:
        super().__init__(address.host, address.port, timeout=READ_TIMEOUT_S)
        self._ip = ip

    def connect(self) -> None:
        self.sock = socket.create_connection((self._ip, self.port), self.timeout)


class _Secure(_Plain):
    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


class _Gzip:
    """One member after another, as the format has it; what follows that is none is left."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=31)
        self.whole = False

    def decompress(self, chunk: bytes, most: int) -> bytes:
        """At most ``most`` bytes; then the rest of ``chunk`` is lost, and the page too large."""
        body = bytearray()
        while chunk and len(body) < most:
            if self.whole and not chunk.startswith(b"\x1f"):
                break
            if self.whole:
                self._member = zlib.decompressobj(wbits=31)
            body += self._member.decompress(chunk, most - len(body))
            self.whole = self._member.eof
            chunk = self._member.unused_data
        return bytes(body)


class _Fetch:
    def __init__(self, order: Order, outgoing: IO[bytes]) -> None:
        self._order = order
        self._outgoing = outgoing
        self._end = time.monotonic() + order.patience_s

    def run(self) -> Fetched | UnknownHost:
        """Raises NotAllowed, OSError, http.client.HTTPException."""
        address = parse(self._order.url)
        for _ in range(HOPS):
            if same_host(address.host) not in map(same_host, self._order.hosts):
                return UnknownHost(address.host)
            reply = self._ask(address)
            if reply.status not in REDIRECTS:
                return self._page(address, reply)
            onward = parse(urllib.parse.urljoin(address.url, reply.getheader("Location") or ""))
            if address.scheme == "https" and onward.scheme == "http":
                raise NotAllowed("The page leads from a secure to an insecure address.")
            reply.close()
            address = onward
        raise NotAllowed("The page leads from one address to the next without an end.")

    def _ask(self, address: Address) -> http.client.HTTPResponse:
        ip = self._resolved(address)
        self._say(Asking(address.host))
        kind = _Secure if address.scheme == "https" else _Plain
        connection = kind(address, ip)
        headers = {
            "User-Agent": USER_AGENT,
            "Accept": "text/html, application/xhtml+xml, application/pdf, text/plain",
            "Accept-Encoding": "gzip, identity",
        }
        connection.request("GET", address.target, headers=headers)
        return connection.getresponse()

    def _resolved(self, address: Address) -> str:
        if address.host in self._order.within:
            return address.host
        return public_addresses(address.host, address.port)[0]

    def _page(self, address: Address, reply: http.client.HTTPResponse) -> Fetched:
        if reply.status != 200:
            raise NotAllowed(f"{address.host} answered {reply.status} {reply.reason[:60]}.")
        content_type = reply.getheader("Content-Type") or ""
        suffix = SUFFIXES.get(content_type.split(";")[0].strip().lower(), "")
        if not suffix:
            kind = content_type[:60] or "nothing"
            raise NotAllowed(f"This is no page that can be read (the server says: {kind}).")
        return Fetched(address.url, reply.status, content_type, suffix, self._body(reply))

    def _body(self, reply: http.client.HTTPResponse) -> bytes:
        encoding = (reply.getheader("Content-Encoding") or "identity").lower()
        if encoding not in ("identity", "gzip"):
            raise NotAllowed(f"The page comes packed in a way that is not read ({encoding[:20]}).")
        unpack = _Gzip() if encoding == "gzip" else None
        total = int(reply.getheader("Content-Length") or 0)
        body = bytearray()
        arrived = 0
        while chunk := reply.read(CHUNK_BYTES):
            arrived += len(chunk)
            room = self._order.limit_bytes - len(body)
            body += unpack.decompress(chunk, room + 1) if unpack else chunk
            self._check(len(body))
            self._say(Arrived(arrived, total))
        if (total and arrived != total) or (unpack and not unpack.whole):
            raise NotAllowed("The page did not come in whole.")
        return bytes(body)

    def _check(self, size: int) -> None:
        if size > self._order.limit_bytes:
            raise NotAllowed(f"The page is larger than {self._order.limit_bytes // 2**20} MB.")
        if time.monotonic() > self._end:
            raise NotAllowed(f"The page took longer than {self._order.patience_s:.0f} seconds.")

    def _say(self, report: Struct) -> None:
        write_frame(self._outgoing, msgspec.msgpack.encode(report))


def reason_of(error: Exception) -> str:
    if isinstance(error, NotAllowed):
        return str(error)
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"The server's certificate could not be verified ({error.verify_message})."
    if isinstance(error, TimeoutError):
        return "The server stopped answering."
    if isinstance(error, ConnectionRefusedError):
        return "The server refused the connection."
    return f"The page could not be fetched ({str(error) or type(error).__name__})."


def main() -> None:
    incoming, outgoing = pipes_of_child()
    frame = read_frame(incoming)
    if frame is None:
        return
    report: Struct
    try:
        report = _Fetch(_orders.decode(frame), outgoing).run()
    except (NotAllowed, OSError, ValueError, zlib.error, http.client.HTTPException) as error:
        report = Failed(reason_of(error))
    write_frame(outgoing, msgspec.msgpack.encode(report))


if __name__ == "__main__":
    main()
