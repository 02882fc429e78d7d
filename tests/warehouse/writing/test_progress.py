from __future__ import annotations

from msgspec import Struct

from warehouse.run import Run, Step
from warehouse.writing.progress import Progress


def test_words_and_sections_are_told_as_they_grow() -> None:
    shown: list[Struct] = []
    drafts: list[tuple[int, str]] = []

    def drafted(section: int, text: str) -> None:
        drafts.append((section, text))

    progress = Progress(["The night", "Costs"], [0, 0, 1], drafted, Run(shown.append))
    progress.grown(0, "The dam [3]")
    progress.grown(2, "It cost much.")
    progress.ended(2)
    progress.grown(1, "Nobody slept.")
    progress.ended(0)
    progress.ended(1)
    told = [one for one in shown if isinstance(one, Step)]
    assert (told[0].done, told[0].total) == (0, 2)
    assert told[0].note == "2 words, now The night"
    assert [one.done for one in told] == [0, 0, 1, 1, 1, 2]
    assert told[-1].note == "7 words, now The night"
    assert drafts[-1] == (0, "The dam [3] Nobody slept.")


def test_a_piece_that_is_said_anew_is_counted_once() -> None:
    shown: list[Struct] = []
    progress = Progress(["The night"], [0, 0], lambda section, text: None, Run(shown.append))
    for _ in range(2):
        progress.ended(0)
    assert isinstance(shown[-1], Step)
    assert shown[-1].done == 0
