"""The engine and what it is compared with, behind one face: do this, and how long it took.

``ours`` sends all requests as one call. ``Reference`` is llama-cpp-python's class in a child, one
request after the other. ``Server`` is llama-server on loopback with the same file, context, threads
and number of slots; it is not a part of the program and is looked for where ``SERVER_VARIABLE``
says, else on the path. All of them are started before anything is timed, and their threads wait
alike: sleeping, not spinning, so that another program on the machine cannot decide the comparison.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from msgspec import Struct, structs, to_builtins

from indexers.process.child import Child
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Request, ScoreRequest
from warehouse.evaluate.engine import reference
from warehouse.run import Run

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

SERVER_VARIABLE = "MUNIMENT_LLAMA_SERVER"
START_S = 180.0
MICRO_BATCH = 512
LOOPBACK = "127.0.0.1"
XLLAMACPP = """\
import json, sys, threading, xllamacpp
given = json.loads(sys.argv[1])
p = xllamacpp.CommonParams()
p.model.path = given["model"]
p.hostnames, p.port = [given["host"]], given["port"]
p.n_ctx, p.n_parallel, p.n_ubatch = given["cells"], given["slots"], given["ubatch"]
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = given["threads"]
p.n_gpu_layers = given["gpu_layers"]
server = xllamacpp.Server(p)
threading.Event().wait()
"""


class Work(Struct, frozen=True):
    """One timed piece of work: wall clock and processor seconds, tokens asked and written."""

    seconds: float
    processor_s: float
    prompt_tokens: int
    written: int
    texts: tuple[str, ...]

    @property
    def rate(self) -> float:
        """Tokens written a second."""
        return self.written / self.seconds


class Machine(Struct, frozen=True):
    """What all are started with."""

    model: Path
    cells: int
    parallel: int
    threads: int
    gpu_layers: int


def ours(engine: LlamaEngine, requests: Sequence[Request]) -> Work:
    """By the engine, as one call."""
    watch = Watch(engine.child_pid)
    done = engine.complete(requests, Run())
    return watch.work(
        sum(completion.prompt_tokens for completion in done),
        sum(completion.completion_tokens for completion in done),
        tuple(completion.text for completion in done),
    )


class Reference:
    """The child of ``reference.py``."""

    def __init__(self, machine: Machine, high_level: bool, log: Path) -> None:
        self._child = Child("warehouse.evaluate.engine.reference", log=log)
        size = (machine.cells, machine.threads, machine.gpu_layers)
        self._ask(reference.Open(str(machine.model), high_level, *size))

    def do(self, requests: Sequence[Request]) -> Work:
        """One after the other."""
        watch = Watch(self._child.pid)
        said = []
        for request in requests:
            answer = self._ask(reference.Ask(request.messages, request.max_tokens, request.schema))
            assert isinstance(answer, reference.Said)
            said.append(answer)
        return watch.work(
            sum(answer.prompt_tokens for answer in said),
            sum(answer.completion_tokens for answer in said),
            tuple(answer.text for answer in said),
        )

    def prefill(self, requests: Sequence[ScoreRequest]) -> Work:
        """Plain prefill of the same tokens; making tokens of the text is not in the seconds."""
        watch = Watch(self._child.pid)
        answer = self._ask(reference.Prefill(tuple(requests)))
        assert isinstance(answer, reference.Prefilled)
        whole = watch.work(answer.tokens, 0, ())
        return structs.replace(whole, seconds=answer.seconds)

    def close(self) -> None:
        self._child.kill()

    def _ask(self, message: reference.Down) -> reference.Up:
        self._child.send(reference.encoder.encode(message))
        answer: reference.Up = reference.decode_up(self._child.receive())
        return answer


class Server:
    """llama-server, or the same server out of xllamacpp when ``program`` is a Python with it."""

    def __init__(self, program: Path, machine: Machine, log: Path) -> None:
        self._port = _free_port()
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                _command(program, machine, self._port), stdout=errors, stderr=errors
            )
        self._await()

    def do(self, requests: Sequence[Request]) -> Work:
        """All at once: the server queues what its slots do not hold."""
        watch = Watch(self._process.pid)
        with ThreadPoolExecutor(len(requests)) as pool:
            replies = list(pool.map(self._ask, requests))
        return watch.work(
            sum(reply["usage"]["prompt_tokens"] for reply in replies),
            sum(reply["usage"]["completion_tokens"] for reply in replies),
            tuple(reply["choices"][0]["message"]["content"] for reply in replies),
        )

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _ask(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": to_builtins(request.messages),
            "max_tokens": request.max_tokens,
            "temperature": 0.0,
        }
        if request.schema is not None:
            form = {"name": "reply", "schema": request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return self._post("/v1/chat/completions", body)

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection = http.client.HTTPConnection(LOOPBACK, self._port, timeout=600)
        try:
            head = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), head)
            reply = connection.getresponse()
            answer: dict[str, Any] = json.loads(reply.read())
        finally:
            connection.close()
        if reply.status != 200:
            raise RuntimeError(f"llama-server answered {reply.status}: {answer}")
        return answer

    def _await(self) -> None:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._process.poll() is None:
            connection = http.client.HTTPConnection(LOOPBACK, self._port, timeout=5)
            try:
                connection.request("GET", "/health")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                pass
            finally:
                connection.close()
            time.sleep(0.2)
        self.close()
        raise RuntimeError("llama-server did not start")


class Watch:
    """Wall clock and processor time of one process from here on."""

    def __init__(self, pid: int | None) -> None:
        self._process = psutil.Process(pid)
        self._used = self._processor()
        self._began = time.perf_counter()

    def work(self, prompt_tokens: int, written: int, texts: tuple[str, ...]) -> Work:
        seconds = time.perf_counter() - self._began
        used = self._processor() - self._used
        return Work(seconds, used, prompt_tokens, written, texts)

    def _processor(self) -> float:
        times = self._process.cpu_times()
        return float(times.user + times.system)


def find_server() -> Path | None:
    """Where a llama-server, or a Python with xllamacpp, was said or found to be."""
    said = os.environ.get(SERVER_VARIABLE) or shutil.which("llama-server")
    return Path(said) if said and Path(said).exists() else None


def _command(program: Path, machine: Machine, port: int) -> list[str]:
    if "python" in program.name:
        given = {
            "model": str(machine.model),
            "host": LOOPBACK,
            "port": port,
            "cells": machine.cells,
            "slots": machine.parallel,
            "threads": machine.threads,
            "ubatch": MICRO_BATCH,
            "gpu_layers": machine.gpu_layers,
        }
        return [str(program), "-c", XLLAMACPP, json.dumps(given)]
    numbers = {
        "--ctx-size": machine.cells,
        "--parallel": machine.parallel,
        "--threads": machine.threads,
        "--ubatch-size": MICRO_BATCH,
        "--gpu-layers": machine.gpu_layers,
        "--port": port,
    }
    options = [str(part) for pair in numbers.items() for part in pair]
    return [str(program), "--model", str(machine.model), "--host", LOOPBACK, *options]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
