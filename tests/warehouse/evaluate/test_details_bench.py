"""How a question taken apart is held against what it should come to."""

from __future__ import annotations

from importlib import resources

from warehouse.evaluate.question.details import (
    nothing_invented,
    parsed,
    same,
    topic_right,
)
from warehouse.question.filters import Filter, Filters
from warehouse.question.reading import Reading
from warehouse.records import Document
from warehouse.results.provenance import Route

FILE = """# what it is
document\tMills\tAnna Kahn\t2019\tdocx
question\ten\tWhich documents by Kahn since 2010 are about mills?\t2010-\tdocx\tAnna Kahn\t\tmills
question\ten\tMills or kilns?\t\t\t\tmills; kilns\tmills (or) kilns
"""


def document(date: str, kind: str = "document") -> Document:
    return Document("1", "Mills", kind, "", 1, 0.0, "verified", date=date, authors=("Anna Kahn",))


def reading(*filters: Filter, unknown: tuple[str, ...] = ()) -> Reading:
    return Reading("", Route("list", "user"), limits=Filters(filters, unknown))


def test_documents_and_questions_are_read() -> None:
    [admitted], [first, second] = parsed(FILE)
    assert (admitted.reading.title, admitted.reading.kind) == ("Mills", "document")
    assert first.lets(document("2019"))
    assert not first.lets(document("2009")) and not first.lets(document("2019", "pdf"))
    assert second.compared == ("mills", "kilns")


def test_a_limit_that_the_question_does_not_set_is_invented() -> None:
    case = parsed(FILE)[1][0]
    documents = [document("2019"), document("2009")]
    assert nothing_invented(case, reading(), documents)
    assert not nothing_invented(case, reading(Filter("", lambda one: False)), documents)
    assert not nothing_invented(case, reading(unknown=("kilns",)), documents)


def test_a_topic_has_the_words_of_a_wording_and_no_others() -> None:
    assert topic_right(("mills (on the) Lune",), "mills on the Lune")
    assert topic_right(("watermills", "mills (Lune)"), "Mills")
    assert not topic_right(("mills",), "documents mills")
    assert not topic_right(("mills",), "")


def test_things_compared_are_the_same_in_any_order() -> None:
    assert same(("mills", "kilns"), ("kilns", "mills"))
    assert not same(("mills", "kilns"), ("mills",))


def test_the_shipped_questions_can_be_read() -> None:
    for name, count in (("details-test.txt", 60), ("details-train.txt", 38)):
        text = resources.files("warehouse.evaluate.question").joinpath(name).read_text("utf-8")
        assert len(parsed(text)[1]) == count
