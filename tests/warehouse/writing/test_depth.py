"""How deep to think is chosen for one article, within what the settings allow."""

from __future__ import annotations

import msgspec
import pytest

from warehouse.methods.registry import METHODS, has_depth
from warehouse.settings import Settings
from warehouse.studies.study_files import OF_A_QUESTION, OF_AN_ARTICLE
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
    assert shallow.turns_alone < usual.turns_alone < deep.turns_alone
    assert (shallow.talk_turns, usual.talk_turns, deep.talk_turns) == (1, 3, 5)
    assert shallow.max_intents == 1 < usual.max_intents == deep.max_intents
    assert (shallow.effort, deep.effort) == ("quick", "thorough")


def test_what_the_settings_go_beyond_stays_so() -> None:
    long, short = Settings(turns_alone=60), Settings(turns_alone=2)
    assert deepened(long, DEEP).turns_alone == 60
    assert deepened(short, SHALLOW).turns_alone == 2


def test_every_method_with_a_depth_goes_deeper_and_so_when_it_is_asked_again() -> None:
    usual, *others = (msgspec.to_builtins(deepened(Settings(), one)) for one in DEPTHS)
    changed = {name for one in others for name in usual if one[name] != usual[name]}
    assert {one.deepened_by for one in METHODS.values() if has_depth(one.name)} <= changed
    assert changed <= {*OF_A_QUESTION, *OF_AN_ARTICLE}
