"""``muniment bench roundtable``: turns, the map, and a plain chat beside them.

Articles of FreshWiki: for each its body is the library, its title the topic, and the goal is what
the summary begins with. A played user speaks every third turn. Then sentences are put back into
the outlines of the articles (insertion.py), which needs no library.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine
from warehouse.evaluate.articles import Article
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.libraries import passing
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.thoughts import growing
from warehouse.evaluate.roundtable import chat, insertion, listener, long_talk, rubrics
from warehouse.evaluate.roundtable.chat import Exchange
from warehouse.evaluate.thinking import thinking
from warehouse.evaluate.writing import sources
from warehouse.methods.costorm import asking, moderator, turns
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.reduction import flat
from warehouse.proof.claims import PROVEN
from warehouse.results.records import Claim, Evidence
from warehouse.results.roundtable import Speaking, Table, all_evidence, begun
from warehouse.roundtable import speaking
from warehouse.run import Run
from warehouse.search.embedding import Embeds

TURNS, EVERY = 8, 3  # of a table; the user speaks before every third
GOAL_CHARACTERS = 200
OF_TALK = ("turn_seconds_median", "sources_per_turn", "diversity", "proven_share")


class Talk(Struct, frozen=True):
    """A table after its turns, with the seconds until the first words of each."""

    table: Table
    first_words: tuple[float, ...]
    sources: tuple[float, ...]
    diversity: float
    proven: tuple[float, ...]
    novelty: Mapping[str, tuple[float, ...]]
    scores: Mapping[str, list[float]]
    plain: tuple[Exchange, ...]
    diversity_plain: float


def roundtable(job: Job, embedder: Embeds | None = None) -> Iterator[Row]:
    """Needs ``--data DIR`` with articles.jsonl. ``--row insertion_first`` leaves the talk out."""
    articles = lines(job.file("articles.jsonl"), Article)[job.skip :][: job.limit or None]
    with thinking(job) as engine:
        info = engine.info()
        told = {"model": info.model, "sha256": info.sha256[:8], "articles": len(articles)}
        if job.wants("insertion_first", "insertion_second"):
            yield from _inserted(articles, engine, job, embedder, told)
        if job.wants(*OF_TALK):
            talks = [_talked(article, engine, job, embedder) for article in articles]
            yield from _of_talks(talks, told)
        if not job.rows.isdisjoint(long_talk.ROWS):  # only where it is asked for
            yield from long_talk.rows(articles, engine, job, embedder, told)


def _inserted(
    articles: Sequence[Article],
    engine: Engine,
    job: Job,
    embedder: Embeds | None,
    told: Mapping[str, object],
) -> Iterator[Row]:
    done: list[insertion.Tried] = []
    with passing(job, embedder) as library:
        context = Context.of(library, engine, job.settings, job.run)
        ground = Ground(context, speaking.answer)
        for article in job.run.each("inserting", articles, lambda article: article.name):
            done += insertion.tried(article, ground)
    yield from insertion.rows(done, sentences=len(done), **told)


def _talked(article: Article, engine: Engine, job: Job, embedder: Embeds | None) -> Talk:
    goal = listener.Goal(article.name, f"to understand {article.summary[:GOAL_CHARACTERS]}")
    with (
        tempfile.TemporaryDirectory(prefix="muniment-bench-") as place,
        growing(article, Path(place), job.settings, job.run, embedder) as growth,
        Journal(Path(place) / "journal.db") as journal,  # as in the program
    ):
        context = Context.of(growth.library, Journaled(engine, journal), job.settings, job.run)
        ground = Ground(context, speaking.answer)
        table, first = _sat(goal, ground)
        cited = [piece for piece in table.evidence if piece.number in table.cited]
        answers = [turn for turn in table.turns if turn.role != "user" and not turn.asks]
        plain = chat.talked(goal, len(table.searches), context)
        used = [piece for answer in plain for piece in _used(answer.evidence, answer.claims)]
        return Talk(
            table,
            tuple(first),
            tuple(_sources(_used(table.evidence, turn.claims)) for turn in answers),
            diversity(cited, ground),
            tuple(share for turn in answers for share in _shares(turn.claims)),
            _novelty(table, ground),
            rubrics.judged(table, engine, job.run),
            tuple(plain),
            diversity(used, ground),
        )


def _sat(goal: listener.Goal, ground: Ground) -> tuple[Table, list[float]]:
    table, first = begun(goal.topic), list[float]()
    context = ground.context
    while len(table.turns) < TURNS:
        if len(table.turns) and len(table.turns) % EVERY == 0:
            said = asking.said(table.turns)
            seed = context.settings.seed + len(table.turns)
            table = turns.said(table, listener.says(goal, said, context.engine, context.run, seed))
        began, heard = time.monotonic(), list[float]()

        def show(snapshot: Struct, began: float = began, heard: list[float] = heard) -> None:
            if isinstance(snapshot, Speaking) and snapshot.text and not heard:
                heard.append(time.monotonic() - began)

        ground.context = replace(context, run=Run(show))
        table = turns.next_turn(table, ground)
        first += heard
    ground.context = context
    return table, first


def diversity(pieces: Sequence[Evidence], ground: Ground) -> float:
    """``1 − mean cos`` over all pairs; 0 for fewer than two pieces."""
    texts = list(dict.fromkeys(flat(piece.text) for piece in pieces))
    return sources.diversity(ground.rows(texts)) if texts else 0.0


def _novelty(table: Table, ground: Ground) -> dict[str, tuple[float, ...]]:
    """Of what was behind the moderator's questions, under both formulas."""
    behind = {number for turn in table.turns for number in turn.because}
    pieces = [piece for piece in table.evidence if piece.number in behind]
    if not pieces:
        return {"paper": (), "code": ()}
    alpha = ground.context.settings.moderator_alpha
    both = {"paper": moderator.of_paper, "code": moderator.of_code}
    return {
        name: tuple(formula(table, pieces, ground, alpha).tolist())
        for name, formula in both.items()
    }


def _of_talks(talks: Sequence[Talk], told: Mapping[str, object]) -> Iterator[Row]:
    spoken = [t for talk in talks for t in talk.table.turns if t.role != "user"]
    seconds = [turn.seconds for turn in spoken]
    told = {**told, "turns": len(spoken)}
    yield row("turn_seconds_median", statistics.median(seconds), "s", "<= 20", **told)
    first = [wait for talk in talks for wait in talk.first_words]
    yield row("first_words_seconds", statistics.median(first), "s", "<= 4", **told)
    opening = statistics.median(talk.first_words[0] for talk in talks if talk.first_words)
    yield row("opening_seconds", opening, "s", "<= 10", **told)
    topped = sum(len(talk.table.root.evidence) for talk in talks)
    share = topped / max(1, sum(len(talk.table.evidence) for talk in talks))
    at_topic = f"{share:.2f} at the topic itself"
    yield row("evidence_placed", _placed(talks), "share", ">= 1", of_it=at_topic, **told)
    yield row("duplicate_citation_numbers", _doubled(talks), "numbers", "<= 0", **told)
    yield row("layers_walked_max", max(t.table.layers for t in talks), "layers", "<= 8", **told)
    sources = [talk.sources for talk in talks]
    yield from _beside("sources_per_turn", "documents", sources, _plain_sources(talks), told)
    yield from _beside(
        "diversity",
        "1 - cos",
        [(talk.diversity,) for talk in talks],
        [(talk.diversity_plain,) for talk in talks],
        told,
    )
    plain = [tuple(s for answer in t.plain for s in _shares(answer.claims)) for t in talks]
    yield from _beside("proven_share", "share", [talk.proven for talk in talks], plain, told)
    for name in ("paper", "code"):
        values = [value for talk in talks for value in talk.novelty[name]]
        if values:
            yield row(f"novelty_{name}", interval(values).mean, "0 to 1", "", **told)
    for name in (*rubrics.OF_QUESTIONS, *rubrics.OF_ANSWERS):
        scores = [score for talk in talks for score in talk.scores[name]]
        if scores:
            yield mean_row(f"rubric_{name}", interval(scores), "1 to 5", "", **told)


def _beside(
    name: str,
    unit: str,
    table: Sequence[Sequence[float]],
    plain: Sequence[Sequence[float]],
    told: Mapping[str, object],
) -> Iterator[Row]:
    """The table's figure, wanted above that of the plain chat, and that."""
    own, other = [v for many in table for v in many], [v for many in plain for v in many]
    if not own or not other:
        return
    measured, beside = interval(own), interval(other)
    yield mean_row(name, measured, unit, f">= {beside.mean:.4f}", **told)
    yield mean_row(f"{name}_rag", beside, unit, "", **told)


def _plain_sources(talks: Sequence[Talk]) -> list[tuple[float, ...]]:
    return [
        tuple(_sources(_used(answer.evidence, answer.claims)) for answer in t.plain) for t in talks
    ]


def _used(evidence: Sequence[Evidence], claims: Sequence[Claim]) -> list[Evidence]:
    numbers = {number for claim in claims for number in claim.cites}
    return [piece for piece in evidence if piece.number in numbers]


def _sources(pieces: Sequence[Evidence]) -> float:
    return float(len({piece.place.document for piece in pieces}))


def _shares(claims: Sequence[Claim]) -> list[float]:
    checked = [claim for claim in claims if claim.state != "unchecked"]
    return [float(claim.state in PROVEN) for claim in checked]


def _placed(talks: Sequence[Talk]) -> float:
    """The share of all evidence that stands at exactly one concept."""
    right = total = 0
    for talk in talks:
        placed = all_evidence(talk.table.root)
        total += len(talk.table.evidence)
        right += sum(placed.count(piece.number) == 1 for piece in talk.table.evidence)
    return right / max(1, total)


def _doubled(talks: Sequence[Talk]) -> float:
    """Numbers that stand for two places, and places with two numbers."""
    count = 0
    for talk in talks:
        places = [(e.place.document, e.place.start, e.place.end) for e in talk.table.evidence]
        numbers = [piece.number for piece in talk.table.evidence]
        count += len(places) - len(set(places)) + len(numbers) - len(set(numbers))
    return float(count)
