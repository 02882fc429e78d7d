"""Model servers that break off, hang, refuse, redirect or never end; and stopping them."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest
from asked_endpoint import CHAT, HELLO, engine, failing
from scripted_server import Handler, says, serving, writes

from warehouse.engine.endpoint import EndpointEngine
from warehouse.errors import (
    Cancelled,
    EndpointFailed,
    EngineDied,
    EngineError,
)
from warehouse.run import Run
from warehouse.settings import Settings


def test_a_stream_that_breaks_off_is_asked_for_once_more() -> None:
    def cut(handler: Handler, body: dict[str, Any]) -> None:
        if len(handler.server.asked(CHAT)) > 1:
            writes("Whole.")(handler, body)
        else:
            handler.begin_stream()
            handler.piece("Ha")

    with serving({CHAT: cut}) as server:
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Whole."
        asked.close()


def test_a_stream_that_always_breaks_off_is_a_sentence() -> None:
    def cut(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.piece("Ha")

    assert "broke off" in failing(cut)


def test_errors_of_the_server_are_sentences() -> None:
    assert "has failed: on fire" in failing(says({"error": {"message": "on fire"}}, 500))
    assert "refused: what?" in failing(says({"error": "what?"}, 400), EngineError)
    assert "wants a key" in failing(says({"error": {"message": "no"}}, 401))
    assert "status 418" in failing(says(b"teapot", 418), EngineError)

    def later(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.wfile.write(b'data: {"error": {"message": "out of memory"}}\n\n')

    assert "out of memory" in failing(later)


def test_replies_of_the_wrong_kind_are_sentences() -> None:
    assert "does not answer as" in failing(says({"choices": []}))

    def streamed(raw: bytes) -> Any:
        def answer(handler: Handler, body: dict[str, Any]) -> None:
            handler.begin_stream()
            handler.wfile.write(raw)

        return answer

    assert "unreadable" in failing(streamed(b"data: {garbage\n\n"))
    assert "unreadable" in failing(streamed(b"data: " + b"[" * 100_000 + b"\n\n"))
    assert "unexpected" in failing(streamed(b'data: {"choices": 7}\n\n'))
    assert "no end" in failing(streamed(b"data: [DONE]\n\n"))
    assert "broke off" in failing(streamed(b"<html>hello</html>"))


def test_a_body_without_end_is_given_up() -> None:
    def endless(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        while True:
            handler.wfile.write(b"x" * 2**20)

    assert "without end" in failing(endless)


def test_a_huge_list_of_models_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warehouse.engine.endpoint.line.REPLY_LIMIT_BYTES", 2**20)
    with serving({"/v1/models": says(b"[" + b" " * 2**21 + b"]")}) as server:
        asked = engine(server)
        with pytest.raises(EndpointFailed, match="without end"):
            asked.info()
        asked.close()


def test_a_redirect_is_not_followed() -> None:
    def elsewhere(handler: Handler, body: dict[str, Any]) -> None:
        handler.send_response(307)
        handler.send_header("Location", f"{other.url}{CHAT}")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with serving({}) as other:
        assert "does not follow" in failing(elsewhere)
        assert other.seen == []


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving({CHAT: writes("Direct.")}) as server, serving({}) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Direct."
        asked.close()
    assert proxy.seen == []


def test_silence_ends_in_a_sentence() -> None:
    over = threading.Event()
    with serving({CHAT: lambda handler, body: over.wait(30) and None}) as server:
        asked = EndpointEngine(Settings(endpoint=server.url))
        asked._line.patience_s = 0.2
        with pytest.raises(EndpointFailed, match="did not answer in time"):
            asked.complete([HELLO], Run())
        over.set()
        asked.close()


def test_nobody_there_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        asked = engine(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(EndpointFailed, match="No model server answers") as caught:
            asked.complete([HELLO], Run())
    assert "clear the endpoint" in caught.value.next_step


def test_a_server_that_loads_is_waited_for() -> None:
    def loading(handler: Handler, body: dict[str, Any]) -> None:
        if len(handler.server.seen) < 3:
            handler.tell({"error": {"message": "Loading model"}}, 503)
        else:
            handler.tell({"data": [{"id": "tiny"}]})

    with serving({"/v1/models": loading, CHAT: writes("Ready.")}) as server:
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Ready."
        asked.close()


def test_a_kept_connection_that_the_server_closed_is_replaced() -> None:
    def once(handler: Handler, body: dict[str, Any]) -> None:
        handler.tell({"data": [{"id": "tiny"}]})
        handler.close_connection = True

    with serving({"/v1/models": once, CHAT: writes("Still here.")}) as server:
        asked = engine(server)
        asked.info()
        assert asked.complete([HELLO], Run())[0].text == "Still here."
        asked.close()


def test_a_cancel_closes_the_connection() -> None:
    begun = threading.Event()

    def slow(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        while not handler.server.lost.is_set():
            handler.piece("word ")
            begun.set()
            time.sleep(0.02)

    run = Run()
    with serving({CHAT: slow}) as server:
        asked = engine(server)
        threading.Thread(target=lambda: begun.wait(10) and run.cancel()).start()
        with pytest.raises(Cancelled):
            asked.complete([HELLO, HELLO], run)
        assert server.lost.wait(10)
        asked.close()
    assert not [thread.name for thread in threading.enumerate() if "endpoint" in thread.name]


def test_closing_ends_open_calls() -> None:
    begun, over = threading.Event(), threading.Event()

    def silent(handler: Handler, body: dict[str, Any]) -> None:
        begun.set()
        over.wait(30)

    with serving({CHAT: silent}) as server:
        asked = engine(server)
        closer = threading.Thread(target=lambda: begun.wait(10) and asked.close())
        closer.start()
        with pytest.raises(EngineDied, match="closed"):
            asked.complete([HELLO], Run())
        over.set()
        closer.join()
