"""``muniment bench graph``: does the graph of a text tell its facts?

MINE (Mo et al. 2025, "KGGen"): essays with 15 facts each. Every essay is read for triples by
itself; for each fact the 8 nearest names are taken and what stands within two steps of them. A fact
is told where .55 of its content words, stemmed, are among the words of those relations. Only the
triples' own words count, never the sentences they come from. Since a graph that copies its text
tells every fact, the rows beside say how much there is of it: ``mine_text_kept`` is the share of an
essay's different content words that a fact's relations bring with them.

Triples are kept in the benchmark's library: an interrupted run goes on, another prompt begins anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from warehouse.documents.graph import extraction
from warehouse.documents.graph.nearest import nearest
from warehouse.documents.graph.network import Edge, network, standing
from warehouse.engine.protocol import Engine
from warehouse.evaluate import libraries
from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.thinking import thinking
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.proof import checks

NEAREST, HOPS = 8, 2
TOLD = 0.55


class Essay(Struct, frozen=True):
    topic: str
    text: str
    facts: tuple[str, ...]


class Measured(Struct, frozen=True):
    """Of one essay: which facts were told, relations, and shares of 0..1."""

    told: tuple[bool, ...]
    relations: int
    lost: int
    text_kept: float


def graph(job: Job) -> Iterator[Row]:
    """Rows over the essays after ``--skip``, at most ``--limit``. Raises BadInput."""
    essays = lines(job.file("essays.jsonl"), Essay)[job.skip :][: job.limit or None]
    admissions = [_admission(essay) for essay in essays]
    with thinking(job) as engine, libraries.kept(admissions, job) as library:
        documents = {document.title: document.id for document in library.documents()}
        measured = [
            of_essay(essay, documents[essay.topic], library, engine, job)
            for essay in job.run.each("reading essays", essays, lambda essay: essay.topic)
        ]
        yield from rows(measured, engine.info().model)


def rows(measured: Sequence[Measured], model: str) -> Iterator[Row]:
    """Intervals are over essays: the facts of one hang together."""
    told = interval([sum(essay.told) / len(essay.told) for essay in measured])
    facts = sum(len(essay.told) for essay in measured)
    about = {"model": model, "essays": len(measured), "facts": facts}
    yield mean_row("mine_overlap", told, "share", ">= 0.64", **about)
    relations = interval([essay.relations for essay in measured])
    yield mean_row("mine_relations_per_essay", relations, "relations")
    yield mean_row("mine_text_kept", interval([essay.text_kept for essay in measured]))
    lost = sum(essay.lost for essay in measured)
    share = lost / max(1, lost + sum(essay.relations for essay in measured))
    yield row("mine_triples_lost", share, "share", "")


def of_essay(essay: Essay, document: str, library: Library, engine: Engine, job: Job) -> Measured:
    """Read by this model with this prompt, if it is not yet."""
    if library.catalog.graphed_by(document) - {extraction.made_by(engine)}:
        library.catalog.forget_triples([document])
    places = extraction.waiting(document, library)
    extraction.extract(places, library, engine, job.run)
    net = network(standing(places, library), library, engine, job.run)
    words = checks.content(essay.text)
    told, kept = [], []
    for fact in essay.facts:
        edges = net.around(nearest(fact, net, library, NEAREST), HOPS)
        said = said_by(edges)
        told.append(checks.overlap(fact, said) >= TOLD)
        kept.append(len(words & checks.content(said)) / len(words))
    lost = sum(bool(triple.lost) for triple in library.catalog.triples(document))
    return Measured(tuple(told), len(net.edges), lost, sum(kept) / len(kept))


def said_by(edges: Sequence[Edge]) -> str:
    """The words of the triples alone."""
    triples = (edge.triple for edge in edges)
    return "\n".join(f"{triple.head} {triple.relation} {triple.tail}" for triple in triples)


def _admission(essay: Essay) -> Admission:
    reading = libraries.a_page(essay.topic, essay.text)
    return Admission(reading, f"{essay.topic}.html", msgspec.json.encode(essay))
