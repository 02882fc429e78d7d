"""What an article has said, by the meaning of its sentences: one that says it again is found.

Words alone do not find it (plain.Filter): "the tower was built in 1881" and "1881 saw the tower
rise" share few. A sentence as like an earlier one as thoughts that are not kept twice (METHODS,
section 2) says it again, unless it has a number, date or name that the earlier has not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from warehouse.proof import contradictions
from warehouse.proof.contradictions import Facts
from warehouse.search.embedding import Embed

SAME = 0.85  # cosine
# "-k", "--keep", "app.conf", "max_size"; "vitamin C", and no initial
_CODE = re.compile(
    r"(?<![\w-])--?[^\W\d_][\w-]*"
    r"|\w*[^\W\d_]{2}(?:[._]\w*[^\W\d_]{2}\w*)+"
    r"|(?<![\w.])[B-HJ-Z](?!\w|\. ?[A-Z])"
)


class SaidSoFar:
    """Of one article, in the order it is written. Each sentence is embedded once."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._rows: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self._said: dict[str, Facts] = {}

    def say(self, text: str) -> None:
        """From now on ``text``, without its marks, was said."""
        self._said.setdefault(text, contradictions.facts(text))

    def forget(self, text: str) -> None:
        """``text`` is not said after all."""
        self._said.pop(text, None)

    def again(self, texts: Sequence[str]) -> list[bool]:
        """Was each of them said already, in these words or others?"""
        if not self._said or not texts:
            return [False] * len(texts)
        self._learn([*self._said, *texts])
        return [self._again(text) for text in texts]

    def _again(self, text: str) -> bool:
        row, new_facts = self._rows[text], contradictions.facts(text)
        return any(
            float(self._rows[other] @ row) >= SAME and not adds(new_facts, facts)
            for other, facts in self._said.items()
        )

    def _learn(self, texts: Sequence[str]) -> None:
        fresh = list(dict.fromkeys(text for text in texts if text not in self._rows))
        if fresh:
            self._rows.update(zip(fresh, self._embed(fresh), strict=True))


def adds(one: Facts, other: Facts) -> bool:
    """Has ``one`` a name, number, date, option or the like that ``other`` has not?"""
    pairs = (
        (frozenset(_CODE.findall(one.text)), frozenset(_CODE.findall(other.text))),
        (one.names, other.names),
        (one.values, other.values),
        (one.years, other.years),
        (one.months, other.months),
        (one.days, other.days),
    )
    return any(own - theirs for own, theirs in pairs)
