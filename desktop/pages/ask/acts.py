"""What can be done on the Ask page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.acts.registry import Act
from desktop.pages.studies import acts as of_studies

if TYPE_CHECKING:
    from desktop.pages.ask.page import AskPage


def _no_answer(page: AskPage) -> str:
    return of_studies.unless_offered(page.proof, "no answer is in front")


def _write(page: AskPage) -> None:
    page.answer.write_wanted.emit()


ACTS: tuple[Act[Any], ...] = (
    *of_studies.acts("ask", "the answer"),
    Act(
        id="write-from-answer",
        name="Write an article from this answer",
        sentence="With what was found for it; nothing is searched again.",
        why_not=_no_answer,
        do=_write,
    ),
)
