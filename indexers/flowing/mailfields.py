"""How fields of mail are taken apart: as Python does, and of each no more than takes no time."""

from __future__ import annotations

import email.policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from typing import Any

MOST_CHARS_A_FIELD = 16_384


class _Bounded(email.policy.EmailPolicy):
    """The time to take a field apart grows with the square of its length; over some that are cut
    short Python stumbles, and they stay as they are written.
    """

    def header_fetch_parse(self, name: str, value: str) -> Any:
        part = value[: _cut(value)]
        try:
            return super().header_fetch_parse(name, part)
        except (LookupError, AttributeError, ValueError):
            return str(part)


POLICY = _Bounded()


def rest(value: str) -> str:
    """Of a field as it is written what POLICY does not take apart."""
    return ",".join(map(_spelled, value[_cut(value) :].split(",")))


def _spelled(address: str) -> str:
    """Its words in another charset made out; the time for that grows with its square, too."""
    if "=?" not in address or len(address) > MOST_CHARS_A_FIELD:
        return address
    try:
        return f" {make_header(decode_header(address.strip()))}"
    except (LookupError, ValueError, HeaderParseError):
        return address


def _cut(value: str) -> int:
    """Where a long field is cut: between two of its addresses if it has any."""
    if len(value) <= MOST_CHARS_A_FIELD:
        return len(value)
    comma = value.rfind(",", 0, MOST_CHARS_A_FIELD)
    return comma if comma > 0 else MOST_CHARS_A_FIELD
