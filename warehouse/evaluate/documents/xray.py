"""How well sentences addressed to a machine are told from all others.

``orders_found``: of the orders of ``orders-test.txt``, on which nothing was fitted;
``orders_false_hard``: of its other sentences, half of which resemble orders.
``addressed_found``: of the sentences in ``addressed.txt`` (our own writing, one a line; those
after the blank line were written last, and no rule was changed for them).
``addressed_false_10k``: how many of 10,000 sentences of ordinary texts are told; those of the files
under ``--data`` (PDF files, and ``.jsonl`` with ``text``, ``sentences`` or
``sections``), else of the sample library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from indexers.orders.addressed import speaks, suspects
from indexers.text import sentences
from warehouse.errors import BadInput
from warehouse.evaluate.documents.reading import SAMPLE, pool, timed
from warehouse.evaluate.records import Job, Row, row

TEST = Path(__file__).with_name("orders-test.txt")
POSITIVES = Path(__file__).with_name("addressed.txt")
_SHOWN = 3
_KINDS = ("order", "other")


def xray(job: Job) -> list[Row]:
    """Raises BadInput where there is no text to measure."""
    built, _, kept = POSITIVES.read_text("utf-8").partition("\n\n")
    told, held = ([_told(line) for line in part.splitlines()] for part in (built, kept))
    total = false = 0
    examples: list[str] = []
    for name, text in _texts(job):
        job.run.step("Looking", total, 0, name)
        spans = sentences.split(text)
        here = suspects(text, spans)
        total, false = total + len(spans), false + len(here)
        examples += [re.sub(r"\s+", " ", text[span.start : span.end])[:100] for span in here]
    if not total:
        raise BadInput("There is no text to measure.", "Give --data DIR of PDF or .jsonl files.")
    lines = [
        line.split("\t", 1) for line in TEST.read_text("utf-8").splitlines() if line[:1] != "#"
    ]
    fresh, hard = ([_told(text) for kind, text in lines if kind == sort] for sort in _KINDS)
    return [
        row("orders_found", sum(fresh) / len(fresh), "share", ">= .9", sentences=len(fresh)),
        row("orders_false_hard", sum(hard) / len(hard), "share", sentences=len(hard)),
        row("addressed_found", sum(told) / len(told), "share", ">= .9", sentences=len(told)),
        row("addressed_found_held_out", sum(held) / len(held), "share", sentences=len(held)),
        row(
            "addressed_false_10k",
            10_000 * false / total,
            "sentences",
            "<= 2",
            sentences=total,
            told=false,
            such_as=" | ".join(examples[:_SHOWN]),
        ),
    ]


def _told(sentence: str) -> bool:
    return speaks(sentence) or bool(suspects(sentence, sentences.split(sentence)))


def _texts(job: Job) -> Iterator[tuple[str, str]]:
    folder = job.data or SAMPLE
    files = sorted(folder.rglob("*.pdf")) + sorted(folder.rglob("*.jsonl"))
    with pool(job.settings) as readers:
        for file in files[: job.limit or None]:
            if file.suffix == ".jsonl":
                for line in file.read_bytes().splitlines():
                    yield file.name, "\n\n".join(_strings(msgspec.json.decode(line)))
            else:
                reading, _ = timed(readers, file)
                if reading is not None:
                    yield file.name, reading.text


def _strings(value: Any) -> Iterator[str]:
    """Every text that stands in a record, lists of sentences as paragraphs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and all(isinstance(part, str) for part in value):
        yield " ".join(value)
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
