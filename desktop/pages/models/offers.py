"""Worker side of the Models page: the list, and how each model would run on this machine.

What is said before loading is an estimate and is called one: memory from the file's own figures
where it is here, from its size where it is not; speed from a measurement of this model here, else
from the nearest one measured.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop.pages.models.card import Offer, human_bytes
from desktop.pages.models.free_memory import FreeMemory
from desktop.speed import rate, words
from warehouse.errors import DoesNotFit, EngineError
from warehouse.settings import Settings, expanded

if TYPE_CHECKING:
    from warehouse.engine.models import Installed
    from warehouse.engine.models.entries import CatalogueEntry

# Of a file that is not here yet: matrices kept twice on the CPU, cells and buffers. The models
# measured needed 2.0 to 6.5 times their size; the smaller the model, the more.
SIZE_TIMES = 1.6
SIZE_PLUS_BYTES = 500_000_000


def offers(settings: Settings, memory: FreeMemory) -> list[Offer]:
    """The catalogue, then what else is installed; the chosen model first where it is neither."""
    from warehouse.engine import models

    installed = {model.id: model for model in models.installed()}
    catalogue = models.catalogue()
    listed = [
        _from_catalogue(entry, installed.get(entry.id), settings, memory) for entry in catalogue
    ]
    ids = {entry.id for entry in catalogue}
    listed += [
        _brought(model, settings, memory) for model in installed.values() if model.id not in ids
    ]
    known = {offer.id for offer in listed} | {offer.file for offer in listed}
    for chosen in (settings.processing_model, settings.model):
        if chosen and chosen not in known and Path(chosen).name not in known:
            listed.insert(0, _from_elsewhere(chosen, settings, memory))
            known.add(chosen)
    return listed


def outlook(path: Path, sha256: str, settings: Settings, memory: FreeMemory) -> str:
    """Memory and speed of a model that is here. Empty for what cannot be used."""
    from warehouse.engine.model_file import gguf
    from warehouse.engine.model_file.fit import fit

    try:
        facts = gguf.inspect(path)
        fitted = fit(facts, settings, free_bytes=memory.bytes)
    except DoesNotFit as error:
        return str(error)
    except EngineError:
        return ""
    needed, free = human_bytes(fitted.needed_bytes), human_bytes(fitted.free_bytes)
    room = f"needs about {needed} of memory, {free} are free"
    return " · ".join(filter(None, [room, speed(sha256, facts.size_bytes)]))


def speed(sha256: str, size_bytes: int) -> str:
    """Measured here, or an estimate from another model's, or nothing."""
    from warehouse.engine import probe

    if (measured := probe.of_model(sha256)) is not None and 1 in measured.writing:
        together = ""
        if measured.parallel > 1:
            count = measured.parallel
            together = f", {words(measured.writing[count]):.0f} with {count} texts side by side"
        return f"writes {rate(measured.writing[1])}{together} (measured here)"
    if (expected := probe.expected(size_bytes)) is None:
        return ""
    return f"would write about {rate(expected[1])} (an estimate)"


def _from_catalogue(
    entry: CatalogueEntry, here: Installed | None, settings: Settings, memory: FreeMemory
) -> Offer:
    return Offer(
        id=entry.id,
        title=entry.title,
        kind=entry.kind,
        file=entry.file,
        note=entry.note,
        licence=entry.licence,
        publisher=entry.publisher,
        bytes=entry.size_bytes,
        rounded=not entry.bytes,
        context=entry.context,
        installed=here is not None,
        outlook=_catalogue_outlook(entry, here, settings, memory),
    )


def _catalogue_outlook(
    entry: CatalogueEntry, here: Installed | None, settings: Settings, memory: FreeMemory
) -> str:
    if entry.kind != "chat":
        return ""
    if here is not None:
        return outlook(here.path, here.sha256, settings, memory)
    if not entry.size_bytes:
        return ""
    needed = SIZE_TIMES * entry.size_bytes + SIZE_PLUS_BYTES
    free = memory.bytes
    size, of = human_bytes(needed), human_bytes(free)
    room = f"needs roughly {size} of memory, {of} are free"
    if needed >= free:
        room = f"too large for now: it needs roughly {size} of memory, {of} are free"
    said = ", ".join(filter(None, [room, speed(entry.sha256, entry.size_bytes)]))
    return said if said.endswith("(an estimate)") else f"{said} (an estimate)"


def _brought(one: Installed, settings: Settings, memory: FreeMemory) -> Offer:
    return Offer(
        id=one.id,
        title=one.title,
        kind=one.kind,
        file=str(one.path),
        note="A file of your own.",
        bytes=one.bytes,
        installed=True,
        outlook=outlook(one.path, one.sha256, settings, memory),
    )


def _from_elsewhere(chosen: str, settings: Settings, memory: FreeMemory) -> Offer:
    """A model that is used where it lies, or one that is gone."""
    from warehouse.engine.model_file import hashes

    path = expanded(chosen)
    here = path.is_file()
    return Offer(
        id=chosen,
        title=path.stem,
        kind="chat",
        file=chosen,
        note=f"Used where it lies: {path}" if here else "",
        bytes=path.stat().st_size if here else 0,
        installed=here,
        outlook=outlook(path, hashes.known(path), settings, memory) if here else "",
    )
