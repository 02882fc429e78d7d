"""A study that is steered while it works: only what depends on the change is asked again."""

from __future__ import annotations

import msgspec
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from steered_studies import (
    BARGES,
    SETTINGS,
    asked,
    engine,
    id_of,
    never,
    planning,
    run,
    titles,
    writing,
)

from warehouse.records import Place
from warehouse.results.records import Answer, Research
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies.keeper import Studies


def test_a_pinned_document_is_read_and_no_call_is_made_twice(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    model = engine()
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    result, steerer, studies = run(library, model, planning, pin)
    assert "Bread ovens" in titles(result)
    assert id_of(library, "Bread ovens") in result.research.read
    assert max(asked(model).values()) == 1
    [act] = result.research.acts
    assert (act.kind, act.state, act.target) == ("pin", "taken", "Bread ovens")
    assert any(chain.acts for chain in steerer.chains)
    assert studies.load(steerer.row.id if steerer.row else "") == result


def test_without_an_act_the_study_is_as_it_was(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    plain, _, _ = run(library, engine(), never)
    again, _, _ = run(library, engine(), never)
    assert plain.research == again.research
    assert plain.research.acts == ()
    numbers = [one.number for one in plain.research.evidence]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_banned_document_is_not_read_and_the_others_keep_their_numbers(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    before, _, _ = run(library, engine(), never)
    assert {"Lune Bridge", "Skerton Works"} <= titles(before)
    model = engine()
    ban = Act("ban", document=id_of(library, "Lune Bridge"))
    result, _, _ = run(library, model, writing, ban)
    assert "Lune Bridge" not in titles(result)
    assert id_of(library, "Lune Bridge") not in result.research.read
    known = {one.place: one.number for one in before.research.evidence}
    assert all(known.get(one.place, one.number) == one.number for one in result.research.evidence)
    assert any(
        (loss.stage, loss.what, loss.reason) == ("steering", "Lune Bridge", "banned by you")
        for loss in result.research.losses
    )
    assert max(asked(model).values()) == 1


def test_what_was_steered_counts_when_the_study_is_run_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    acts = [
        Act("ban", document=id_of(library, "Lune Bridge")),
        Act("pin", document=id_of(library, "Bread ovens")),
        Act("pin", document=id_of(library, "Barges")),
    ]
    before, steerer, studies = run(library, engine(), planning, *acts)
    assert steerer.row is not None
    studies.steer(steerer.row, Act("stop", target="nothing of the chain"))
    second = studies.again(steerer.row)
    result = studies.run(second, engine(), SETTINGS, Run())
    assert titles(result) == titles(before)  # type: ignore[arg-type]
    assert [one.kind for one in result.research.acts] == ["ban", "pin", "pin"]
    assert all(one.state == "taken" for one in result.research.acts)
    back = studies.steer(second, Act("back", other=1))
    assert back.number == 4


def test_a_run_again_takes_what_waits_and_leaves_what_was_taken_back(shelve: Shelve) -> None:
    """What waits counts as it would have; what was taken back is gone, with the taking back."""
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    pin = Act("pin", document=id_of(library, "Barges"))
    _, steerer, studies = run(library, engine(), planning, pin)
    row = steerer.row
    assert row is not None
    studies.steer(row, Act("back", other=1))
    studies.run(row, engine(), SETTINGS, Run())
    studies.steer(row, Act("ban", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("add", "Who paid the masters of the barges"))
    second = studies.again(row)
    assert [(one.number, one.kind) for one in studies.acts(second)] == [(1, "ban"), (2, "add")]
    assert [one.state for one in studies.acts(row)] == ["back", "taken", "waiting", "waiting"]
    result = studies.run(second, engine(), SETTINGS, Run())
    assert result.research.nodes[-1].title == "Who paid the masters of the barges"
    assert all(one.state == "taken" for one in result.research.acts)


def test_an_intent_is_reworded_and_another_added(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    first, _, studies = run(library, engine(), never)
    assert first.research.nodes[1].title == "The tramway"
    [row] = studies.list()
    studies.steer(row, Act("edit", "How barges were paid", "The tramway", node="2"))
    studies.steer(row, Act("add", "Heat of a bread oven"))
    model = engine()
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    texts = [intent.title for intent in result.research.nodes]
    assert texts == [QUESTION, "How barges were paid", "Heat of a bread oven"]
    assert {"Barges", "Bread ovens"} <= titles(result)
    assert result.spend.replayed > 0
    assert result.research.nodes[0] == first.research.nodes[0]
    comparison = studies.compared(row)
    assert comparison is not None
    assert len(comparison.added) == len(set(result.research.read) - set(first.research.read))


def test_a_stopped_intent_takes_no_more_rounds(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    stop = Act("stop", target="The tramway", node="2")

    def searching(shown: object) -> bool:
        return isinstance(shown, Research) and len(shown.nodes) == 2

    result, _, _ = run(library, engine(), searching, stop)
    assert [act.state for act in result.research.acts] == ["taken"]
    assert max((one.depth for one in result.research.nodes[1].sub_queries), default=0) <= 1
    assert "tram line" not in [one.text for one in result.research.nodes[1].sub_queries]


def test_stopping_what_is_finished_says_that_it_came_too_late(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = engine()
    result, _, _ = run(library, model, writing, Act("stop", target=QUESTION, node="1"))
    [act] = result.research.acts
    assert act.state == "late"
    assert "finished already" in act.note
    assert max(asked(model).values()) == 1


def test_searches_can_be_reworded_left_out_and_added(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    first, _, studies = run(library, engine(), never)
    [row] = studies.list()
    studies.steer(row, Act("reword", "barge masters", "tramway"))
    studies.steer(row, Act("search", "bread oven clay", QUESTION, node="1"))
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Answer)
    searches = [one.text for intent in result.research.nodes for one in intent.sub_queries]
    assert "tramway" not in searches
    assert {"barge masters", "bread oven clay"} <= set(searches)
    opening = result.research.nodes[0]
    assert opening.sub_queries[: len(first.research.nodes[0].sub_queries)] == (
        first.research.nodes[0].sub_queries
    )
    assert "Bread ovens" in titles(result)


def test_what_is_taken_back_leaves_the_study_as_it_was(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    ban = Act("ban", document=id_of(library, "Skerton Works"))
    result, _, studies = run(library, engine(), planning, ban)
    assert "Skerton Works" not in titles(result)
    [row] = studies.list()
    studies.steer(row, Act("back", other=1))
    again = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(again, Answer)
    assert "Skerton Works" in titles(again)


def test_words_that_are_kept_come_first_into_the_budget(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    whole = studies.run(row, engine(), SETTINGS, Run())
    ovens = id_of(library, "Bread ovens")
    text = library.catalog.text(ovens)
    place = Place(ovens, 7, text.index("The baker"), len(text))
    studies.steer(row, Act("keep", target="the baker", document=ovens, place=place))
    standing = whole.research.evidence[0]
    studies.steer(row, Act("keep", target="x", document=ovens, place=standing.place))
    result = studies.run(row, engine(), SETTINGS, Run())
    [mine] = [one for one in result.research.evidence if one.query == "kept by you"]
    assert (mine.text, mine.place.page, mine.score) == (text[place.start :], 0, 1.0)
    [known] = [one for one in result.research.evidence if one.number == standing.number]
    assert known == msgspec.structs.replace(standing, score=1.0)
