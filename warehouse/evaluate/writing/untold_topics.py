"""``muniment bench topics``: is it seen that a library does not tell of the topic of an article?

``topics.txt`` holds topics for several libraries: folders under ``--data`` with the names of its
groups, where there are such, or FreshWiki. The file says what is in them. The model is asked of
those that words and likeness leave open (methods/absence/offtopic.py).
"""

from __future__ import annotations

from warehouse.context import Context
from warehouse.errors import BadInput
from warehouse.evaluate.libraries import of_folder
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.research.offtopic import both, cases
from warehouse.evaluate.thinking import thinking
from warehouse.evaluate.writing.topics import topics
from warehouse.library import Library
from warehouse.methods.absence import offtopic

FRESHWIKI = "articles.jsonl"


def rows(job: Job) -> list[Row]:
    """Shares of foreign topics that are refused, and of others. Raises BadInput, ModelMissing."""
    if job.data is not None and (job.data / FRESHWIKI).is_file():
        with topics(job) as (library, _):
            return _rows("freshwiki", library, job)
    groups = dict.fromkeys(case.group for case in cases("topics.txt", "writing"))
    folders = [job.data / group for group in groups if job.data and (job.data / group).is_dir()]
    if not folders:
        raise BadInput("There is no library to write from.", f"--data wants {', '.join(groups)}.")
    figures: list[Row] = []
    for folder in folders:
        with of_folder(folder, job) as library:
            figures += _rows(folder.name, library, job)
    return figures


def _rows(group: str, library: Library, job: Job) -> list[Row]:
    of_group = [case for case in cases("topics.txt", "writing") if case.group == group]
    with thinking(job) as engine:
        context = Context.of(library, engine, job.settings, job.run)
        foreign = [is_refused(case.question, context) for case in of_group]
    return both(f"offtopic_topic_{group}", of_group, foreign, "<= 0.05")


def is_refused(topic: str, context: Context) -> bool:
    hits = context.library.retrieval.passages(topic, offtopic.OF_A_TOPIC)
    judged = offtopic.of_topic(topic, hits, context)
    return judged is not None and not judged.answers
