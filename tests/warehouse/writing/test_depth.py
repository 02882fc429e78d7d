"""How deep to think is chosen for one article, within what the settings allow."""

from __future__ import annotations

import msgspec
import pytest

from warehouse.settings import Settings
from warehouse.writing.depth import DEEP, DEPTHS, SHALLOW, USUAL, deepened


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_depth_is_one_that_settings_may_have(depth: str) -> None:
    made = deepened(Settings(), depth)
    assert msgspec.convert(msgspec.to_builtins(made), Settings) == made


def test_deeper_is_more_rounds() -> None:
    shallow, usual, deep = (deepened(Settings(), one) for one in (SHALLOW, USUAL, DEEP))
    assert usual == Settings()
    assert shallow.tree_depth < usual.tree_depth < deep.tree_depth
    assert shallow.graph_rounds < usual.graph_rounds < deep.graph_rounds
    assert (shallow.effort, deep.effort) == ("quick", "thorough")
