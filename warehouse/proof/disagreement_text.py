"""A disagreement written into a text: "A (1998) says X; B (2004) says Y".

Each half is what its document says, copied, and has its own citation and its own claim: the check
of claims looks at each by itself. Nothing is decided; the reader sees both and their dates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from warehouse.proof import checks, citations
from warehouse.results.records import Claim, ClaimState, Disagreement, Evidence, Side

OPENING = "The sources disagree."
MOST_WRITTEN = 3
_YEAR = re.compile(r"\d{4}")


def written(
    text: str,
    checked: Sequence[Claim],
    found: Sequence[Disagreement],
    evidence: Sequence[Evidence],
) -> tuple[str, tuple[Claim, ...]]:
    """``text`` with a paragraph for what its sources disagree about, and all claims."""
    told = concerning(found, {number for claim in checked for number in claim.cites})
    if not told:
        return text, tuple(checked)
    made = list(checked)
    parts = []
    at = len(text) + len("\n\n") + len(OPENING) + 1
    for one in told:
        halves = []
        for side, end in ((one.first, "; "), (one.second, ". ")):
            half = f"{heading(side)} says “{bare(side.said)}” [{side.number}]"
            state, why = _state(side, evidence)
            made.append(Claim(at, at + len(half), half, (side.number,), state, why))
            halves.append(half + end)
            at += len(half) + len(end)
        parts.append("".join(halves))
    return f"{text}\n\n{OPENING} {''.join(parts).rstrip()}", tuple(made)


def concerning(found: Sequence[Disagreement], cited: Collection[int]) -> list[Disagreement]:
    """Those in which a cited piece of evidence is one side, the surest first."""
    return [one for one in found if {one.first.number, one.second.number} & set(cited)][
        :MOST_WRITTEN
    ]


def heading(side: Side) -> str:
    """``“Annual report” (1998)``; without a date the title alone."""
    year = _YEAR.search(side.date)
    return f"“{side.title}”" + (f" ({year[0]})" if year else "")


def bare(said: str) -> str:
    """The sentence as it stands between quotation marks: one line, no full stop, no marks."""
    return citations.without_marks(said).rstrip(".;").replace("“", "‘").replace("”", "’")


def _state(side: Side, evidence: Sequence[Evidence]) -> tuple[ClaimState, str]:
    """A half is copied: that its evidence still holds it is all there is to check."""
    texts = [item.text for item in evidence if item.number == side.number]
    held = any(checks.holds(text, checks.fold(side.said)) for text in texts)
    return ("quoted", "copied from the page") if held else ("not found", "not in what it cites")
