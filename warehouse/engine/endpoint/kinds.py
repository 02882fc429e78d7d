"""Which kind of model server stands at the other end."""

from __future__ import annotations

from msgspec import Struct

from warehouse.engine.endpoint.line import Refused
from warehouse.engine.endpoint.llama_server import LlamaServer, Props
from warehouse.engine.endpoint.other import Other
from warehouse.engine.endpoint.servers import Ask, Listed, Server, understood
from warehouse.engine.endpoint.vllm import Vllm
from warehouse.errors import BadInput, EndpointFailed


class _Models(Struct, frozen=True):
    data: list[Listed]


def recognise(ask: Ask, wanted: str) -> Server:
    """Raises BadInput where the server does not have the ``wanted`` model (empty: any)."""
    models = understood(ask("/v1/models", None), _Models).data
    matching = [model for model in models if wanted in ("", model.id)]
    if not matching:
        has = ", ".join(model.id for model in models[:5]) or "none"
        raise BadInput(f"The server has no model “{wanted}”; it has: {has}.")
    model = matching[0]
    if model.max_model_len:
        return Vllm(model)
    try:
        return LlamaServer(model, understood(ask("/props", None), Props))
    except (Refused, EndpointFailed):
        return Other(model)
