"""Reflection: one pool of insights for the whole topic, each with the evidence it rests on.

What is learnt from new leaves is merged into it: new, refining or contradicting an insight, or
known already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.evidence.nodes import below
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.proof import contradictions
from warehouse.proof.numbers import other_codes
from warehouse.results.records import Link, Node
from warehouse.search.embedding import Vector
from warehouse.search.names import normal

Relation = Literal["new", "refines", "contradicts", "known"]
LEARNT = 4  # of a leaf
INSIGHT_CHARACTERS = 200
TOKENS = 320
SHOWN = 16  # insights a prompt has room for, the latest
KNOWN = 0.9  # cosine from which two insights say the same, unless a number or date differs
LIKE = 0.5  # cosine from which the model is believed that they do
ID, TITLE = "known", "What is known"


class Insight(Struct, frozen=True):
    """``numbers`` are the evidence; ``against`` is the place, from 0, of what it contradicts."""

    text: str
    numbers: tuple[int, ...]
    vector: Vector
    against: int = -1


class _Learnt(Struct, frozen=True):
    text: str
    notes: tuple[int, ...]
    relation: Relation
    of: int


class Insights:
    """The conceptual pool."""

    def __init__(self, pool: EvidencePool, context: Context) -> None:
        self._pool, self._context = pool, context
        self._all: list[Insight] = []

    def learn(self, parts: Sequence[tuple[str, tuple[int, ...]]]) -> int:
        """Reflect on parts of the topic, each with the numbers of its evidence; how many insights
        are new or better than before.
        """
        grounded = [(part, numbers) for part, numbers in parts if numbers]
        self._context.run.step("reflecting", 0, len(grounded))
        prompt = prompts.load("reflect")
        listed = self.listed()
        requests = [
            Request(
                prompt.name,
                prompt.render(
                    topic=self._pool.task,
                    part=part,
                    known=listed,
                    notes=notes(self._pool.of(numbers)),
                ),
                TOKENS,
                _schema(numbers, self._first, len(self._all)),
                seed=self._context.settings.seed,
            )
            for part, numbers in grounded
        ]
        replies = self._context.engine.complete(requests, self._context.run) if requests else []
        shown = tuple(self._all)  # "of" means the pool as the prompts showed it
        changed = 0
        for (_, numbers), reply in zip(grounded, replies, strict=True):
            decoded = value_of(reply, dict[str, list[_Learnt]])
            for learnt in decoded["insights"]:
                changed += self._merge(learnt, numbers, shown)
        return changed

    def listed(self) -> str:
        """For a prompt: numbered from 1, the latest where there are too many."""
        latest = list(enumerate(self._all, start=1))[-SHOWN:]
        return (
            "\n".join(f"({number}) {insight.text}" for number, insight in latest) or "nothing yet"
        )

    def node(self) -> Node:
        children = tuple(
            Node(below(ID, at), insight.text, "resolved", insight.numbers)
            for at, insight in enumerate(self._all)
        )
        return Node(ID, TITLE, "resolved" if children else "unresolved", children=children)

    def links(self) -> tuple[Link, ...]:
        """One for each piece that either of the two rests on."""
        return tuple(
            Link(below(ID, at), below(ID, insight.against), "contradicts", number)
            for at, insight in enumerate(self._all)
            if insight.against >= 0
            for number in _both(insight.numbers, self._all[insight.against].numbers)
        )

    @property
    def _first(self) -> int:
        """The number of the first insight that a prompt shows."""
        return max(1, len(self._all) - SHOWN + 1)

    def _merge(self, learnt: _Learnt, given: Sequence[int], shown: Sequence[Insight]) -> bool:
        """Whether the pool knows more by it. What it is related to is one of those ``shown``."""
        text = flat(learnt.text)
        numbers = tuple(number for number in dict.fromkeys(learnt.notes) if number in given)
        if not text or not numbers:
            self._pool.lose([Loss("reflecting", text, "rests on nothing that was found")])
            return False
        vector = self._context.library.retrieval.embed([text])[0]
        of = learnt.of - 1 if 1 <= learnt.of <= len(shown) else -1
        relation = learnt.relation if of >= 0 else "new"
        if relation == "refines" and self._all[of].text != shown[of].text:
            relation = "new"  # another part has refined it meanwhile, and that would be lost
        at = self._known_at(text, vector, relation, of)
        if at is not None:
            old = self._all[at]
            self._all[at] = structs.replace(old, numbers=_both(old.numbers, numbers))
            if normal(text) != normal(old.text):
                self._pool.lose([Loss("reflecting", text, f"known already: {old.text}")])
            return False
        if relation == "refines":
            old = self._all[of]
            self._pool.lose([Loss("reflecting", old.text, f"said better: {text}")])
            self._all[of] = Insight(text, _both(old.numbers, numbers), vector, old.against)
            return True
        against = of if relation == "contradicts" else self._against(text, vector)
        self._all.append(Insight(text, numbers, vector, against))
        return True

    def _known_at(self, text: str, vector: Vector, relation: Relation, of: int) -> int | None:
        """Where the pool says it already. What refines or contradicts an insight is often close
        to it in words: another year, one more name.
        """
        same = self._same(text, vector)
        if same is None:
            is_known = relation == "known" and self._is_like(of, vector) and self._agrees(of, text)
            return of if is_known else None
        differs = relation in ("refines", "contradicts") and same == of
        return None if differs and normal(text) != normal(self._all[of].text) else same

    def _same(self, text: str, vector: Vector) -> int | None:
        return next((at for at in self._near(vector) if self._agrees(at, text)), None)

    def _against(self, text: str, vector: Vector) -> int:
        """The place of what says nearly the same with another number or date, -1 for none."""
        new = contradictions.facts(text)
        old = {at: contradictions.facts(self._all[at].text) for at in self._near(vector)}
        return next((at for at in old if contradictions.other_value(old[at], new)), -1)

    def _near(self, vector: Vector) -> list[int]:
        """The places of all that are nearly the same in words, the nearest first."""
        near = [float(insight.vector @ vector) for insight in self._all]
        order = sorted(range(len(near)), key=lambda at: -near[at])
        return [at for at in order if near[at] >= KNOWN]

    def _is_like(self, at: int, vector: Vector) -> bool:
        return float(self._all[at].vector @ vector) >= LIKE

    def _agrees(self, at: int, text: str) -> bool:
        """Gives the same numbers and dates, of the same things?"""
        before = self._all[at].text
        old, new = contradictions.facts(before), contradictions.facts(text)
        return (
            _figures(old) == _figures(new)
            and not other_codes(before, text)
            and not other_codes(text, before)
            and contradictions.other_value(old, new) is None
        )


def _figures(facts: contradictions.Facts) -> tuple[frozenset[str] | frozenset[float], ...]:
    return facts.years, facts.months, facts.days, facts.values


def _both(old: Sequence[int], new: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([*old, *new]))


def _schema(numbers: Sequence[int], first: int, last: int) -> dict[str, Any]:
    """``notes`` are numbers of the notes; ``of`` one of the insights shown, 0 for none."""
    insight = closed(
        text=text_of(3, INSIGHT_CHARACTERS),
        notes=list_of({"enum": list(numbers)}, 1, min(3, len(numbers))),
        relation={"enum": ["new", "refines", "contradicts", "known"] if last else ["new"]},
        of={"enum": [0, *range(first, last + 1)]},
    )
    return closed(insights=list_of(insight, 1, LEARNT))
