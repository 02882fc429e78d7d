"""The row of a study: how a new one begins, what it says of a result, what is typed into it."""

from __future__ import annotations

import re
import secrets
import time
from typing import Literal

from warehouse.errors import BadInput
from warehouse.proof import rates
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.steering import typed

Kind = Literal["ask", "write", "table"]
"""A question, an article, a round table."""


def new(kind: Kind, question: str, method: str) -> StudyRow:
    now = time.time()
    name = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now)) + "-" + secrets.token_hex(4)
    return StudyRow(name, kind, question, method, "running", now, now)


def not_a_table(row: StudyRow) -> None:
    """Raises BadInput for a round table: its turns are taken one by one."""
    if row.kind == "table":
        hint = f"Take it up again: muniment roundtable --resume {row.id}"
        raise BadInput("A round table is neither run nor steered as a whole.", hint)


def paragraphs(text: str) -> str:
    """Spaces and line breaks set right; an empty line still parts two paragraphs."""
    parts = map(typed, re.split(r"\n\s*\n", text))
    return "\n\n".join(part for part in parts if part)


def summary(result: Answer | Article) -> dict[str, object]:
    """What the row says of its result. Its time counts only where nothing was replayed."""
    spend = result.spend
    took = {"seconds": spend.seconds} if spend.calls and not spend.replayed else {}
    if isinstance(result, Answer):
        told, found = rates.of_claims(result.claims), {"title": "", "absent": result.absent}
    else:
        told, found = rates.of(result), {"title": result.title, "absent": not result.blocks}
    return {**found, **took, "claims": told.sentences, "proven": told.proven}
