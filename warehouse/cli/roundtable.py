"""``muniment roundtable``: a round table in the terminal, a turn at a time.

On a terminal it asks after each turn what to do; where lines are piped in, each is done as if it
had been typed. An empty line is the next turn. With --turns it takes those and ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from warehouse.app import Warehouse
from warehouse.cli.research import shown, wrapped
from warehouse.cli.roundtable_verbs import HELP, act, people
from warehouse.cli.session import Session, plain
from warehouse.errors import BadInput, Cancelled, MunimentError
from warehouse.results.roundtable import Turn
from warehouse.roundtable import transcript
from warehouse.roundtable.session import NewTable, RoundTable
from warehouse.run import Run
from warehouse.settings import expanded

PROMPT = "round table> "
WARM = 4  # turns that come by themselves at first: the opening and the warm start


def roundtable(session: Session) -> int:
    given = session.arguments
    if bool(given.topic) == bool(given.resume):
        raise BadInput("Give a topic, or the id of a round table to go on with.")
    with session.warehouse() as warehouse:
        table = _table(session, warehouse)
        print(f"{plain(table.now.topic)}\n{'=' * min(88, len(table.now.topic))}")
        for turn in table.now.turns:
            print(told(turn))
        _Sitting(session, warehouse, table).sit()
        print(f"\nTo go on: muniment roundtable --resume {table.row.id}")
    return 0


def _table(session: Session, warehouse: Warehouse) -> RoundTable:
    given = session.arguments
    if given.resume:
        return warehouse.tables.open(given.resume)
    origin = ""
    if given.origin:
        from warehouse.cli.studies import chosen_study

        origin = chosen_study(warehouse.studies, given.origin).id
    return warehouse.tables.begin(NewTable(given.topic, given.within, given.search, origin))


class _Sitting:
    def __init__(self, session: Session, warehouse: Warehouse, table: RoundTable) -> None:
        self._session, self._warehouse, self._table = session, warehouse, table
        self._asks = sys.stdin.isatty() and not session.arguments.turns
        self.run = session.run

    def sit(self) -> None:
        given = self._session.arguments
        for line in given.do:
            self.do(line)
        if given.turns:
            self.turns(given.turns)
        else:
            if not self._table.now.turns:
                self._tried(f"next {WARM if self._asks else 1}")
            for line in self._lines():
                if not self._tried(line):
                    break
        if given.out:
            self.export(given.out)
        if given.report:
            self.report()

    def _lines(self) -> Iterator[str]:
        while True:
            if self._asks:
                sys.stdout.write(PROMPT)
                sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                return
            yield line.strip()

    def _tried(self, line: str) -> bool:
        """Whether to go on. On a terminal a mistake is said, and the table stays."""
        try:
            return self.do(line)
        except Cancelled:
            if not self._asks:
                raise
            self._session.run = self.run = Run(self._session.progress.show)
            print("Stopped; the turn is as if it had not begun.")
        except MunimentError as error:
            if not self._asks:
                raise
            print(f"{error} {error.next_step}".rstrip())
        return True

    def do(self, line: str) -> bool:
        """One verb; False to leave. Raises BadInput for what is none."""
        verb, _, rest = line.partition(" ")
        rest = rest.strip()
        match verb.lower():
            case "" | "next":
                self.turns(_count(rest))
            case "say" | "ask":
                print(told(self._table.say(rest).turns[-1]))
                self.turns(1)
            case "report":
                self.report()
            case "export":
                self.export(rest or ".")
            case "help":
                print(HELP)
            case "quit" | "leave":
                return False
            case _:
                print(act(line, self._table, self._warehouse.library))
        return True

    def turns(self, count: int) -> None:
        for _ in range(count):
            sat = self._table.now.experts
            turn = self._table.next(self.run)
            self._session.progress.clear()
            print(told(turn), flush=True)
            if self._table.now.experts and not sat:
                print(people(self._table.now))

    def report(self) -> None:
        study, article = self._table.report(self.run)
        self._session.progress.clear()
        print(shown(article, study=study.id))

    def export(self, folder: str) -> None:
        for file in self._table.export(expanded(folder)):
            print(file)


def _count(text: str) -> int:
    if text and not text.isdecimal():
        raise BadInput(f"“{text}” is no number of turns.")
    return max(1, int(text or 1))


def told(turn: Turn) -> str:
    lines = ["", plain(transcript.heading(turn)), wrapped(turn.text, "  ", "  ")]
    if turn.because:
        lines.append("  (asked for what nobody had cited; see it with: why)")
    doubtful = [
        claim for claim in turn.claims if claim.state not in ("quoted", "supported", "unchecked")
    ]
    lines += [wrapped(f"{claim.state}: {claim.text}", "  ✗ ", "    ") for claim in doubtful]
    return "\n".join(lines)
