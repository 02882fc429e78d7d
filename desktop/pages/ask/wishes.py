"""What an answer can be turned into, as keys and words: nothing here is heavy to import."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Wish = Literal["copy", "write", "table", "read", "thorough", "proven", "anyway"]
FOLLOW_KEY = "Alt+F"
EXPORT_KEY = "Alt+E"


class AnswerWish(Struct, frozen=True):
    """``words`` are the button's, ``about`` what it does."""

    what: Wish
    words: str
    icon: str
    key: str
    about: str


WISHES = (
    AnswerWish("copy", "Copy", "copy", "Alt+Y", "Copy the answer and what it rests on"),
    AnswerWish(
        "write", "Write an article", "square-pen", "Alt+W", "Write an article from what was found"
    ),
    AnswerWish("table", "Round table", "users", "Alt+B", "Have experts argue over what was found"),
    AnswerWish(
        "read", "What was read", "book-open", "Alt+R", "What was read, what was left out, and why"
    ),
    AnswerWish(
        "thorough",
        "Ask thoroughly",
        "list-tree",
        "Alt+T",
        "Ask the same step by step: several times as long. This answer stays",
    ),
    AnswerWish(
        "proven", "Only proven", "funnel", "Alt+O", "Leave out every sentence that is not proven"
    ),
    AnswerWish(
        "anyway",
        "Answer from what was found",
        "",
        "",
        "Answer even if the passages may not hold it",
    ),
)
