from __future__ import annotations

from indexers.records import Loss
from warehouse.studies.report.loss_ledger import stage_in_words


def test_a_document_of_which_some_passages_were_read_is_not_called_unread() -> None:
    some = Loss("reading", "The dam", "3 of 20 passages read", "a")
    assert stage_in_words(some) == "read in part"
    assert stage_in_words(Loss("reading", "The dam", "Needs a password.", "a")) == "not read"
