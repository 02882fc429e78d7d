"""What can be done on the Ask page: with a study, and with an answer in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.acts import Act, act
from desktop.pages.ask.wishes import EXPORT_KEY, FOLLOW_KEY, WISHES, AnswerWish
from desktop.pages.studies import acts as of_studies

if TYPE_CHECKING:
    from desktop.pages.ask.page import AskPage

NO_ANSWER = "no answer is in front"


def _no_answer(page: AskPage) -> str:
    return of_studies.unless_offered(page.proof, NO_ANSWER)


def _of_answer(wish: AnswerWish) -> Act[AskPage]:
    return act(f"answer-{wish.what}", wish.words, *((wish.key,) if wish.key else ())).does(
        f"{wish.about}.",
        lambda page: page.answer.body.acts.press(wish.what),
        why_not=lambda page: page.answer.body.acts.why_not(wish.what),
    )


ACTS: tuple[Act[Any], ...] = (
    *of_studies.acts("ask", "the answer"),
    *map(_of_answer, WISHES),
    act("follow-up", "Ask a follow-up question", FOLLOW_KEY).does(
        "It knows what was asked and answered before.",
        lambda page: page.answer.write_follow_up(),
        why_not=_no_answer,
    ),
    act("export-answer", "Export the answer", EXPORT_KEY).does(
        "As a file, alone or with the whole conversation.",
        lambda page: page.answer.body.acts.press_export(),
        why_not=_no_answer,
    ),
)
