"""Which acts a study has a use for, so that nothing is offered that would do nothing.

A method says some of it, the kind of the question the rest: what is answered without a plan has no
intents to change, and what reads no document nothing to pin. The kind is known where the user said
it, else when the answer is there.
"""

from __future__ import annotations

from typing import get_args

from warehouse.answering.routing import EXPLORED, UNREAD
from warehouse.methods.registry import METHODS
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.steering import Kind
from warehouse.studies.steering.act_checks import OF_METHOD, PLANNED, READ

EVERY: frozenset[Kind] = frozenset(get_args(Kind)) - {"drop", "merge"}
UNREAD_TOO: tuple[Kind, ...] = (*READ, "ban", "recheck")
"""Nothing of what is read can be changed where nothing is."""


def useful(study: StudyRow, result: Answer | Article | None = None) -> frozenset[Kind]:
    """The kinds of act that can change this study; ``result`` is what it came to, if it has."""
    allowed = frozenset(OF_METHOD.get(study.method, EVERY))
    kind = _kind(study, result)
    if kind and kind not in EXPLORED:
        allowed -= frozenset(PLANNED)
    if kind in UNREAD:
        allowed -= frozenset(UNREAD_TOO)
    return allowed


def _kind(study: StudyRow, result: Answer | Article | None) -> str:
    """What it was taken for; empty while that is open and for what has no kind."""
    method = METHODS.get(study.method)
    if study.kind != "ask" or method is None or not method.weighed:
        return ""
    if isinstance(result, Answer) and result.way is not None:
        return result.way.route.kind
    return study.taken_as
