"""What a list, a count or a beginning is about."""

from __future__ import annotations

from msgspec import Struct

from warehouse.search.common_words import is_common
from warehouse.search.names import words_of


class Topic(Struct, frozen=True):
    """``words`` is what is looked for. ``documents``: these are wanted, else things named in them.

    ``named``: it is enough that the words stand there. ``noun`` is what the things are called:
    "states" of "states a claim can have".
    """

    words: str
    documents: bool = False
    named: bool = False
    noun: str = ""

    @property
    def content(self) -> tuple[str, ...]:
        """The words that say something, in their order; all of them where none does."""
        every = words_of(self.words.lower())
        return tuple(word for word in every if not is_common(word)) or tuple(every)

    @property
    def head(self) -> str:
        """The noun, else the last of the first words that say something."""
        if self.noun:
            return self.noun
        head = ""
        for word in self.words.split():
            if head and is_common(word):
                break
            head = "" if is_common(word) else word.strip(",;:()")
        return head or self.words
