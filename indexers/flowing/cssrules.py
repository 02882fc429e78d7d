"""The rules of a style sheet, and the elements that they are for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAME = r"(?:[\w-]|\\[^\s\da-f])+"  # "\:" in md\:block is a sign, and no condition
_COMPOUND = re.compile(rf"([a-z][a-z0-9]*|\*)?((?:[.#]{_NAME})*)", re.IGNORECASE)
_ON_SCREEN = re.compile(
    r"@media(?:\s+|(?=\())(?:(?:only\s+)?(?:screen|all)(?:\s+and\s+(?=\()|$))?"
    r"(?:\(\s*(?:min-width\s*:|width\s*>=)\s*((?:\d*\.)?\d+(?:px|r?em))\s*\))?"
)
_WINDOW_PX = 1024
_DEEPEST = 100  # of blocks in blocks
_WANTED = frozenset(
    [
        "display",
        "visibility",
        "opacity",
        "font-size",
        "color",
        "background",
        "background-color",
        "position",
        "left",
        "top",
        "right",
        "text-indent",
        "clip",
        "clip-path",
        "width",
        "height",
        "overflow",
        "vertical-align",
    ]
)
LENGTH = re.compile(r"(-?(?:\d*\.)?\d+)(px|pt|em|rem|%|vw|vh)?$")
_NOT_AT_FIRST = re.compile(r":(?:hover|focus|active|before|after|first-l|:)")
_ANY_OF = re.compile(r":(?:is|where)\(")
_ARGUMENTS = re.compile(r"\([^()]*\)|\[[^][]*\]")
_CONDITION = re.compile(r"(?<!\\):.*")
_COMBINATORS = re.compile(r"[\s>+~]+")
_IMPORTANT = re.compile(r"!\s*important$")
EACH_PX = {"px": 1.0, "pt": 1.33, "vw": 12.0, "vh": 8.0}
Declared = dict[str, str]


class _Compound(NamedTuple):
    tag: str
    classes: frozenset[str]
    id: str


class Rule(NamedTuple):
    """``ancestors`` from the nearest outwards; ``weight`` is the specificity, then the order;
    ``important`` is what wins over all that is only ``declared``.
    """

    own: _Compound
    ancestors: tuple[_Compound, ...]
    weight: tuple[int, int, int, int]
    declared: Declared
    important: Declared


class Rules(NamedTuple):
    """``by_key`` by what an element has to have: "#id", ".class", "tag", or "*" for nothing;
    ``colouring`` the keys of those that are not read, and may colour letters.
    """

    by_key: dict[str, list[Rule]]
    colouring: set[str]


def read(css: str) -> Rules:
    rules = Rules(defaultdict(list), set())
    for order, (selector, declared, important) in enumerate(_rules(css)):
        rule = _rule(selector, declared, important, order)
        if rule is not None:
            rules.by_key[_key(rule.own)].append(rule)
        elif "color" in declared or "color" in important:
            rules.colouring.add(_key_unread(selector))
    return rules._replace(colouring=rules.colouring - {"*"})


def _key_unread(selector: str) -> str:
    """Of its last part less all conditions; "*" too where it is for no letters of a page that just
    opened.
    """
    if _NOT_AT_FIRST.search(selector):
        return "*"
    plain = _ARGUMENTS.sub("", _ANY_OF.sub(" ", selector)).replace(")", "")
    last = _compound(_CONDITION.sub("", _COMBINATORS.split(plain.strip())[-1]))
    return _key(last) if last is not None else "*"


def _rules(css: str, depth: int = 0) -> Iterator[tuple[str, Declared, Declared]]:
    """(one selector, what it declares of the wanted properties, what as important), most at-rules
    left out.
    """
    css = _COMMENT.sub("", css)
    at = 0
    while (open_ := css.find("{", at)) >= 0:
        prelude = css[at:open_].rpartition(";")[2].strip().lower()
        if prelude.startswith("@"):
            at = _end_of_block(css, open_)
            if depth == _DEEPEST:
                continue
            if _is_on_screen(prelude):
                yield from _rules(css[open_ + 1 : at - 1], depth + 1)
            elif prelude.startswith(("@supports", "@layer")):
                for selector, declared, important in _rules(css[open_ + 1 : at - 1], depth + 1):
                    yield f"{selector}:maybe", declared, important  # one condition more
            continue
        close = css.find("}", open_)
        at = close + 1 if close >= 0 else len(css)
        declared, important = declarations(css[open_ + 1 : at - 1 if close >= 0 else at])
        if declared or important:
            for selector in css[css.rfind("}", 0, open_) + 1 : open_].rpartition(";")[2].split(","):
                yield selector.strip(), declared, important


def _is_on_screen(prelude: str) -> bool:
    match = _ON_SCREEN.fullmatch(prelude)
    return match is not None and (length_px(match.group(1) or "") or 0) <= _WINDOW_PX


def _end_of_block(css: str, open_: int) -> int:
    depth = 0
    for brace in re.compile(r"[{}]").finditer(css, open_):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return len(css)


def declarations(style: str) -> tuple[Declared, Declared]:
    """(what is only declared, what as important)."""
    plain: Declared = {}
    important: Declared = {}
    for declaration in style.split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip().lower()
        if colon and name in _WANTED:
            value, is_important = _IMPORTANT.subn("", value.strip().lower())
            (important if is_important else plain)[name] = value.strip()
    return plain, important


def _rule(selector: str, declared: Declared, important: Declared, order: int) -> Rule | None:
    parts = [_compound(part) for part in selector.replace(">", " ").split()]
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    ids = sum(bool(part.id) for part in known)
    classes = sum(len(part.classes) for part in known)
    tags = sum(bool(part.tag) for part in known)
    weight = (ids, classes, tags, order)
    return Rule(known[-1], tuple(reversed(known[:-1])), weight, declared, important)


def _compound(text: str) -> _Compound | None:
    match = _COMPOUND.fullmatch(text)
    if match is None or not text:
        return None
    named = re.findall(rf"([.#])({_NAME})", match.group(2))
    names = [(sign, name.replace("\\", "")) for sign, name in named]
    tag = (match.group(1) or "").lower().replace("*", "")
    id = next((name for sign, name in names if sign == "#"), "")
    return _Compound(tag, frozenset(name for sign, name in names if sign == "."), id)


def _key(own: _Compound) -> str:
    if own.id:
        return f"#{own.id}"
    return f".{min(own.classes)}" if own.classes else own.tag or "*"


def matches(rule: Rule, element: Any, classes: frozenset[str]) -> bool:
    if not _is(rule.own, element, classes):
        return False
    above = element.iterancestors()
    return all(
        any(
            _is(wanted, ancestor, frozenset((ancestor.get("class") or "").split()))
            for ancestor in above
        )
        for wanted in rule.ancestors
    )


def _is(wanted: _Compound, element: Any, classes: frozenset[str]) -> bool:
    return (
        (not wanted.tag or wanted.tag == element.tag)
        and wanted.classes <= classes
        and (not wanted.id or wanted.id == element.get("id"))
    )


def length_px(value: str) -> float | None:
    """About."""
    match = LENGTH.match(value.strip())
    if match is None:
        return None
    number = float(match.group(1))
    unit_px = {"em": 16, "rem": 16, "%": 10, **EACH_PX}
    return number * unit_px[match.group(2) or "px"]
