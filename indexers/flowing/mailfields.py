"""How fields of mail are taken apart: as Python does, and no more of each than a person writes."""

from __future__ import annotations

import email.policy
from typing import Any

MOST_CHARS_A_FIELD = 16_384


class _Bounded(email.policy.EmailPolicy):
    """The time to take a field apart grows with the square of its length; over some that are cut
    short Python stumbles, and they stay as they are written.
    """

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value[:MOST_CHARS_A_FIELD])
        except (LookupError, AttributeError, ValueError):
            return str(value[:MOST_CHARS_A_FIELD])


POLICY = _Bounded()
