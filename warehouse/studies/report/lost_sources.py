"""Sources of what was written that are gone, or no longer have the words: what rests on them.

Asked of the catalog whenever a text is shown, exported or written on, and kept nowhere, for a
document may come back: it is there or not, and its newer version has the words or not, as has its
text where it was read again. No model is needed. A sentence that cites lost words is *stale*, and
nothing new is written from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Literal, TypeVar

from msgspec import Struct, structs

from warehouse.proof import checks, citations, claims
from warehouse.records import Place
from warehouse.results.records import Answer, Article, Claim, Evidence
from warehouse.run import Check, unstopped
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.former_readings import same_words

Result = TypeVar("Result", bound=Answer | Article)
Kind = Literal["gone", "changed", "read again"]
NOTES: dict[Kind, str] = {
    "gone": "no longer in the library",
    "changed": "its newer version no longer has these words",
    "read again": "read again, and no longer reads like this",
}
"""Behind the place of what is cited."""
_ENDS = " .!?;:,。"  # of the words of a page, which may go on there now


class Trouble(Struct, frozen=True):
    """What became of a piece of evidence, whose ``document`` it is."""

    kind: Kind
    why: str
    document: str


class Lost(dict[int, Trouble]):
    """By the numbers of the evidence."""

    @property
    def documents(self) -> frozenset[str]:
        """Those that nothing is looked for in any more; what was read again has a text of now."""
        return frozenset(one.document for one in self.values() if one.kind != "read again")

    def standing(self, evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(piece for piece in evidence if piece.number not in self)

    def left(self, article: Article) -> Article:
        """What may be written from: its claims as they stand now, and the evidence that stands."""
        evidence = self.standing(article.research.evidence)
        research = structs.replace(article.research, evidence=evidence)
        return structs.replace(self.told(article), research=research)

    def told(self, result: Result) -> Result:
        """The same words; a sentence that cites lost words is stale."""
        if isinstance(result, Answer):
            return structs.replace(result, claims=self.told_claims(result.claims))
        lead, *blocks = (
            structs.replace(block, claims=self.told_claims(block.claims))
            for block in (result.lead, *result.blocks)
        )
        return structs.replace(result, lead=lead, blocks=tuple(blocks))

    def told_claims(self, known: Iterable[Claim]) -> tuple[Claim, ...]:
        """As they stand now; one that was stale when it was weighed, and is not, waits again."""
        return tuple(map(self._claim, known))

    def _claim(self, claim: Claim) -> Claim:
        if any(number in self for number in claim.cites):
            return structs.replace(claim, state="stale", why=self.why(claim.cites), entailment=None)
        if claim.state == "stale":
            return structs.replace(claim, state="unchecked", why=claims.WAITS)
        return claim

    def known(self, text: str, known: Iterable[Claim]) -> tuple[Claim, ...]:
        """``known``, and the sentences of ``text`` that need not be weighed: lost words prove
        nothing. What was weighed before keeps its state for when they are there again.
        """
        stale = (
            Claim(one.start, one.end, one.written, one.cites, "stale", self.why(one.cites))
            for one in (citations.read(text) if self else ())
            if any(number in self for number in one.cites)
        )
        return (*stale, *(claim for claim in known if claim.state != "stale"))

    def why(self, numbers: Iterable[int]) -> str:
        """``[2], [5]: “Floods” is no longer in the library``; "" where all stand."""
        reasons: dict[str, list[int]] = {}
        for number in dict.fromkeys(numbers):
            if number in self:
                reasons.setdefault(self[number].why, []).append(number)
        return "; ".join(
            f"{', '.join(f'[{number}]' for number in cited)}: {why}"
            for why, cited in reasons.items()
        )

    def left_out(self, evidence: Iterable[Evidence]) -> str:
        """A sentence on what of it was not written from; "" where all stands."""
        why = self.why(piece.number for piece in evidence)
        return f"Left out: {why}." if why else ""

    def note(self, number: int) -> str:
        """Behind the place of a piece; "" where it stands."""
        return NOTES[self[number].kind] if number in self else ""


def of(evidence: Sequence[Evidence], catalog: Catalog, check: Check = unstopped) -> Lost:
    """Which of it can no longer be shown as it was cited. Raises what ``check`` does."""
    documents = tuple(dict.fromkeys(piece.place.document for piece in evidence))
    # One that is not read yet, or cannot be, says nothing of the words.
    newer = {id: new for id, new in catalog.newer(documents).items() if catalog.length(new)}
    sources: dict[str, _Source] = {}
    lost = Lost()
    for piece in evidence:
        check()
        document = piece.place.document
        if document not in sources:
            sources[document] = _Source(document, newer.get(document, ""), catalog)
        if (trouble := sources[document].trouble(piece)) is not None:
            lost[piece.number] = trouble
    return lost


def told(result: Result, catalog: Catalog) -> Result:
    """As it stands beside the library of now."""
    return of(result.research.evidence, catalog).told(result)


def still_says(piece: Evidence, catalog: Catalog) -> bool:
    """Is its document there, and has it these words, if it was read again meanwhile?"""
    return _Source(piece.place.document, "", catalog).trouble(piece) is None


class _Source:
    """A document that is cited, as it is by now. Only one that has changed is read."""

    def __init__(self, document: str, newer: str, catalog: Catalog) -> None:
        self._id, self._is_there, self._newer = document, catalog.knows(document), newer
        # What is damaged on the disk reads otherwise, too, and is made again (muniment check).
        self._was_read_again = catalog.was_read_again(document) and not catalog.broken(
            document, "texts"
        )
        self._text = ReadText(partial(catalog.text, newer or document))

    def trouble(self, piece: Evidence) -> Trouble | None:
        if not self._is_there:
            return self._told("gone", f"“{piece.title}” is no longer in the library")
        if not (self._newer or self._was_read_again) or self._text.has(piece.text, piece.place):
            return None
        if self._newer:
            said = f"the newer version of “{piece.title}” no longer has these words"
            return self._told("changed", said)
        said = f"“{piece.title}” was read again and no longer reads like this"
        return self._told("read again", said)

    def _told(self, kind: Kind, why: str) -> Trouble:
        return Trouble(kind, why, self._id)


class ReadText:
    """A text, read and folded once, and only where that is needed."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read

    def has(self, words: str, place: Place) -> bool:
        """At that range, where ``words`` may have blanks, or anywhere."""
        return (
            same_words(self._whole[place.start : place.end], words)
            or _is_in(words.strip(_ENDS), self._whole)
            or _is_in(checks.fold_marks(words).strip(_ENDS), self._folded)
        )

    @cached_property
    def _whole(self) -> str:
        return self._read()

    @cached_property
    def _folded(self) -> str:
        return checks.fold_marks(self._whole)


def _is_in(words: str, text: str) -> bool:
    at = text.find(words)  # where they are not, no expression goes through the whole text
    return at >= 0 and checks.in_whole_words(words).search(text, at) is not None
