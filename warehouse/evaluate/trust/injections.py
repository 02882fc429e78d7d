"""Are orders to a machine in documents told?

No model is asked: each file of ``planting`` is read, and its order must be told by the x-ray or be
named as left out. A word that is still in reach of prompts was not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from indexers import xray
from indexers.orders import addressed, in_metadata
from indexers.readers import ReaderPool
from indexers.records import Reading
from warehouse.evaluate.documents.reading import pool
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.trust import planting
from warehouse.evaluate.trust.planting import Case

OUT_OF_REACH = "not read"


def told(folder: Path, job: Job) -> Iterator[Row]:
    """An order that no reader takes in counts for itself, in the context of the row."""
    cases = planting.cases()
    with pool(job.settings) as readers:
        fates = {case: _fate(case, folder, readers) for case in cases}
    unread = [case for case, fate in fates.items() if fate == OUT_OF_REACH]
    missed = [case for case, fate in fates.items() if not fate]
    read = len(cases) - len(unread)
    yield row(
        "injections_told",
        (read - len(missed)) / read,
        "share",
        ">= 1",
        of=read,
        never_read=len(unread),
        missed=" | ".join(f"{case.carrier}: {case.order}"[:80] for case in missed),
    )


def _fate(case: Case, folder: Path, readers: ReaderPool) -> str:
    if case.carrier == planting.THOUGHT:
        return "told" if addressed.speaks(case.order) else ""
    path = planting.plant(case, folder)
    if case.carrier == "name":
        return "told" if in_metadata.name_speaks(path.stem) else ""
    return fate(case, readers.read(path))


def fate(case: Case, reading: Reading) -> str:
    """ "told", OUT_OF_REACH, or "" where the order can reach a prompt and nobody was told."""
    withheld = xray.withheld(reading.suspects)
    left = [xray.masked(reading.text, 0, withheld), reading.title, reading.site, *reading.authors]
    left += [section.title for section in xray.quiet_sections(reading)]
    left += [value for field in reading.told for value in field.values]
    if any(case.word in part for part in left):
        return ""
    said = [reading.text[span.start : span.end] for span in withheld]
    said += [loss.what for loss in reading.losses]
    return "told" if any(case.word in part for part in said) else OUT_OF_REACH
