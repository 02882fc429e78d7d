"""What can be done on the Ask page: with a study, and with an answer in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.acts import Act
from desktop.pages.ask.wishes import EXPORT_KEY, FOLLOW_KEY, WISHES, AnswerWish
from desktop.pages.studies import acts as of_studies

if TYPE_CHECKING:
    from desktop.pages.ask.page import AskPage

NO_ANSWER = "no answer is in front"


def _no_answer(page: AskPage) -> str:
    return of_studies.unless_offered(page.proof, NO_ANSWER)


def _of_answer(wish: AnswerWish) -> Act[AskPage]:
    return Act(
        id=f"answer-{wish.what}",
        name=wish.words,
        sentence=f"{wish.about}.",
        keys=(wish.key,) if wish.key else (),
        why_not=lambda page: page.answer.body.acts.why_not(wish.what),
        do=lambda page: page.answer.body.acts.press(wish.what),
    )


ACTS: tuple[Act[Any], ...] = (
    *of_studies.acts("ask", "the answer"),
    *map(_of_answer, WISHES),
    Act(
        id="follow-up",
        name="Ask a follow-up question",
        sentence="It knows what was asked and answered before.",
        keys=(FOLLOW_KEY,),
        why_not=_no_answer,
        do=lambda page: page.answer.write_follow_up(),
    ),
    Act(
        id="export-answer",
        name="Export the answer",
        sentence="As a file, alone or with the whole conversation.",
        keys=(EXPORT_KEY,),
        why_not=_no_answer,
        do=lambda page: page.answer.body.acts.press_export(),
    ),
)
