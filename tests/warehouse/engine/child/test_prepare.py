"""What a call becomes before it is queued: nothing that the cells can never hold."""

from __future__ import annotations

from typing import cast

import pytest
from test_chat import Letters

from warehouse.engine.child.chat import CHATML, Chat
from warehouse.engine.child.context import Model
from warehouse.engine.child.prepare import Preparer
from warehouse.engine.protocol import ChooseRequest, Message
from warehouse.engine.wire import SubmitChoices
from warehouse.errors import ContextOverflow

LABELS = ("no", "nothing")


class Spelling(Letters):
    trained_context = 0


def prepared(cells: int) -> list[int]:
    """How many cells each label of a choice takes, where the context has ``cells``."""
    letters = Spelling()
    preparer = Preparer(cast(Model, letters), Chat(CHATML, letters), cells)
    request = ChooseRequest("t", (Message("user", "Which?"),), LABELS)
    return [one.task.to_come for one in preparer.choices(SubmitChoices(1, True, (request,)))]


def test_labels_that_begin_alike_are_told_apart_by_their_end() -> None:
    short, long = prepared(1000)
    assert long - short == len("thing")


def test_a_choice_that_does_not_fit_with_its_end_is_refused_not_kept_waiting() -> None:
    longest = max(prepared(1000))
    assert max(prepared(longest)) == longest
    with pytest.raises(ContextOverflow):
        prepared(longest - 1)
