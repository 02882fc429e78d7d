"""``muniment bench follow-ups``: does a question that follows others say what it is about?

A line of FILE (``follow-ups-test.jsonl`` where none is given) has what was asked and answered
before, a question, whether it leans on that, and the words without which nobody can know what is
asked. Written out are questions that have all of them. That is strict: of the 30 that lean, here
and in ``follow-ups-train.jsonl``, a reader called 17 right or enough, of which 9 have all.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from msgspec import Struct

from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, thinking
from warehouse.question.follow_up import Said, stand_alone
from warehouse.question.words import content
from warehouse.search.names import normal

TEST = "follow-ups-test.jsonl"


class FollowUp(Struct, frozen=True):
    """``full`` is the question as its author wrote it out."""

    before: tuple[Said, ...]
    question: str
    leans: bool
    needs: tuple[str, ...]
    full: str

    def is_written_out(self, text: str) -> bool:
        return all(normal(need) in normal(text) for need in self.needs)

    def keeps_its_words(self, text: str) -> bool:
        return content(self.question) <= content(text)


def follow_ups(job: Job) -> list[Row]:
    """Raises BadInput for a bad FILE, ModelMissing."""
    file = job.data or Path(str(resources.files(__package__).joinpath(TEST)))
    cases = lines(file, FollowUp)[: job.limit or None]
    with thinking(job) as engine:
        about = {"measured": f"{file.name}, {len(cases)} questions", **model_of(engine.info())}
        rewritten = [
            (case, stand_alone(case.question, case.before, engine, job.settings, job.run))
            for case in job.run.each("asking", cases, lambda case: case.question)
        ]
    out = [case.is_written_out(text) for case, text in rewritten if case.leans]
    same = [case.keeps_its_words(text) for case, text in rewritten if not case.leans]
    named = (("follow_ups_written_out", out), ("follow_ups_left_alone", same))
    return [mean_row(name, interval(values), **about) for name, values in named if values]
