"""What people read of a setting: beside its type, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Meta

Take = Literal["at once", "next start", "new documents", "next load"]


def described(
    title: str,
    description: str,
    *,
    part: str = "",
    expert: str = "",
    takes: Take = "at once",
    automatic: str = "",
    unit: str = "",
    words: Mapping[str, str] | None = None,
    also: str = "",
    **bounds: Any,
) -> Meta:
    """What people read of a setting. ``part`` begins a new part of the page; ``expert`` is the part
    of the numbers for experts it belongs to. ``automatic`` says what 0, -1 or nothing stands for.
    ``words`` are what the values of a closed list are called. ``takes``: when a change counts.
    ``also`` are other words it is looked for by.
    """
    more = {"part": part, "expert": expert, "takes": takes, "automatic": automatic, "unit": unit}
    extra = {**more, "also": also, "words": dict(words or {})}
    return Meta(title=title, description=description, extra_json_schema=extra, **bounds)
