"""What can be done on Ask and on Write alike: a study is in front, its claims and its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import PICTURE_KEY, PROOF_KEY, Act, act

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
        act(f"{kind}-stop", "Stop this work").does(
            "What is done is kept, and it can go on later.",
            lambda page: page.stop.click(),
            why_not=lambda page: unless_offered(page.stop, "nothing is being worked on"),
        ),
        act(f"{kind}-again", "Run again and compare").does(
            "The same once more, with the documents of now; what changed is shown.",
            lambda page: page.repeat.button.click(),
            why_not=lambda page: unless_offered(page.repeat.button),
        ),
        act(f"{kind}-proof", "Underline sentences by their proof", PROOF_KEY).does(
            "Each sentence shows how sure it is, or no longer does.",
            lambda page: page.proof.toggle(),
            listens=True,
            why_not=_nothing_here,
        ),
        act(f"{kind}-next", "Next sentence", "Right").does(
            f"Along {text}, with the page it rests on.",
            lambda page: page.walk(1),
            listens=True,
            why_not=_nothing_here,
        ),
        act(f"{kind}-before", "Sentence before", "Left").does(
            f"Back along {text}.", lambda page: page.walk(-1), listens=True, why_not=_nothing_here
        ),
        act(f"{kind}-close-evidence", "Close the evidence", "Esc").does(
            "The text has the room to itself.",
            lambda page: page.to_proof.fold(),
            listens=True,
            why_not=_nothing_here,
        ),
        act(f"{kind}-picture", "Show the structure as a picture", PICTURE_KEY).does(
            "What was found and how it hangs together; or the text again.",
            lambda page: page.chain.picture.click(),
            also="graph tree chain map network structure",
            listens=True,
            why_not=_nothing_here,
        ),
        act(f"{kind}-page", "Turn the page of the evidence", "PgDown", "PgUp").does(
            "While the page at the right has the focus.", listens=True
        ),
    )
