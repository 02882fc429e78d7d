"""Blocks of a document that flows (no fixed pages) to one canonical text.

A reader calls ``place`` where a chapter, slide, sheet or message begins, then ``heading``,
``paragraph`` and ``row`` in reading order, and ``reading`` at the end. Blocks are parted by a blank
line, rows of one table by a line break, cells by a tab. A place is a page of size 0.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from indexers.errors import NotReadable
from indexers.records import Code, Inset, Loss, OnPage, Page, Reading, Suspect, Told
from indexers.text import metadata as told
from indexers.text.charsets import damage
from indexers.text.invisible import NEVER_KEPT, reason
from indexers.text.placenames import as_label
from indexers.text.sections import Mark, governed

NO_TEXT = "no text"
_SPACES = re.compile(r"[^\S\n]+")
_CLEAN: dict[int, str | None] = dict.fromkeys([*range(9), *range(11, 32), 127, 173, 65279, 8203])
_CLEAN |= {9: " ", 11: "\n", 0xA0: " ", 0x2028: "\n", 0x2029: "\n"}
_CLEAN |= NEVER_KEPT
_LONG_LINE_CHARS = 100
_MOST_INSETS = 10_000
HIDDEN = "hidden text"


class Flow:
    """``on_page`` is told of each place: a sign of life.

    While ``veil`` says why, all that is written counts as hidden from the eye.
    """

    def __init__(self, on_page: OnPage = lambda done, total: None) -> None:
        self._on_page = on_page
        self._waiting: list[tuple[int, str]] = []
        self._parts: list[str] = []
        self._marks: list[Mark] = []
        self._pages: list[Page] = []
        self._label: str | None = None
        self._begun = -1
        self._position = 0
        self._in_table = False
        self._title = ""
        self.tables = self.figures = 0
        self.losses: list[Loss] = []
        self.veil = ""
        self._hidden: list[tuple[str, str]] = []
        self._suspects: list[Suspect] = []
        self._code: list[Code] = []
        self._insets: list[Inset] = []
        self._captions: list[int] = []

    def place(self, label: str) -> None:
        """What comes now stands in a new place; one that stays empty is kept, with its problem."""
        self._close_place()
        self._waiting = []
        self._on_page(len(self._pages), len(self._pages))
        self._label = as_label(one_line(label), "chapter")
        self._in_table = False

    def heading(self, level: int, text: str) -> None:
        if title := one_line(text):
            self._write("\n\n", title, text)
            self._marks.append((self._position - len(title), level, title[:300]))
            self._title = self._title or title[:300]

    def named(self, level: int, title: str) -> None:
        """A section begins here whose title is not part of the text."""
        if title := one_line(title):
            self._waiting.append((level, title[:300]))

    def paragraph(self, text: str, is_caption: bool = False) -> None:
        """``is_caption``: the file calls it one."""
        if words := tidy(text):
            self._write("\n\n", words, text)
            if is_caption:
                self._captions.append(self._position - len(words))

    def picture(self, part: str) -> None:
        """One that is in the file stands here; "" for one that is not. Hidden ones are not told."""
        if part and not self.veil and len(self._insets) < _MOST_INSETS:
            self._insets.append(Inset(self._position, len(self._pages), part))

    def hide(self, text: str, reason: str) -> None:
        """What the file hides from the eye, kept apart: it comes last, in a place of its own."""
        if words := tidy(text):
            self._hidden.append((words, reason))

    def lines(self, lines: Sequence[str], is_code: bool = False) -> None:
        """Lines that stay lines: code, verse, the head of a letter."""
        if text := "\n".join(line.rstrip() for line in map(_clean, lines) if line.strip()):
            self._write("\n\n", text, "\n".join(lines))
            if is_code:
                self._code.append(Code(self._position - len(text), self._position))

    def row(self, cells: Sequence[str]) -> None:
        """A row of the table that is open; the first one opens it."""
        text = "\t".join(map(one_line, cells)).rstrip("\t")
        if not text.strip():
            return
        if self._in_table:
            self._write("\n", text, "\t".join(cells))
        else:
            self._write("\n\n", text, "\t".join(cells))
            self.tables += 1
        self._in_table = True

    def end_table(self) -> None:
        self._in_table = False

    def lose(self, what: str, reason: str) -> None:
        self.losses.append(Loss("reading", what, reason))

    def reading(self, kind: str, metadata: Mapping[str, str], language: str = "") -> Reading:
        """``metadata`` under the names of ``indexers.text.metadata``. Raises NotReadable."""
        self._let_hidden_follow()
        self._close_place()
        text = "".join(self._parts)
        if not text:
            lacks = [loss.reason.partition(";")[0] for loss in self.losses if loss.what == "file"]
            reason = (
                f"no text of it could be read: {lacks[0]}" if lacks else "there is no text in it"
            )
            raise NotReadable(reason)
        pages = tuple(self._pages) or (Page(0, "", 0, len(text), 0, 0),)
        return Reading(
            kind=kind,
            title=told.title(metadata) or self._title,
            text=text,
            pages=pages,
            sections=governed(self._marks, len(text)),
            sentences=(),
            authors=told.authors(metadata),
            date=told.date(metadata),
            language=language,
            tables=self.tables,
            figures=self.figures,
            losses=(*self.losses, *damage(text)),
            told=(*told.told(metadata), *self._printed()),
            suspects=tuple(self._suspects),
            code=tuple(self._code),
            insets=tuple(self._insets),
            captions=tuple(self._captions),
        )

    def _printed(self) -> tuple[Told, ...]:
        return (Told("title", (self._title,), "page"),) if self._title else ()

    def _let_hidden_follow(self) -> None:
        if self._hidden:
            self.place(HIDDEN)
        for words, why in dict.fromkeys(self._hidden):
            self._write("\n\n", words, words)
            self._suspects.append(
                Suspect(self._position - len(words), self._position, "hidden", why)
            )

    def _write(self, gap: str, text: str, raw: str) -> None:
        """``raw`` as it stood in the file, with what was taken out."""
        if gap == "\n\n":
            self._in_table = False
        if self._parts:
            self._parts.append(gap)
            self._position += len(gap)
        if self._begun < 0:
            self._begun = self._position
        self._marks += [(self._position, level, title) for level, title in self._waiting]
        self._waiting = []
        self._parts.append(text)
        self._position += len(text)
        if self.veil:
            self._suspects.append(
                Suspect(self._position - len(text), self._position, "hidden", self.veil)
            )
        if why := reason(raw):
            start = self._position - len(text)
            self._suspects.append(Suspect(start, self._position, "characters", why))

    def _close_place(self) -> None:
        if self._label is not None or self._begun >= 0:
            start = self._begun if self._begun >= 0 else self._position
            problem = "" if self._begun >= 0 else NO_TEXT
            number = len(self._pages)
            label = self._label or ""
            self._pages.append(Page(number, label, start, self._position, 0, 0, (), problem))
            if problem:
                self.lose(label or f"part {number + 1}", problem)
        self._label, self._begun = None, -1


def tidy(text: str) -> str:
    """Spaces single, controls away, accents composed; short lines stay lines, long ones join."""
    lines = [_SPACES.sub(" ", line).strip() for line in _clean(text).split("\n")]
    kept = [line for line in lines if line]
    gap = " " if any(len(line) > _LONG_LINE_CHARS for line in kept) else "\n"
    return gap.join(kept)


def _clean(text: str) -> str:
    """With "?" for half a surrogate pair, which has no UTF-8."""
    whole = text.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", whole.translate(_CLEAN))


def one_line(text: str) -> str:
    return " ".join(tidy(text).split("\n"))
