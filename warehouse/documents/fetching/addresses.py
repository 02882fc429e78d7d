"""Which web addresses may be fetched: http and https to hosts of the public Internet.

A page, a redirect or a name server could point at this machine or at its neighbours (a router's
page, a company's intranet). So a host is resolved once, every address it has must be global in
every spelling that hides another address in it, and the connection is made to that very address.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from msgspec import Struct

PORTS = {"http": 80, "https": 443}
URL_LIMIT = 4096
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_SITE_LOCAL = ipaddress.ip_network("fec0::/10")  # given up, and still no public address
_COMPATIBLE = ipaddress.ip_network("::/96")
_NEITHER = (ipaddress.ip_network("3fff::/20"), ipaddress.ip_network("192.88.99.0/24"))
_ISATAP, _ISATAP_BITS = 0x00005EFE, 0xFDFFFFFF  # any prefix, then 0:5efe or 200:5efe, then IPv4
_HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)")


class NotAllowed(Exception):
    """``str()`` is the sentence for the user."""


class Address(Struct, frozen=True):
    """A web address taken apart. ``target`` is path and query as they go into the request."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.target}"


def parse(untrusted_url: str) -> Address:
    """Raises NotAllowed for anything but a plain http or https address."""
    url = untrusted_url.strip()
    if len(url) > URL_LIMIT or not url.isprintable() or " " in url:
        raise NotAllowed("This is no web address.")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError as error:
        raise NotAllowed("This is no web address.") from error
    if parts.scheme not in PORTS:
        raise NotAllowed("Only http and https addresses can be fetched.")
    if parts.username is not None or parts.password is not None:
        raise NotAllowed("An address with a user name or password in it is not fetched.")
    if not host:
        raise NotAllowed("This is no web address.")
    path = parts.path or "/"
    target = f"{path}?{parts.query}" if parts.query else path
    return Address(parts.scheme, host, port or PORTS[parts.scheme], _quoted(target))


def typed(untrusted_text: str) -> Address:
    """An address as a person writes it: ``example.org/page`` means https. Raises NotAllowed."""
    text = untrusted_text.strip()
    if text and not _HAS_SCHEME.match(text) and not text.startswith(("/", "\\")):
        text = f"https://{text}"
    return parse(text)


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of ``host``, resolved now. Raises NotAllowed unless all of them are global."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotAllowed(f"{host} could not be found.") from error
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    for address in addresses:
        if not is_public(address):
            raise NotAllowed(
                f"{host} is an address of this machine or its own network ({address}); "
                "only pages of the public Internet are fetched."
            )
    if not addresses:
        raise NotAllowed(f"{host} could not be found.")
    return addresses


def is_public(text: str) -> bool:
    """Whether an IP address is global; IPv4 wrapped in IPv6 is what the IPv4 address is."""
    try:
        address = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return False
    wrapped = _wrapped(address) if isinstance(address, ipaddress.IPv6Address) else None
    if wrapped is not None:
        return is_public(str(wrapped))
    if address.is_multicast or address.is_reserved or address in _SITE_LOCAL:
        return False
    if any(address in network for network in _NEITHER):
        return False
    return address.is_global


def _wrapped(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour
    if address.teredo:
        return address.teredo[1]
    if (int(address) >> 32) & _ISATAP_BITS == _ISATAP:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _NAT64 or address in _COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _host(name: str) -> str:
    """Lower case, in ASCII. An IPv6 address as it is. Raises ValueError."""
    name = name.rstrip(".").lower()
    if ":" in name:
        return str(ipaddress.IPv6Address(name.split("%")[0]))
    host = name.encode("idna").decode("ascii") if name else ""
    if len(host) > 253 or not all(map(_LABEL.fullmatch, host.split("."))):
        raise ValueError("not a host name")
    return host


def _quoted(target: str) -> str:
    """Characters beyond ASCII as UTF-8 in percent signs; what is quoted already stays."""
    return "".join(
        char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in target
    )
