"""What can be done wherever one is in the window."""

from __future__ import annotations

from typing import Any, Protocol

from desktop.acts import Act
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
    return Act(
        id=f"go-{name}",
        name=f"Go to {title}",
        sentence=sentence,
        keys=(f"Ctrl+{number}",),
        do=lambda window: _go(window, name),
    )


def _theme(choice: str, name: str, sentence: str) -> Act[Window]:
    return Act(
        id=f"theme-{choice}",
        name=name,
        sentence=sentence,
        also="theme night dark light colours appearance",
        do=lambda window: window.house.change(theme=choice),
    )


ACTS: tuple[Act[Window], ...] = (
    Act(
        id="search",
        name="Search everything",
        sentence="Documents, passages, questions, articles, thoughts, settings and acts.",
        keys=("Ctrl+K",),
        do=lambda window: window.search_everything(),
    ),
    Act(
        id="palette",
        name="Find an act",
        sentence="All that the window can do, by its name.",
        keys=("Ctrl+Shift+P", "Ctrl+P"),
        also="commands palette menu",
        do=lambda window: window.find_an_act(),
    ),
    Act(
        id="keys",
        name="Show all keys",
        sentence="The keys of the window, page by page.",
        keys=("F1", "?"),
        also="shortcuts keyboard help",
        do=lambda window: window.show_keys(),
    ),
    *(_going(number, *one) for number, one in enumerate(PAGES, start=1)),
    Act(
        id="new-question",
        name="Ask a new question",
        sentence="An empty question box; what is being answered goes on.",
        keys=("Ctrl+N",),
        do=lambda window: window.visit("ask", ""),
    ),
    Act(
        id="new-article",
        name="Write a new article",
        sentence="An empty box for a topic.",
        keys=("Ctrl+Shift+N",),
        do=lambda window: window.visit("write", ""),
    ),
    Act(
        id="undo",
        name="Undo",
        sentence="The last change of documents and collections; in the reader the last highlight.",
        keys=("Ctrl+Z",),
        also="take back",
        do=lambda window: window.undo(),
    ),
    Act(
        id="redo",
        name="Do it again",
        sentence="What was taken back last.",
        keys=("Ctrl+Shift+Z",),
        also="redo",
        do=lambda window: window.house.undo.redo(),
    ),
    Act(
        id="stop",
        name="Stop what is running",
        sentence="All that stands under Now. What is done is kept, and it can go on later.",
        also="cancel halt",
        why_not=_nothing_runs,
        do=lambda window: window.stop_what_runs(),
    ),
    Act(
        id="fold-bar",
        name="Fold or unfold the side bar",
        sentence="The places at the left, with their words or as icons alone.",
        keys=("Ctrl+B",),
        do=lambda window: window.toggle_bar(),
    ),
    Act(
        id="fold-pane",
        name="Fold or unfold the right pane",
        sentence="The page behind a number, or the details of what is selected.",
        keys=("Ctrl+.",),
        why_not=_no_pane,
        do=lambda window: window.toggle_side(),
    ),
    _theme("light", "Light colours", "Ink on paper."),
    _theme("dark", "Dark colours", "For the evening. Settings say how pages look then."),
    _theme("system", "Colours as the system has them", "Light or dark, as the system says."),
    Act(
        id="close-notice",
        name="Close the notice",
        sentence="What is said at the foot of the window.",
        keys=("Esc",),
        listens=True,
        why_not=_no_notice,
        do=lambda window: window.notice_bar.dismiss(),
    ),
    Act(
        id="quit",
        name="Close Muniment",
        sentence="What is unfinished is kept and goes on at the next start.",
        keys=("Ctrl+Q",),
        also="quit exit",
        do=lambda window: window.quit(),
    ),
)
