"""What an answer can be turned into, as keys and words: nothing here is heavy to import."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Wish = Literal["copy", "write", "table", "read", "thorough", "proven", "anyway"]
FOLLOW_KEY = "F"
EXPORT_KEY = "E"


class AnswerWish(Struct, frozen=True):
    """``words`` are the button's, ``about`` what it does."""

    what: Wish
    words: str
    icon: str
    key: str
    about: str


WISHES = (
    AnswerWish("copy", "Copy", "copy", "Y", "Copy the answer and what it rests on"),
    AnswerWish(
        "write", "Write an article", "square-pen", "W", "Write an article from what was found"
    ),
    AnswerWish("table", "Round table", "users", "B", "Have experts argue over what was found"),
    AnswerWish(
        "read", "What was read", "book-open", "R", "What was read, what was left out, and why"
    ),
    AnswerWish(
        "thorough",
        "Ask thoroughly",
        "list-tree",
        "T",
        "Ask the same step by step: several times as long. This answer stays",
    ),
    AnswerWish(
        "proven", "Only proven", "funnel", "O", "Leave out every sentence that is not proven"
    ),
    AnswerWish(
        "anyway",
        "Answer from what was found",
        "",
        "",
        "Answer even if the passages may not hold it",
    ),
)
