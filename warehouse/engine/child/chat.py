"""From messages to prompt tokens, through the chat template that the model's file carries.

The template is a program from a stranger: it runs in Jinja's immutable sandbox, with long
repetitions refused, and only in the engine's child. It never sees a message's words: it is
rendered once per sequence of roles with placeholders, and cut at them. Control tokens are
recognised in the template's own text alone, so a document that spells one out stays plain text.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedEnvironment
from msgspec import Struct

from warehouse.engine.protocol import Message
from warehouse.errors import ModelRefused

RENDER_TIMEOUT_S = 5.0
REPEAT_LIMIT = 10_000
TEMPLATE_LIMIT_CHARACTERS = 500_000
_WIDE = re.compile(r"%[^a-zA-Z%]*(\d{4}|\*)")
_FAILURES = (
    *(jinja2.TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
)
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}{{ '<|im_start|>assistant\n' }}"
)
PLAIN = (
    "{% for message in messages %}### {{ message['role'] }}:\n{{ message['content'] }}\n\n"
    "{% endfor %}{{ '### assistant:\n' }}"
)


class Vocabulary(Protocol):
    """The part of context.Model that prompts need."""

    bos: int
    eos: int
    adds_bos: bool

    def tokenize(self, text: str, /) -> tuple[int, ...]: ...

    def spelling(self, token: int) -> str: ...

    def special_tokens(self) -> tuple[dict[str, int], dict[str, int]]: ...


class Prompt(Struct, frozen=True):
    """``head`` ends with the last control token; ``tail`` is the plain text after it."""

    head: tuple[int, ...]
    tail: str


class _Generation(Extension):
    """``{% generation %}`` marks the assistant's words for training; here it does nothing."""

    tags = {"generation"}  # noqa: RUF012

    def parse(self, parser: Any) -> Any:
        parser.stream.skip(1)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(["*", "**", "%"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "%" and isinstance(left, str) and _WIDE.search(left):
            raise jinja2.exceptions.SecurityError("a width too large for a chat template")
        small = all(
            not isinstance(side, int) or abs(side) <= REPEAT_LIMIT for side in (left, right)
        )
        if not small or (operator == "**" and abs(right) > 16):
            raise jinja2.exceptions.SecurityError("a number too large for a chat template")
        return SandboxedEnvironment.call_binop(self, context, operator, left, right)


def _refuse(message: str) -> None:
    raise jinja2.exceptions.TemplateError(message)


def _tojson(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _environment() -> _Sandbox:
    sandbox = _Sandbox(trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, loopcontrols])
    sandbox.filters["tojson"] = _tojson
    return sandbox


class Chat:
    """The template of one model. Raises ModelRefused at once when it does not work.

    ``guard`` is put around every rendering.
    """

    def __init__(
        self,
        template: str,
        vocabulary: Vocabulary,
        guard: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        self._vocabulary = vocabulary
        self._guard = guard
        control, markers = vocabulary.special_tokens()
        self._special = control | markers
        self._in_template = _any_of(self._special)
        self._in_content = _any_of(markers)
        if not template.strip():
            template = CHATML if "<|im_start|>" in self._special else PLAIN
        if len(template) > TEMPLATE_LIMIT_CHARACTERS:
            raise ModelRefused("The model's chat template is too long to be one.")
        self._template = self._compiled(template)
        self._system_apart = True
        self.pieces = lru_cache(maxsize=64)(self._pieces)
        self._probe()

    def _compiled(self, template: str) -> jinja2.Template:
        """Guarded as well: Jinja works out filters of constants while it compiles."""
        try:
            with self._guard():
                return _environment().from_string(template)
        except MemoryError as error:
            raise ModelRefused("The model's chat template wants too much memory.") from error
        except RecursionError as error:
            raise ModelRefused("The model's chat template is nested too deeply.") from error
        except (jinja2.TemplateError, SyntaxError, ValueError, OverflowError) as error:
            raise ModelRefused(f"The model's chat template cannot be read: {error}") from error

    def prompt(self, messages: Sequence[Message], prefill: str = "") -> Prompt:
        """Everything up to the model's turn; ``prefill`` stands at the end of ``tail``."""
        if not self._system_apart:
            messages = _without_system(messages)
        head: list[int] = []
        plain = ""
        for piece in self.pieces(tuple(message.role for message in messages)):
            if isinstance(piece, int):
                plain += messages[piece].content
                continue
            *pairs, last = self._split(piece)
            for text, token in pairs:
                head += [*self.tokens(plain + text), token]
                plain = ""
            plain += last
        if self._vocabulary.adds_bos and head[:1] != [self._vocabulary.bos]:
            head.insert(0, self._vocabulary.bos)
        return Prompt(tuple(head), plain + prefill)

    def tokens(self, plain: str) -> list[int]:
        """Tokens of text that must not hold control tokens, whatever it spells out."""
        if self._in_content is None:
            return list(self._vocabulary.tokenize(plain))
        cuts = [0, *(match.start() + 1 for match in self._in_content.finditer(plain)), len(plain)]
        return [token for a, b in pairwise(cuts) for token in self._vocabulary.tokenize(plain[a:b])]

    def continued(self, prompt: Prompt, text: str) -> tuple[list[int], list[int]]:
        """(prompt tokens, tokens of ``text`` as its continuation), split where they part."""
        before, whole = self.tokens(prompt.tail), self.tokens(prompt.tail + text)
        same = 0
        while same < min(len(before), len(whole)) and before[same] == whole[same]:
            same += 1
        return [*prompt.head, *whole[:same]], whole[same:]

    def _split(self, piece: str) -> list[Any]:
        """[(text, control token), ..., text]."""
        if self._in_template is None:
            return [piece]
        parts: list[Any] = []
        at = 0
        for match in self._in_template.finditer(piece):
            parts.append((piece[at : match.start()], self._special[match.group()]))
            at = match.end()
        return [*parts, piece[at:]]

    def _pieces(self, roles: tuple[str, ...]) -> tuple[str | int, ...]:
        """The template's own text, and in between the numbers of the messages."""
        nonce = secrets.token_hex(6)
        marks = [f"\ue0f0{nonce}.{index}\ue0f1" for index in range(len(roles))]
        rendered = self._render(
            [{"role": role, "content": mark} for role, mark in zip(roles, marks, strict=True)]
        )
        parts = re.split(f"\ue0f0{nonce}\\.(\\d+)\ue0f1", rendered)
        pieces = tuple(int(part) if odd % 2 else part for odd, part in enumerate(parts))
        if [piece for piece in pieces if isinstance(piece, int)] != list(range(len(roles))):
            raise ModelRefused("The model's chat template drops or repeats messages.")
        return pieces

    def _probe(self) -> None:
        """Try it with a system message, then without; on a thread, for it may never end."""
        outcome: list[Exception | None] = []
        probe = threading.Thread(target=lambda: outcome.append(self._try()), daemon=True)
        probe.start()
        probe.join(RENDER_TIMEOUT_S)
        if not outcome:
            raise ModelRefused("The model's chat template does not come to an end.")
        if outcome[0] is not None:
            raise ModelRefused(f"The model's chat template fails: {outcome[0]}") from outcome[0]

    def _try(self) -> Exception | None:
        for apart in (True, False):
            self._system_apart = apart
            roles = ("system", "user", "assistant", "user") if apart else ("user",)
            try:
                self.pieces(roles)
            except Exception as error:
                failure = error
            else:
                return None
        return failure

    def _render(self, messages: list[dict[str, str]]) -> str:
        vocabulary = self._vocabulary
        try:
            with self._guard():
                return self._template.render(
                    messages=messages,
                    bos_token=vocabulary.spelling(vocabulary.bos),
                    eos_token=vocabulary.spelling(vocabulary.eos),
                    add_generation_prompt=True,
                    enable_thinking=False,
                    tools=None,
                    raise_exception=_refuse,
                    strftime_now=lambda form: datetime.now().strftime(form[:40]),
                )
        except MemoryError as error:
            raise ModelRefused("The model's chat template wants too much memory.") from error
        except RecursionError as error:
            raise ModelRefused("The model's chat template does not come to an end.") from error
        except _FAILURES as error:
            raise ModelRefused(f"The model's chat template fails: {error}") from error


def _any_of(spellings: Any) -> re.Pattern[str] | None:
    longest_first = sorted(spellings, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))) if longest_first else None


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """For templates that know no system role: its words go before the first question."""
    system = "\n\n".join(message.content for message in messages if message.role == "system")
    rest = [message for message in messages if message.role != "system"]
    if not system:
        return rest
    if not rest or rest[0].role != "user":
        return [Message("user", system), *rest]
    return [Message("user", f"{system}\n\n{rest[0].content}"), *rest[1:]]
