"""Every method by its name: the one list from which command line, window and studies are made."""

from __future__ import annotations

from collections.abc import Mapping

from warehouse.errors import BadInput
from warehouse.methods import aware, rag
from warehouse.methods.seam import Method

METHODS: Mapping[str, Method] = {method.name: method for method in (aware.METHOD, rag.METHOD)}
FIRST = aware.METHOD.name


def find(name: str) -> Method:
    """Raises BadInput for a name that no method has."""
    if name not in METHODS:
        raise BadInput(f"There is no method named {name!r}.", f"There are: {', '.join(METHODS)}.")
    return METHODS[name]
