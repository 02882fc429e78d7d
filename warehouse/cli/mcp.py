"""``muniment mcp``: for programs that speak the Model Context Protocol, over stdio."""

from __future__ import annotations

from warehouse import app
from warehouse.app import Parts
from warehouse.cli.passphrases import passphrase
from warehouse.cli.session import Session
from warehouse.mcp.server import serve


def mcp(session: Session) -> int:
    """Ends with its client, or at Ctrl-C; the warehouse is open while the client asks."""
    named = session.arguments.warehouse or None
    said = passphrase(session.settings.warehouse_folder, session.passphrase_file)
    parts = Parts(passphrase=said)
    serve(lambda: app.open(named, app.loaded(), parts=parts), _may_change)
    return 0


def _may_change() -> bool:
    """As the user has it now, like all settings: the server may run for days."""
    return app.loaded().mcp_may_change
