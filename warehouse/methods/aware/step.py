"""One step of a plan: searched, screened, read, answered in a few words, and what proves it kept.

E works backwards here: the model names the answer from the best sentences of what was opened, and
the sentences that hold it are kept, copied by the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.methods.aware import exploration
from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import short_answers
from warehouse.methods.evidence.brief import room
from warehouse.methods.evidence.extraction import LONG_CHARACTERS, Picked, extract
from warehouse.methods.evidence.pool import Pool
from warehouse.methods.evidence.reduction import flat, reduce
from warehouse.methods.evidence.sentences import Line, read
from warehouse.methods.evidence.short_answers import Vote
from warehouse.search.names import names, stands_in
from warehouse.settings.research import USUAL_ROOM
from warehouse.text import titled

OPENED = 8
SCORED = 8
FAST = 600.0  # tokens a second that a model reads; eight documents are then about a second
SHOWN = 10
KEPT = 3
NAMES_ASKED = 2
RESOLVED = 0.25  # weight of a vote from which a step needs no more searches


class Step(Exploration):
    """``answer`` runs it; its evidence is left in the chain. With more room for evidence than is
    usual more is opened, shown and kept.
    """

    def answer(self, beside: Sequence[str]) -> list[Vote]:
        """The votes, the heaviest first; ``beside`` are other wordings of the same question."""
        question = self._plan.intent
        self._pool = Pool(self._context.library)
        self._builder.asked.clear()  # a new pool: what another step asked is asked again
        self.most = self._roomy(OPENED)
        queries: Sequence[str] = (question, *beside, *names(question)[:NAMES_ASKED])
        scored = self._scored()
        lines: list[Line] = []
        votes: list[Vote] = []
        picked: list[Picked] = []
        settings = self._context.settings
        rounds = min(settings.step_rounds, settings.depth)
        most = self._context.steering.course.rounds(question, rounds)
        for depth in range(1, most + 1):
            if not self._round(queries, depth, scored):
                break
            if scored and depth < most and not self._covered():  # headers, while none is opened
                self._round(self._widen(), depth + 1, scored)
            lines += self._opened()
            picked = self._best(lines)
            votes = self._asked(picked)
            if depth == most or (votes and votes[0].weight >= RESOLVED):
                break
            queries = self._widen()
        self._keep(votes[0].text if votes else "", picked, lines)
        return votes

    @property
    def _sought(self) -> str:
        return self._plan.intent

    def _roomy(self, usual: int) -> int:
        return max(usual, usual * room(self._context) // USUAL_ROOM)

    def _scored(self) -> int:
        """How many documents the model judges: none where reading them takes longer than it is
        worth, as on two cores.
        """
        known = self._context.engine.measured("likelihood")
        return SCORED if known is not None and known.reading >= FAST else 0

    def _opened(self) -> list[Line]:
        fresh, self._unopened = self._unopened, []
        library, ranks = self._context.library, self._pool.ranks
        lines = [line for passed in fresh for line in read(passed, library, ranks)]
        self._builder.opened(lines)
        return lines

    def _best(self, lines: Sequence[Line]) -> list[Picked]:
        questions = (self._plan.intent,)
        shown, room = self._roomy(SHOWN), self._roomy(LONG_CHARACTERS)
        return extract(questions, lines, self._builder.titles, self._context, shown, room=room)

    def _asked(self, picked: Sequence[Picked]) -> list[Vote]:
        self._context.run.step("answering", len(self._builder.intents), 0, self._plan.intent)
        return short_answers.votes(self._plan.intent, told(picked), self._context)

    def _keep(self, answer: str, picked: Sequence[Picked], lines: Sequence[Line]) -> None:
        """The best sentences that hold the answer, where one does; else the best."""
        holding = [pick for pick in picked if stands_in(answer, pick.line.framed)]
        if picked:
            self._builder.decided(exploration.KEPT, "fit")
        if holding:
            self._builder.decided(exploration.KEPT, "rule", "those that hold the answer of a step")
        evidence, losses = reduce(
            (holding or picked)[: self._roomy(KEPT)],
            self._builder.unused(lines),
            self._pool.queries,
            self._builder.known,
            self._context,
        )
        unkept = self._unkept(self._passed, lines, evidence)
        self._builder.keep(evidence, [*losses, *unkept])


def told(picked: Sequence[Picked]) -> str:
    """Sentences as notes, those of a document together under its title, the best document last:
    a small model believes what stands next to the question.
    """
    together: dict[tuple[str, str], list[Line]] = {}
    for pick in picked:
        together.setdefault((pick.line.document, pick.line.path), []).append(pick.line)
    notes = []
    for number, lines in enumerate(reversed(together.values()), start=1):
        text = " ".join(flat(line.text) for line in sorted(lines, key=lambda line: line.start))
        notes.append(f"[{number}] {titled(lines[0].title, lines[0].path)}: {text}")
    return "\n".join(notes)
