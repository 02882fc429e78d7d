"""Untrusted Markdown to safe HTML, with claims and citations put in by the program.

One renderer for the stream, the history, the preview and the export. In this order:

1. claim ranges become private-use characters in the text (those the text brings are replaced), and
   signs of Markdown in what is copied from a page, or stands between quotation marks as a title
   does, are escaped: it is shown as the page has it;
2. markdown-it-py without HTML, links, images and reference definitions: such text stays text;
3. the characters become claim spans, known ``[n]`` become superscript anchors;
4. nh3 with an allow-list has the last word over everything, our own marks included.

What comes out holds no image, no script, no style and no address: the only links are ``#e3`` (a
source), ``claim:4`` (a claim) and ``claim:4#e3`` (source 3 cited in claim 4).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from html import escape
from typing import Literal

import nh3
from markdown_it import MarkdownIt

from warehouse.proof import citations
from warehouse.results import fallbacks
from warehouse.results.records import Claim, ClaimState
from warehouse.text import words_in

Target = Literal["window", "page"]

_OPEN, _SHUT, _END, _DIGIT_0 = "\ue000", "\ue001", "\ue002", 0xE010
_PRIVATE = re.compile("[\ue000-\ue0ff]")
_MARK = re.compile(f"{_OPEN}([\ue010-\ue019]+){_SHUT}|({_END})")
_PIECE = re.compile(f"<[^>]*>|{_OPEN}[\ue010-\ue019]+{_SHUT}|{_END}|[^<{_OPEN}{_END}]+")
_NAME = r"__[A-Za-z0-9_]+__(?!\w)"  # such as __init__, which is not bold
_EMPHASIS = rf"(?:(?!{_NAME})[*_~`])*"
_BEFORE_WORDS = re.compile(rf"\s*(?:(?:[-*+]|\d{{1,9}}[.)]|#{{1,6}}|>|\|)[ \t]+)*{_EMPHASIS}")
_BEFORE_LETTERS = re.compile(rf"\s*{_EMPHASIS}")
_AFTER_WORDS = re.compile(r"[*_~`|\s]*\Z")
_QUOTATION = re.compile(r"(“[^“”\n]*”)")
_QUOTATION_OR_CODE = re.compile(r"“[^“”\n]*”|`[^`\n]+`")
_SIGNS = re.compile(r"[\\`*_~|&]")
NO_EMPHASIS = rf"(?<=[A-Za-z0-9])\*+(?=[A-Za-z0-9])|(?<=\()\*+(?=\))|(?<!\w){_NAME}"
"""Signs that mark nothing: of a product, of ``count(*)``, of a name in code."""
_UNMARKED = re.compile(rf"`[^`]+`|{NO_EMPHASIS}")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_CITES = re.compile(rf"[ \u00a0]?{citations.MARK.pattern}")
_DEEPEST = 100  # markdown-it leaves out, without a word, what is nested deeper
_BETWEEN = "\u00a0"  # does not break, and Qt keeps it

_TAGS = {"p", "br", "hr", "h4", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li"}
_TAGS |= {"h5", "table", "thead", "tbody", "tr", "th", "td", "a", "sup", "span"}
_ATTRIBUTES = {"a": {"href", "class", "title"}, "span": {"class", "id", "title"}, "ol": {"start"}}
_OUR_LINK = re.compile(r"#e\d{1,6}|claim:\d{1,6}(?:#e\d{1,6})?")
_OUR_ID = re.compile(r"c\d{1,6}")
_OUR_CLASS = re.compile(r"cite|claim(?: (?:quoted|supported|partly|not-found|stale|unchecked))?")
_START = re.compile(r"\d{1,9}")


def prose(
    untrusted: str,
    claims: Sequence[Claim] = (),
    numbers: Collection[int] = (),
    *,
    first: int = 0,
    target: Target = "window",
) -> str:
    """``untrusted`` as safe HTML blocks.

    ``claims`` point into ``untrusted`` and are numbered from ``first`` in their given order;
    ``numbers`` are the citations that exist: any other ``[n]`` stays as it was written. For the
    window a claim is a ``claim:`` anchor (its line is painted by the view), for a page it is a
    span with class, id and title.
    """
    marked = _mark(_PRIVATE.sub("\ufffd", untrusted), claims)
    body = _markdown().render(marked)
    if target == "page":  # whose own headings go one level deeper
        body = body.replace("<h4>", "<h5>").replace("</h4>", "</h5>")
    spliced = "".join(_splice(body, claims, frozenset(numbers), first, target))
    return _clean(spliced).strip()


def line(untrusted: str) -> str:
    """A title or a quotation as text that means nothing to HTML."""
    return escape(_PRIVATE.sub("\ufffd", untrusted), quote=True)


def without_numbers(text: str) -> str:
    """A sentence as it reads without its citations."""
    return _CITES.sub("", text)


def numbers_in(text: str) -> set[int]:
    """While a text grows, any small number in brackets is taken for a citation to come."""
    return set(citations.cited(text))


def words(text: str) -> int:
    """How many words a reader counts: citations are not words."""
    return words_in(without_numbers(text))


def literal(
    claimed: str,
    state: ClaimState,
    signs: re.Pattern[str] = _SIGNS,
    elsewhere: re.Pattern[str] = _UNMARKED,
) -> str:
    """The text of a claim with the ``signs`` escaped in what it quotes, in all of one that is
    *quoted*, or *stale*, which may have been; and those for ``elsewhere`` in the rest, by default
    signs that mark nothing.
    """
    pieces = ["", claimed] if state in ("quoted", "stale") else _QUOTATION.split(claimed)
    return "".join(
        (signs if at % 2 else elsewhere).sub(_escaped, piece) for at, piece in enumerate(pieces)
    )


def _escaped(found: re.Match[str]) -> str:
    """Every sign in it; what stands in code is not touched."""
    signs = found.group()
    if len(signs) > 1 and signs.startswith("`"):
        return signs
    return "".join(sign if sign.isalnum() else f"\\{sign}" for sign in signs)


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST}).enable(
        ["table", "strikethrough"]
    )
    parser.disable(["link", "image", "autolink", "reference", "code", "lheading"])
    parser.disable(["html_block", "html_inline"])
    parser.core.ruler.push("modest_headings", _modest_headings)
    return parser


def _modest_headings(state: object) -> None:
    """A heading inside a text is below every heading of ours."""
    for token in state.tokens:  # type: ignore[attr-defined]
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h4"


def _mark(text: str, claims: Sequence[Claim]) -> str:
    """The text with a pair of marks around the words of each claim, clear of Markdown signs."""
    pieces: list[str] = []
    fences = [fence.start() for fence in _FENCE.finditer(text)]
    done = 0

    def unclaimed(words: str) -> str:
        if fences:
            return words
        return _QUOTATION_OR_CODE.sub(
            lambda one: one[0] if one[0].startswith("`") else literal(one[0], "quoted"), words
        )

    for index, claim in sorted(enumerate(claims), key=lambda item: item[1].start):
        start, end = max(claim.start, 0), min(claim.end, len(text))
        if start < done or start >= end:
            continue
        begins = not start or text[start - 1] == "\n"  # else "13. What Now?" are its words
        lead = (_BEFORE_WORDS if begins else _BEFORE_LETTERS).match(text, start, end)
        start = lead.end() if lead else start
        tail = _AFTER_WORDS.search(text, start, end)
        end = tail.start() if tail else end
        if start >= end:
            continue
        is_code = bisect_left(fences, start) % 2
        shown = text[start:end] if is_code else literal(text[start:end], claim.state)
        pieces += [unclaimed(text[done:start]), _opening(index), shown, _END]
        done = end
    return "".join([*pieces, unclaimed(text[done:])])


def _opening(index: int) -> str:
    return _OPEN + "".join(chr(_DIGIT_0 + int(digit)) for digit in str(index)) + _SHUT


def _splice(
    body: str, claims: Sequence[Claim], numbers: frozenset[int], first: int, target: Target
) -> Iterator[str]:
    """Marks to claim spans around runs of text; a span never crosses a tag."""
    current: int | None = None
    begun: set[int] = set()
    code = 0
    for piece in _PIECE.findall(body):
        mark = _MARK.fullmatch(piece)
        if mark:
            current = _index_of(mark.group(1)) if mark.group(1) else None
        elif piece.startswith("<"):
            code += piece.startswith("<code") - piece.startswith("</code")
            yield _MARK.sub("", piece)
        elif current is None or not piece.strip():
            yield piece if code else _with_numbers(piece, numbers)
        else:
            before, after = _claim_tags(
                claims[current], first + current, current not in begun, target
            )
            begun.add(current)
            if code:
                yield before + piece + after
            elif target == "window":
                yield _window_claim(piece, numbers, first + current, before, after)
            else:
                yield before + _with_numbers(piece, numbers) + after


def _index_of(digits: str) -> int:
    return int("".join(str(ord(digit) - _DIGIT_0) for digit in digits))


def _window_claim(piece: str, numbers: frozenset[int], number: int, before: str, after: str) -> str:
    """A number inside a claim is an anchor of its own, and anchors do not nest."""
    inner = _with_numbers(piece, numbers, f"claim:{number}", after, before)
    return (before + inner + after).replace(before + after, "")


def _claim_tags(claim: Claim, number: int, is_first: bool, target: Target) -> tuple[str, str]:
    if target == "window":
        return f'<a class="claim" href="claim:{number}">', "</a>"
    style = claim.state.replace(" ", "-")
    why = fallbacks.reason(claim)
    title = line(f"{claim.state.capitalize()}: {why}" if why else claim.state)
    identity = f' id="c{number}"' if is_first else ""
    return f'<span class="claim {style}"{identity} title="{title}">', "</span>"


def _with_numbers(
    piece: str, numbers: frozenset[int], link: str = "", shut: str = "", reopen: str = ""
) -> str:
    """``[1][3]`` to superscript anchors, between the end and the beginning of a claim's."""

    def anchors(match: re.Match[str]) -> str:
        cited = citations.cited(match.group())
        if not cited or not all(number in numbers for number in cited):
            return match.group()
        marks = _BETWEEN.join(
            f'<a class="cite" href="{link}#e{number}">{number}</a>' for number in cited
        )
        return f"{shut}<sup>{marks}</sup>{reopen}"

    return _CITES.sub(anchors, piece).replace(f"</sup>{reopen}{shut}<sup>", _BETWEEN)


def _clean(body: str) -> str:
    return nh3.clean(
        body,
        tags=_TAGS,
        clean_content_tags=set(),
        attributes=_ATTRIBUTES,
        attribute_filter=_only_ours,
        url_schemes={"claim"},
        link_rel=None,
    )


def _only_ours(tag: str, attribute: str, value: str) -> str | None:
    allowed = {"href": _OUR_LINK, "id": _OUR_ID, "class": _OUR_CLASS, "start": _START}
    if attribute == "title":
        return value
    pattern = allowed.get(attribute)
    return value if pattern is not None and pattern.fullmatch(value) else None
