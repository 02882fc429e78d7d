"""The right pane of Models: what a GGUF file says about itself, read before it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout

from desktop.house import House
from desktop.notices import words
from desktop.pages.models.card import human_bytes
from desktop.pages.models.free_memory import FreeMemory
from desktop.widgets.basics import label
from desktop.widgets.sidepane import SidePane
from warehouse.errors import BadInput, DoesNotFit
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.model_file.gguf import GgufFacts

HIDDEN = ("path", "name", "kind", "template", "size_bytes", "feed_forward")
NAMES = {
    "kv_heads": "Key-value heads",
    "window": "Sliding window",
    "cell_bytes": "Cache of a token",
    "repack_bytes": "Kept twice on a CPU",
}
LONGEST = 64


class ModelFacts(Struct, frozen=True):
    """``rows`` are (name, value) as shown."""

    id: str
    title: str
    path: str
    rows: tuple[tuple[str, str], ...]


class FactsPane(SidePane):
    def __init__(self, house: House) -> None:
        super().__init__("Facts about the model", spacing_px=4)
        self._house = house

    def show_facts(self, facts: ModelFacts) -> None:
        column = self.fresh()
        column.addWidget(label(facts.title, "heading", wrap=True))
        column.addWidget(label("What the file says about itself, for experts.", "quiet", wrap=True))
        column.addSpacing(10)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for line, (name, value) in enumerate(facts.rows):
            top = Qt.AlignmentFlag.AlignTop
            grid.addWidget(label(name, "quiet"), line, 0, top)
            shown = label(value, "ink", wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(shown, line, 1, top)
        column.addLayout(grid)
        column.addSpacing(14)
        where = label(facts.path, "small", wrap=True)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(where)
        column.addStretch(1)

    def show_error(self, error: BaseException) -> None:
        notice = words(error)
        column = self.fresh()
        column.addWidget(label(notice.sentence, "ink", wrap=True))
        column.addWidget(label(notice.next_step, "quiet", wrap=True))
        column.addStretch(1)


def read_facts(id_or_path: str, settings: Settings, memory: FreeMemory) -> ModelFacts:
    """Worker. Raises BadInput where there is no such file, ModelRefused for a bad one."""
    from warehouse.engine import models
    from warehouse.engine.model_file import gguf

    if (path := models.locate(id_or_path)) is None:
        raise BadInput(
            f"{id_or_path} is not on this computer.", "Fetch it, or choose another model."
        )
    if path.is_dir():
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return ModelFacts(id_or_path, path.name, str(path), (("Size", human_bytes(size)),))
    facts = gguf.inspect(path)
    said = msgspec.structs.asdict(facts)
    rows = [(_name(name), _value(name, value)) for name, value in said.items()]
    shown = [("Size", human_bytes(facts.size_bytes)), *(row for row in rows if row[1])]
    return ModelFacts(
        id_or_path, facts.name or path.stem, str(path), (*shown, *_memory(facts, settings, memory))
    )


def _memory(
    facts: GgufFacts, settings: Settings, memory: FreeMemory
) -> tuple[tuple[str, str], ...]:
    """What it would need with these settings, against what is free."""
    from warehouse.engine.model_file.fit import fit

    try:
        fitted = fit(facts, settings, free_bytes=memory.bytes)
    except DoesNotFit as error:
        return (("Memory", str(error)),)
    needed, free = human_bytes(fitted.needed_bytes), human_bytes(fitted.free_bytes)
    words = f"needs about {needed}; {free} are free"
    return (("Memory", f"{words}. {fitted.note}" if fitted.note else words),)


def _name(field: str) -> str:
    return NAMES.get(field, field.replace("_", " ").capitalize())


def _value(field: str, value: Any) -> str:
    if field in HIDDEN or value == 0 or (field, value) == ("parts", 1):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return human_bytes(value) if field.endswith("bytes") else f"{value:,}"
    if isinstance(value, float):
        return f"{value:.2f}"
    text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + " …"
