"""The line to a model server: one address that was checked, plain HTTP, cut when the user stops.

A connection goes to an address that ``resolve`` has checked, not to the name again, and is on the
receipt before it is opened. Redirects are errors, proxies of the environment are not looked at,
replies are capped. ``http.client`` does exactly this much, and leaves the socket to us.
"""

from __future__ import annotations

import contextlib
import http.client
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from warehouse.engine import receipt
from warehouse.engine.endpoint.address import Address, resolve
from warehouse.errors import EndpointFailed

CONNECT_S = 10.0
POLL_S = 0.05
REPLY_LIMIT_BYTES = 64 * 2**20
LINE_LIMIT_BYTES = 4 * 2**20
ERROR_LIMIT_BYTES = 64 * 2**10
GONE = (OSError, http.client.HTTPException)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Refused(Exception):
    """The server answered with an error; ``told`` is its JSON error object, or empty."""

    def __init__(self, status: int, told: dict[str, Any], words: str) -> None:
        super().__init__(words)
        self.status = status
        self.told = told


class Cut(Exception):
    """Our side closed the connection."""


class Hold:
    """The sockets that one call has open, so that another thread can cut them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()
        self._ended = False

    @property
    def ended(self) -> bool:
        return self._ended

    def check(self) -> None:
        """Raises Cut after ``end``."""
        if self._ended:
            raise Cut

    def take(self, one: socket.socket) -> None:
        with self._lock:
            self.check()
            self._sockets.add(one)

    def drop(self, one: socket.socket | None) -> None:
        with self._lock:
            self._sockets -= {one}

    def end(self) -> None:
        """A thread that reads from one of the sockets finds it at its end."""
        with self._lock:
            self._ended = True
            for sock in self._sockets:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)


class Line:
    """Any thread asks. Connections are kept and used again; ``close`` ends them."""

    def __init__(self, address: Address, allowed: frozenset[str], patience_s: float, key: str):
        self.address = address
        self._allowed = allowed
        self.patience_s = patience_s
        self._headers = {"Content-Type": "application/json", "User-Agent": "muniment"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._idle: list[_Connection] = []
        self._closed = False
        self._lock = threading.Lock()

    def ask(self, path: str, hold: Hold, body: dict[str, Any] | None = None) -> Any:
        """The JSON answer to a GET, or to a POST of ``body``. Raises Refused, EndpointFailed."""
        with self._reply(path, hold, body) as reply:
            raw = reply.read(REPLY_LIMIT_BYTES + 1)
            if len(raw) > REPLY_LIMIT_BYTES:
                raise EndpointFailed(f"{self.address} answers without end.")
        return self._decode(raw)

    def stream(self, path: str, hold: Hold, body: dict[str, Any]) -> Iterator[Any]:
        """The JSON of each server-sent event until ``[DONE]``. Raises Refused, EndpointFailed."""
        with self._reply(path, hold, body) as reply:
            if reply.getheader("Content-Type", "").split(";")[0] != "text/event-stream":
                raise EndpointFailed(f"{self.address} does not answer as a model server does.")
            size = 0
            while line := reply.readline(LINE_LIMIT_BYTES):
                size += len(line)
                if size > REPLY_LIMIT_BYTES or len(line) >= LINE_LIMIT_BYTES:
                    raise EndpointFailed(f"{self.address} answers without end.")
                field, _, value = line.strip().partition(b":")
                if value.strip() == b"[DONE]":
                    reply.read(LINE_LIMIT_BYTES)
                    return
                if field in (b"data", b"error"):
                    yield self._decode(value)
            raise EndpointFailed(f"The answer of {self.address} broke off.")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _decode(self, raw: bytes) -> Any:
        try:
            decoded = msgspec.json.decode(raw)
        except UNREADABLE as error:
            raise EndpointFailed(f"{self.address} answers with something unreadable.") from error
        if isinstance(decoded, dict) and decoded.get("error"):
            raise _refused(500, decoded)
        return decoded

    @contextlib.contextmanager
    def _reply(
        self, path: str, hold: Hold, body: dict[str, Any] | None
    ) -> Iterator[http.client.HTTPResponse]:
        connection, reply = self._send(path, hold, body)
        used = connection.sock
        try:
            self._check(reply)
            yield reply
        except GONE as error:
            connection.close()
            hold.check()
            raise EndpointFailed(f"The connection to {self.address} was lost.") from error
        except BaseException:
            connection.close()
            hold.check()
            raise
        finally:
            whole = reply.isclosed()
            reply.close()  # it holds the socket by itself where the server wants it closed
            hold.drop(used)
        with self._lock:
            keep = whole and connection.sock is not None and not self._closed
            if keep:
                self._idle.append(connection)
        if not keep:
            connection.close()

    def _send(
        self, path: str, hold: Hold, body: dict[str, Any] | None
    ) -> tuple[_Connection, http.client.HTTPResponse]:
        """On a kept connection; on a fresh one where the server has closed that meanwhile."""
        raw = None if body is None else msgspec.json.encode(body)
        verb = "GET" if raw is None else "POST"
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            kept = connection is not None
            connection = connection or _Connection(self.address, self._allowed, self.patience_s)
            try:
                connection.begin(hold)
                connection.request(verb, self.address.base + path, raw, self._headers)
                return connection, connection.getresponse()
            except GONE as error:
                hold.drop(connection.sock)
                connection.close()
                hold.check()
                if kept and not isinstance(error, TimeoutError):
                    continue
                raise EndpointFailed(_silence(self.address, error)) from error
            except BaseException:
                hold.drop(connection.sock)
                connection.close()
                raise

    def _check(self, reply: http.client.HTTPResponse) -> None:
        if 300 <= reply.status < 400:
            raise EndpointFailed(
                f"{self.address} sends on to another address; Muniment does not follow."
            )
        if reply.status == 200:
            return
        raw = reply.read(ERROR_LIMIT_BYTES)
        try:
            decoded = msgspec.json.decode(raw)
        except UNREADABLE:
            decoded = {}
        raise _refused(reply.status, decoded)


class _Connection(http.client.HTTPConnection):
    """Connects to a checked address; ``begin`` does it so that it can be cut."""

    def __init__(self, address: Address, allowed: frozenset[str], patience_s: float) -> None:
        super().__init__(address.host, address.port, timeout=patience_s)
        self._address = address
        self._allowed = allowed
        self._patience_s = patience_s

    def begin(self, hold: Hold) -> None:
        """Raises OSError, BadInput (not this computer) or Cut."""
        if self.sock is not None:
            hold.take(self.sock)
            return
        places = resolve(self._address, self._allowed)
        receipt.note(1, str(self._address))
        failure: OSError = ConnectionRefusedError()
        for family, place in places:
            try:
                self._connect(family, place, hold)
            except OSError as error:
                failure = error
            else:
                return
        raise failure

    def connect(self) -> None:
        raise NotConnected

    def _connect(self, family: socket.AddressFamily, place: Any, hold: Hold) -> None:
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.setblocking(False)
            sock.connect_ex(place)
            until = time.monotonic() + CONNECT_S
            while not select.select((), (sock,), (), POLL_S)[1]:
                hold.check()
                if time.monotonic() > until:
                    raise TimeoutError
            if status := sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                raise OSError(status, "no connection")
            sock.settimeout(CONNECT_S)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._address.secure:
                trusted = ssl.create_default_context()
                sock = trusted.wrap_socket(sock, server_hostname=self._address.host)
            sock.settimeout(self._patience_s)
            hold.take(sock)
        except BaseException:
            sock.close()
            raise
        self.sock = sock


class NotConnected(http.client.HTTPException):
    """``http.client`` wanted to connect by itself, past the checks."""


def _refused(status: int, told: Any) -> Refused:
    error = told.get("error", told) if isinstance(told, dict) else {}
    if isinstance(error, str):
        error = {"message": error}
    if not isinstance(error, dict):
        error = {}
    words = str(error.get("message") or f"status {status}")[:300]
    return Refused(status, error, "".join(c if c.isprintable() else " " for c in words))


def _silence(address: Address, error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"The model server {address} did not answer in time."
    if isinstance(error, ssl.SSLError):
        return f"The model server {address} cannot prove who it is ({error.reason})."
    return f"No model server answers at {address}."
