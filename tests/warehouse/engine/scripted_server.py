"""A small HTTP server on loopback that answers what a test wrote down, well or badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    """``answers`` maps a path to what answers it: called with this handler and the JSON body."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self._answer(json.loads(self.rfile.read(length)))

    def _answer(self, body: dict[str, Any]) -> None:
        self.server.seen.append((self.path, body))
        self.server.headers.append(dict(self.headers))
        answer = self.server.answers.get(self.path, not_found)
        try:
            answer(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.server.lost.set()
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""

    def tell(self, told: Any, status: int = 200) -> None:
        raw = told if isinstance(told, bytes) else json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def piece(self, text: str, finish: str | None = None) -> None:
        event = {"choices": [{"delta": {"content": text}, "finish_reason": finish}]}
        self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()

    def end_stream(self) -> None:
        self.wfile.write(b"data: [DONE]\n\n")


Answer = Callable[[Handler, dict[str, Any]], None]


class Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, answers: dict[str, Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.seen: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        self.lost = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def asked(self, path: str) -> list[dict[str, Any]]:
        return [body for seen, body in self.seen if seen == path]


def not_found(handler: Handler, body: dict[str, Any]) -> None:
    handler.tell({"error": {"message": "no such place"}}, 404)


def says(told: Any, status: int = 200) -> Answer:
    return lambda handler, body: handler.tell(told, status)


def writes(*pieces: str, finish: str = "stop") -> Answer:
    def answer(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        for piece in pieces:
            handler.piece(piece)
        handler.piece("", finish)
        handler.end_stream()

    return answer


@contextmanager
def serving(answers: dict[str, Answer]) -> Iterator[Server]:
    server = Server({"/v1/models": says({"data": [{"id": "tiny"}]}), **answers})
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
