"""An answer as plain text to paste elsewhere: its sentences, and under them what they rest on."""

from __future__ import annotations

from indexers.text.placenames import place_name
from warehouse.results.records import Answer, Evidence
from warehouse.studies.report import ledger

DOUBTS = {"partly": "only partly proven", "not found": "not proven"}


def with_references(answer: Answer) -> str:
    """Question, text and sources; a sentence that is not proven says so in brackets."""
    sources = "\n".join(map(_source, ledger.cited(answer)))
    return "\n\n".join(filter(None, [answer.question, _text(answer), sources])) + "\n"


def _text(answer: Answer) -> str:
    pieces: list[str] = []
    done = 0
    for claim in sorted(answer.claims, key=lambda one: one.start):
        doubt = ledger.doubt(claim)
        if doubt and claim.start >= done:
            pieces.append(f"{answer.text[done : claim.end]} ({DOUBTS.get(doubt, doubt)})")
            done = claim.end
    return "".join([*pieces, answer.text[done:]]).strip()


def _source(one: Evidence) -> str:
    where = ", ".join(filter(None, [one.title, place_name(one.page_label)]))
    return f"[{one.number}] {where}: “{' '.join(one.text.split())}”"
