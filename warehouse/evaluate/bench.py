"""``muniment bench NAME``: measure, print a table, keep the rows.

A benchmark is a function from a Job to rows. Those of the core are named here; the desktop brings
its own (the window's heartbeat, the first paint) as further names. Rows are kept in the home under
``bench/NAME.json``; the name ``table`` prints what is kept there as Markdown, for the README.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import structs

from warehouse.errors import BadInput, StorageError
from warehouse.evaluate import machine
from warehouse.evaluate.records import Job, Row
from warehouse.settings import home

Bench = Callable[[Job], Iterable[Row]]

BENCHES = {
    "read": "warehouse.evaluate.documents.reading:read",
    "readers": "warehouse.evaluate.documents.readers:readers",
    "ingest": "warehouse.evaluate.documents.reading:ingest",
    "search": "warehouse.evaluate.retrieval.search:search",
    "growth": "warehouse.evaluate.retrieval.growth:growth",
    "recall": "warehouse.evaluate.retrieval.recall:recall",
    "embed": "warehouse.evaluate.retrieval.embedding:embed",
    "highlight": "warehouse.evaluate.documents.highlight:highlight",
    "xray": "warehouse.evaluate.documents.xray:xray",
    "fit-orders": "warehouse.evaluate.documents.fit_orders:fit_orders",
    "qa": "warehouse.evaluate.research.qa:qa",
    "claims": "warehouse.evaluate.proof.claims:claims",
    "attribution": "warehouse.evaluate.proof.attribution:attribution",
    "kinds": "warehouse.evaluate.question.kinds:kinds",
    "details": "warehouse.evaluate.question.details:details",
    "follow-ups": "warehouse.evaluate.question.follow_ups:follow_ups",
    "fit-answers": "warehouse.evaluate.research.absence:fit_answers",
    "fit-explanations": "warehouse.evaluate.research.explanations:fit_explanations",
    "explanations": "warehouse.evaluate.research.explanations:explanations",
    "fit-claims": "warehouse.evaluate.proof.attribution:fit_claims",
    "fit-disagreement": "warehouse.evaluate.proof.disagreement:fit_disagreement",
    "fit-kinds": "warehouse.evaluate.question.fitting:fit_kinds",
    "absence": "warehouse.evaluate.research.absence:absence",
    "descriptions": "warehouse.evaluate.research.descriptions:descriptions",
    "offtopic": "warehouse.evaluate.research.offtopic:rows",
    "manuals": "warehouse.evaluate.research.manuals:rows",
    "fit-passages": "warehouse.evaluate.research.fit_manuals:fit_passages",
    "fit-sentences-asked": "warehouse.evaluate.research.fit_manuals:fit_sentences_asked",
    "fit-answers-of-long": "warehouse.evaluate.research.fit_manuals:fit_answers_of_long",
    "fit-explained-of-long": "warehouse.evaluate.research.fit_manuals:fit_explained_of_long",
    "topics": "warehouse.evaluate.writing.untold_topics:rows",
    "disagreement": "warehouse.evaluate.proof.disagreement:disagreement_rows",
    "fit-relevance": "warehouse.evaluate.research.fit_relevance:fit_relevance",
    "fit-screening": "warehouse.evaluate.research.screening:fit_screening",
    "screening": "warehouse.evaluate.research.screening:screening",
    "headers": "warehouse.evaluate.research.headers:headers_rows",
    "thoughts": "warehouse.evaluate.research.thoughts:thoughts",
    "outline": "warehouse.evaluate.writing.outline:outline",
    "articles": "warehouse.evaluate.writing.articles:articles",
    "roundtable": "warehouse.evaluate.roundtable.rows:roundtable",
    "fields": "warehouse.evaluate.retrieval.fields:fields",
    "graph": "warehouse.evaluate.research.graph:graph",
    "engine": "warehouse.evaluate.engine.rows:engine",
    "trust": "warehouse.evaluate.trust.rows:trust",
    "fuzz": "warehouse.evaluate.trust.fuzz:fuzz",
}
TABLE = "table"


def main(
    names: Sequence[str],
    job: Job,
    json_path: Path | None = None,
    benches: Mapping[str, str] | None = None,
) -> int:
    """Do the named benchmarks in order; 1 when a row missed what was wanted, else 0.

    The job's model takes the place of the one in use. ``benches`` are further names, each with
    ``module:function``. Each row is told and kept as soon as it is measured: what is cut off keeps
    what it had. Raises BadInput.
    """
    known = {**BENCHES, **(benches or {})}
    if job.model:  # for those that measure with the model in use; others have a choice of their own
        job = structs.replace(job, settings=structs.replace(job.settings, model=job.model))
    if unknown := [name for name in names if name not in known and name != TABLE]:
        raise BadInput(
            f"There is no benchmark {', '.join(unknown)}.",
            f"Choose among {', '.join(sorted(known))}, or {TABLE} for all kept results.",
        )
    rows: list[Row] = []
    for name in names:
        if name == TABLE:
            print(markdown(kept()))
            continue
        measured: list[Row] = []
        for row in measure(known[name], job):
            measured.append(row)
            keep(name, measured, beside=bool(job.rows or job.methods))
            print(" ".join(_cells(row)).strip(), flush=True)
        if not measured:
            raise BadInput(f"{name} measured nothing.", "Do --skip, --limit and --row leave any?")
        print(shown(name, measured))
        rows += measured
    if json_path is not None:
        _write(json_path, rows)
    return int(any(row.ok is False for row in rows))


def measure(target: str, job: Job) -> Iterator[Row]:
    """The rows of ``module:function`` as they come, each with the machine in its context."""
    module, _, function = target.partition(":")
    bench: Bench = getattr(importlib.import_module(module), function)
    where = machine.context()
    for row in bench(job):
        yield structs.replace(row, context={**where, **row.context})


def keep(name: str, rows: Sequence[Row], beside: bool = False) -> None:
    """Store the rows as the latest of that benchmark, ``beside`` others kept of it or alone."""
    fresh = {row.name for row in rows}
    others = [row for row in kept().get(name, ()) if row.name not in fresh] if beside else []
    _write(home() / "bench" / f"{name}.json", [*others, *rows])


def kept() -> dict[str, list[Row]]:
    """The latest rows of every benchmark that was run here."""
    files = sorted((home() / "bench").glob("*.json"))
    return {file.stem: msgspec.json.decode(file.read_bytes(), type=list[Row]) for file in files}


def shown(name: str, rows: Sequence[Row]) -> str:
    """A table for a terminal, and under it what the numbers hang on."""
    cells = [("name", "value", "unit", "want", ""), *map(_cells, rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(5)]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
    about = _common(rows)
    notes = [f"{key}: {value}" for key, value in about.items()]
    row_notes = [f"{row.name}: {note}" for row in rows if (note := _own(row, about))]
    return "\n".join([f"bench {name}", "", *lines, "", *row_notes, *notes, ""])


def markdown(results: Mapping[str, Sequence[Row]]) -> str:
    """The kept results as Markdown tables."""
    return "\n\n".join(_markdown(name, rows) for name, rows in results.items() if rows)


def _markdown(name: str, rows: Sequence[Row]) -> str:
    lines = [f"**{name}**", "", "| what | value | want | |", "|---|---|---|---|"]
    about = _common(rows)
    for row in rows:
        cells = _cells(row)
        lines.append(f"| `{row.name}` | {cells[1]} {row.unit} | {row.want} | {cells[4]} |")
    lines += ["", "; ".join(f"{key} {value}" for key, value in about.items())]
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    judged = {True: "ok", False: "missed", None: ""}[row.ok]
    return row.name, f"{row.value:.4g}", row.unit, row.want, judged


def _common(rows: Sequence[Row]) -> dict[str, str]:
    """The context that all rows share."""
    first = rows[0].context if rows else {}
    return {
        key: value
        for key, value in first.items()
        if all(row.context.get(key) == value for row in rows)
    }


def _own(row: Row, common: Mapping[str, str]) -> str:
    return ", ".join(f"{k} {v}" for k, v in row.context.items() if k not in common)


def _write(file: Path, rows: Sequence[Row]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(file.name + ".part")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        draft.replace(file)
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from error
