"""What can be done in the reader. The page hears these keys itself: letters mean them only while
the document has the focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from desktop.acts import Act, act
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


_ACTS: tuple[Act[ReaderPage], ...] = (
    act("reader-find", "Find in the document", "Ctrl+F").does(
        "Each place of the words, also where a line breaks them.", lambda page: page.findbar.open()
    ),
    act("reader-find-next", "Next place found", "F3").does(
        "Of the words looked for.", lambda page: page.findbar.step(1)
    ),
    act("reader-find-before", "Place found before", "Shift+F3").does(
        "Of the words looked for.", lambda page: page.findbar.step(-1)
    ),
    act("reader-go-to-page", "Go to a page", "Ctrl+G").does(
        "By the number that is printed on it.", lambda page: page.bar.page.setFocus()
    ),
    act("reader-back", "Back to where you were", "Alt+Left").does(
        "In this document or the one before.",
        lambda page: page.bar.back.click(),
        why_not=_no_way_back,
    ),
    act("reader-forward", "Forward again", "Alt+Right").does(
        "To where you came back from.", lambda page: page.bar.forward.click(), why_not=_no_way_on
    ),
    act("reader-highlight", "Highlight what is selected", "H").does(
        "It is kept with the document.", lambda page: page.marking.highlight()
    ),
    act("reader-note", "Write a note", "N").does(
        "To what is selected.", lambda page: page.marking.highlight(None, True)
    ),
    act("reader-width", "As wide as the window", "W").does(
        "The page fills the width.", lambda page: page.view.set_zoom(Zoom("width"))
    ),
    act("reader-whole-page", "The whole page", "F").does(
        "As large as it fits.", lambda page: page.view.set_zoom(Zoom("page"))
    ),
    act("reader-larger", "Larger", "Ctrl++").does(
        "The wheel with Ctrl does it, too.", lambda page: page.view.step_zoom(STEP)
    ),
    act("reader-smaller", "Smaller", "Ctrl+-").does(
        "The wheel with Ctrl does it, too.", lambda page: page.view.step_zoom(1 / STEP)
    ),
    act("reader-tone", "Pages dimmed, white or dark", "D").does(
        "While the colours are dark.", lambda page: page.bar.tone.click()
    ),
    act("reader-in-library", "Show this document in the Library").does(
        "With all that is known of it.", lambda page: page.bar.library.click()
    ),
    act("reader-leave", "Leave the reader", "Esc").does(
        "Back to the page from which the document was opened.", lambda page: page.bar.leave.click()
    ),
    act("reader-copy", "Copy what is selected", "Ctrl+C").does(
        "As text.", lambda page: page.marking.copy(), why_not=_nothing_selected
    ),
    act("reader-copy-with-source", "Copy with its source", "Ctrl+Shift+C").does(
        "What is selected in quotation marks, with title and page.",
        lambda page: page.marking.copy(with_source=True),
        why_not=_nothing_selected,
    ),
    act("reader-scroll", "On and back by a screen", "PgDown", "PgUp").does("Through the document."),
)
ACTS = tuple(
    structs.replace(act, listens=True, why_not=_closed if act.always else act.why_not)
    for act in _ACTS
)
