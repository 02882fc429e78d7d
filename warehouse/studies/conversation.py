"""A conversation: questions that follow one another, each a study of its own.

They belong together by ``StudyRow.thread``, the id of the first. Each has its own journal and its
own answer, so that each is kept when it comes, goes on where it was cut off, and loses nothing
when another one is removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from warehouse.records import StudyRow


class Follow(Struct, frozen=True):
    """What a new question follows: a study of the conversation that it joins.

    ``asked_as`` is the question in full where the user has said it; "" to have it written out.
    """

    study: str
    asked_as: str = ""


def thread_of(row: StudyRow) -> str:
    return row.thread or row.id


def turns(rows: Iterable[StudyRow], row: StudyRow) -> tuple[StudyRow, ...]:
    """The conversation that a study stands in, the first question first."""
    same = (
        other for other in rows if other.kind == row.kind and thread_of(other) == thread_of(row)
    )
    return tuple(sorted(same, key=lambda one: (one.created, one.id)))


def heads(rows: Sequence[StudyRow]) -> tuple[StudyRow, ...]:
    """One row for each conversation, the newest first: its last question, called as the first."""
    threads: dict[str, list[StudyRow]] = {}
    for row in sorted(rows, key=lambda one: (one.created, one.id)):
        threads.setdefault(thread_of(row), []).append(row)
    return tuple(
        structs.replace(many[-1], title=many[0].title or many[0].question, turns=len(many))
        for many in sorted(threads.values(), key=lambda many: many[-1].created, reverse=True)
    )


def asked(row: StudyRow) -> str:
    """The question that is searched and answered: in full where it followed others."""
    return row.asked_as or row.question


def is_reworded(row: StudyRow) -> bool:
    """Whether another question was asked than the user wrote."""
    return bool(row.asked_as) and row.asked_as != row.question
