"""Prompts are Markdown files beside this module: one file, one prompt.

    kind: reasoning

    # system
    You plan what to look for in a private library.

    # user
    The task: {{task}}

A file begins with its ``kind`` (who pays for its tokens: planning and writing are *reasoning*,
screening, extracting and checking are *processing*), then come its messages in order, each under
``# system``, ``# user`` or ``# assistant``. ``render`` wants exactly the placeholders of the file.
What is put in is text of documents and models: it goes in verbatim and is never looked into
again, so a document that says ``{{task}}`` stays a document that says so.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from typing import Literal, cast, get_args

from msgspec import Struct

from warehouse.engine.protocol import Message

Kind = Literal["reasoning", "processing"]
Role = Literal["system", "user", "assistant"]

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")
_HEADING = re.compile(r"^# (system|user|assistant)[ \t]*$", re.MULTILINE)


class Prompt(Struct, frozen=True):
    """``hash`` is the SHA-256 of the file; ``parts`` are (role, template) in order."""

    name: str
    kind: Kind
    hash: str
    parts: tuple[tuple[Role, str], ...]

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(name for _, part in self.parts for name in _PLACEHOLDER.findall(part))

    def render(self, **values: str) -> tuple[Message, ...]:
        """The messages, values inserted verbatim. Raises ValueError on a missing or unknown one."""
        if missing := self.placeholders - values.keys():
            raise ValueError(f"prompt {self.name} lacks {', '.join(sorted(missing))}")
        if unknown := values.keys() - self.placeholders:
            raise ValueError(f"prompt {self.name} does not know {', '.join(sorted(unknown))}")
        return tuple(
            Message(role, _PLACEHOLDER.sub(lambda found: values[found[1]], part))
            for role, part in self.parts
        )


@cache
def load(name: str) -> Prompt:
    """The prompt in ``NAME.md``. Raises LookupError when there is none, ValueError when bad."""
    text = _read(name)
    if text is None:
        raise LookupError(f"no prompt named {name!r}")
    return parse(name, text)


@cache
def find(name: str) -> Prompt | None:
    """Like ``load``, None where no file has the name."""
    return None if _read(name) is None else load(name)


def parse(name: str, text: str) -> Prompt:
    """A prompt from the text of its file. Raises ValueError, naming what is wrong."""
    headings = list(_HEADING.finditer(text))
    if not headings:
        raise ValueError(f"prompt {name} has no '# system' or '# user'")
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    parts = tuple(
        (cast(Role, heading[1]), text[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    )
    if not all(template for _, template in parts):
        raise ValueError(f"prompt {name} has an empty part")
    kind = _kind(name, text[: headings[0].start()].strip())
    return Prompt(name, kind, hashlib.sha256(text.encode()).hexdigest(), parts)


def _kind(name: str, front: str) -> Kind:
    key, _, value = front.partition(":")
    if key.strip() != "kind" or value.strip() not in get_args(Kind):
        raise ValueError(f"prompt {name} must begin with 'kind: reasoning' or 'kind: processing'")
    return cast(Kind, value.strip())


def _read(name: str) -> str | None:
    if not _NAME.fullmatch(name):
        return None
    file = resources.files(__name__) / f"{name}.md"
    return file.read_text("utf-8") if file.is_file() else None
