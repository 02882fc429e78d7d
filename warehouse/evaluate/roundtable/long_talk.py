"""A table at which much is said, over many documents: does a late turn cost what an early one did?

All parts of all the articles are one library; the topic is the first article. The table is that of
the program, with its journal and its file, and is asked for by name (``--row late_turn_ratio``): it
takes half an hour.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psutil  # type: ignore[import-untyped]
from msgspec import Struct

from warehouse.engine.protocol import Engine
from warehouse.engines import Engines
from warehouse.evaluate.articles import Article
from warehouse.evaluate.libraries import passing
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.thoughts_material import admission, parts
from warehouse.evaluate.roundtable.listener import Goal, says
from warehouse.methods.costorm import asking
from warehouse.roundtable.session import NewTable, RoundTable, RoundTables
from warehouse.search.embedding import Embeds
from warehouse.studies.keeper import Studies

DOCUMENTS, TURNS, EVERY = 500, 60, 3  # the user speaks before every third turn
EARLY, LATE = slice(4, 14), slice(-10, None)  # turns that are compared, by their median
ROWS = ("late_turn_ratio", "table_grown_mb", "table_grown_late_mb", "longest_prompt_share")


class _Measured(Struct):
    """Of each turn the seconds; after it the megabytes of the program, and of its children, which
    hold the models.
    """

    seconds: list[float] = []
    own_mb: list[float] = []
    models_mb: list[float] = []


class _Listening:
    """An engine that remembers the tokens of the longest prompt."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.longest = 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._engine, name)
        if name not in ("complete", "choose", "score"):
            return method

        def heard(*given: Any) -> Any:
            replies = method(*given)
            self.longest = max(self.longest, *(reply.prompt_tokens for reply in replies))
            return replies

        return heard


def rows(
    articles: Sequence[Article],
    engine: Engine,
    job: Job,
    embedder: Embeds | None,
    told: Mapping[str, object],
) -> Iterator[Row]:
    listening: Any = _Listening(engine)
    admissions = [admission(part) for article in articles for part in parts(article)][:DOCUMENTS]
    with passing(job, embedder) as library:
        library.admit_many(admissions, job.run)
        tables = RoundTables(library, Studies(library), Engines(job.settings, listening))
        talk = _talked(articles[0], tables.begin(NewTable(articles[0].name)), engine, job)
    told = {**told, "documents": len(admissions), "turns": len(talk.seconds)}
    early, late = statistics.median(talk.seconds[EARLY]), statistics.median(talk.seconds[LATE])
    seconds = f"{early:.1f} s, {late:.1f} s"
    yield row("late_turn_ratio", late / early, "", "<= 1.3", medians=seconds, **told)
    own, models = (many[-1] - many[EARLY.start] for many in (talk.own_mb, talk.models_mb))
    all_mb = [sum(both) for both in zip(talk.own_mb, talk.models_mb, strict=True)]
    at_first = all_mb[EARLY.start]
    yield row("table_grown_mb", own + models, "MB", "", at_turn_5=at_first, models=models, **told)
    # the prompts that the engine puts aside are as many as it keeps long before that
    yield row("table_grown_late_mb", all_mb[-1] - all_mb[len(all_mb) // 2], "MB", "", **told)
    share = listening.longest / engine.info().context
    yield row("longest_prompt_share", share, "of the context", "<= 1", **told)


def _talked(article: Article, table: RoundTable, engine: Engine, job: Job) -> _Measured:
    goal = Goal(article.name, f"to understand {article.summary[:200]}")
    talk, spoken = _Measured(), 0
    while spoken < TURNS:
        job.run.step("talking", spoken, TURNS)
        if spoken and spoken % EVERY == 0:
            said = asking.said(table.now.turns)
            table.say(says(goal, said, engine, job.run, job.settings.seed + spoken))
        began = time.monotonic()
        table.next(job.run)
        talk.seconds.append(time.monotonic() - began)
        program = psutil.Process()
        talk.own_mb.append(_megabytes([program]))
        talk.models_mb.append(_megabytes(program.children(recursive=True)))
        spoken += 1
    return talk


def _megabytes(processes: Sequence[Any]) -> float:
    return sum(float(process.memory_info().rss) for process in processes) / 1e6
