"""The MCP server: tools.py over the standard streams, by the official ``mcp`` package.

Calls are worked on in threads. Every half second a call tells how far it is, where the client asked
for that; a call that the client cancels is cancelled here. Importing the package brings its HTTP
parts into the process; none of them is started, and no socket is bound.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, NoReturn

import anyio
import anyio.to_thread
import msgspec
from mcp.server import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ToolOffer
from msgspec import Struct

from warehouse.app import Warehouse
from warehouse.errors import BadInput, MunimentError
from warehouse.mcp import tools
from warehouse.mcp.opened import Opened
from warehouse.mcp.tools import TOOLS, UNTRUSTED, Tool
from warehouse.run import Run, Step, endings, in_words
from warehouse.version import version

NAME = "muniment"
INSTRUCTIONS = (
    "The user's own documents, on the user's computer. Search and read passages, or ask: each "
    "sentence of an answer says how well it is proven and by which words of which document and "
    f"page. Cite documents by title and page. {UNTRUSTED}"
)
TELL_EVERY_S = 0.5
LOOK_EVERY_S = 1.0
log = logging.getLogger("muniment")
Context = ServerRequestContext[Any, Any]


def serve(opener: Callable[[], Warehouse], may_change: Callable[[], bool]) -> None:
    """Until the client closes its end; the warehouse is opened by its first call. ``may_change`` is
    asked at every call that changes something: the user may take the leave back.
    """
    opened = Opened(opener)
    if threading.current_thread() is threading.main_thread():
        for number in endings():
            signal.signal(number, partial(_end, opened))
    anyio.run(_serve, opened, may_change)


def _end(opened: Opened, number: int, frame: FrameType | None) -> NoReturn:
    """At once, for a reader of stdin cannot be woken; nothing plain of an encrypted one stays.
    Asked once more it is ending already.
    """
    for ending in endings():
        signal.signal(ending, signal.SIG_IGN)
    try:
        opened.end()
    finally:
        os._exit(128 + number)


async def _serve(opened: Opened, may_change: Callable[[], bool]) -> None:
    server = made(opened, may_change)
    async with anyio.create_task_group() as group, stdio_server() as (incoming, outgoing):
        group.start_soon(_release, opened)
        await server.run(incoming, outgoing, server.create_initialization_options())
        group.cancel_scope.cancel()
    await anyio.to_thread.run_sync(opened.end)  # a signal waits for no lock of this thread


async def _release(opened: Opened) -> None:
    while True:
        await anyio.sleep(LOOK_EVERY_S)
        await anyio.to_thread.run_sync(opened.release)


def made(opened: Opened, may_change: Callable[[], bool]) -> Server:
    """The server; tools that change something are offered where they may."""

    async def list_tools(context: Context, page: PaginatedRequestParams | None) -> ListToolsResult:
        allowed = may_change()
        names = [name for name, tool in TOOLS.items() if allowed or not tool.changes]
        return ListToolsResult(tools=[_offer(name, TOOLS[name]) for name in names])

    async def call_tool(context: Context, call: CallToolRequestParams) -> CallToolResult:
        try:
            tool = TOOLS.get(call.name)
            if tool is None:
                raise BadInput(f"There is no tool {call.name}.", f"There are: {', '.join(TOOLS)}.")
            tools.require_allowed(tool, may_change)
            given = tools.arguments_of(tool, call.arguments)
            return _reply(await _worked(context, partial(_work, opened, tool, given)))
        except MunimentError as error:
            return _refusal(" ".join(filter(None, [str(error), error.next_step])))
        except Exception:
            log.exception("a tool failed")
            return _refusal(
                "A mistake in Muniment; its details are in what the server wrote to stderr."
            )

    return Server(
        NAME,
        version=version(),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _work(opened: Opened, tool: Tool, given: Struct, run: Run) -> Struct:
    with opened.use() as warehouse:
        return tool.work(warehouse, given, run)


async def _worked(context: Context, work: Callable[[Run], Struct]) -> Struct:
    """In a thread, which is waited for; a cancelled call cancels its run first."""
    steps: list[Step] = []

    def hear(snapshot: Struct) -> None:
        if isinstance(snapshot, Step):
            steps[:] = [snapshot]

    run, result = Run(hear), None
    failure: Exception | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(_tell, context, run, steps)
        try:
            result = await anyio.to_thread.run_sync(work, run)
        except Exception as error:  # the group would wrap it
            failure = error
        group.cancel_scope.cancel()
    if failure is not None:
        raise failure
    assert result is not None
    return result


async def _tell(context: Context, run: Run, steps: list[Step]) -> None:
    """The newest step, as it changes; ``progress`` counts the tellings."""
    step, count = None, 0
    try:
        while True:
            await anyio.sleep(TELL_EVERY_S)
            if steps and steps[0] != step:
                step, count = steps[0], count + 1
                await context.session.report_progress(count, None, in_words(step))
    finally:
        run.cancel()


def _offer(name: str, tool: Tool) -> ToolOffer:
    return ToolOffer(
        name=name,
        title=tool.title,
        description=f"{tool.about} {UNTRUSTED}",
        input_schema=tools.schema(tool.arguments),
        output_schema=tools.schema(tool.reply),
        annotations=ToolAnnotations(
            read_only_hint=not tool.changes, destructive_hint=False, open_world_hint=False
        ),
    )


def _reply(result: Struct) -> CallToolResult:
    """As JSON, and as text for clients that read no structured results."""
    text = TextContent(text=msgspec.json.encode(result).decode())
    return CallToolResult(content=[text], structured_content=msgspec.to_builtins(result))


def _refusal(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)
