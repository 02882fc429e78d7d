"""What was said in a conversation before a question, for whoever writes the question out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warehouse.errors import StorageError
from warehouse.question.follow_up import TURNS, Said
from warehouse.records import StudyRow
from warehouse.render import without_numbers
from warehouse.results.records import Answer, Article
from warehouse.studies.conversation import asked

NOTHING_FOUND = "Nothing in the documents answers this."
Load = Callable[[str], Answer | Article | None]


def said_before(rows: Sequence[StudyRow], row: StudyRow, load: Load) -> tuple[Said, ...]:
    """The last questions with an answer, the first one first; one that is damaged is left out."""
    earlier = [other for other in rows if (other.created, other.id) < (row.created, row.id)]
    done = [study for study in earlier if study.state == "done"]
    return tuple(_said(done[-TURNS:], load))


def _said(rows: Sequence[StudyRow], load: Load) -> Iterator[Said]:
    for row in rows:
        try:
            result = load(row.id)
        except StorageError:  # it says so where it is opened
            continue
        if isinstance(result, Answer):
            text = NOTHING_FOUND if result.absent else without_numbers(result.text)
            yield Said(asked(row), text)
