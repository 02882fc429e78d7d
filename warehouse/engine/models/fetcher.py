"""The child that downloads one file: ``python -m warehouse.engine.models.fetcher URL FILE``.

With the fetcher of pages (documents/fetching/) the only code that opens a socket. Only HTTPS with
verified certificates, redirects included (plain HTTP to this very machine is let through, for a
mirror that somebody runs there). A FILE that exists is gone on with. It reports by frames on its
stdout and ends.
"""

from __future__ import annotations

import hashlib
import http.client
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from indexers.process.child import pipes_of_child, write_frame

CONNECT_TIMEOUT_S = 15
CHUNK_BYTES = 1024 * 1024
CHECKED_BYTES = 64 * 1024 * 1024
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Arrived(Struct, frozen=True, tag=True):
    """Bytes so far and in all (0: not said)."""

    done: int
    total: int


class Finished(Struct, frozen=True, tag=True):
    pass


class Failed(Struct, frozen=True, tag=True):
    reason: str


Report = Arrived | Finished | Failed
_decoder: msgspec.msgpack.Decoder[Report] = msgspec.msgpack.Decoder(Report)


def decode(frame: bytes) -> Report:
    return _decoder.decode(frame)


class Redirects(urllib.request.HTTPRedirectHandler):
    """Follow only to safe addresses; remember the SHA-256 and size that the hub announces."""

    def __init__(self) -> None:
        self.announced_sha256 = ""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        check_address(newurl)
        self.note(headers)
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def note(self, headers: Message) -> None:
        etag = (headers.get("X-Linked-ETag") or "").strip('"')
        if len(etag) == 64:
            self.announced_sha256 = etag


def check_address(url: str) -> None:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        raise ValueError(f"not an HTTPS address: {parts.scheme}://{parts.hostname}")


def verified() -> ssl.SSLContext:
    """Certificates and names are checked, whatever the interpreter's defaults were turned to."""
    context = ssl.create_default_context()
    context.check_hostname = True
    context.verify_mode = ssl.CERT_REQUIRED
    return context


def download(url: str, target: Path, outgoing: IO[bytes]) -> None:
    check_address(url)
    redirects = Redirects()
    opener = urllib.request.build_opener(redirects, urllib.request.HTTPSHandler(context=verified()))
    have = target.stat().st_size if target.exists() else 0
    request = urllib.request.Request(url, headers={"User-Agent": "muniment"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        with opener.open(request, timeout=CONNECT_TIMEOUT_S) as reply:
            redirects.note(reply.headers)
            have = _resumes_at(reply.status, reply.headers, have)
            rest = int(reply.headers.get("Content-Length") or 0)
            total = have + rest if rest else 0
            done = _receive(reply, target, have, total, outgoing)
    except urllib.error.HTTPError as error:
        if error.code != 416 or error.headers.get("Content-Range") != f"bytes */{have}":
            raise
        done = total = have  # all of it had arrived before
    if total and done != total:
        raise ConnectionError(f"the connection broke after {done} of {total} bytes")
    _check_announced(target, redirects.announced_sha256, outgoing)


def _resumes_at(status: int, headers: Message, have: int) -> int:
    """Where the reply begins: at what is here, or anew. Never anywhere else."""
    if status != 206:
        return 0
    place = headers.get("Content-Range", f"bytes {have}-")
    if not place.startswith(f"bytes {have}-"):
        raise ConnectionError(f"the hub went on at another place than byte {have}")
    return have


def _receive(reply: IO[bytes], target: Path, have: int, total: int, outgoing: IO[bytes]) -> int:
    with target.open("ab" if have else "wb") as file:
        done = have
        while chunk := reply.read(CHUNK_BYTES):
            file.write(chunk)
            done += len(chunk)
            _say(outgoing, Arrived(done, total))
    return done


def _check_announced(target: Path, sha256: str, outgoing: IO[bytes]) -> None:
    """A large file takes minutes: the parent is told on the way that there is life."""
    if not sha256:
        return
    digest, done, total = hashlib.sha256(), 0, target.stat().st_size
    with target.open("rb") as file:
        while chunk := file.read(CHECKED_BYTES):
            digest.update(chunk)
            done += len(chunk)
            _say(outgoing, Arrived(done, total))
    if digest.hexdigest() != sha256:
        target.unlink()
        raise ValueError("the file does not have the SHA-256 the hub announced")


def _say(outgoing: IO[bytes], message: Struct) -> None:
    write_frame(outgoing, msgspec.msgpack.encode(message))


def reason_of(error: Exception, target: Path) -> str:
    if isinstance(error, urllib.error.HTTPError):
        if error.code == 416:
            target.unlink(missing_ok=True)
            return "the part on disk is longer than the file and was removed; try again"
        if error.code in (401, 403):
            return "the hub wants a login or a licence to be accepted for this model"
        return f"the hub answered {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return f"the hub did not answer ({error.reason})"
    if isinstance(error, TimeoutError):
        return "the hub stopped answering"
    return str(error) or type(error).__name__


def main() -> None:
    url, target = sys.argv[1], Path(sys.argv[2])
    _, outgoing = pipes_of_child()
    try:
        download(url, target, outgoing)
    except (OSError, ValueError, http.client.HTTPException) as error:
        _say(outgoing, Failed(reason_of(error, target)))
    else:
        _say(outgoing, Finished())


if __name__ == "__main__":
    main()
