"""What a search brings is not all of one document while others are nearly as near."""

from __future__ import annotations

from warehouse.methods.evidence.evidence_pool import spread
from warehouse.records import Hit


def hit(document: str, dense: float) -> Hit:
    return Hit(f"{document}{dense}", document, document, "", 0, "1", 0, 9, "words", 1.0, dense)


def documents(*found: tuple[str, float], most: int = 4) -> str:
    return "".join(one.document for one in spread([hit(*one) for one in found], most))


def test_a_document_has_half_while_others_are_nearly_as_near() -> None:
    manual = [("a", 0.8), ("a", 0.78), ("a", 0.77), ("a", 0.76)]
    assert documents(*manual, ("b", 0.7), ("c", 0.65)) == "aabc"
    assert documents(*manual, ("b", 0.7), ("c", 0.3)) == "aaba", "what is far is no substitute"
    assert documents(*manual) == "aaaa"


def test_what_is_found_among_the_best_stays_however_far_it_is() -> None:
    """It may have the words."""
    assert documents(("a", 0.8), ("b", 0.1), ("a", 0.7), ("c", 0.1), ("d", 0.79)) == "abac"
    assert documents() == ""
