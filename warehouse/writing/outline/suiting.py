"""What the user wants the article for: does a draft of an outline suit it, and which evidence
serves it? The model weighs both.

Of evidence no yes or no is asked, of which a small model is a poor judge, but how likely the
purpose is beside it: query likelihood (Sachan et al. 2022), less what a usual purpose has there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import structs

from warehouse.context import Context
from warehouse.engine import choosing, prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.errors import CannotScore
from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Evidence
from warehouse.text import shortened
from warehouse.writing import wishes
from warehouse.writing.outline.drafting import Section
from warehouse.writing.outline.ranked import Ranked

WEIGHED, CHARACTERS = 160, 400  # pieces of evidence at most, and of each what the model is shown
USUAL = f"purpose: {wishes.DEFAULT_PURPOSE}"
_LEAST = 1e-6


def chances(drafts: Sequence[tuple[str, Sequence[Section]]], context: Context) -> list[float]:
    """Of each (topic, sections) P(it suits the purpose and the readers), in one batch; 0 for all
    where the user named neither: the model is not asked then. Raises Cancelled.
    """
    wished = wishes.of_reading(context.settings)
    if not wished:
        return [0.0] * len(drafts)
    given = [
        {
            "topic": topic,
            "wished": wished,
            "outline": "\n".join(f"- {section.told}" for section in sections),
        }
        for topic, sections in drafts
    ]
    return choosing.chances("suits", given, context.engine, context.run)


class Serving:
    """Which evidence serves purpose and readers. What was weighed is not weighed again."""

    def __init__(self, topic: str, context: Context) -> None:
        self._topic, self._context = topic, context
        self._wished = wishes.of_reading(context.settings)
        self._gains: dict[int, float] = {}

    def ranked(self, own: Ranked) -> Ranked:
        """A piece counts the more the likelier it makes what is wished, beside the others: as much
        as by how near it is. The nearest WEIGHED are asked about, the others come behind them. The
        same as it was where the user named neither, or a server tells no likelihoods. Raises
        Cancelled.
        """
        if not self._wished or not own.evidence:
            return own
        nearest = np.argsort(-own.topical, kind="stable")[:WEIGHED].tolist()
        pieces = [own.evidence[at] for at in nearest]
        try:
            self._weigh([piece for piece in pieces if piece.number not in self._gains])
        except CannotScore:
            return own
        gains = np.array([self._gains[piece.number] for piece in pieces], np.float32)
        served = (gains - gains.mean()) / max(float(gains.std()), _LEAST)
        near = own.topical[nearest] + own.topical[nearest].std() * served
        topical = own.topical - max(0.0, float(own.topical[nearest].min() - near.min()))
        topical[nearest] = near
        return structs.replace(own, topical=topical)

    def _weigh(self, pieces: Sequence[Evidence]) -> None:
        prompt = prompts.load("serves")
        texts = [shortened(flat(piece.text), CHARACTERS) for piece in pieces]
        requests = [
            ScoreRequest(prompt.name, prompt.render(topic=self._topic, sentence=text), purpose)
            for text in texts
            for purpose in (self._wished, USUAL)
        ]
        engine, run = self._context.engine, self._context.run
        scores = iter(engine.score(requests, run) if requests else [])
        for piece in pieces:
            self._gains[piece.number] = next(scores).total - next(scores).total
