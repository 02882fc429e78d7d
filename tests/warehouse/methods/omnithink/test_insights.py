"""What new leaves taught is merged into one pool: new, refined, contradicted or known already."""

from __future__ import annotations

from typing import Any

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.context import Context
from warehouse.engine.protocol import Request
from warehouse.engine.scripted import AnyRequest, Line, ScriptedEngine
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.omnithink import insights
from warehouse.methods.omnithink.insights import Insights
from warehouse.results.records import Structure
from warehouse.run import Run
from warehouse.settings import Settings

TOPIC = "Lune Bridge"
CAST = "Skerton Works cast the arches of Lune Bridge over the river in the year 1881."
OTHER_YEAR = CAST.replace("1881", "1882")
WIDER = "A tramway made the deck wide."
CLOSED = "The foundry closed for good."


def told(text: str, *numbers: int, relation: str = "new", of: int = 0) -> dict[str, Any]:
    return {"text": text, "notes": list(numbers), "relation": relation, "of": of}


class Reflection:
    """The pool of a study of bridges, and what is said of each of its parts."""

    def __init__(self, shelve: Shelve) -> None:
        self.engine = ScriptedEngine([Line("reflect", "", self._said, repeat=True)])
        context = Context.of(shelve(BRIDGE, WORKS, OVENS), self.engine, Settings(), Run())
        self.evidence = EvidencePool(TOPIC, context)
        self.evidence.ask([TOPIC, "Skerton Works foundry Halton", "bread oven clay"])
        self.numbers = tuple(piece.number for piece in self.evidence.evidence)
        self.pool = Insights(self.evidence, context)
        self._script: dict[str, list[dict[str, Any]]] = {}

    def learn(self, *parts: tuple[str, list[dict[str, Any]]]) -> int:
        self._script = dict(parts)
        return self.pool.learn([(part, self.numbers) for part, _ in parts])

    def _said(self, request: AnyRequest) -> dict[str, Any]:
        words = asked(request)
        [said] = [said for part, said in self._script.items() if f"Part: {part}\n" in words]
        return {"insights": said}

    @property
    def texts(self) -> list[str]:
        return [one.title for one in self.pool.node().children]

    @property
    def lost(self) -> list[tuple[str, str]]:
        losses = self.evidence.research(Structure("tree")).losses
        return [(one.what, one.reason) for one in losses if one.stage == "reflecting"]


def asked(request: AnyRequest) -> str:
    assert isinstance(request, Request)
    return request.messages[-1].content


@pytest.fixture
def reflection(shelve: Shelve) -> Reflection:
    made = Reflection(shelve)
    assert len(made.numbers) >= 3
    return made


def test_new_insights_of_all_parts_stand_in_one_pool(reflection: Reflection) -> None:
    first, second, third = reflection.numbers[:3]
    assert reflection.learn(("a", [told(CAST, first)]), ("b", [told(WIDER, second, third)])) == 2
    [one, other] = reflection.pool.node().children
    assert (one.title, one.evidence) == (CAST, (first,))
    assert (other.title, other.evidence) == (WIDER, (second, third))
    assert reflection.pool.links() == ()


def test_the_pool_is_shown_to_the_next_reflection(reflection: Reflection) -> None:
    reflection.learn(("a", [told(CAST, reflection.numbers[0])]))
    reflection.learn(("b", [told(WIDER, reflection.numbers[1])]))
    first, second = reflection.engine.seen
    assert "Known:\nnothing yet\n" in asked(first)
    assert f"Known:\n(1) {CAST}\n" in asked(second)
    assert isinstance(second, Request) and second.schema is not None
    assert second.schema["properties"]["insights"]["items"]["properties"]["of"]["enum"] == [0, 1]


def test_what_says_it_more_exactly_takes_its_place(reflection: Reflection) -> None:
    first, second = reflection.numbers[:2]
    reflection.learn(("a", [told("Somebody cast the arches.", first)]))
    assert reflection.learn(("b", [told(CAST, second, relation="refines", of=1)])) == 1
    [one] = reflection.pool.node().children
    assert (one.title, one.evidence) == (CAST, (first, second))
    assert ("Somebody cast the arches.", f"said better: {CAST}") in reflection.lost


@pytest.mark.parametrize("relation", ["refines", "contradicts"])
def test_another_year_is_not_the_same(reflection: Reflection, relation: str) -> None:
    """The words are nearly the same, and what differs is what counts."""
    first, second = reflection.numbers[:2]
    reflection.learn(("a", [told(CAST, first)]))
    assert reflection.learn(("b", [told(OTHER_YEAR, second, relation=relation, of=1)])) == 1
    assert OTHER_YEAR in reflection.texts


def test_what_contradicts_stands_beside_it_and_is_linked(reflection: Reflection) -> None:
    first, second = reflection.numbers[:2]
    reflection.learn(("a", [told(CAST, first)]))
    reflection.learn(
        ("b", [told("The arches were forged abroad.", second, relation="contradicts", of=1)])
    )
    one, other = reflection.pool.node().children
    links = reflection.pool.links()
    assert {(link.first, link.second, link.label) for link in links} == {
        (other.id, one.id, "contradicts")
    }
    assert [link.evidence for link in links] == [second, first], "a click shows both sentences"


def test_what_is_known_adds_its_evidence_and_nothing_else(reflection: Reflection) -> None:
    first, second, third = reflection.numbers[:3]
    reflection.learn(("a", [told(CAST, first)]))
    words = "In 1881 Skerton Works cast the arches."
    again = [told(words, second, relation="known", of=1), told(CAST, third)]
    assert reflection.learn(("b", again)) == 0
    [one] = reflection.pool.node().children
    assert (one.title, one.evidence) == (CAST, (first, second, third))
    assert reflection.lost == [(words, f"known already: {CAST}")]


@pytest.mark.parametrize(("relation", "of"), [("new", 0), ("known", 1)])
def test_another_year_that_nobody_saw_stands_against_it(
    reflection: Reflection, relation: str, of: int
) -> None:
    """Two parts that are told at once do not know of each other."""
    first, second = reflection.numbers[:2]
    reflection.learn(("a", [told(CAST, first)]))
    assert reflection.learn(("b", [told(OTHER_YEAR, second, relation=relation, of=of)])) == 1
    one, other = reflection.pool.node().children
    assert (one.evidence, other.title, other.evidence) == ((first,), OTHER_YEAR, (second,))
    links = reflection.pool.links()
    assert {(link.first, link.second, link.label) for link in links} == {
        (other.id, one.id, "contradicts")
    }
    assert [link.evidence for link in links] == [second, first], "a click shows both sentences"


@pytest.mark.parametrize(("relation", "of"), [("new", 0), ("known", 1)])
@pytest.mark.parametrize(
    ("one", "other"),
    [("from 1879 to 1881", "from 1879 to 1882"), ("by 2.1", "by 2.3"), ("by 3.2.4", "by 3.2.5")],
)
def test_what_gives_other_numbers_is_kept_apart(
    reflection: Reflection, one: str, other: str, relation: str, of: int
) -> None:
    """Whether they are of the same thing or not, neither proves the other."""
    first, second = reflection.numbers[:2]
    words = CAST.replace("in the year 1881", one)
    reflection.learn(("a", [told(words, first)]))
    others = words.replace(one, other)
    assert reflection.learn(("b", [told(others, second, relation=relation, of=of)])) == 1
    assert [part.evidence for part in reflection.pool.node().children] == [(first,), (second,)]
    assert not reflection.pool.links()


def test_what_is_called_known_and_like_nothing_is_new(reflection: Reflection) -> None:
    first, second = reflection.numbers[:2]
    reflection.learn(("a", [told(CAST, first)]))
    assert reflection.learn(("b", [told(WIDER, second, relation="known", of=1)])) == 1
    assert [one.evidence for one in reflection.pool.node().children] == [(first,), (second,)]
    assert not reflection.pool.links()


def test_two_parts_that_refine_the_same_lose_neither(reflection: Reflection) -> None:
    first, second, third = reflection.numbers[:3]
    reflection.learn(("a", [told("Somebody built it.", first)]))
    changed = reflection.learn(
        ("b", [told(CAST, second, relation="refines", of=1)]),
        ("c", [told(CLOSED, third, relation="refines", of=1)]),
    )
    assert changed == 2
    assert reflection.texts == [CAST, CLOSED]


def test_what_rests_on_nothing_is_not_kept(reflection: Reflection) -> None:
    assert reflection.learn(("a", [told(CAST, 999)])) == 0
    assert reflection.texts == []
    assert (CAST, "rests on nothing that was found") in reflection.lost


def test_a_part_without_evidence_is_not_asked_about(reflection: Reflection) -> None:
    assert reflection.pool.learn([("empty", ())]) == 0
    assert reflection.engine.seen == []


def test_a_prompt_shows_the_latest_of_a_large_pool(
    reflection: Reflection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(insights, "SHOWN", 1)
    reflection.learn(("a", [told(CAST, reflection.numbers[0]), told(WIDER, reflection.numbers[1])]))
    assert reflection.pool.listed() == f"(2) {WIDER}"
    better = told(
        "The tramway of 1934 made the deck wide.", reflection.numbers[1], relation="refines", of=2
    )
    reflection.learn(("b", [better]))
    assert reflection.texts == [CAST, better["text"]]
