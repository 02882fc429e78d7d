"""How far a batch of sections is: which one grows, how many words there are, how many are told.

A section is told once the model has said something of each piece of its evidence; what may not
stand of it is said anew after the check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warehouse.proof import citations
from warehouse.run import Run, Step
from warehouse.text import plural, words_in

WRITING = "writing"

Drafted = Callable[[int, str], None]


class Progress:
    """``titles`` are those of the sections, ``owners`` says for each piece whose it is.

    ``drafted`` gets (section, its text so far). Told by one thread at a time.
    """

    def __init__(
        self, titles: Sequence[str], owners: Sequence[int], drafted: Drafted, run: Run
    ) -> None:
        self._titles, self._owners, self._drafted, self._run = titles, owners, drafted, run
        self._texts = [""] * len(owners)
        self._open = [owners.count(at) for at in range(len(titles))]
        self._told: set[int] = set()

    def grown(self, piece: int, text: str) -> None:
        """What is said of a piece so far."""
        self._texts[piece] = text
        section = self._owners[piece]
        texts = zip(self._texts, self._owners, strict=True)
        self._drafted(section, " ".join(said for said, owner in texts if said and owner == section))
        self._say(section)

    def ended(self, piece: int) -> None:
        """All is said of a piece; of one that is said anew once more."""
        section = self._owners[piece]
        if piece not in self._told:
            self._told.add(piece)
            self._open[section] -= 1
        self._say(section)

    def _say(self, section: int) -> None:
        words = sum(words_in(citations.without_marks(text)) for text in self._texts)
        note = f"{plural(words, 'word')}, now {self._titles[section]}"
        self._run.show(Step(WRITING, self._open.count(0), len(self._titles), note))
