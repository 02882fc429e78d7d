"""What is typed into the search box, understood.

    river mill              both words, in one passage
    "water mill"            these words side by side
    mill OR bridge          AND binds closer than OR; brackets group
    river -bridge           the same as: river NOT bridge
    tag:dikes kind:pdf      fields: tag in kind lang author title year id
    year:1953 year:1998-04 year:1998-2004, id:3f2a,91c0
    in:"Flood defence"      a collection or a saved search

Quotation marks, brackets and colons may be those of other languages („…“ «…» 「…」 （…） ：).
Fields say which documents, words say which passages, so a field cannot be an alternative to a
word. What cannot be understood is never an error: it is read as plain words, and ``note`` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from warehouse.errors import BadInput
from warehouse.search.analyzer import located

FIELDS = ("tag", "in", "kind", "lang", "author", "title", "year", "id")
OPERATORS = ("AND", "OR", "NOT")
DEEPEST = 20
MOST_WORDS = 200  # what more would take grows faster than they do
NO_ENDINGS = "A * stands for nothing: words are found with all their endings."
_QUOTED = '["“][^"”]*["”]|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|「[^」]*」|『[^』]*』|＂[^＂]*＂'
_OPENERS = '"“„«‹「『＂'
_MARKS = f"()（）{_OPENERS}"
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<open>[(（])|(?P<close>[)）])"
    rf"|(?P<minus>[-－−](?=[^\s－−-]))"
    rf"|(?P<field>(?i:{'|'.join(FIELDS)}))[:：](?P<value>{_QUOTED}|[^\s{_MARKS}]*)"
    rf"|(?P<phrase>{_QUOTED})|(?P<unclosed>[{_OPENERS}])"
    rf"|(?P<word>[^\s{_MARKS}]+)"
)
# What a copied text may carry unseen: soft hyphens, zero widths, marks of direction.
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_BEGINNING = re.compile(r"\w\*$")


class Word(Struct, frozen=True):
    text: str


class Phrase(Struct, frozen=True):
    text: str


class Field(Struct, frozen=True):
    name: str
    value: str


class Not(Struct, frozen=True):
    part: Node


class All(Struct, frozen=True):
    parts: tuple[Node, ...]


class Any(Struct, frozen=True):
    parts: tuple[Node, ...]


Node = Word | Phrase | Field | Not | All | Any


class Query(Struct, frozen=True):
    """``where`` holds fields only, ``words`` words only; each None where there is none.

    ``plain``: the words are bare, without an operator, so that some of them will do.
    """

    text: str
    where: Node | None = None
    words: Node | None = None
    plain: bool = False
    note: str = ""


class NotUnderstood(BadInput):
    """What is wrong with a query, as the beginning of a sentence."""


def parse(text: str) -> Query:
    """Never raises; see ``note``."""
    seen = _UNSEEN.sub("", text.encode("utf-8", "replace").decode())
    text = seen.strip()
    if not text:
        return Query(text)
    try:
        node = _Reader(text).read()
        where, words = _apart(node)
        for part in (where, words):
            _check(part)
    except NotUnderstood as error:
        return as_plain(text, str(error))
    ends = any(map(_BEGINNING.search, bare_words(words)))
    return Query(text, where, words, _is_plain(words), NO_ENDINGS if ends else "")


def as_plain(text: str, why: str) -> Query:
    """The text as bare words, of many the first, with what was wrong with it as a note."""
    words: list[Word] = []
    room = MOST_WORDS
    for match in re.finditer(rf"[^\s{_MARKS}”»›」』]+", text):
        terms = located(match.group())[:room]
        cut = len(terms) == room
        words.append(Word(match.group()[: terms[-1].end] if cut else match.group()))
        room -= max(1, len(terms))
        if room <= 0:
            break
    return Query(text, None, _joined(tuple(words)), True, f"{why}; read as plain words.")


def bare_words(node: Node | None) -> list[str]:
    """The words and phrases that are looked for, without those that are ruled out."""
    match node:
        case Word(text) | Phrase(text):
            return [text]
        case All(parts) | Any(parts):
            return [word for part in parts for word in bare_words(part)]
    return []


def phrases(node: Node | None) -> bool:
    """Whether a phrase stands anywhere in it."""
    match node:
        case Phrase():
            return True
        case Not(part):
            return phrases(part)
        case All(parts) | Any(parts):
            return any(phrases(part) for part in parts)
    return False


def quoted(value: str) -> str:
    """A field's value as it has to be typed."""
    clean = value.replace('"', " ").replace("”", " ").replace("“", " ")
    return f'"{clean}"' if re.search(rf"[\s»{_MARKS}]", clean) else clean


def inside(name: str, text: str) -> str:
    """The query, limited to a collection."""
    limit = f"in:{quoted(name)}"
    return " ".join(filter(None, [limit, beside_fields(text)]))


def beside_fields(text: str) -> str:
    """The query, written so that it means the same with a field before or behind it. One that is
    not understood is its bare words: it would not be read as plain words again.
    """
    parsed = parse(text)
    if parsed.note and parsed.plain and parsed.where is None:
        text = " ".join(word for word in bare_words(parsed.words) if word not in OPERATORS)
    return f"({text})" if " OR " in text else text


def renamed(text: str, is_old: Callable[[str], bool], new: str) -> str:
    """The query with ``new`` as the name of each collection that it names as ``is_old`` tells."""
    parts, at = [], 0
    for token in _TOKEN.finditer(text):
        if (token.group("field") or "").lower() == "in" and is_old(_value(token)):
            parts += [text[at : token.start("value")], quoted(new)]
            at = token.end("value")
    return "".join([*parts, text[at:]])


def _value(token: re.Match[str]) -> str:
    value = token.group("value")
    if re.fullmatch(_QUOTED, value):
        value = value[1:-1]
    return value.strip('"“”').strip()


def _tokens(text: str) -> Iterator[re.Match[str]]:
    words = fields = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "unclosed":  # each would look for its end in all that follows
            raise NotUnderstood("A quotation mark is not closed")
        if token.lastgroup in ("word", "phrase") and token.group() not in OPERATORS:
            words += max(1, len(located(token.group())))  # letters one by one where no gaps stand
        fields += token.lastgroup == "value"
        if max(words, fields) > MOST_WORDS:
            raise NotUnderstood(f"Of more than {MOST_WORDS} words the first are looked for")
        if token.lastgroup not in (None, "space"):
            yield token


class _Reader:
    """Recursive descent: alternatives of conjunctions of signed atoms."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0
        self._depth = 0

    def read(self) -> Node | None:
        node = self._alternatives()
        if self._at < len(self._tokens):
            raise NotUnderstood("A bracket is closed that was not opened")
        return node

    def _alternatives(self) -> Node | None:
        parts = [self._conjunction()]
        while self._take("OR"):
            parts.append(self._conjunction())
        if len(parts) > 1 and None in parts:
            raise NotUnderstood("OR wants something on both sides")
        nodes = [part for part in parts if part is not None]
        if len(nodes) > 1:
            return Any(tuple(nodes))
        return nodes[0] if nodes else None

    def _conjunction(self) -> Node | None:
        parts: list[Node] = []
        while self._at < len(self._tokens) and not self._stands("close") and not self._says("OR"):
            if self._take("AND"):
                if not parts or self._at == len(self._tokens) or self._says("OR", "AND"):
                    raise NotUnderstood("AND wants something on both sides")
                continue
            parts.append(self._signed())
        return _joined(parts)

    def _signed(self) -> Node:
        if self._take("NOT") or self._take_kind("minus"):
            if self._at == len(self._tokens) or self._says("AND", "OR"):
                raise NotUnderstood("NOT wants something after it")
            self._deeper()
            signed = Not(self._signed())
            self._depth -= 1
            return signed
        return self._atom()

    def _atom(self) -> Node:
        token = self._tokens[self._at]
        self._at += 1
        if token.group("open"):
            return self._group()
        if token.group("field"):
            value = _value(token)
            if not value:
                raise NotUnderstood(f"“{token.group('field')}:” wants a value")
            return Field(token.group("field").lower(), value)
        if token.group("phrase"):
            return Phrase(token.group("phrase")[1:-1])
        if token.group("close"):
            raise NotUnderstood("There is nothing in the brackets")
        return Word(token.group())

    def _group(self) -> Node:
        self._deeper()
        node = self._alternatives()
        if not self._take_kind("close"):
            raise NotUnderstood("A bracket is not closed")
        if node is None:
            raise NotUnderstood("There is nothing in the brackets")
        self._depth -= 1
        return node

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise NotUnderstood("There are too many brackets")

    def _stands(self, kind: str) -> bool:
        return self._at < len(self._tokens) and bool(self._tokens[self._at].group(kind))

    def _says(self, *operators: str) -> bool:
        return self._stands("word") and self._tokens[self._at].group() in operators

    def _take(self, operator: str) -> bool:
        said = self._says(operator)
        self._at += said
        return said

    def _take_kind(self, kind: str) -> bool:
        stands = self._stands(kind)
        self._at += stands
        return stands


def _joined(parts: Sequence[Node]) -> Node | None:
    flat: list[Node] = []
    for part in parts:
        flat += part.parts if isinstance(part, All) else [part]
    return All(tuple(flat)) if len(flat) > 1 else flat[0] if flat else None


def _apart(node: Node | None) -> tuple[Node | None, Node | None]:
    """What says which documents, and what says which passages."""
    parts = node.parts if isinstance(node, All) else () if node is None else (node,)
    where = [part for part in parts if _kinds(part) == {"field"}]
    words = [part for part in parts if _kinds(part) == {"word"}]
    if len(where) + len(words) < len(parts):
        raise NotUnderstood("Fields and words cannot be alternatives of each other")
    return _joined(where), _joined(words)


def _kinds(node: Node) -> set[str]:
    match node:
        case Field():
            return {"field"}
        case Not(part):
            return _kinds(part)
        case All(parts) | Any(parts):
            return set().union(*map(_kinds, parts))
    return {"word"}


def _check(node: Node | None) -> None:
    """Words that are ruled out need others beside them, or to stand alone."""
    if node is None or _kinds(node) == {"field"}:
        return
    for part in node.parts if isinstance(node, All) else (node,):
        _check_inside(part.part if isinstance(part, Not) else part)


def _check_inside(node: Node) -> None:
    if isinstance(node, Not):
        raise NotUnderstood("NOT cannot stand there")
    if isinstance(node, All) and all(isinstance(part, Not) for part in node.parts):
        raise NotUnderstood("NOT cannot be one of several alternatives")
    if isinstance(node, All | Any):
        for part in node.parts:
            bare = isinstance(part, Not) and isinstance(node, All)
            _check_inside(part.part if bare and isinstance(part, Not) else part)


def _is_plain(words: Node | None) -> bool:
    parts = words.parts if isinstance(words, All) else (words,)
    return all(isinstance(part, Word) for part in parts)
