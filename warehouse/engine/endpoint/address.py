"""Where a model server may be: on this computer, or on a host that the user has allowed by name.

A name is resolved anew for every connection, and each address it has must be this computer's own:
one that points somewhere else is refused, whatever it pointed to before.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import quote, urlsplit

from msgspec import Struct

from warehouse.errors import BadInput, EndpointFailed

IN_A_PATH = "/%:@!$&'()*+,;=~"


class Address(Struct, frozen=True):
    """``base`` is the path in front of the server's own, in ASCII, without a slash at its end."""

    secure: bool
    host: str
    port: int
    base: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}:{self.port}{self.base}"


def parse(url: str) -> Address:
    """Raises BadInput. A path that ends in ``/v1`` is taken without it."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    strange = any(not char.isprintable() or char.isspace() for char in url.strip())
    known = not strange and parts.scheme in ("http", "https")
    if not host or not known or parts.query or parts.username:
        raise BadInput(
            f"“{url}” is not the address of a model server.",
            "It looks like this: http://127.0.0.1:8080",
        )
    base = quote(parts.path, safe=IN_A_PATH).rstrip("/").removesuffix("/v1").rstrip("/")
    secure = parts.scheme == "https"
    return Address(secure, host.lower(), port or (443 if secure else 80), base)


def resolve(address: Address, allowed: frozenset[str]) -> list[tuple[socket.AddressFamily, Any]]:
    """Where to connect. Raises BadInput where that is not this computer and not allowed."""
    try:
        answers = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise EndpointFailed(f"No computer is called {address.host}.") from error
    places: list[tuple[socket.AddressFamily, Any]] = []
    for family, _, _, _, place in answers:
        places.append((family, place))
    if address.host not in allowed:
        hosts = {str(place[0]) for _, place in places}
        outside = sorted(host for host in hosts if not is_loopback(host))
        if outside:
            raise BadInput(
                f"The model server {address.host} ({', '.join(outside)}) is not this computer; "
                "the text of your documents would leave it.",
                "If that is meant, name the host in Settings under “Allowed hosts”.",
            )
    return places


def is_loopback(place: str) -> bool:
    parsed = ipaddress.ip_address(place.split("%")[0])
    mapped = getattr(parsed, "ipv4_mapped", None)
    return bool((mapped or parsed).is_loopback)
