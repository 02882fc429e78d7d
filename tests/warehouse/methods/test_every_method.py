"""What every method of the registry keeps to, whatever it does: one suite for all of them.

The engine is played by rules that fit any prompt: a schema is filled, every likelihood and every
label is as good as the next.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, get_args

import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from counting import CountingEngine, filled, filling
from msgspec import structs

from warehouse.context import Context
from warehouse.documents.thoughts import Memory
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine, Request
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.methods.evidence import pinned
from warehouse.methods.method import Method
from warehouse.methods.registry import METHODS, has_depth
from warehouse.methods.seam import research
from warehouse.question.reading import A_TOPIC
from warehouse.records import Recalled, Root, Thought
from warehouse.results import reasons
from warehouse.results.records import Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.settings.everyday import Effort
from warehouse.steering import Act, Course, Steering
from warehouse.writing.depth import DEEP, SHALLOW, deepened

SETTINGS = Settings(max_intents=3, absence=False, depth=2)
MOST_STEPS = 60
MOST_KILLS = 10
Asked = tuple[Method, Settings]


class OfATopic(Method, frozen=True):
    """As an article has it explored."""

    def explore(self, task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
        return super().explore(task, replace(context, reading=A_TOPIC), recalled)


@pytest.fixture(
    params=[("aware", effort) for effort in (*get_args(Effort), "topic")]
    + [(name, "quick") for name in METHODS if name != "aware"],
    ids=lambda given: "-".join(given),
)
def method(request: pytest.FixtureRequest) -> Asked:
    """Each method; the one that knows efforts with each of them."""
    name, effort = request.param
    if effort == "topic":
        return OfATopic(**structs.asdict(METHODS[name])), SETTINGS
    return METHODS[name], structs.replace(SETTINGS, effort=effort)


def engine(tmp_path: Path, name: str = "calls") -> CountingEngine:
    return filling(tmp_path / name, "Skerton Works", "Halton")


def found(library: Library, model: Engine, method: Asked, course: Course | None = None) -> Research:
    context = Context.of(library, model, method[1], Run(), Steering(course))
    return research(QUESTION, context, method[0])


class StopsAt(Run):
    """Is cancelled at the given step."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.left = steps

    def step(self, stage: str, done: int, total: int, note: str = "") -> None:
        self.left -= 1
        if self.left < 0:
            self.cancel()
        super().step(stage, done, total, note)


def test_it_says_what_it_is_for(method: Asked) -> None:
    told = method[0]
    for words in (told.sentence, told.good_for, told.cost):
        assert words.endswith(".") and words[0].isupper()


def test_an_empty_library_has_no_evidence(method: Asked, shelve: Shelve, tmp_path: Path) -> None:
    assert found(shelve(), engine(tmp_path), method).evidence == ()


def test_every_piece_of_evidence_stands_where_it_says_and_in_a_node(
    method: Asked, shelve: Shelve, tmp_path: Path
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    made = found(library, engine(tmp_path), method)
    assert made.evidence and made.task == QUESTION
    ids = [node.id for node in made.nodes]
    assert len(ids) == len(set(ids))
    placed = {number for node in made.nodes for number in node.evidence}
    for piece in made.evidence:
        place = piece.place
        assert piece.text == library.catalog.text(place.document, place.start, place.end)
        assert piece.query
        assert piece.number in placed
    assert all(node.state != "open" for node in made.nodes)


def test_it_can_be_cancelled_at_any_step(method: Asked, shelve: Shelve, tmp_path: Path) -> None:
    """Of very many steps every second or third."""
    library = shelve(BRIDGE, WORKS, OVENS)

    def until(step: int) -> StopsAt:
        library.catalog.forget_triples(one.id for one in library.documents())
        run = StopsAt(step)
        research(QUESTION, Context.of(library, engine(tmp_path), method[1], run), method[0])
        return run

    steps = MOST_STEPS - until(MOST_STEPS).left
    assert steps, "there is no step at which it can be stopped"
    for step in range(0, steps, steps // MOST_KILLS + 1):
        with pytest.raises(Cancelled):
            until(step)


@pytest.mark.parametrize("name", METHODS)
def test_it_goes_deeper_where_it_says_so(name: str, shelve: Shelve, tmp_path: Path) -> None:
    library, numbers = shelve(BRIDGE, WORKS, OVENS), count()

    def calls(depth: str) -> int:
        library.catalog.forget_triples(one.id for one in library.documents())

        def write(request: Request) -> str:
            words = f"Skerton Works {next(numbers)}"
            return words if request.schema is None else json.dumps(filled(request.schema, words))

        model = engine(tmp_path, depth)
        model.write = write
        found(library, model, (METHODS[name], deepened(SETTINGS, depth)))
        return model.started

    shallow, deep = calls(SHALLOW), calls(DEEP)
    assert (deep > shallow) == has_depth(name)


class Cut(Exception):
    """The end of the program, as far as the journal knows."""


def test_a_kill_at_any_call_repeats_none(method: Asked, shelve: Shelve, tmp_path: Path) -> None:
    """Each begins with a library of which nothing was read for its graph. Of very many calls every
    second or third.
    """
    library = shelve(BRIDGE, WORKS, OVENS)
    whole = engine(tmp_path, "whole")
    with Journal(tmp_path / "whole.db") as journal:
        wanted = found(library, Journaled(whole, journal), method)
    calls = len(whole.finished)
    for call in range(0, calls, calls // MOST_KILLS + 1):
        log = f"cut-{call}"
        library.catalog.forget_triples(one.id for one in library.documents())
        with Journal(tmp_path / f"{log}.db") as journal:
            with pytest.raises(Cut):
                found(library, Journaled(_cut(engine(tmp_path, log), call), journal), method)
            again = found(library, Journaled(engine(tmp_path, log), journal), method)
        assert again == wanted
        assert sorted(engine(tmp_path, log).finished) == sorted(whole.finished)


def _cut(model: CountingEngine, calls: int) -> CountingEngine:
    """Ends after so many calls."""

    def counted(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def asked(request: Any) -> Any:
            if model.started > calls:
                raise Cut
            return answer(request)

        return asked

    model.write = counted(model.write)
    model.likely = counted(model.likely) if model.likely else None
    model.pick = counted(model.pick) if model.pick else None
    return model


def test_what_is_banned_is_not_read_and_what_is_pinned_is(
    method: Asked, shelve: Shelve, tmp_path: Path
) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    by_title = {row.title: row.id for row in library.documents()}
    bridge, ovens = by_title["Lune Bridge"], by_title["Bread ovens"]
    without = library.without(frozenset({bridge}))
    assert bridge not in found(without, engine(tmp_path), method).read
    pinned = found(library, engine(tmp_path), method, Course(pinned={"1": (ovens,)}))
    assert ovens in pinned.read


def test_what_it_leaves_is_as_the_user_has_changed_it(
    method: Asked, shelve: Shelve, tmp_path: Path
) -> None:
    """A part that is left out takes its evidence with it, and asks no model again."""
    if "drop" not in method[0].steerable:
        pytest.skip("its plan is changed instead" if "add" in method[0].steerable else "no parts")
    library = shelve(BRIDGE, WORKS, OVENS)
    with Journal(tmp_path / "calls.db") as journal:
        model = engine(tmp_path)
        made = found(library, Journaled(model, journal), method)
        asked = len(model.finished)
        part = next(node for node in reversed(made.nodes) if node.evidence)
        course = Course(changes=(Act("drop", target=part.title, node=part.id),))
        after = found(library, Journaled(model, journal), method, course)
    assert part.id not in {node.id for node in after.nodes}
    held = {number for node in after.nodes for number in node.evidence}
    assert {one.number for one in after.evidence} == held
    assert len(model.finished) == asked


def test_what_the_user_adds_is_searched_for_and_stands_in_it(
    method: Asked, shelve: Shelve, tmp_path: Path
) -> None:
    """No model is asked for it; what is in it already, or is found nowhere, is told."""
    if "drop" not in method[0].steerable:
        pytest.skip("its plan is changed instead" if "add" in method[0].steerable else "no parts")
    library = shelve(BRIDGE, WORKS, OVENS)
    model = engine(tmp_path)
    made = found(library, model, method)
    wishes = {"90": "How a baker keeps the heat of an oven", "91": made.nodes[-1].title}
    course = Course(fixed=wishes, added=frozenset(wishes))
    after = found(library, engine(tmp_path, "after"), method, course)
    [part] = [node for node in after.nodes if node.title == wishes["90"]]
    assert any(one.title == "Bread ovens" for one in after.evidence if one.number in part.evidence)
    assert part.id not in {node.id for node in made.nodes}
    assert [node for node in after.nodes if node.id != part.id][1:] == list(made.nodes)[1:]
    assert after.evidence[: len(made.evidence)] == made.evidence
    assert {*engine(tmp_path, "after").finished} <= {*model.finished}
    assert [loss.reason for loss in after.losses[len(made.losses) :]] == [reasons.PART]
    dropped = structs.replace(course, changes=(Act("drop", target=part.title, node=part.id),))
    without = found(library, engine(tmp_path, "without"), method, dropped)
    assert part.id not in {node.id for node in without.nodes}


def test_every_loss_says_why(method: Asked, shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    made = found(library, engine(tmp_path), method)
    for loss in made.losses:
        assert loss.stage and loss.what and loss.reason
    told = {loss.document for loss in made.losses} | set(made.read)
    assert set(_seen(made, library)) <= told


def _seen(made: Research, library: Library) -> Iterator[str]:
    """The documents that its searches bring up."""
    for node in made.nodes:
        for query in node.sub_queries:
            if query.found:
                yield from (hit.document for hit in library.retrieval.passages(query.text, 5))


def test_the_thoughts_it_began_from_are_told(method: Asked, shelve: Shelve, tmp_path: Path) -> None:
    """With what they rest on among the evidence; one of which nothing may be read is none."""
    library = shelve(BRIDGE, WORKS, OVENS)
    [hit, *_] = library.retrieval.passages(WORKS[1], 1)
    place, label = library.catalog.stands(hit.document, hit.start, hit.end)
    text = library.catalog.for_prompts(place.document, place.start, place.end)
    root = Root(place, text, hit.title, label, hit.path)
    made = Thought("t1", f"{QUESTION} Skerton did", QUESTION, "s1", 1.0, 0.9, 2.0, (root,))
    memory = Memory(library)
    assert memory.keep(made) == ""
    memory.pin(made)
    asked = method[0], structs.replace(method[1], thoughts=True)
    begun = found(library, engine(tmp_path), asked)
    assert begun.thoughts == ("t1",)
    rests_on = set(begun.recollections[0].numbers)
    known = [piece for piece in begun.evidence if piece.number in rests_on]
    assert {piece.place.document for piece in known} == {hit.document}
    without = library.without(frozenset({hit.document}))
    context = Context.of(without, engine(tmp_path, "other"), asked[1], Run())
    assert pinned.beforehand(QUESTION, begun, context).thoughts == (), "as an article begins"
