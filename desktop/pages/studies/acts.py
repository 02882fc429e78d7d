"""What can be done on Ask and on Write alike: a study is in front, its claims and its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import PICTURE_KEY, PROOF_KEY, Act

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton

    from desktop.pages.studies.page import StudyPage


def unless_offered(button: QAbstractButton, words: str = "nothing is finished here") -> str:
    """``words`` while the page does not offer the button."""
    return "" if button.isEnabled() and not button.isHidden() else words


def _nothing_here(page: StudyPage) -> str:
    return unless_offered(page.proof, "no text is in front")


def acts(kind: str, text: str) -> tuple[Act[StudyPage], ...]:
    """``text`` is what it makes: an answer, an article."""
    return (
        Act(
            id=f"{kind}-stop",
            name="Stop this work",
            sentence="What is done is kept, and it can go on later.",
            why_not=lambda page: unless_offered(page.stop, "nothing is being worked on"),
            do=lambda page: page.stop.click(),
        ),
        Act(
            id=f"{kind}-again",
            name="Run again and compare",
            sentence="The same once more, with the documents of now; what changed is shown.",
            why_not=lambda page: unless_offered(page.repeat.button),
            do=lambda page: page.repeat.button.click(),
        ),
        Act(
            id=f"{kind}-proof",
            name="Underline sentences by their proof",
            sentence="Each sentence shows how sure it is, or no longer does.",
            keys=(PROOF_KEY,),
            listens=True,
            why_not=_nothing_here,
            do=lambda page: page.proof.toggle(),
        ),
        Act(
            id=f"{kind}-next",
            name="Next sentence",
            sentence=f"Along {text}, with the page it rests on.",
            keys=("Right",),
            listens=True,
            why_not=_nothing_here,
            do=lambda page: page.walk(1),
        ),
        Act(
            id=f"{kind}-before",
            name="Sentence before",
            sentence=f"Back along {text}.",
            keys=("Left",),
            listens=True,
            why_not=_nothing_here,
            do=lambda page: page.walk(-1),
        ),
        Act(
            id=f"{kind}-close-evidence",
            name="Close the evidence",
            sentence="The text has the room to itself.",
            keys=("Esc",),
            listens=True,
            why_not=_nothing_here,
            do=lambda page: page.to_proof.fold(),
        ),
        Act(
            id=f"{kind}-picture",
            name="Show the structure as a picture",
            sentence="What was found and how it hangs together; or the text again.",
            keys=(PICTURE_KEY,),
            also="graph tree chain map network structure",
            listens=True,
            why_not=_nothing_here,
            do=lambda page: page.chain.picture.click(),
        ),
        Act(
            id=f"{kind}-page",
            name="Turn the page of the evidence",
            sentence="While the page at the right has the focus.",
            keys=("PgDown", "PgUp"),
            listens=True,
        ),
    )
