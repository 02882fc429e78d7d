"""How an answer may read: asked for where a document is too long to be read whole, and searched."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, Shelve

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.aware import exploration, quick
from warehouse.methods.evidence import supposed
from warehouse.methods.evidence.chain_builder import ChainBuilder
from warehouse.methods.evidence.sentences import SHORT_PASSAGES
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Course, Steering, fold

TASK = "How is rust kept away?"
SUPPOSED = "The arches are painted with red lead."
MANUAL = (
    "The keeping of bridges",
    "\n\n".join(f"Part {at} tells of the deck, its planks and its nails. " * 40 for at in range(9)),
)


def answering(text: str) -> ScriptedEngine:
    return ScriptedEngine([Line("supposed", TASK, text)])


def test_it_is_one_sentence(shelve: Shelve) -> None:
    engine = answering("  The arches are painted\n with red lead. They are scraped first. Then")
    context = Context.of(shelve(BRIDGE), engine, Settings(), Run())
    assert supposed.answer(TASK, context) == SUPPOSED


def test_no_reply_supposes_nothing(shelve: Shelve) -> None:
    context = Context.of(shelve(BRIDGE), answering(""), Settings(), Run())
    assert supposed.answer(TASK, context) == ""
    assert quick.opening(TASK, context).queries == (TASK,)


def test_it_is_searched_beside_the_question_where_a_document_is_long(shelve: Shelve) -> None:
    library, engine = shelve(BRIDGE, MANUAL), answering(SUPPOSED)
    assert max(one.passages for one in library.documents()) > SHORT_PASSAGES
    context = Context.of(library, engine, Settings(), Run())
    plan = quick.first(TASK, ChainBuilder(TASK, context), context)
    engine.assert_used_up()
    assert plan.queries[:2] == (TASK, f"{TASK} {SUPPOSED}")
    assert plan.supposed == plan.queries[1]


def test_short_documents_are_read_whole_so_nothing_is_supposed(shelve: Shelve) -> None:
    engine = ScriptedEngine()
    context = Context.of(shelve(BRIDGE), engine, Settings(), Run())
    plan = quick.first(TASK, ChainBuilder(TASK, context), context)
    assert plan.queries == (TASK,)
    assert not engine.seen


def test_what_is_left_out_of_the_searches_weighs_nothing(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, weighed = shelve(BRIDGE, MANUAL), list[str]()

    def noted(*_: object, supposed: str = "", **__: object) -> list[object]:
        weighed.append(supposed)
        return []

    monkeypatch.setattr(exploration, "extract", noted)
    query = f"{TASK} {SUPPOSED}"
    for course, wanted in ((Course(), query), (Course(reworded={fold(query): ""}), "")):
        context = Context.of(library, answering(SUPPOSED), Settings(), Run(), Steering(course))
        builder = ChainBuilder(TASK, context)
        builder.begin(TASK)
        work = exploration.Exploration(quick.first(TASK, builder, context), builder, context)
        work._picked((), insisted=False)
        assert weighed[-1] == wanted


def test_a_search_with_a_supposed_answer_is_called_one_and_no_other(shelve: Shelve) -> None:
    context = Context.of(shelve(BRIDGE, MANUAL), answering(SUPPOSED), Settings(), Run())
    builder = ChainBuilder(TASK, context)
    plan = quick.first(TASK, builder, context)
    builder.begin(TASK)
    exploration.Exploration(plan, builder, context).open()
    told = {one.text: one.told for one in builder.current.sub_queries}
    assert told[TASK] == f"“{TASK}”"
    assert (
        told[plan.supposed]
        == f"“{plan.supposed}” (with an answer that the model supposes, to search by)"
    )
