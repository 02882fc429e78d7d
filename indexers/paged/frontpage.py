"""What the first pages print of a work: authors, date, journal, DOI, arXiv number, ISBN.

Careful rather than complete: what is taken here stands in a bibliography. Names are looked for in
the lines under the title only, and a line is believed when every part of it looks like a name and
its words are not words that the text writes in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from indexers.paged.assembly import Assembled, Block
from indexers.records import Page, Told
from indexers.text import identifiers

AUTHOR_BLOCKS = 6
NUMBER_PAGES = 5
MOST_AUTHORS = 30
_LONGEST_NAMES_CHARS = 600
_MARKS = re.compile(r"[\d*†‡§¶∗⋆★✝]+(?:[,\s]*[\d*†‡§¶∗⋆★✝)]+)*|\((?:\w|\d)\)")
_AFFILIATION = re.compile(
    r"\b(?:dept|department|univers\w+|institut\w*|faculty|school|laborator\w+|cent(?:er|re)|"
    r"college|academy|e-?mail)\b.*",
    re.I | re.S,
)
_JOINED = re.compile(r"\b([^\W\d_]\.)(?=[^\W\d_]{2})")
_ADDRESS = re.compile(r"\S+@\S+|\{[^}]*\}")
_BETWEEN = re.compile(r"\s*(?:[;,·•|\n\t]|\band\b|\bund\b|\bet\b|\by\b|&)\s*")
_LEAD = re.compile(
    r"^(?:(?:written|edited|compiled)\s+)?by\s*:?\s+|^(?:authors?|editors?|maintainer)\s*:\s*|"
    r"^von\s+",
    re.I,
)
_INITIAL = re.compile(r"^(?:[^\W\d_]\.-?){1,3}$")
_WORD = re.compile(r"^[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_])){1,24}$")
_PARTICLES_WORDS = """
van von der den de del della di da dos du la le ten ter zu zum af av bin ibn al el y
"""
_PARTICLES = frozenset(_PARTICLES_WORDS.split())
_BODIES_WORDS = """
team group foundation consortium committee workgroup commission council collaboration list
association organization organisation society board project network
"""
_BODIES = frozenset(_BODIES_WORDS.split())
_NEVER_WORDS = """
abstract introduction university department institute school faculty version draft chapter
contents laboratory inc ltd gmbh press journal proceedings volume edition manual guide report
table figure keywords summary january february march april may june july august september october
november december universität universidad universidade universiteit université center centre
college email the of for in on with to a an
"""
_NEVER = frozenset(_NEVER_WORDS.split())
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|\(©\)|copyright)[^\n]{0,40}?(?:\d{4}\s*[-–,]\s*)*(\d{4})\b", re.I
)
_APPEARED = re.compile(r"\b(?:published|publication date|veröffentlicht|publié)\b[^\n]{0,40}", re.I)
_JOURNAL = re.compile(
    r"^(?P<container>[^\W\d_][^\n,;:()]{4,90}?)[,;]?\s+(?:vol(?:ume)?\.?|bd\.?|band)\s*(?P<volume>\d+)"
    r"(?:[,;\s]*(?:\(|no\.?|issue|nr\.?|number)\s*(?P<issue>\d+)\)?)?"
    r"(?:[^\n]{0,30}?(?:pp?\.|pages?|s\.)\s*(?P<pages>\d+\s*[-–—]\s*\d+))?",
    re.I | re.M,
)
_SPACE = re.compile(r"\s+")


def told(assembled: Assembled, title: str) -> tuple[Told, ...]:
    """With "page" as the origin of each; ``title`` is where the names stand below."""
    filled = [page for page in assembled.pages if page.end > page.start]
    if not filled:
        return ()
    first = assembled.text[filled[0].start : filled[0].end]
    blocks = [block for block in assembled.blocks if block.page == filled[0].index]
    printed = _without_asides(assembled.text, filled[0], blocks)
    front = "\n".join(assembled.text[page.start : page.end] for page in filled[:NUMBER_PAGES])
    found = {
        "doi": identifiers.doi(first),
        "arxiv": identifiers.arxiv(first),
        "isbn": identifiers.isbn(front),
        "date": _date(printed, front),
        **_journal(printed),
    }
    made = [Told(field, (value,), "page") for field, value in found.items() if value]
    shown, after = _under_title(assembled.text, blocks, title)
    if shown:
        made.append(Told("title", (shown,), "page"))
    if names := authors(after, assembled.text):
        made.append(Told("authors", names, "page"))
    return tuple(made)


def _without_asides(text: str, page: Page, blocks: list[Block]) -> str:
    """A running line tells of the file or the journal, often when it was fetched."""
    parts: list[str] = []
    start = page.start
    for block in blocks:
        if block.kind == "aside":
            parts.append(text[start : block.start])
            start = block.end
    return "".join((*parts, text[start : page.end]))


def authors(lines: Iterable[str], whole: str) -> tuple[str, ...]:
    """The names in the first of ``lines`` that hold nothing else; subtitles may come before."""
    words = _lower_words(whole)
    found: list[str] = []
    for line in lines:
        if re.match(r"\s*(?:abstract|contents|introduction)\b", line, re.I):
            break
        names = _names(line, words)
        if not names and not found:
            # Names and where they work, set as one paragraph: the names come first.
            names = _names(_AFFILIATION.sub("", line), words)
        found += names
        if found and not names:
            break
    return tuple(dict.fromkeys(found))[:MOST_AUTHORS]


def _under_title(text: str, blocks: list[Block], title: str) -> tuple[str, list[str]]:
    """The title as the page prints it, "" where it does not; and the lines that follow it."""
    wanted = _alike(title)
    for at, block in enumerate(blocks):
        here = _alike(text[block.start : block.end])
        if len(here) >= 3 and wanted and (here in wanted or wanted.startswith(here)):
            end = at
            while end + 1 < len(blocks) and _alike(_words(text, blocks[at : end + 2])) in wanted:
                end += 1
            after = blocks[end + 1 : end + 1 + AUTHOR_BLOCKS]
            lines = [
                text[one.start : one.end] for one in after if one.kind not in ("code", "aside")
            ]
            return title if _alike(_words(text, blocks[at : end + 1])) == wanted else "", lines
    return "", []


def _words(text: str, blocks: list[Block]) -> str:
    return " ".join(text[block.start : block.end] for block in blocks)


def _alike(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _lower_words(text: str) -> set[str]:
    """Words that the text writes in lower case somewhere."""
    return set(re.findall(r"(?<![\w-])[^\W\d_A-Z]{3,}(?![\w-])", text))


def _names(line: str, words: set[str]) -> list[str]:
    """Every name in a line; none unless all of it is names."""
    if len(line) > _LONGEST_NAMES_CHARS:
        return []
    whole = _JOINED.sub(r"\1 ", _MARKS.sub(" ", _ADDRESS.sub(" ", line)).strip())
    bare = _LEAD.sub("", whole)
    words = set() if bare != whole else words  # it says itself that these are names
    parts = [_SPACE.sub(" ", part).strip(" .") for part in _BETWEEN.split(bare)]
    parts = [part for part in parts if len(part) > 1]
    looks = [_is_body(part) or _is_person(part, words) for part in parts]
    if not parts or not all(looks):
        return []
    return [
        re.sub(r"^[Tt]he (?=\w+ )", "", part) if _is_body(part) else _ended(part) for part in parts
    ]


def _ended(name: str) -> str:
    """A name whose last part is an initial keeps its full stop."""
    return f"{name}." if re.search(r"\s[^\W\d_]$", name) else name


def _is_body(part: str) -> bool:
    tokens = part.split()
    return 2 <= len(tokens) <= 6 and tokens[-1].lower() in _BODIES and tokens[-1][0].isupper()


def _is_person(part: str, words: set[str]) -> bool:
    tokens = part.split()
    if not 2 <= len(tokens) <= 5:
        return False
    full = [token for token in tokens if _WORD.match(token) and token.lower() not in _PARTICLES]
    for token in tokens:
        initial = _INITIAL.match(token) or (len(token) == 1 and token.isupper())
        if not (initial or token.lower() in _PARTICLES or (token in full and token[0].isupper())):
            return False
    if not full or any(token.lower() in _NEVER for token in tokens):
        return False
    return sum(token.lower() in words for token in full) * 2 < len(full) or _has_initial(tokens)


def _has_initial(tokens: list[str]) -> bool:
    return any(_INITIAL.match(token) for token in tokens[:-1])


def _date(first: str, front: str) -> str:
    """When it appeared, as the first page says; else the year of the copyright."""
    appeared = _APPEARED.search(first)
    if appeared is not None and (when := identifiers.date(appeared.group())):
        return when
    if when := identifiers.date(first):
        return when
    owned = _COPYRIGHT.search(front)
    return identifiers.year(owned.group(1)) if owned is not None else ""


def _journal(first: str) -> dict[str, str]:
    found = _JOURNAL.search(first)
    if found is None:
        return {}
    values = {field: _SPACE.sub(" ", value) for field, value in found.groupdict("").items()}
    return values | {"pages": re.sub(r"\s*[-–—]\s*", "–", values["pages"])}
