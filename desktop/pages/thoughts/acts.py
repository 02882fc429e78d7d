"""What can be done on the Thoughts page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act

if TYPE_CHECKING:
    from desktop.pages.thoughts.page import ThoughtsPage


def _none_there(page: ThoughtsPage) -> str:
    return "" if page.export.isEnabled() else "there are none yet"


ACTS: tuple[Act[ThoughtsPage], ...] = (
    Act(
        id="find-thoughts",
        name="Search the thoughts",
        sentence="By their words, the question, or the document they rest on.",
        keys=("Ctrl+F",),
        why_not=_none_there,
        do=lambda page: page.words.setFocus(),
    ),
    Act(
        id="keep-thoughts",
        name="Keep thoughts, or stop keeping them",
        sentence="Whether new answers keep what they found out, and use what is kept.",
        also="memory remember",
        do=lambda page: page.switch.toggle(),
    ),
    Act(
        id="export-thoughts",
        name="Export the thoughts",
        sentence="All of them with the words they rest on, as a text file.",
        why_not=_none_there,
        do=lambda page: page.export.click(),
    ),
)
