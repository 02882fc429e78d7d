"""The steps of a search by what is new in each: the whole question stands above them already."""

from __future__ import annotations

import re

from warehouse.search.names import normal

ITSELF = "The question itself"
TOPIC = "The topic as a whole"
_AROUND = " :,;.–—-"


def new_in(title: str, task: str, of_topic: bool = False) -> str:
    """``title`` without the words of the task: "Floods: their cost" is "Their cost" of "Floods"."""
    if not task or normal(title) == normal(task):
        return (TOPIC if of_topic else ITSELF) if task else title
    core = task.strip().rstrip("?.!")
    if len(normal(core).split()) < 2 and not title.casefold().startswith(f"{core}:".casefold()):
        return title  # one word of a step is no repetition
    rest = re.sub(rf"(?<!\w){re.escape(core)}(?!\w)[?.!]?", "…", title, flags=re.IGNORECASE)
    rest = rest.strip(_AROUND).removeprefix("…").removesuffix("…").strip(_AROUND)
    return rest[:1].upper() + rest[1:] if rest else title
