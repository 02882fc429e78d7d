"""What can be done on the Thoughts page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act, act

if TYPE_CHECKING:
    from desktop.pages.thoughts.page import ThoughtsPage


def _none_there(page: ThoughtsPage) -> str:
    return "" if page.export.isEnabled() else "there are none yet"


ACTS: tuple[Act[ThoughtsPage], ...] = (
    act("find-thoughts", "Search the thoughts", "Ctrl+F").does(
        "By their words, the question, or the document they rest on.",
        lambda page: page.words.setFocus(),
        why_not=_none_there,
    ),
    act("keep-thoughts", "Keep thoughts, or stop keeping them").does(
        "Whether new answers keep what they found out, and use what is kept.",
        lambda page: page.switch.toggle(),
        also="memory remember",
    ),
    act("export-thoughts", "Export the thoughts").does(
        "All of them with the words they rest on, as a text file.",
        lambda page: page.export.click(),
        why_not=_none_there,
    ),
)
