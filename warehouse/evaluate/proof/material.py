"""Labelled claims made from articles: true ones reworded, and five ways to be wrong.

Input is ``articles.jsonl`` (title, sections with sentences and subsections). The evidence of a
case is a sentence with its two neighbours. A true claim says that sentence again in another order
or in part, so that it is never a copy; a wrong one has another number, a name changed for another
of the same evidence, a "not" put in or taken out, or is a true claim of the same article with
evidence from elsewhere. All by rule and by seed, the same every time. What rules cannot make,
paraphrases far from their source, true and false, is written by hand (paraphrases.txt).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from warehouse.evaluate.articles import Article, flat
from warehouse.evaluate.hotpot import lines
from warehouse.proof import checks

Kind = Literal["true", "number", "name", "negation", "citation", "unsupported", "paraphrase"]
WRONG: tuple[Kind, ...] = ("number", "name", "negation", "citation", "unsupported")
PARAPHRASES = Path(__file__).with_name("paraphrases.txt")

_LEADING = re.compile(r"^((?:In|On|At|By|After|During|Before|Since|From) [^,]{3,60}), (\w.+)$")
_TAIL = re.compile(r"^(.{30,}?), (?:which|who|while|although|with|and|but|as|including) .{10,}$")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_VERB = re.compile(r"\b(was|were|is|are|has|have|had|could|would|will|can|did)\b(?! not)")
_NOT = re.compile(r"\b(was|were|is|are|has|have|had|could|would|will|can|did) not\b")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


class Case(Struct, frozen=True):
    """``true`` only where ``kind`` is "true"; ``by_hand`` of those that no rule made."""

    kind: Kind
    claim: str
    evidence: str
    title: str
    section: str
    by_hand: bool = False

    @property
    def true(self) -> bool:
        return self.kind == "true"


class _Source(Struct, frozen=True):
    article: str
    section: str
    sentence: str
    evidence: str
    claim: str


def cases(folder: Path, limit: int = 0) -> list[Case]:
    """Half true and half wrong, the wrong kinds in equal parts. Raises BadInput without data."""
    chance = random.Random(42)
    sources = [source for article in read(folder) for source in _sources(article)]
    chance.shuffle(sources)
    of_kind: dict[Kind, list[Case]] = {kind: [] for kind in ("true", *WRONG)}
    for source in sources:
        for kind, case in _spoilt(source, sources, chance):
            of_kind[kind].append(case)
        of_kind["true"].append(_case("true", source, source.claim, source.evidence))
    count = min(len(of_kind[kind]) for kind in WRONG)
    count = min(count, limit // (2 * len(WRONG))) if limit else count
    wrong = [case for kind in WRONG for case in of_kind[kind][:count]]
    return of_kind["true"][: len(wrong)] + wrong


def paraphrases() -> list[Case]:
    """True and false far paraphrases, half of each, written and labelled by hand."""
    written: list[Case] = []
    evidence = ""
    for line in PARAPHRASES.read_text("utf-8").splitlines():
        sign, text = line[:1], line[2:]
        if sign == "=":
            evidence = text
        elif sign and sign in "+-":
            kind: Kind = "true" if sign == "+" else "paraphrase"
            written.append(Case(kind, text, evidence, "A source", "", by_hand=True))
    return written


def read(folder: Path) -> list[Article]:
    """The articles of the folder. Raises BadInput where there are none."""
    return lines(folder / "articles.jsonl", Article)


def reworded(sentence: str) -> str:
    """The sentence in another order or in part; empty where no rule applies."""
    bare = " ".join(_ASIDE.sub("", sentence).split()).rstrip(".")
    if matched := _LEADING.match(bare):
        rest = matched[2][0].upper() + matched[2][1:]
        return f"{rest} {matched[1][0].lower()}{matched[1][1:]}."
    if matched := _TAIL.match(bare):
        return f"{matched[1]}."
    return f"{bare}." if bare != sentence.rstrip(".") else ""


def _sources(article: Article) -> Iterator[_Source]:
    for section in flat(article.sections):
        sentences = section.sentences
        for i in range(1, len(sentences) - 1):
            claim = reworded(sentences[i])
            if not 7 <= len(claim.split()) <= 35 or not sentences[i][0].isupper():
                continue
            evidence = " ".join(f"{sentences[j].rstrip('.')}." for j in (i - 1, i, i + 1))
            yield _Source(article.name, section.title, sentences[i], evidence, claim)


def _spoilt(
    source: _Source, sources: list[_Source], chance: random.Random
) -> Iterator[tuple[Kind, Case]]:
    ways: dict[Kind, Callable[[_Source, random.Random], str]] = {
        "number": _other_number,
        "name": _other_name,
        "negation": _negated,
    }
    for kind, change in ways.items():
        if claim := change(source, chance):
            yield kind, _case(kind, source, claim, source.evidence)
    others = [
        other
        for other in sources
        if other.article == source.article and other.sentence not in source.evidence
    ]
    if len(others) > 1:
        wrong, far = chance.sample(others, 2)
        yield "citation", _case("citation", source, source.claim, wrong.evidence)
        yield "unsupported", _case("unsupported", source, far.claim, source.evidence)


def _other_number(source: _Source, chance: random.Random) -> str:
    return with_other_number(source.claim, list(_NUMBER.finditer(source.claim)), chance)


def with_other_number(text: str, found: Sequence[re.Match[str]], chance: random.Random) -> str:
    """The text with another first digit in one of the numbers found in it; empty without any."""
    if not found:
        return ""
    number = chance.choice(found)
    first = str(int(number[0][0]) % 9 + 1)
    return text[: number.start()] + first + text[number.start() + 1 :]


def _other_name(source: _Source, chance: random.Random) -> str:
    """A name of the claim changed for one that the evidence has too: only meaning tells."""
    names = [name for name in checks.names(source.claim) if name.isalpha()]
    return with_other_name(source.claim, names, source.evidence, chance)


def with_other_name(text: str, own: Sequence[str], beside: str, chance: random.Random) -> str:
    """The text with a name from beside it in place of one of its own; empty where there is none."""
    others = [
        name
        for name in checks.names(beside)
        if name.isalpha() and len(name) > 3 and name not in text
    ]
    if not own or not others:
        return ""
    return text.replace(chance.choice(own), chance.choice(others), 1)


def _negated(source: _Source, chance: random.Random) -> str:
    if _NOT.search(source.claim):
        return _NOT.sub(r"\1", source.claim, count=1)
    changed = _VERB.sub(r"\1 not", source.claim, count=1)
    return changed if changed != source.claim else ""


def _case(kind: Kind, source: _Source, claim: str, evidence: str) -> Case:
    return Case(kind, claim, evidence, source.article, source.section)
