"""Names of authors: how they are kept, shown, and taken apart for a bibliography.

Three forms are kept, as they come: ``Weber, Anna`` (family name known), ``Anna Weber`` (taken apart
when needed), and ``{R Core Team}`` for a body or a name that must not be taken apart.
"""

from __future__ import annotations

import functools
import re

from msgspec import Struct

_PARTICLE_WORDS = """
van von der den de del della di da dos du la le ten ter zu zum af av bin ibn
"""
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv"))
_BODY_WORDS = """
team group university institute foundation consortium committee commission council collaboration
association organization organisation society board project network inc ltd gmbh bank ministry
department office agency press college workgroup list community company corporation museum library
"""
_BODIES = frozenset(_BODY_WORDS.split())
_DEGREE = re.compile(r"[A-Z][a-z]{1,4}D|DPhil|Ph\. ?D\.?")
"""Behind a comma it is no given name: letters run together, as no name with an initial has them."""
_LINKING = frozenset(("of", "for", "and", "the", "on", "&"))  # in names of bodies, never of people


class Name(Struct, frozen=True):
    """``given`` is empty for a body, and for a person of one name."""

    family: str
    given: str = ""


def parsed(kept: str) -> Name:
    text = " ".join(kept.split())
    if text.startswith("{") and text.endswith("}"):
        return Name(text[1:-1].strip())
    family, comma, given = text.partition(",")
    if comma:
        return _parted(family.strip(), given)
    tokens = text.split(" ")
    if len(tokens) < 2 or is_body(text):
        return Name(text)
    end = len(tokens)
    if tokens[-1].lower() in _SUFFIXES and end > 2:
        end -= 1
    at = end - 1
    while at > 1 and tokens[at - 1].lower() in _PARTICLES and tokens[at - 1].islower():
        at -= 1
    return Name(" ".join(tokens[at:]), " ".join(tokens[:at]))


def shown(kept: str) -> str:
    """As it is read: ``Anna Weber``."""
    name = parsed(kept)
    return f"{name.given} {name.family}".strip()


def kept(family: str, given: str = "") -> str:
    """The form that is kept of a name whose parts are known."""
    family, given = " ".join(family.split()), " ".join(given.split())
    return f"{family}, {given}" if given else f"{{{family}}}"


def listed(text: str) -> tuple[str, ...]:
    """Names as a person types them, parted by semicolons, line breaks or ``and``."""
    parts = (" ".join(part.split()) for part in re.split(r"[;\n]|\s+and\s+(?=\S)", text))
    return tuple(filter(None, parts))


@functools.lru_cache(maxsize=50_000)
def short(names: tuple[str, ...]) -> str:
    """As in a citation: ``Weber``, ``Weber and Kahn``, ``Weber et al.``; a body is named whole."""
    families = [parsed(name).family for name in names if name.strip()]
    return f"{families[0]} et al." if len(families) > 2 else " and ".join(families)


@functools.lru_cache(maxsize=50_000)
def sort_key(names: tuple[str, ...]) -> str:
    """What a list goes by: family names of people, then their given ones; bodies whole."""
    parts = (parsed(name) for name in names if name.strip())
    return "; ".join(f"{name.family}, {name.given}".casefold().strip(", ") for name in parts)


def is_body(text: str) -> bool:
    """Whether it is taken for the name of a body: it says so, or is put together as none of a
    person is."""
    words = re.findall(r"[^\W\d_]+|&", text.lower())
    numbered = any(mark.isdigit() for mark in text)
    return numbered or any(word in _BODIES or word in _LINKING for word in words)


def _parted(family: str, given: str) -> Name:
    """``Weber, Jr., Anna`` has its suffix with the family name; of ``Anna Weber, PhD`` nothing is
    known but that the degree is no name.
    """
    parts = [part for piece in given.split(",") if (part := piece.strip())]
    suffixes = [part for part in parts if part.lower() in _SUFFIXES]
    names = [part for part in parts if part not in suffixes]
    called = [part for part in names if not _DEGREE.fullmatch(part)]
    whole = " ".join([family, *suffixes])
    if parts and not called and " " in family:
        return parsed(whole)
    return Name(whole, ", ".join(called or names))
