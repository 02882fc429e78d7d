"""Fetching over a real socket: a server on this machine that behaves, and one that does not."""

from __future__ import annotations

import gzip
import http.server
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose

from warehouse import cli
from warehouse.documents.fetching import pages
from warehouse.documents.fetching.allowed_sites import allow, hosts
from warehouse.documents.fetching.pages import FetchingOff, HostUnknown, fetch
from warehouse.engine.receipt import kept
from warehouse.errors import Cancelled, DownloadError
from warehouse.library import Library
from warehouse.run import Run

ON = msgspec.structs.replace(SETTINGS, web_pages=True)
HTML = "text/html; charset=utf-8"


class Server(http.server.ThreadingHTTPServer):
    """``replies`` by path: status, headers, body; ``seen`` are the requests that came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"

    def page(self, path: str, text: str) -> str:
        body = f"<!doctype html><title>A page</title><article><p>{text}</p></article>".encode()
        self.replies[path] = (200, {"Content-Type": HTML}, body)
        return self.url(path)


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers)))
        status, headers, body = self.server.replies.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def library(tmp_path: Path, home: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as library:
        yield library


@pytest.fixture
def get(library: Library) -> Callable[[str], pages.Outcome]:
    """Fetch from the server of the test, which stands on this machine, as if it were public."""
    allow("127.0.0.1")
    return lambda url: fetch(url, library, ON, Run(), within=("127.0.0.1",))


Get = Callable[[str], pages.Outcome]


def test_a_page_becomes_a_document(server: Server, get: Get, library: Library) -> None:
    url = server.page("/one", prose(1))
    outcome = get(url)
    assert outcome.document.state == "verified"
    assert (outcome.document.title, outcome.document.source) == ("A page", url)
    assert not outcome.unchanged and outcome.changes is None
    assert library.original(outcome.document.id).read_bytes() == server.replies["/one"][2]
    fetched = library.catalog.fetches(outcome.document.id)
    assert [(one.url, one.content_type) for one in fetched] == [(url, HTML)]
    assert kept().count == 1
    headers = server.seen[0][1]
    assert not {"Cookie", "Referer", "Authorization"} & set(headers)


def test_fetching_again_tells_what_changed(server: Server, get: Get, library: Library) -> None:
    url = server.page("/one", "The mill stands. The bridge is open. The ledger is kept.")
    first = get(url)
    assert get(url).unchanged
    server.page("/one", "The mill stands. The bridge is closed. The ledger is kept.")
    second = get(url)
    assert second.changes is not None
    assert second.changes.before == first.document.id
    assert second.changes.gone == ("The bridge is open.",)
    assert second.changes.new == ("The bridge is closed.",)
    assert len(library.catalog.documents()) == 2


def test_the_users_word_is_carried_to_the_next_version(
    server: Server, get: Get, library: Library
) -> None:
    url = server.page("/one", "The mill stands. The bridge is open.")
    first = get(url).document.id
    library.edit(first, {"title": ("The Mill",), "date": ("2001",)}, Run())
    server.page("/one", "The mill stands. The bridge is closed.")
    second = get(url).document
    assert (second.title, second.date) == ("The Mill", "")
    versions = library.catalog.versions(second.id)
    assert [(one.source, one.document, one.current) for one in versions] == [
        (url, first, False),
        (url, second.id, True),
    ]
    assert library.catalog.newer([first, second.id]) == {first: second.id}


def test_a_redirect_is_followed_and_remembered(server: Server, get: Get, library: Library) -> None:
    there = server.page("/there", prose(2))
    server.replies["/here"] = (302, {"Location": "/there"}, b"")
    outcome = get(server.url("/here"))
    fetched = library.catalog.fetches(outcome.document.id)[0]
    assert (fetched.url, fetched.final_url) == (server.url("/here"), there)
    assert kept().count == 2


def test_a_redirect_to_this_machine_is_refused(server: Server, get: Get) -> None:
    allow("localhost")
    server.replies["/out"] = (302, {"Location": "http://localhost:9/"}, b"")
    with pytest.raises(DownloadError, match="address of this machine"):
        get(server.url("/out"))


def test_a_redirect_to_another_site_asks_again(server: Server, get: Get) -> None:
    server.replies["/out"] = (301, {"Location": "https://elsewhere.example/x"}, b"")
    with pytest.raises(HostUnknown) as asked:
        get(server.url("/out"))
    assert asked.value.host == "elsewhere.example"


@pytest.mark.parametrize(
    "where", ["file:///etc/passwd", "ftp://127.0.0.1/", "", "http://a@127.0.0.1/"]
)
def test_a_redirect_to_no_web_address_is_refused(server: Server, get: Get, where: str) -> None:
    server.replies["/out"] = (302, {"Location": where}, b"")
    with pytest.raises(DownloadError):
        get(server.url("/out"))


def test_a_circle_ends(server: Server, get: Get) -> None:
    server.replies["/a"] = (302, {"Location": "/a"}, b"")
    with pytest.raises(DownloadError, match="without an end"):
        get(server.url("/a"))
    assert len(server.seen) <= 6


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
def test_the_charset_that_the_server_says_is_that_of_the_page(
    server: Server, get: Get, library: Library, kind: str
) -> None:
    words = "Мельница стоит у реки."
    body = f"<title>A</title><p>{words}</p>" if kind == "text/html" else words
    said = {"Content-Type": f'{kind}; Charset="windows-1251"'}
    server.replies["/one"] = (200, said, body.encode("cp1251"))
    document = get(server.url("/one")).document.id
    assert words in library.catalog.text(document)
    library.retry(document, Run())
    assert words in library.catalog.text(document)


def test_packed_pages_are_unpacked(server: Server, get: Get, library: Library) -> None:
    server.page("/one", prose(1))
    status, headers, body = server.replies["/one"]
    packed = {**headers, "Content-Encoding": "gzip"}
    server.replies["/one"] = (status, packed, gzip.compress(body))
    outcome = get(server.url("/one"))
    assert library.original(outcome.document.id).read_bytes() == body


def test_a_page_packed_in_several_pieces_is_whole(
    server: Server, get: Get, library: Library
) -> None:
    server.page("/one", prose(1))
    status, headers, body = server.replies["/one"]
    pieces = gzip.compress(body[:100]) + gzip.compress(body[100:])
    server.replies["/one"] = (status, {**headers, "Content-Encoding": "gzip"}, pieces)
    outcome = get(server.url("/one"))
    assert library.original(outcome.document.id).read_bytes() == body


@pytest.mark.parametrize("packed", [False, True])
def test_too_large_is_given_up(
    server: Server, get: Get, library: Library, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(pages, "LIMIT_BYTES", 2**20)
    body = b"<p>" + b"0" * (64 * 2**20 if packed else 2 * 2**20)
    headers = {"Content-Type": HTML}
    if packed:
        headers["Content-Encoding"] = "gzip"
        body = zlib.compress(body, wbits=31)
    server.replies["/big"] = (200, headers, body)
    with pytest.raises(DownloadError, match="larger than 1 MB"):
        get(server.url("/big"))
    assert library.catalog.documents() == []


@pytest.mark.parametrize(
    ("status", "headers", "body", "reason"),
    [
        (404, {"Content-Type": HTML}, b"", "answered 404"),
        (500, {}, b"", "answered 500"),
        (200, {"Content-Type": "application/zip"}, b"PK", "no page that can be read"),
        (200, {}, b"x", "no page that can be read"),
        (200, {"Content-Type": HTML, "Content-Encoding": "br"}, b"x", "packed in a way"),
        (200, {"Content-Type": HTML, "Content-Encoding": "gzip"}, b"no gzip", "could not be"),
        (200, {"Content-Type": HTML, "Content-Length": "100"}, b"short", "not come in whole"),
    ],
)
def test_what_is_no_page_has_its_reason(
    server: Server, get: Get, status: int, headers: dict[str, str], body: bytes, reason: str
) -> None:
    server.replies["/x"] = (status, headers, body)
    with pytest.raises(DownloadError, match=reason):
        get(server.url("/x"))


def test_nothing_is_asked_before_the_user_agreed(server: Server, library: Library) -> None:
    url = server.page("/one", prose(1))
    with pytest.raises(HostUnknown):
        fetch(url, library, ON, Run(), within=("127.0.0.1",))
    assert (server.seen, kept().count) == ([], 0)


def test_it_is_off_until_it_is_turned_on(server: Server, library: Library) -> None:
    allow("127.0.0.1")
    with pytest.raises(FetchingOff, match="is off"):
        fetch(server.page("/one", prose(1)), library, SETTINGS, Run(), within=("127.0.0.1",))
    assert server.seen == []


def test_this_machine_is_refused_without_a_test(server: Server, library: Library) -> None:
    allow("127.0.0.1")
    with pytest.raises(DownloadError, match="address of this machine"):
        fetch(server.page("/one", prose(1)), library, ON, Run())
    assert server.seen == []


def test_a_stop_ends_it(server: Server, library: Library) -> None:
    allow("127.0.0.1")
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        fetch(server.page("/one", prose(1)), library, ON, run, within=("127.0.0.1",))


def test_sites_are_remembered_with_and_without_www(home: Path) -> None:
    allow("www.example.org")
    allow("example.org")
    assert hosts() == ("example.org",)


def test_sites_are_listed_and_taken_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    allow("example.org")
    allow("b.example")
    assert cli.main(["fetch"]) == 0
    assert capsys.readouterr().out == "b.example\nexample.org\n"
    assert cli.main(["fetch", "--forget", "www.example.org"]) == 0
    assert capsys.readouterr().out == "b.example\n"
    assert cli.main(["fetch", "--forget", "c.example"]) == 1
    assert hosts() == ("b.example",)


def test_an_address_is_typed_without_its_scheme(server: Server, library: Library) -> None:
    with pytest.raises(HostUnknown) as unknown:
        fetch("example.org/page", library, ON, Run())
    assert unknown.value.host == "example.org"


def test_the_command_says_how_to_turn_it_on(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fetch", "https://example.org/"]) == 1
    assert "Turn it on in Settings" in capsys.readouterr().err
