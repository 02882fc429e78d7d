"""What the x-ray kept out of the prompts of a study, told in its loss ledger without its words."""

from __future__ import annotations

from collections import Counter

import msgspec

from indexers.records import Loss, Suspect
from warehouse.documents.inspecting.xray import NOUNS
from warehouse.library import Library
from warehouse.results.records import Research
from warehouse.text import plural

STAGE = "x-ray"
WITHHELD = ("hidden", "addressed")


def told(chain: Research, library: Library) -> Research:
    """The chain with a loss for each document it met that has withheld words; each told once."""
    met = [*chain.read, *(piece.place.document for piece in chain.evidence)]
    titles = library.catalog.some_documents(met)
    fresh = [
        Loss(STAGE, titles[id].title, f"kept out of the prompts: {counted(suspects)}", id)
        for id, suspects in library.catalog.withheld(met).items()
        if id in titles
    ]
    known = set(chain.losses)
    losses = (*chain.losses, *(loss for loss in fresh if loss not in known))
    return msgspec.structs.replace(chain, losses=losses)


def counted(suspects: list[Suspect]) -> str:
    """``2 hidden passages (white on white), 1 sentence addressed to a machine (...)``."""
    parts = []
    for kind in WITHHELD:
        here = [suspect.reason for suspect in suspects if suspect.kind == kind]
        if here:
            reasons = "; ".join(reason for reason, _ in Counter(here).most_common(3))
            parts.append(f"{plural(len(here), *NOUNS[kind])} ({reasons})")
    return ", ".join(parts)
