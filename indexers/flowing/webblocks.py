"""The tree of a web page to blocks of text: headings, paragraphs, list items, code, table rows.

Scripts, styles and reading aids over words are left out here, what is hidden from the eye comes
apart with the reason, and nothing else is lost: which blocks are the main text is decided in
web.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal

import lxml.etree
from msgspec import Struct

from indexers.flowing.mathml import is_wordless, letters, linear, with_drawn
from indexers.flowing.stylesheets import NONE_BESIDE, NOT_DISPLAYED, Look, Styles
from indexers.text.raised import on_line_in_brackets, set_off

Kind = Literal["heading", "text", "code", "row"]

_SPACE = re.compile(r"\s+")
_UNSEEN_TAGS = """
script style noscript template svg head iframe object embed canvas audio video select button
input textarea option dialog rt rp
"""
_BLOCK_TAGS = """
html body p div li dt dd ul ol dl table caption thead tbody tfoot tr td th pre blockquote section
article aside header footer main nav figure figcaption address form fieldset hr details summary
center
"""
_ASIDE_ROLE_WORDS = "navigation banner contentinfo search complementary menu"
_UNSEEN = frozenset(_UNSEEN_TAGS.split())
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_BLOCKS = _HEADINGS | frozenset(_BLOCK_TAGS.split())
_ASIDE = frozenset(["nav", "aside", "footer", "form"])
_ASIDE_ROLES = frozenset(_ASIDE_ROLE_WORDS.split())
_FEWEST_WORDS = 3
_NEAR = 2  # elements around a paragraph, within a caption


class Block(Struct, frozen=True):
    """``links`` is the share of the text inside links; ``aside`` is true within navigation and
    the like; ``table`` is the same for the rows of one table, else 0. A row's cells are parted by
    tabs, and its ``element`` is the row. ``pictures`` are those that stand before it or in it."""

    kind: Kind
    level: int
    text: str
    element: Any
    links: float
    aside: bool
    table: int
    pictures: tuple[Any, ...] = ()

    @property
    def is_caption(self) -> bool:
        """Whether the page calls it one."""
        line = (self.element, *islice(self.element.iterancestors(), _NEAR))
        return any(one.tag == "figcaption" or _is_named_so(one.get("class")) for one in line)


def _is_named_so(classes: str | None) -> bool:
    return any(name.endswith(("caption", "caption-text")) for name in (classes or "").split())


class Veiled(Struct, frozen=True):
    """Words that the page hides, and how; ``aside`` for menus and what is mostly links."""

    text: str
    reason: str
    aside: bool


def blocks(
    tree: Any, css: str = "", beside: Mapping[str, str] = NONE_BESIDE
) -> tuple[list[Block], list[Veiled]]:
    """(what is shown, what is hidden). ``css`` are the style sheets that came in the same file,
    ``beside`` by their names those that lay beside it, of which the page links some.
    """
    _free_bases(tree)
    walk = _Walk(tree, Styles(tree, css, beside))
    return list(walk.blocks()), walk.veiled


def _free_bases(tree: Any) -> None:
    """A page may leave out ``</rt>`` before an <rb>; libxml2 then keeps the words in their aid."""
    for base in reversed(list(tree.iter("rb"))):
        while (aid := base.getparent()) is not None and aid.tag == "rt":
            aid.addnext(base)


class _Walk:
    """One pass over the tree. Text gathers until an element begins or ends a block."""

    def __init__(self, tree: Any, styles: Styles) -> None:
        self._tree = tree
        self._styles = styles
        self.veiled: list[Veiled] = []
        self._pieces: list[str] = []
        self._linked = self._in_link = self._aside = self._pre = 0
        self._table = self._tables = 0
        self._open = [tree]
        self._looks = [Look()]
        self._unseen: dict[str, list[str]] = defaultdict(list)
        self._drawn: Any = None
        self._broken = False
        self._pictures: list[Any] = []

    def blocks(self) -> Iterator[Block]:
        walker = lxml.etree.iterwalk(self._tree, events=("start", "end"))
        skipped = None
        for event, element in walker:
            tag = self._tag(element)
            if event == "start":
                unseen = tag in _UNSEEN and not _is_title(element)
                if not tag or unseen or _is_permalink(element) or self._passes_over(element, tag):
                    skipped = element
                    walker.skip_subtree()
                    continue
                yield from self._begin(element, tag)
            else:
                if element is skipped:
                    skipped = None
                else:
                    yield from self._end(element, tag)
                self._take(element.tail)

    def _tag(self, element: Any) -> str:
        """Its name; code that breaks its lines is a block of its own."""
        tag = element.tag if isinstance(element.tag, str) else ""
        broken = tag == "code" and not self._table and element.find("br") is not None
        return "pre" if broken else tag

    def _passes_over(self, element: Any, tag: str) -> bool:
        """Whether nothing in it is walked: it is gone, and noted, or a formula, and taken. Else
        its look is that of the letters that follow.
        """
        look = self._styles.look(element, self._looks[-1])
        if element is self._drawn or self._takes_drawn(element, bool(look.gone)):
            return True
        if look.gone:
            self._note(element, " ".join(_spoken(element)), look.gone)
            if look.gone == NOT_DISPLAYED:
                element.set("hidden", "")  # where cells are counted, it takes no place
            if self._table and tag in ("td", "th") and element.get("hidden") is None:
                self._pieces.append("\t")
            return True
        self._looks.append(look)
        formula = self._formula(element, look) if tag == "math" else ""
        if formula:
            self._take(formula)
            self._looks.pop()
        return bool(formula)

    def _formula(self, element: Any, look: Look) -> str:
        """On one line; "" where a part of it is hidden, and has to be told."""
        hidden = next(self._hidden_in(element, look), None)
        return linear(element) if hidden is None else ""

    def _hidden_in(self, element: Any, look: Look) -> Iterator[Any]:
        for node in element.iter(lxml.etree.Element):
            inner = self._styles.look(node, look)
            if inner.why or inner.gone:
                yield node

    def _takes_drawn(self, element: Any, gone: bool) -> bool:
        """Takes a formula beside which it is drawn: in letters that lack its arrangement (KaTeX),
        or as a picture, itself being out of sight (Wikipedia). Only what is seen may be read: the
        drawn letters have to be the same, and beside a picture it may have no words.
        """
        math, drawn = with_drawn(element)
        look = self._looks[-1]
        if math is None or look.why:
            return False
        formula = linear(math)
        hidden = [
            node for node in self._hidden_in(drawn, look) if node.tag == "img" or letters(node)
        ]
        is_picture = drawn.tag == "img"
        same = gone and is_wordless(formula) if is_picture else letters(drawn) == letters(formula)
        if same and not hidden:
            self._take(formula)
            self._drawn = drawn
        return same and not hidden

    def _note(self, element: Any, words: str, why: str) -> None:
        """``words`` are those that ``element`` hides."""
        words = _SPACE.sub(" ", words).strip()
        if len(words.split()) >= _FEWEST_WORDS or (words and not words.isascii()):
            self.veiled.append(Veiled(words, why, self._aside > 0 or _is_menu(element, words)))

    def _begin(self, element: Any, tag: str) -> Iterator[Block]:
        if tag in _BLOCKS:
            if not self._in_row(tag):
                yield from self._flush()
            self._open.append(element)
        if tag == "br":
            yield from self._line_break()
        elif tag == "img" and not self._looks[-1].why:
            self._pictures.append(element)
        if tag == "table" and not self._table and _holds_data(element):
            self._tables += 1
            self._table = self._tables
        self._aside += is_aside(element, tag)
        self._pre += tag == "pre"
        self._in_link += tag == "a"
        self._take(element.text)

    def _end(self, element: Any, tag: str) -> Iterator[Block]:
        if tag in ("td", "th") and self._table:
            self._pieces.append("\t")
        elif tag in _BLOCKS and not self._in_row(tag):
            yield from self._flush()
        if tag in _BLOCKS:
            self._open.pop()
        if tag == "table" and self._table and not _within_table(element):
            self._table = 0
        self._aside -= is_aside(element, tag)
        self._pre -= tag == "pre"
        self._in_link -= tag == "a"
        if self._looks.pop().why and not self._looks[-1].why:
            for why, words in self._unseen.items():
                self._note(element, " ".join(words), why)
            self._unseen.clear()

    def _in_row(self, tag: str) -> bool:
        """Whether the element stands inside a row, whose cells stay together."""
        return bool(self._table) and tag not in ("table", "tr", "caption")

    def _line_break(self) -> Iterator[Block]:
        if self._pre:
            self._pieces.append("\n")
        elif self._broken and not self._table:
            yield from self._flush()
        else:
            self._pieces.append(" ")
        self._broken = True

    def _take(self, text: str | None) -> None:
        if not text:
            return
        if text.strip() and (why := self._looks[-1].why):
            self._unseen[why].append(text)
            return
        if self._table and not self._pre:
            text = _SPACE.sub(" ", text)  # a tab of the source is no cell
        self._pieces.append(set_off(text, self._looks[-1].stand))
        if text.strip():
            self._broken = False
            if self._in_link:
                self._linked += len(text.strip())

    def _flush(self) -> Iterator[Block]:
        """What has gathered, as a block of the innermost element that is one."""
        text = on_line_in_brackets("".join(self._pieces))
        linked, self._linked, self._pieces = self._linked, 0, []
        if not text.strip():
            return
        element = self._open[-1]
        kind, level = self._kind(element)
        text = _tidied(text, kind)
        if text:
            links = min(1.0, linked / len(text))
            table = self._table if kind == "row" else 0
            pictures, self._pictures = tuple(self._pictures), []
            yield Block(kind, level, text, element, links, self._aside > 0, table, pictures)

    def _kind(self, element: Any) -> tuple[Kind, int]:
        tag = element.tag
        if self._pre or tag == "pre":
            return "code", 0
        if tag in _HEADINGS:
            return "heading", int(tag[1])
        return ("row" if self._table and tag != "caption" else "text"), 0


def _is_permalink(element: Any) -> bool:
    """The "¶" or "#" by a heading or a term, which links to itself."""
    if element.tag != "a" or not (element.get("href") or "").startswith("#"):
        return False
    sign = "".join(element.itertext())
    named = next(element.iterancestors(*_HEADINGS, "dt"), None)
    return named is not None and not any(letter.isalnum() for letter in sign)


def _is_title(element: Any) -> bool:
    """The button that is all there is of a heading or a term, and opens what stands under it."""
    if element.tag != "button":
        return False
    named = next(element.iterancestors(*_HEADINGS, "dt", "summary"), None)
    return named is not None and not "".join(_spoken(named)).strip()


def _tidied(text: str, kind: Kind) -> str:
    if kind == "code":
        lines = [line.rstrip() for line in text.expandtabs(4).split("\n")]
        return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip("\n")
    if kind == "row":
        cells = [_SPACE.sub(" ", cell).strip() for cell in text.split("\t")]
        return "\t".join(cells).rstrip("\t")
    return _SPACE.sub(" ", text).strip()


def _is_menu(element: Any, words: str) -> bool:
    linked = sum(len(" ".join(_spoken(link))) for link in element.iter("a"))
    inside = any(is_aside(node, str(node.tag)) for node in element.iter())
    return inside or linked > len(words) // 2


def _spoken(element: Any) -> Iterator[str]:
    """The texts in it that are words of the page, not of its machinery."""
    if element.tag in _UNSEEN or not isinstance(element.tag, str):
        return
    yield element.text or ""
    for inner in element:
        yield from _spoken(inner)
        yield inner.tail or ""


def is_aside(element: Any, tag: str) -> bool:
    """Of navigation and the like, or of a form."""
    return tag in _ASIDE or element.get("role") in _ASIDE_ROLES


def _holds_data(table: Any) -> bool:
    """A table of cells, not one that lays out a page."""
    if next(table.iter(*_HEADINGS, "pre", "article"), None) is not None:
        return False
    if any(inner is not table for inner in table.iter("table")):
        return False
    rows = list(table.iter("tr"))
    cells = sum(1 for _ in table.iter("td", "th"))
    words = sum(len(text) for text in table.itertext())
    return cells >= 2 * len(rows) > 0 and words / cells < 400


def _within_table(element: Any) -> bool:
    return any(True for _ in element.iterancestors("table"))
