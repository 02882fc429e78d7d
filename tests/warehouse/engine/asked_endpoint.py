"""An engine that asks a scripted server, for the tests of what comes back."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_server import Server, serving

from warehouse.engine.endpoint import EndpointEngine
from warehouse.engine.protocol import Message, Request
from warehouse.errors import (
    EndpointFailed,
    MunimentError,
)
from warehouse.run import Run
from warehouse.settings import Settings

CHAT = "/v1/chat/completions"
HELLO = Request("hello", (Message("user", "Hello?"),), 20)


def engine(server: Server | str, **more: Any) -> EndpointEngine:
    url = server if isinstance(server, str) else server.url
    return EndpointEngine(Settings(endpoint=url, endpoint_patience_s=5, **more))


def failing(answer: Any, error: type[MunimentError] = EndpointFailed) -> str:
    """The sentence of the error that ``answer`` to a completion ends in."""
    with serving({CHAT: answer}) as server:
        asked = engine(server)
        with pytest.raises(error) as caught:
            asked.complete([HELLO], Run())
        asked.close()
    return str(caught.value)
