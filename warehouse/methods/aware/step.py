"""One step of a plan: searched, screened, read, answered in a few words, and what proves it kept.

E works backwards here: the model names the answer from the best sentences of what was opened, and
the sentences that hold it are kept, copied by the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.methods.aware.exploration import Exploration
from warehouse.methods.evidence import short_answers
from warehouse.methods.evidence.extraction import Picked, extract
from warehouse.methods.evidence.pool import Pool
from warehouse.methods.evidence.reduction import flat, reduce
from warehouse.methods.evidence.sentences import Line, read
from warehouse.methods.evidence.short_answers import Vote
from warehouse.search import name_index
from warehouse.search.names import names, normal

OPENED = 8
SHOWN = 10
KEPT = 3
NAMES_ASKED = 2
RESOLVED = 0.25
ROUNDS = 2
LINKED = 8
SHARED_TRUST = 0.3  # beside the trust of a link by title


class Step(Exploration):
    """``answer`` runs it; its evidence is left in the chain."""

    most = OPENED

    def answer(self, beside: Sequence[str]) -> list[Vote]:
        """The votes, the heaviest first; ``beside`` are other wordings of the same question."""
        question = self._plan.intent
        self._pool = Pool(self._library)
        self._growing.asked.clear()  # a new pool: what another step asked is asked again
        queries: Sequence[str] = (question, *beside, *names(question)[:NAMES_ASKED])
        self._link(question)
        lines: list[Line] = []
        votes: list[Vote] = []
        picked: list[Picked] = []
        most = min(ROUNDS, self._run.course.rounds(question, self._settings.depth))
        for depth in range(1, most + 1):
            if not self._round(queries, depth, 0):
                break
            lines += self._opened()
            picked = self._best(lines)
            votes = self._asked(picked)
            if depth == most or (votes and votes[0].weight >= RESOLVED):
                break
            queries = self._widen()
        self._keep(votes[0].text if votes else "", picked, lines)
        return votes

    def _link(self, question: str) -> None:
        """Documents that hold a rare name of the question are candidates, the rarest first."""
        library = self._library
        readable = frozenset(one.id for one in library.documents() if one.passages)
        shared = name_index.sharing(names(question), library.catalog, readable)
        best = sorted(shared, key=lambda document: -shared[document])[:LINKED]
        self._pool.link({one: SHARED_TRUST * shared[one] for one in best}, question)

    def _opened(self) -> list[Line]:
        fresh, self._unopened = self._unopened, []
        lines = [line for one in fresh for line in read(one, self._library, self._pool.ranks)]
        self._growing.opened(lines)
        return lines

    def _best(self, lines: Sequence[Line]) -> list[Picked]:
        named = self._growing.titles.mentioned
        asked = (self._plan.intent,)
        given = (self._library, self._calibration, self._engine, self._run)
        return extract(asked, lines, named, *given, most=SHOWN)

    def _asked(self, picked: Sequence[Picked]) -> list[Vote]:
        self._run.step("answering", self._growing.current.index, 0, self._plan.intent)
        notes = told(picked)
        given = (self._engine, self._settings, self._run)
        return short_answers.votes(self._plan.intent, notes, *given)

    def _keep(self, answer: str, picked: Sequence[Picked], lines: Sequence[Line]) -> None:
        """The best sentences that hold the answer, where one does; else the best."""
        said = f" {normal(answer)} "
        holding = [one for one in picked if said in f" {normal(one.line.framed)} "]
        evidence, losses = reduce(
            (holding or picked)[:KEPT],
            self._growing.unused(lines),
            False,
            self._growing.known,
            self._growing.numbers,
            self._growing.current.index,
            {one.candidate.document: one.candidate.query for one in self._passed},
            self._settings.evidence_duplicate,
            self._library,
        )
        unkept = self._unkept(self._passed, lines, evidence)
        self._growing.keep(evidence, [*losses, *unkept])


def told(picked: Sequence[Picked]) -> str:
    """Sentences as notes, those of a document together under its title, the best document first."""
    together: dict[tuple[str, str], list[Line]] = {}
    for one in picked:
        together.setdefault((one.line.document, one.line.path), []).append(one.line)
    notes = []
    for number, lines in enumerate(together.values(), start=1):
        text = " ".join(flat(line.text) for line in sorted(lines, key=lambda line: line.start))
        head = f"{lines[0].title} › {lines[0].path}" if lines[0].path else lines[0].title
        notes.append(f"[{number}] {head}: {text}")
    return "\n".join(notes)
