"""What a step of the search says it came to."""

from __future__ import annotations

from desktop.widgets.intententry import counts
from warehouse.results.records import Node, SubQuery


def test_a_question_that_another_search_serves_was_not_looked_for_in_vain() -> None:
    searched = Node("1", "Who paid?", "unresolved", sub_queries=(SubQuery("who paid", 0, 0),))
    assert counts(searched).endswith("nothing found for this")
    assert counts(Node("2", "Who paid?", "unresolved")) == "no search of its own"
    assert counts(Node("3", "Who paid?", "open")) == ""
