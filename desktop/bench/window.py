"""``muniment bench window``: the window under real hands, row by row.

Over an empty warehouse in a temporary home: every page walked through by name and key; real PDF
files (those of ``--data``, else the sample library's) taken in, questions asked, texts and pages
scrolled, numbers clicked, pages turned; a structure of 2,000 nodes moved; then random clicks, keys
and drops. ``--minutes`` is how long the heartbeat and the random use go on, each. Studies are made
without a model (``studies.py``). Where there is no screen an X server is started for it; each row
says where the window was drawn, and how busy the machine was.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from desktop.bench import full_window, structure_frames
from desktop.bench import screen as screens
from desktop.bench.access import access
from desktop.bench.beats import beats
from desktop.bench.citations import click_to_lit
from desktop.bench.loop import application
from desktop.bench.opened import add, longest, opened, papers
from desktop.bench.random_use import random_use
from desktop.bench.reading import rows as page_turns
from desktop.bench.start import start
from warehouse.evaluate.records import Job, Row
from warehouse.settings import ASSETS

MINUTES = 1.0
STARTING = ("first_paint_s", "usable_s_10k")
TURNING = ("open_2415_pages_s", "page_turn_warm_ms", "page_turn_cold_ms")
STRUCTURES = ("structure_layout_s", "structure_frame_ms")
BEATING = ("heartbeat_max_gap_ms", "heartbeat_smooth_share")
FULL = ("window_mb", "idle_share")
RANDOM = ("random_use_exceptions", "random_use_left_over", "random_use_grown_mb")
WALKED = ("unnamed_controls", "unreachable_actions")


def window(job: Job) -> Iterator[Row]:
    """The rows as they come. Raises BadInput where something to measure did not happen."""
    screens.ensure()
    application()
    screen = screens.said()
    minutes = job.minutes or MINUTES
    files = papers(job)
    if job.wants(*STARTING):
        yield from start(job)
    if job.wants(*WALKED):
        sample = sorted((ASSETS / "sample").glob("*.pdf"))[:2]
        with opened(job.settings) as (shown, house):
            yield from access(shown, house, sample, screen)
    if job.wants("click_to_lit_ms", *TURNING):
        with opened(job.settings) as (shown, house):
            add(house, files)
            if job.wants("click_to_lit_ms"):
                yield click_to_lit(shown, house, screen)
            if job.wants(*TURNING):
                for row in page_turns(house, shown, longest(house)):
                    yield structs.replace(row, context={**row.context, "screen": screen})
    if job.wants(*STRUCTURES):
        with opened(job.settings) as (_, house):
            yield from structure_frames.rows(house, screen)
    if job.wants(*BEATING):
        with opened(job.settings) as (shown, house):
            yield from beats(shown, house, files, minutes, screen)
    if job.wants(*FULL):
        yield from full_window.rows(job, screen)
    if job.wants(*RANDOM):
        yield from random_use(job, files, minutes, screen)
