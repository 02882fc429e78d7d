"""Plain text and Markdown: taken as they are, but for line ends and blank lines.

Text wrapped at a fixed width is unwrapped, so that a sentence is one line; Markdown headings
become sections; its fenced and its indented lines, and the facts before the text, code. In plain
text a paragraph may be indented, and each item of a list is one: where each line ends because the
next word would have passed the margin of the file, it is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat

from indexers.errors import NotReadable
from indexers.records import Code, Page, Reading, Suspect
from indexers.text.charsets import damage, decode
from indexers.text.invisible import NEVER_KEPT, reason
from indexers.text.sections import Mark, governed

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})(.*)")
_CODE_INDENT = 4
_FACTS = re.compile(r"---[^\S\n]*\n[\w-]+:.*?^(?:---|\.\.\.)\s*?$", re.DOTALL | re.MULTILINE)
"""Before a text in Markdown, for the program that sets it."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
_MARKUP = (".md", ".markdown")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})\))\s+(?=\S)")
_ENDED = re.compile(r"[.:!?][\"')\]”’]*$")
_COLUMNS = re.compile(r"\S(?:\t| {3,})\S")
_MARGINS = range(60, 101)
_LEAST_FULL, _SLACK = 45, 3  # characters
_FULL_FOR_ODD = 4  # full lines for each that might have held one more word
_KEEPS_LINES = re.compile(r"^(?:\s{2,}|\t|[-*+•>|#]\s?|\d{1,3}[.)]\s|```|~~~)")


def read_text(data: bytes, suffix: str, charset: str = "") -> Reading:
    """``charset`` is what its server said. Raises NotReadable where the bytes are not text, or
    nothing but white space.
    """
    text = decode(data, charset)
    if "\x00" in text:
        raise NotReadable("this is not a text file, whatever its name says")
    blocks, coded = _marked_up(text) if suffix in _MARKUP else (list(filled(text)), [])
    text = "\n\n".join(block.translate(NEVER_KEPT) for block in blocks)
    if not text:
        raise NotReadable("there is no text in it")
    suspects = [*_taken_out(blocks)]
    if suffix in _MARKUP:
        suspects += [_comment(match) for match in _COMMENT.finditer(text)]
    marks, code = list(_marks(text, coded)), tuple(_code(text, coded))
    title = marks[0][2] if marks else _first_line(text, coded)
    page = Page(0, "1", 0, len(text), 0, 0)
    sections = governed(marks, len(text))
    return Reading(
        kind="text",
        title=title,
        text=text,
        pages=(page,),
        sections=sections,
        sentences=(),
        losses=damage(text),
        suspects=tuple(suspects),
        code=code,
    )


def _taken_out(blocks: Iterable[str]) -> Iterator[Suspect]:
    """Where there were characters that cannot be seen."""
    position = 0
    for block in blocks:
        end = position + len(block.translate(NEVER_KEPT))
        if why := reason(block):
            yield Suspect(position, end, "characters", why)
        position = end + 2


def _comment(found: re.Match[str]) -> Suspect:
    return Suspect(found.start(), found.end(), "hidden", "a comment, not shown when it is set")


def unwrapped(text: str) -> Iterator[str]:
    """The blocks between blank lines; a paragraph wrapped at a margin is one line."""
    for block in _blocks(text):
        yield _unwrapped(block)


def _marked_up(text: str) -> tuple[list[str], list[bool]]:
    """The blocks of Markdown; and of each of their lines, and the blank one after, is it code?"""
    blocks: list[str] = []
    coded: list[bool] = []
    fence, item = "", 0
    match = _FACTS.match(text)
    facts = sum(map(bool, map(str.strip, match[0].split("\n")))) if match else 0  # lines of them
    for block in _blocks(text):
        lines = block.split("\n")
        flags, fence = _fenced(lines[facts:], fence)
        flags = [True] * min(facts, len(lines)) + flags
        facts = max(0, facts - len(lines))
        if prose := [line for line, is_code in zip(lines, flags, strict=True) if not is_code]:
            is_indented, item = _indented(prose, item)
            flags = [is_code or is_indented for is_code in flags]
        blocks.append(block if any(flags) else _unwrapped(block))
        coded += [*flags[: blocks[-1].count("\n") + 1], False]
    return blocks, coded


def _fenced(lines: Iterable[str], fence: str) -> tuple[list[bool], str]:
    """Which lines are fences or stand within; and the fence that is open, before and after."""
    fenced: list[bool] = []
    for line in lines:
        match = _FENCE.match(line)
        fenced.append(bool(fence or match))
        if match and not fence:
            fence = match.group(1)
        elif match and match.group(1).startswith(fence) and not match.group(2).strip():
            fence = ""
    return fenced, fence


def _indented(lines: Sequence[str], item: int) -> tuple[bool, int]:
    """Are they code? ``item`` is where the words of the item above begin, before and after: what is
    indented under it is a part of it.
    """
    spread = [line.expandtabs(_CODE_INDENT) for line in lines]
    item = item if spread[0].startswith(" ") else 0
    if all(len(line) - len(line.lstrip()) >= item + _CODE_INDENT for line in spread):
        return True, item
    for line in spread:
        if mark := _ITEM.match(line):
            item = mark.end()
    return False, item


def _code(text: str, coded: Iterable[bool]) -> Iterator[Code]:
    position = 0
    for is_code, run in groupby(zip(text.split("\n"), coded, strict=False), lambda one: one[1]):
        end = position + sum(len(line) + 1 for line, _ in run)
        if is_code:
            yield Code(position, end - 1)
        position = end


def _blocks(text: str) -> Iterator[str]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    for block in re.split(r"\n[^\S\n]*\n\s*?(?=\S|[^\S\n]+\S|$)", lines):
        kept = "\n".join(line.rstrip() for line in block.split("\n")).strip("\n")
        if kept:
            yield kept


def _unwrapped(block: str) -> str:
    """Lines of one paragraph joined, where they look broken by a margin."""
    lines = block.split("\n")
    if len(lines) < 2 or any(_KEEPS_LINES.match(line) for line in lines):
        return block
    if min(map(len, lines[:-1])) < 45:
        return block
    return " ".join(line.strip() for line in lines)


def filled(text: str) -> Iterator[str]:
    """The same of a file without markup: indented paragraphs too, and lists item by item."""
    margin = _margin(text)
    for block in _blocks(text):
        paragraphs = _paragraphs(block, margin) if margin else []
        yield from paragraphs or [_unwrapped(block)]


def _margin(text: str) -> int:
    """The column that most long lines come near to; 0 where the lines are of any length."""
    lengths = sorted(length for line in text.splitlines() if (length := len(line.rstrip())) > 40)
    margin = lengths[len(lengths) * 19 // 20] if lengths else 0
    return margin if margin in _MARGINS else 0


def _paragraphs(block: str, margin: int) -> list[str]:
    """Paragraphs and items of lists, each as one line; none where lines end for no reason.

    A term stands before what is indented under it.
    """
    first, *rest = block.split("\n")
    groups, full, odd = [[first]], 0, 0
    for line in rest:
        last = groups[-1][-1]
        if _ITEM.match(line):
            groups.append([])
        elif _is_full(last, line, margin):
            full += 1
        elif _ENDED.search(last) or _indent(last) >= _indent(line):
            odd += not (_ENDED.search(last) or _is_over(last, line))
            groups.append([])
        groups[-1].append(line)
    words = [line[_indent(line) :] for line in (first, *rest)]
    if full <= odd * _FULL_FOR_ODD or any(map(_COLUMNS.search, words)):
        return []
    return [" ".join(line.strip() for line in group) for group in groups]


def _is_over(line: str, following: str) -> bool:
    """The end of what was indented, or the heading of an item."""
    own, next_own = _indent(line), _indent(following)
    return own > next_own or (_ITEM.match(line) is not None and following[own].isupper())


def _indent(line: str) -> int:
    """Where its words begin, behind the mark of a list."""
    mark = _ITEM.match(line)
    return mark.end() if mark else len(line) - len(line.lstrip())


def _is_full(line: str, following: str, margin: int) -> bool:
    """Whether the next word would have passed the margin."""
    word = following.split(maxsplit=1)[0]
    return len(line) >= _LEAST_FULL and len(line) + 1 + len(word) > margin - _SLACK


def _marks(text: str, coded: Iterable[bool]) -> Iterator[Mark]:
    position = 0
    for line, is_code in zip(text.split("\n"), coded, strict=False):
        match = None if is_code else _HEADING.match(line)
        if match is not None and match.group(2):
            yield position, len(match.group(1)), match.group(2)
        position += len(line) + 1


def _first_line(text: str, coded: Sequence[bool]) -> str:
    lines = zip(text.split("\n"), coded or repeat(False), strict=False)
    line = next(
        (line.strip() for line, is_code in lines if not is_code and _LETTER.search(line)), ""
    )
    return line if len(line) <= 120 and not line.endswith((".", ",", ";", ":")) else ""
