"""What can go wrong with a file, each with its sentence.

    ReadingError
    ├── NotReadable      the file itself: empty, junk, cut short, a kind we do not read
    ├── NeedsPassword    encrypted, and the password given (if any) does not open it
    ├── ReaderFailed     the reader process died, fell silent or ran out of memory on it
    └── Stopped          ``cancelled`` said so; the reader was ended

``str(error)`` can be shown to the user as it is.
"""

from __future__ import annotations


class ReadingError(Exception):
    pass


class NotReadable(ReadingError):
    """``reason`` is the part after "not readable: "."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not readable: {reason}")
        self.reason = reason


class NeedsPassword(ReadingError):
    def __init__(self) -> None:
        super().__init__("needs a password")


class ReaderFailed(ReadingError):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Stopped(ReadingError):
    def __init__(self) -> None:
        super().__init__("stopped")
