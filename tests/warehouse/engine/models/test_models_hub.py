"""Models from a hub: a real server on this machine that cuts, redirects and lies when told to."""

from __future__ import annotations

import hashlib
import io
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from indexers.process.child import read_frame
from warehouse.engine import models
from warehouse.engine.models import fetcher
from warehouse.errors import DownloadError
from warehouse.run import Run

DATA = bytes(range(256)) * 20_000
PATH = "/somebody/Tiny-GGUF/resolve/abc123/tiny.gguf"


class Hub(ThreadingHTTPServer):
    """``cut_after``: the first reply breaks there. ``announced``: the hash it claims."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Reply)
        self.cut_after = 0
        self.announced = hashlib.sha256(DATA).hexdigest()
        self.redirect = ""
        self.shifted = 0
        self.ranges: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Reply(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        if self.path == PATH and self.server.redirect:
            self.send_response(302)
            self.send_header("Location", self.server.redirect)
            self.send_header("X-Linked-ETag", f'"{self.server.announced}"')
            self.end_headers()
        elif self.path in (PATH, "/store/tiny"):
            self.send_data()
        else:
            self.send_error(404)

    def send_data(self) -> None:
        asked = self.headers.get("Range", "")
        self.server.ranges.append(asked)
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        if asked and start >= len(DATA):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(DATA)}")
            self.end_headers()
            return
        self.send_response(206 if asked else 200)
        if asked:
            place = f"bytes {start + self.server.shifted}-{len(DATA) - 1}/{len(DATA)}"
            self.send_header("Content-Range", place)
        self.send_header("Content-Length", str(len(DATA) - start))
        self.end_headers()
        end, self.server.cut_after = self.server.cut_after or len(DATA), 0
        self.wfile.write(DATA[start:end])

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def hub() -> Iterator[Hub]:
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return catalogue(tmp_path, hashlib.sha256(DATA).hexdigest())


def catalogue(tmp_path: Path, sha256: str) -> Path:
    path = tmp_path / "models.toml"
    path.write_text(
        f"""
        [[model]]
        id = "tiny"
        title = "Tiny"
        kind = "chat"
        licence = "CC0"
        publisher = "nobody"
        file = "tiny.gguf"
        sha256 = "{sha256}"
        context = 1
        [[model.sources]]
        kind = "hub"
        repository = "somebody/Tiny-GGUF"
        revision = "abc123"
        """
    )
    return path


def fetch(book: Path, hub: Hub) -> Path:
    return models.fetch("tiny", Run(), catalogue_path=book, hub=hub.url)


def test_a_file_arrives_whole(book: Path, hub: Hub) -> None:
    assert fetch(book, hub).read_bytes() == DATA


def test_a_broken_download_goes_on_where_it_stopped(book: Path, hub: Hub, home: Path) -> None:
    hub.cut_after = 3_000_000
    with pytest.raises(DownloadError, match=f"broke after 3000000 of {len(DATA)} bytes"):
        fetch(book, hub)
    assert not (home / "models" / "tiny.gguf").exists()
    assert fetch(book, hub).read_bytes() == DATA
    assert hub.ranges == ["", "bytes=3000000-"]


def test_what_had_arrived_whole_is_not_thrown_away(book: Path, hub: Hub, home: Path) -> None:
    arriving = home / "models" / ".fetch" / "tiny" / "hub" / "arriving"
    arriving.mkdir(parents=True)
    (arriving / "tiny.gguf").write_bytes(DATA)
    assert fetch(book, hub).read_bytes() == DATA
    assert hub.ranges == [f"bytes={len(DATA)}-"]


def test_more_than_the_file_is_removed(book: Path, hub: Hub, home: Path) -> None:
    arriving = home / "models" / ".fetch" / "tiny" / "hub" / "arriving"
    arriving.mkdir(parents=True)
    (arriving / "tiny.gguf").write_bytes(DATA + b"more")
    with pytest.raises(DownloadError, match="longer than the file"):
        fetch(book, hub)
    assert fetch(book, hub).read_bytes() == DATA


def test_a_reply_from_another_place_is_refused(book: Path, hub: Hub) -> None:
    hub.cut_after = 3_000_000
    with pytest.raises(DownloadError):
        fetch(book, hub)
    hub.shifted = 5
    with pytest.raises(DownloadError, match="another place than byte 3000000"):
        fetch(book, hub)
    hub.shifted = 0
    assert fetch(book, hub).read_bytes() == DATA


def test_certificates_are_checked_even_where_the_default_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ssl, "_create_default_https_context", ssl._create_unverified_context)
    context = fetcher.verified()
    assert context.check_hostname
    assert context.verify_mode == ssl.CERT_REQUIRED


def test_redirects_are_followed_and_their_hash_believed_no_further(
    tmp_path: Path, hub: Hub
) -> None:
    hub.redirect = f"{hub.url}/store/tiny"
    hub.announced = "f" * 64
    with pytest.raises(DownloadError, match="SHA-256 the hub announced"):
        fetch(catalogue(tmp_path, ""), hub)
    hub.announced = hashlib.sha256(DATA).hexdigest()
    assert fetch(catalogue(tmp_path, ""), hub).read_bytes() == DATA


def test_a_large_file_is_checked_with_signs_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetcher, "CHECKED_BYTES", 1000)
    target = tmp_path / "tiny.gguf"
    target.write_bytes(DATA[:4500])
    said = io.BytesIO()
    fetcher._check_announced(target, hashlib.sha256(DATA[:4500]).hexdigest(), said)
    said.seek(0)
    told = [fetcher.decode(frame) for frame in iter(lambda: read_frame(said), None)]
    assert told == [fetcher.Arrived(done, 4500) for done in (1000, 2000, 3000, 4000, 4500)]


def test_a_hash_that_is_not_in_the_catalogue_is_kept(tmp_path: Path, hub: Hub, home: Path) -> None:
    path = fetch(catalogue(tmp_path, ""), hub)
    kept = {model.id: model.sha256 for model in models.installed()}
    assert kept == {path.name: hashlib.sha256(DATA).hexdigest()}


def test_a_wrong_file_is_removed(tmp_path: Path, hub: Hub, home: Path) -> None:
    with pytest.raises(DownloadError, match="not the official file"):
        fetch(catalogue(tmp_path, "0" * 64), hub)
    assert not list((home / "models").rglob("tiny.gguf"))


def test_what_the_hub_says_becomes_a_sentence(tmp_path: Path, hub: Hub, book: Path) -> None:
    book.write_text(book.read_text().replace("abc123", "gone"))
    with pytest.raises(DownloadError, match="the hub answered 404"):
        fetch(book, hub)


def test_no_hub_at_all(book: Path) -> None:
    with pytest.raises(DownloadError, match="the hub did not answer"):
        models.fetch("tiny", Run(), catalogue_path=book, hub="http://127.0.0.1:9")


@pytest.mark.parametrize("url", ["http://example.org/x", "file:///etc/passwd", "ftp://x/y"])
def test_only_https_is_fetched(url: str) -> None:
    with pytest.raises(ValueError, match="not an HTTPS address"):
        fetcher.check_address(url)


def test_a_redirect_to_plain_http_is_refused(book: Path, hub: Hub) -> None:
    hub.redirect = "http://example.org/tiny.gguf"
    with pytest.raises(DownloadError, match="not an HTTPS address: http://example"):
        fetch(book, hub)
