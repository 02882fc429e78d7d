"""A model server in place of the model of this program, behind the same Engine protocol.

Off unless the settings name its address; this computer's own unless they allow another host.
"""

from __future__ import annotations

from warehouse.engine.endpoint.engine import EndpointEngine

__all__ = ["EndpointEngine"]
