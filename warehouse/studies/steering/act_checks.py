"""An act of the user before it is recorded: does it make sense here, and what does it name?

Needs the catalog and the study's folder alone, so that another program can steer a study that runs
in this one.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from warehouse.errors import BadInput
from warehouse.methods.registry import METHODS
from warehouse.records import StudyRow
from warehouse.steering import Act, Course, Kind, course, fold, typed
from warehouse.store.catalog import Catalog
from warehouse.studies.steering.acts import ActLog
from warehouse.studies.study_rows import not_a_table

LONGEST = 300
UNPLANNED = "This method plans nothing that could be changed."
OF_METHOD: dict[str, frozenset[Kind]] = {
    **{name: method.steerable for name, method in METHODS.items()},
    "check": frozenset({"ban", "back"}),
}
"""What can be steered; in articles everything can."""
PLANNED: tuple[Kind, ...] = ("edit", "add", "stop", "search", "reword", "drop", "merge")
"""Changes of a plan, or of what came of it."""
READ: tuple[Kind, ...] = ("pin", "keep")
"""Changes of what is read."""


def steer(catalog: Catalog, folder: Path, study: StudyRow, act: Act) -> Act:
    """Record it, and tell it with its number. Raises BadInput, StorageError."""
    not_a_table(study)
    allowed = OF_METHOD.get(study.method)
    if allowed is not None and act.kind not in allowed:
        raise BadInput(UNPLANNED, "Ask with the full search.")
    with ActLog(folder) as steering:
        now = course(structs.replace(earlier, state="taken") for earlier in _counting(steering))
        return steering.record(_checked(act, now, catalog))


def _counting(steering: ActLog) -> list[Act]:
    return [act for act in steering.acts() if act.state in ("waiting", "taken")]


def _checked(act: Act, now: Course, catalog: Catalog) -> Act:
    match act.kind:
        case "pin" | "ban":
            return _document(act, now, catalog)
        case "keep":
            place = act.place
            if place is None or not catalog.knows(place.document):
                raise BadInput("The document of these words is not in the library.")
            return act
        case "edit" | "add" | "search" | "recheck":
            text = typed(act.text)
            if not text:
                raise BadInput("There are no words to look for.", "Write what is wanted.")
            if act.kind != "recheck" and len(text) > LONGEST:
                raise BadInput(f"That is longer than {LONGEST} characters.", "Say it shorter.")
            if act.kind != "recheck" and fold(text) == fold(act.target):
                raise BadInput("These are the same words as before.")
            return structs.replace(act, text=text)
        case "merge" if not act.into or act.into == act.node:
            raise BadInput("There is nothing to join it to.", "Name another part.")
        case "reword":
            text = typed(act.text)[:LONGEST]
            return structs.replace(act, text=text, target=typed(act.target))
        case _:
            return act


def _document(act: Act, now: Course, catalog: Catalog) -> Act:
    if not catalog.knows(act.document):
        raise BadInput("That document is not in the library.")
    row = catalog.document(act.document)
    if act.kind == "ban" and row.id in now.banned:
        raise BadInput(f"“{row.title}” is banned already.")
    if act.kind == "pin" and row.state == "locked":
        raise BadInput(f"“{row.title}” needs a password.", "Unlock it in the Library, then pin it.")
    if act.kind == "pin" and row.id in now.pins:
        raise BadInput(f"“{row.title}” is pinned already.")
    return structs.replace(act, target=row.title)
