"""The seam: a method takes a task and a context, and leaves research. It writes nothing.

``Research`` is a pool of evidence, each piece with its place and the query that found it, and a
structure of nodes over it, with what was dropped and what the user steered. Who answers, writes and
keeps studies knows this file and the registry, and no method.
"""

from __future__ import annotations

from warehouse.context import Context
from warehouse.methods.evidence import added_parts, remembering, xray_losses
from warehouse.methods.method import Method
from warehouse.results.records import Research
from warehouse.structures.edited import edited


def research(task: str, context: Context, method: Method) -> Research:
    """What ``method`` finds for ``task``. Raises Cancelled.

    The same for all methods: thoughts near the task are handed to it where they are on, what it
    leaves is as the user has changed it, and what the x-ray kept out of the prompts is told.
    """
    task = " ".join(task.split())
    recalled = remembering.recalled(task, context)
    made = method.explore(task, context, recalled)
    if "drop" in method.steerable:
        made = edited(added_parts.searched(made, context), context.steering.course)
    return xray_losses.told(made, context.library)
