"""What can be done wherever one is in the window."""

from __future__ import annotations

from typing import Any, Protocol

from desktop.acts import Act, act
from desktop.house import House


class Window(Protocol):
    """What these acts need of the window."""

    house: House
    notice_bar: Any

    @property
    def has_side(self) -> bool: ...
    def visit(self, name: str, wish: object = None) -> None: ...
    def search_everything(self) -> None: ...
    def find_an_act(self) -> None: ...
    def show_keys(self) -> None: ...
    def undo(self) -> None: ...
    def stop_what_runs(self) -> None: ...
    def toggle_bar(self) -> None: ...
    def toggle_side(self) -> None: ...
    def quit(self) -> None: ...


PAGES = (
    ("library", "Library", "Your documents: add, find, sort and look at them."),
    ("ask", "Ask", "Ask a question; each sentence of the answer shows where it comes from."),
    ("write", "Write", "Have an article written from your documents, with its sources."),
    ("roundtable", "Round table", "Listen to experts who argue over your documents, and join in."),
    ("thoughts", "Thoughts", "What earlier answers found out, kept for later questions."),
    ("models", "Models", "The language models on this computer, and which one answers."),
    ("settings", "Settings", "All that can be changed, and keeping your documents safe."),
)


def _nothing_runs(window: Window) -> str:
    return "" if window.house.jobs.running() else "nothing is running"


def _no_pane(window: Window) -> str:
    return "" if window.has_side else "this page has none"


def _no_notice(window: Window) -> str:
    return "" if window.notice_bar.isVisible() else "there is none"


def _go(window: Window, name: str) -> None:
    """As a click on its name at the left does: the Library with all that is in it."""
    if name == "library":
        window.house.order.show(None)
    window.visit(name)


def _going(number: int, name: str, title: str, sentence: str) -> Act[Window]:
    return act(f"go-{name}", f"Go to {title}", f"Ctrl+{number}").does(
        sentence, lambda window: _go(window, name)
    )


def _theme(choice: str, name: str, sentence: str) -> Act[Window]:
    return act(f"theme-{choice}", name).does(
        sentence,
        lambda window: window.house.change(theme=choice),
        also="theme night dark light colours appearance",
    )


ACTS: tuple[Act[Window], ...] = (
    act("search", "Search everything", "Ctrl+K").does(
        "Documents, passages, questions, articles, thoughts, settings and acts.",
        lambda window: window.search_everything(),
    ),
    act("palette", "Find an act", "Ctrl+Shift+P", "Ctrl+P").does(
        "All that the window can do, by its name.",
        lambda window: window.find_an_act(),
        also="commands palette menu",
    ),
    act("keys", "Show all keys", "F1", "?").does(
        "The keys of the window, page by page.",
        lambda window: window.show_keys(),
        also="shortcuts keyboard help",
    ),
    *(_going(number, *page) for number, page in enumerate(PAGES, start=1)),
    act("new-question", "Ask a new question", "Ctrl+N").does(
        "An empty question box; what is being answered goes on.",
        lambda window: window.visit("ask", ""),
    ),
    act("new-article", "Write a new article", "Ctrl+Shift+N").does(
        "An empty box for a topic.", lambda window: window.visit("write", "")
    ),
    act("undo", "Undo", "Ctrl+Z").does(
        "The last change of documents and collections; in the reader the last highlight.",
        lambda window: window.undo(),
        also="take back",
    ),
    act("redo", "Do it again", "Ctrl+Shift+Z").does(
        "What was taken back last.", lambda window: window.house.undo.redo(), also="redo"
    ),
    act("stop", "Stop what is running").does(
        "All that stands under Now. What is done is kept, and it can go on later.",
        lambda window: window.stop_what_runs(),
        also="cancel halt",
        why_not=_nothing_runs,
    ),
    act("fold-bar", "Fold or unfold the side bar", "Ctrl+B").does(
        "The places at the left, with their words or as icons alone.",
        lambda window: window.toggle_bar(),
    ),
    act("fold-pane", "Fold or unfold the right pane", "Ctrl+.").does(
        "The page behind a number, or the details of what is selected.",
        lambda window: window.toggle_side(),
        why_not=_no_pane,
    ),
    _theme("light", "Light colours", "Ink on paper."),
    _theme("dark", "Dark colours", "For the evening. Settings say how pages look then."),
    _theme("system", "Colours as the system has them", "Light or dark, as the system says."),
    act("close-notice", "Close the notice", "Esc").does(
        "What is said at the foot of the window.",
        lambda window: window.notice_bar.dismiss(),
        listens=True,
        why_not=_no_notice,
    ),
    act("quit", "Close Muniment", "Ctrl+Q").does(
        "What is unfinished is kept and goes on at the next start.",
        lambda window: window.quit(),
        also="quit exit",
    ),
)
