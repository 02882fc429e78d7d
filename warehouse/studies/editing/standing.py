"""An article beside the library of now: what may be told of it, and what may be written from.

What it cited from a source that is gone, or no longer has the words, proves nothing and is not
written from; whoever wrote says what was left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.engine.protocol import Engine
from warehouse.proof import claims
from warehouse.results.records import Article, Claim
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.studies.report import lost_sources
from warehouse.writing.editing import rewriting, spots
from warehouse.writing.editing.records import Spot
from warehouse.writing.editing.rewriting import Proposal

NOTHING_LEFT = "Nothing is left to write from."


class Standing:
    """``whole`` as it is kept; ``left`` of it what may be written from."""

    def __init__(self, whole: Article, catalog: Catalog) -> None:
        self.whole, self.lost = whole, lost_sources.of(whole.research.evidence, catalog)
        self.left = self.lost.left(whole)

    @property
    def told(self) -> Article:
        """The whole, in which what rests on lost words is stale."""
        return self.lost.told(self.whole)

    @property
    def left_out(self) -> str:
        """A sentence on what its sections cite and is lost; "" where all stands."""
        return self.lost.left_out(rewriting.all_cited(self.whole))

    def first_sight(self, text: str, known: Sequence[Claim]) -> tuple[Claim, ...]:
        """The claims of a text, to keep, as far as they can be told without the model."""
        evidence = self.left.research.evidence
        return claims.at_first_sight(text, evidence, self.lost.known(text, known))

    def checked(
        self, text: str, known: Sequence[Claim], engine: Engine, run: Run
    ) -> tuple[Claim, ...]:
        """The claims of a text, to keep. Raises Cancelled, EngineError."""
        evidence = self.left.research.evidence
        return claims.check(text, evidence, engine, run, self.lost.known(text, known))

    def waits(self, known: Sequence[Claim]) -> bool:
        """Is one of them to be weighed?"""
        return any(map(claims.waits, self.lost.told_claims(known)))

    def noted(
        self, made: Proposal | str, spot: Spot, span: tuple[int, int] | None = None
    ) -> Proposal | str:
        """What was written for a paragraph, or for the sentences of it that ``span`` touches, or
        why nothing was, with what was left out for it.
        """
        paragraph = spots.find(self.whole, spot, is_to_write=True)
        chosen = spots.touched(paragraph, span) if span else paragraph
        rested = rewriting.rests_on(self.whole, chosen)
        note = self.lost.left_out(rested)
        if not isinstance(made, str):
            return structs.replace(made, note=note)
        why = made if not note or self.lost.standing(rested) else NOTHING_LEFT
        return f"{why} {note}".strip()
