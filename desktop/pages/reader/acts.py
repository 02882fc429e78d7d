"""What can be done in the reader. The page hears these keys itself: letters mean them only while
the document has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.acts import Act
from desktop.reader.zoom import STEP, Zoom

if TYPE_CHECKING:
    from desktop.pages.reader.page import ReaderPage


def _closed(page: ReaderPage) -> str:
    return "" if page.view.content is not None else "no document is open in the reader"


def _no_way_back(page: ReaderPage) -> str:
    return "" if page.history.can_go_back else "there is nothing to go back to"


def _no_way_on(page: ReaderPage) -> str:
    return "" if page.history.can_go_forward else "there is nothing to go forward to"


def _nothing_selected(page: ReaderPage) -> str:
    return "no words are selected in the reader" if page.view.selecting.is_empty else ""


def _act(
    id: str,
    name: str,
    sentence: str,
    keys: tuple[str, ...],
    do: Callable[[ReaderPage], object] | None,
    why_not: Callable[[ReaderPage], str] = _closed,
) -> Act[ReaderPage]:
    return Act(
        id=f"reader-{id}",
        name=name,
        sentence=sentence,
        keys=keys,
        do=do,
        why_not=why_not,
        listens=True,
    )


ACTS: tuple[Act[ReaderPage], ...] = (
    _act(
        "find",
        "Find in the document",
        "Each place of the words, also where a line breaks them.",
        ("Ctrl+F",),
        lambda page: page.findbar.open(),
    ),
    _act(
        "find-next",
        "Next place found",
        "Of the words looked for.",
        ("F3",),
        lambda page: page.findbar.step(1),
    ),
    _act(
        "find-before",
        "Place found before",
        "Of the words looked for.",
        ("Shift+F3",),
        lambda page: page.findbar.step(-1),
    ),
    _act(
        "go-to-page",
        "Go to a page",
        "By the number that is printed on it.",
        ("Ctrl+G",),
        lambda page: page.bar.page.setFocus(),
    ),
    _act(
        "back",
        "Back to where you were",
        "In this document or the one before.",
        ("Alt+Left",),
        lambda page: page.bar.back.click(),
        _no_way_back,
    ),
    _act(
        "forward",
        "Forward again",
        "To where you came back from.",
        ("Alt+Right",),
        lambda page: page.bar.forward.click(),
        _no_way_on,
    ),
    _act(
        "highlight",
        "Highlight what is selected",
        "It is kept with the document.",
        ("H",),
        lambda page: page.marking.highlight(),
    ),
    _act(
        "note",
        "Write a note",
        "To what is selected.",
        ("N",),
        lambda page: page.marking.highlight(None, True),
    ),
    _act(
        "width",
        "As wide as the window",
        "The page fills the width.",
        ("W",),
        lambda page: page.view.set_zoom(Zoom("width")),
    ),
    _act(
        "whole-page",
        "The whole page",
        "As large as it fits.",
        ("F",),
        lambda page: page.view.set_zoom(Zoom("page")),
    ),
    _act(
        "larger",
        "Larger",
        "The wheel with Ctrl does it, too.",
        ("Ctrl++",),
        lambda page: page.view.step_zoom(STEP),
    ),
    _act(
        "smaller",
        "Smaller",
        "The wheel with Ctrl does it, too.",
        ("Ctrl+-",),
        lambda page: page.view.step_zoom(1 / STEP),
    ),
    _act(
        "tone",
        "Pages dimmed, white or dark",
        "While the colours are dark.",
        ("D",),
        lambda page: page.bar.tone.click(),
    ),
    _act(
        "in-library",
        "Show this document in the Library",
        "With all that is known of it.",
        (),
        lambda page: page.bar.library.click(),
    ),
    _act(
        "leave",
        "Leave the reader",
        "Back to the page from which the document was opened.",
        ("Esc",),
        lambda page: page.bar.leave.click(),
    ),
    _act(
        "copy",
        "Copy what is selected",
        "As text.",
        ("Ctrl+C",),
        lambda page: page.marking.copy(),
        _nothing_selected,
    ),
    _act(
        "copy-with-source",
        "Copy with its source",
        "What is selected in quotation marks, with title and page.",
        ("Ctrl+Shift+C",),
        lambda page: page.marking.copy(with_source=True),
        _nothing_selected,
    ),
    _act("scroll", "On and back by a screen", "Through the document.", ("PgDown", "PgUp"), None),
)
