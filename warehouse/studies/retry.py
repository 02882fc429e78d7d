"""Try this one again: what brings a line of the loss ledger, or a claim, back into its study.

A document that was screened out, passed over or could not be read is pinned; words that were a
repetition, over the budget or judged to be no part of a list are kept; a sentence that was refused
is looked for again. Where nothing of that helps, the sentence says what does.
"""

from __future__ import annotations

from indexers.records import Loss
from warehouse.proof import citations
from warehouse.records import Place
from warehouse.results import reasons
from warehouse.results.records import Claim
from warehouse.steering import Act
from warehouse.studies.report.loss_ledger import PINNED
from warehouse.studies.steering import act_checks

DRAFT_AGAIN = "Have the outline drafted again."
THERE = "It is there already."
NOT_HERE = (
    "A text is checked against all that can be read. Check it once more when that has changed."
)
PIN = "Pin one of them by its name."
_ELSEWHERE = {
    "x-ray": "Allow its words in the Library; then ask once more.",
    "pages": "Read its pages again with OCR, in the Library.",
    "searching": PIN,
    "length": "Ask about it by itself.",
    "polishing": "The paragraph stands as it was proven. You can edit it by hand.",
    "illustrating": "The article stands without. Write it again to have them looked for.",
    "weighing": "It was read and weighed. You can have it answered all the same.",
}


def of_loss(loss: Loss) -> Act | str:
    """The act that tries it again, or what the user can do instead, as a sentence."""
    if loss.stage in _ELSEWHERE:
        return _ELSEWHERE[loss.stage]
    if loss.stage == "writing" and loss.document:
        return "It was read. Ask about it by its name."
    if loss.stage in ("checking", "writing"):
        return Act("recheck", loss.what)
    if loss.reason in reasons.DUPLICATES:
        return THERE
    if loss.reason == reasons.CUT_OFF:
        return DRAFT_AGAIN
    if loss.stage == "outlining" and not loss.document:
        return Act("add", loss.what.rpartition(" › ")[2])
    if loss.stage == "planning":
        return Act("search", loss.what)
    if loss.document and loss.end > loss.start:
        place = Place(loss.document, 0, loss.start, loss.end)
        return Act("keep", target=loss.what, document=loss.document, place=place)
    if loss.stage == "steering" and loss.reason.startswith(PINNED):
        return "It is pinned already."
    if loss.document:
        return Act("pin", target=loss.what, document=loss.document)
    if loss.stage == "screening":
        return _ELSEWHERE["searching"]
    if loss.stage == "judging":
        return "It was read; the model would judge it the same. Ask about it by its name."
    if loss.stage == "steering":
        return "It was you who changed this. Take the change back."
    return "There is nothing that could be read again."


def in_method(way: Act | str, method: str) -> Act | str:
    """The way, where a study of this method can be changed so: what no plan can be searched for is
    added as a part.
    """
    allowed = act_checks.OF_METHOD.get(method)
    if isinstance(way, Act) and way.kind == "search" and allowed and "search" not in allowed:
        way = Act("add", way.text.rpartition(" › ")[2])
    kind = way.kind if isinstance(way, Act) else "pin" if way == PIN else None
    if allowed is None or kind is None or kind in allowed:
        return way
    return NOT_HERE if method == "check" else act_checks.UNPLANNED


def of_claim(claim: Claim) -> Act:
    """The sentence is looked for in the whole library, beyond the evidence it was written from."""
    return Act("recheck", citations.without_marks(claim.text))
