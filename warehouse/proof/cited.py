"""A model's reply as cited text: sentences bound to a schema with the numbers of their notes, or
free prose. ``[n]`` stands before the full stop of each sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from indexers.text import sentences
from warehouse.engine.protocol import Completion, closed
from warehouse.engine.replies import value_of
from warehouse.proof import checks, citations
from warehouse.proof.units import begins_with_day

SENTENCE_CHARACTERS = 320
MOST_CITES = 3
_LEADING = re.compile(r"^(?:\[\s*\d+\s*\]\s*|(?:\.{2,}|…)\s*)+")  # a note's number, or dots
_LIST = re.compile(r"^\s*(?:[-*•]|(?P<number>\d{1,2})[.)])\s+")
_MARKUP = re.compile(  # "2**3" and "x**n" have none, and "#1" is no heading
    r"\*\*(?:(?<![A-Za-z\d)]\*\*)|(?![\d(]|[a-z]\b))|`|^(?:#{2,}\s*|#\s+)", re.MULTILINE
)
_TWO_ENDS = re.compile(rf"([.!?。！？]+)\s*((?:{citations.MARK.pattern}\s*)+)[.。]")
_NOTES = re.compile(rf"{sentences.NOTE}+\s*$")
ENDERS = ".!?…。！？"


class Sentence(Struct, frozen=True):
    """As the model gives it: ``notes`` are evidence numbers."""

    text: str
    notes: tuple[int, ...]


class _Reply(Struct, frozen=True):
    sentences: tuple[Sentence, ...]


def schema(numbers: Sequence[int]) -> dict[str, Any]:
    """One sentence that cites one to three of ``numbers``."""
    text = {"type": "string", "minLength": 10, "maxLength": SENTENCE_CHARACTERS}
    note = {"type": "integer", "enum": list(numbers)}
    cites = min(MOST_CITES, len(numbers))
    notes = {"type": "array", "items": note, "minItems": 1, "maxItems": cites}
    items = closed(text=text, notes=notes)
    return closed(sentences={"type": "array", "items": items, "minItems": 1, "maxItems": 1})


def parse(reply: Completion) -> tuple[Sentence, ...]:
    """The whole sentences of a reply; none where it is nothing but marks."""
    given = value_of(reply, _Reply).sentences
    bare = (
        (_LEADING.sub("", citations.without_marks(sentence.text)), sentence.notes)
        for sentence in given
    )
    return tuple(
        Sentence(text, tuple(dict.fromkeys(notes)))
        for text, notes in bare
        if text and (len(text) < SENTENCE_CHARACTERS or has_end(text))
    )


def text(cited: Sequence[Sentence]) -> str:
    """One paragraph: every sentence with its citations before its full stop."""
    return " ".join(_marked(sentence) for sentence in cited)


def prose(reply: str, whole: bool = True, heads: Sequence[str] = ()) -> str:
    """Free text as one paragraph: no sentence twice, and none that the token limit cut off.

    ``heads`` begin the notes: where one comes, the model has begun to copy notes, and what it had
    to say is over. A reply that is nothing but copies keeps their words.
    """
    if heads:
        note = _beginning(heads)
        first = next(
            (match for match in note.finditer(reply) if reply[: match.start()].strip()), None
        )
        whole = whole or first is not None
        reply = note.sub("", reply[: first.start()] if first else reply)
    plain = _MARKUP.sub("", " ".join(_lines(reply)))
    plain = _TWO_ENDS.sub(_one_end, _LEADING.sub("", " ".join(plain.split())))
    said = sentences.texts(plain)
    if not whole and len(said) > 1:
        said.pop()
    return " ".join(dict.fromkeys(said))


def _one_end(found: re.Match[str]) -> str:
    """Of "so it is. [4]." the one behind the mark."""
    return f" {found[2].strip()}{found[1]}"


def _lines(reply: str) -> list[str]:
    """Without the signs of a list. A word or two alone in a line are no part of the next sentence,
    unless they are an item.
    """
    lines = [line for line in reply.splitlines() if line.strip()]
    marks = [None if begins_with_day(line) else _LIST.match(line) for line in lines]
    numbers = [mark["number"] for mark in marks if mark and mark["number"]]
    counts = numbers[:1] == ["1"] or len(numbers) > 1  # "12. It has 12 arches." is an answer
    plain = [
        (line[mark.end() :] if mark and (counts or not mark["number"]) else line).strip()
        for line, mark in zip(lines, marks, strict=True)
    ]
    for at, line in enumerate(plain[:-1]):
        is_item = line != lines[at].strip()
        if not is_item and line[-1:].isalnum() and checks.says_too_little(line):
            plain[at] = f"{line}."
    return plain


def cut_off(reply: str, heads: Sequence[str] = ()) -> str:
    """The sentence that ``prose`` leaves out of a reply that the token limit ended, if it does."""
    full, left = prose(reply, True, heads), prose(reply, False, heads)
    return full.removeprefix(left).strip() if full.startswith(left) else ""


def _beginning(heads: Sequence[str]) -> re.Pattern[str]:
    """As a note begins: ``[2] Title: ``."""
    begins = "|".join(re.escape(head) for head in sorted(heads, key=len, reverse=True))
    return re.compile(rf"(?:\[\d+\]\s*)?(?:{begins}):\s*")


def has_end(part: str) -> bool:
    """Of a sentence that ends with a quotation the end is inside of it; notes are behind it."""
    return _NOTES.sub("", part).rstrip("\"'”’»«“‹› \n")[-1:] in ENDERS


def _marked(one: Sentence) -> str:
    """A reply's "sentence" may hold several: each gets the citations, and an end."""
    parts = sentences.texts(one.text) or [one.text]
    ended = [part if has_end(part) else f"{part.rstrip()}." for part in parts]
    return " ".join(citations.remarked(part, one.notes) for part in ended)
