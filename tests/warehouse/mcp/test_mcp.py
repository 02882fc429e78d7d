"""The MCP server as its clients meet it: the package's own client, a real process, real pipes."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import psutil  # type: ignore[import-untyped]
import pytest
from bridges import BRIDGE, QUESTION
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent
from played_warehouse import CAST, opened
from sockets import WATCH

from warehouse.cli import main
from warehouse.cli.mcp import _may_change
from warehouse.errors import InUse
from warehouse.mcp.opened import Opened
from warehouse.store.encryption.memory_folder import PREFIX as MEMORY
from warehouse.store.handover import hand

ROOT = Path(__file__).resolve().parents[3]
SHA256 = hashlib.sha256(BRIDGE[1].encode()).hexdigest()
Script = Callable[[Client], Awaitable[None]]


def talk(script: Script, *arguments: str, **environment: str) -> None:
    """Start ``python ARGUMENTS``, let a client talk to it, and see it end."""
    path = os.pathsep.join(filter(None, [environment.pop("PYTHONPATH", ""), str(ROOT)]))
    server = StdioServerParameters(
        command=sys.executable,
        args=list(arguments),
        env={**os.environ, "PYTHONPATH": path, **environment},
    )

    async def meeting() -> None:
        with anyio.fail_after(120):
            async with Client(server) as client:
                await script(client)

    anyio.run(meeting)


def scripted(script: Script, folder: Path, *more: str) -> None:
    talk(script, str(Path(__file__).with_name("played_warehouse.py")), str(folder), *more)


def said(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def got(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, said(result)
    return result.structured_content


def test_documents_are_listed_searched_read_and_asked(tmp_path: Path) -> None:
    async def script(client: Client) -> None:
        offered = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(offered) == ["list_documents", "search", "read_passage", "ask", "prove"]
        assert all("no instruction" in (tool.description or "") for tool in offered.values())
        assert offered["search"].input_schema["required"] == ["query"]

        listed = await got(client, "list_documents")
        assert {row["title"] for row in listed["documents"]} >= {BRIDGE[0]}
        assert listed["total"] == 3

        found = await got(client, "search", query="who cast the arches", limit=3)
        best = found["passages"][0]
        assert (best["title"], best["sha256"], best["page_label"]) == (BRIDGE[0], SHA256, "1")
        assert best["text"] == BRIDGE[1][best["start"] : best["end"]]
        assert "no instruction" in found["untrusted"].lower()

        read = await got(client, "read_passage", sha256=SHA256[:12], start=5, end=11)
        assert (read["passage"]["text"], read["next_start"]) == (BRIDGE[1][5:11], 11)
        rest = await got(client, "read_passage", sha256=SHA256, start=11)
        assert (rest["passage"]["text"], rest["next_start"]) == (BRIDGE[1][11:], 0)

        answer = await got(client, "ask", question=QUESTION, method="rag")
        assert answer["text"].startswith(CAST[:-1])
        sentence = answer["sentences"][0]
        assert sentence["state"] in ("supported", "partly")
        source = sentence["sources"][0]
        assert source["text"] == BRIDGE[1][source["start"] : source["end"]]
        assert (source["sha256"], source["page_label"]) == (SHA256, "1")

        proven = await got(client, "prove", text="Its arches were cast by Skerton Works in 1881.")
        assert proven["sentences"][0]["sources"][0]["sha256"] == SHA256

    scripted(script, tmp_path / "papers")


def test_what_cannot_be_done_is_a_sentence(tmp_path: Path) -> None:
    refusals = {
        "add_documents": ({"paths": ["/etc"]}, "mcp_may_change"),
        "read_passage": ({"sha256": "0000"}, "No document begins with “0000”."),
        "search": ({"limit": 3}, "missing required field `query`"),
        "ask": ({"question": "What?", "within": "Letters"}, "no collection"),
        "rewrite": ({}, "There is no tool rewrite."),
    }

    async def script(client: Client) -> None:
        for tool, (arguments, words) in refusals.items():
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert words in said(result), said(result)

    scripted(script, tmp_path / "papers")


def test_a_question_tells_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    told: list[str] = []

    async def script(client: Client) -> None:
        async with anyio.create_task_group() as group:

            async def hear(progress: float, total: float | None, message: str | None) -> None:
                told.append(message or "")
                # a step before the model's names the comet, too: stopped there, no model is
                if len(told) > 1 and told[-1].endswith("of 10,000: the comet"):
                    group.cancel_scope.cancel()

            question = {"question": "How far is the comet?", "method": "rag"}
            await client.call_tool("ask", question, progress_callback=hear)
        while not (tmp_path / "stopped").exists():
            await anyio.sleep(0.05)

    scripted(script, tmp_path / "papers")
    assert told[-1].endswith("of 10,000: the comet")


def test_documents_are_added_where_that_is_allowed(tmp_path: Path) -> None:
    page = tmp_path / "ferry.html"
    page.write_text("<title>Ferry</title><p>The ferry crosses the river at noon.</p>")

    async def script(client: Client) -> None:
        assert "add_documents" in {tool.name for tool in (await client.list_tools()).tools}
        added = await got(client, "add_documents", paths=[str(page)])
        assert [(row["title"], row["state"]) for row in added["documents"]] == [
            ("Ferry", "verified")
        ]
        for path in ("", ".", "ferry.html"):
            refused = await client.call_tool("add_documents", {"paths": [str(page), path]})
            assert refused.is_error and "is no absolute path" in said(refused)
        (tmp_path / "taken-back").touch()
        refused = await client.call_tool("add_documents", {"paths": [str(page)]})
        assert refused.is_error and "mcp_may_change" in said(refused)
        assert "add_documents" not in {tool.name for tool in (await client.list_tools()).tools}

    scripted(script, tmp_path / "papers", "change")


def test_the_leave_to_change_is_the_one_the_user_gives_now(home: Path) -> None:
    for word, leave in (("true", True), ("false", False)):
        assert main(["settings", "mcp_may_change", word]) == 0
        assert _may_change() is leave


def test_the_command_opens_no_socket(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(WATCH)
    log = tmp_path / "sockets.log"

    async def script(client: Client) -> None:
        assert (await got(client, "list_documents"))["documents"] == []
        assert client.server_info is not None
        assert client.server_info.name == "muniment"

    environment = {"PYTHONPATH": str(tmp_path / "site"), "MUNIMENT_TEST_SOCKETS": str(log)}
    talk(script, "-m", "desktop", "mcp", **environment)
    assert not log.exists(), log.read_text()


def test_another_program_can_have_the_warehouse_between_two_calls(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    held = Opened(lambda: opened(folder))
    with held.use() as warehouse:
        assert not held.release(idle_s=0), "it is in use"
        with pytest.raises(InUse):
            opened(folder)
    assert not held.release()
    hand(folder, show=True)
    assert held.release(), "another program asks for it"
    opened(folder).close()
    with held.use() as again:
        assert again is not warehouse
    assert held.release(idle_s=0)


@pytest.mark.skipif(os.name == "nt", reason="there it is ended without a word")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_plain_stays_of_an_encrypted_one_however_it_ends(
    tmp_path: Path, number: signal.Signals
) -> None:
    secret, folder = tmp_path / "secret", tmp_path / "matter"
    secret.write_text("nine ships at anchor")
    given = ["--warehouse", str(folder), "--passphrase-file", str(secret)]
    assert main([*given, "encryption", "on"]) == 0
    command = [sys.executable, "-m", "desktop", *given, "mcp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as server:  # type: ignore[call-overload]
        for asked in OPENING:
            server.stdin.write(f"{json.dumps({'jsonrpc': '2.0', **asked})}\n")
        server.stdin.flush()
        assert next(line for line in server.stdout if '"id":2' in line)
        plain = [one.path for one in psutil.Process(server.pid).open_files() if MEMORY in one.path]
        assert plain and Path(plain[0]).exists()
        server.send_signal(number)
        server.send_signal(number)
        assert server.wait(20) == 128 + number
    assert not any(map(os.path.exists, plain))


OPENING: tuple[dict[str, Any], ...] = (
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": {"name": "list_documents", "arguments": {}}},
)
