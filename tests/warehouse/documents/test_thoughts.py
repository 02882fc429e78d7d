"""Thoughts: kept when new, recalled beside passages, stale when their words are gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.documents.thoughts import EPSILON, UNREADABLE, Memory
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Place, Root, Thought
from warehouse.run import Run

BRIDGE = (
    "Lune Bridge is an iron bridge over the river Lune. Its arches were cast by Skerton Works in "
    "1881. The deck was widened in 1934 for the tramway."
)
OVEN = "A bread oven holds its heat in a thick floor of clay. The baker rakes out the ashes."
KNOWN = "The foundry behind the Lune crossing, Skerton, stood at Halton and cast iron there."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(256)) as made:
        for title, text in (("Lune Bridge", BRIDGE), ("Ovens", OVEN)):
            made.admit(reading(title, text), f"{title}.html", text.encode(), Run())
        yield made


def thought(library: Library, text: str = KNOWN, id: str = "t1", **more: object) -> Thought:
    bridge = next(one for one in library.catalog.documents() if one.title == "Lune Bridge")
    whole = library.catalog.text(bridge.id)
    start = whole.index("Its arches")
    words = whole[start : whole.index(" The deck")]
    root = Root(Place(bridge.id, 0, start, start + len(words)), words, "Lune Bridge", "1", "")
    return Thought(id, text, "Who cast it?", "s1", 1.0, 0.9, 2.0, (root,), **more)  # type: ignore[arg-type]


def test_a_thought_is_kept_and_comes_back_with_its_roots(library: Library) -> None:
    memory = Memory(library)
    assert memory.keep(thought(library)) == ""
    [recalled] = memory.recall("Where stood the foundry of the Lune crossing, Skerton?")
    assert recalled.thought == memory.all()[0]
    assert recalled.thought.roots[0].text.endswith("in 1881.")
    assert 0 < recalled.cosine <= 1


def test_what_a_passage_or_a_thought_says_already_is_not_kept(library: Library) -> None:
    memory = Memory(library)
    assert "a passage of the library" in memory.keep(thought(library, BRIDGE))
    assert memory.keep(thought(library)) == ""
    assert "known already" in memory.keep(thought(library, KNOWN + " So it did.", id="t2"))
    assert [one.id for one in memory.all()] == ["t1"]
    assert memory.keep(thought(library, KNOWN + " So it did.")) == ""
    assert memory.all()[0].text.endswith("So it did.")


def test_the_passage_that_says_the_same_need_not_be_the_first_found(library: Library) -> None:
    """Words of its title can put another passage before the one that says the same."""
    text = "The baker rakes out the ashes of the oven at Halton before the bread goes in."
    library.admit(reading("Works of 1902", text), "w.html", text.encode(), Run())
    other = "Ashes, baker, oven, bread: a roll of Halton and Skerton, by parish and year."
    library.admit(reading("The baker rakes ashes", other), "o.html", other.encode(), Run())
    assert "a passage of the library" in Memory(library).keep(thought(library, text))


def test_a_title_that_passage_and_thought_do_not_share_does_not_tell_them_apart(
    library: Library,
) -> None:
    text = "Carts paid one penny each way."
    title = "Ledger of the turnpike trustees for the parishes beyond the hill, second volume"
    library.admit(reading(title, text), "tolls.html", text.encode(), Run())
    [first, *_] = library.retrieval.passages(text, 1)
    assert (first.dense or 0.0) < EPSILON, "as it is embedded, with its title"
    assert "a passage of the library" in Memory(library).keep(thought(library, text))


def test_the_same_study_again_changes_neither_your_words_nor_a_pin(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library))
    memory.pin(memory.find("t1"))
    assert memory.keep(thought(library, f"{KNOWN} Truly.")) == ""
    assert (memory.find("t1").pinned, memory.find("t1").text[-6:]) == (True, "Truly.")
    memory.edit(memory.find("t1"), "My own words on the foundry of Halton.")
    assert "your own words" in memory.keep(thought(library))
    assert memory.find("t1").text == "My own words on the foundry of Halton."


def test_one_of_two_that_became_alike_is_recalled(library: Library) -> None:
    memory = Memory(library)
    assert memory.keep(thought(library)) == ""
    other = thought(library, "Ovens and ashes are raked by the baker of Halton at dawn.", id="t2")
    assert memory.keep(other) == ""
    memory.edit(memory.find("t2"), f"{KNOWN} Indeed.")
    found = memory.recall("Which foundry stood at Halton and cast iron, Skerton?")
    assert [bool(one.left_out) for one in found] == [False, True]


def test_what_is_far_from_the_question_stays_where_it_is(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library, "Zebras graze by night."))
    for number in range(9):
        text = f"Ashes of the baker's oven number {number} are raked out over clay and heat."
        library.admit(reading(f"Oven {number}", text), f"{number}.html", text.encode(), Run())
    assert memory.recall("How does the baker rake out the ashes of the oven?") == []


def test_a_sentence_is_found_by_the_question_that_says_what_it_is_about(library: Library) -> None:
    """Passages are compared with their titles, so a bare sentence stood behind all of them."""
    memory = Memory(library)
    bare = structs.replace(thought(library), text="They praised it.", question="Critics of tapirs?")
    memory.keep(bare)
    for number in range(9):
        text = f"Critics write on matter number {number} at length, and nobody reads it."
        library.admit(reading(f"Matter {number}", text), f"{number}.html", text.encode(), Run())
    assert [one.thought.id for one in memory.recall("What did critics of tapirs say?")] == ["t1"]


def test_what_is_about_something_else_stays_away_from_a_small_library(library: Library) -> None:
    """The best eight of two passages and a thought are all of them."""
    memory = Memory(library)
    memory.keep(structs.replace(thought(library, "Zebras graze."), question="Stripes?"))
    assert memory.recall("How does the baker rake out the ashes of the oven?") == []


def test_of_a_whole_matter_comes_back_what_rests_on_words_that_say_most_of_it(
    library: Library,
) -> None:
    """Every thought names the matter; that does not make it say much of it."""
    memory = Memory(library)
    ovens = next(one for one in library.catalog.documents() if one.title == "Ovens")
    ashes = "The baker rakes out the ashes."
    start = library.catalog.text(ovens.id).index(ashes)
    far = Root(Place(ovens.id, 0, start, start + len(ashes)), ashes, "Ovens", "1", "")
    named = thought(library, "Lune Bridge, Lune Bridge: bakers rake by Lune Bridge.", id="t2")
    memory.keep(structs.replace(named, roots=(far,)))
    memory.keep(thought(library))
    question = "Describe the arches cast by Skerton Works in 1881"
    found = memory.recall(question, matter="arches cast by Skerton Works in 1881")
    assert [one.thought.id for one in found] == ["t1"]


def test_a_thought_on_another_part_stays_away(library: Library) -> None:
    """It names the whole as the question does, and was told for every part of it."""
    memory = Memory(library)
    tolls = "Lune Bridge: tolls of carts", "Carts paid one penny each way over Lune Bridge."
    library.admit(reading(*tolls), "tolls.html", tolls[1].encode(), Run())
    memory.keep(thought(library))
    assert [one.thought.id for one in memory.recall("Who cast Lune Bridge, Skerton?")] == ["t1"]
    question = "Who cast the tolls of Lune Bridge, Skerton?"
    assert memory.recall(question) == []
    memory.pin(memory.find("t1"))
    assert [one.thought.id for one in memory.recall(question)] == ["t1"]


def test_a_thought_on_the_other_of_two_things_comes_back(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library))
    question = "Who cast the arches of Lune Bridge, and who holds the heat of ovens?"
    assert [one.thought.id for one in memory.recall(question)] == ["t1"]


def test_a_pinned_one_comes_back_from_farther(library: Library) -> None:
    memory = Memory(library)
    memory.keep(structs.replace(thought(library, "The baker was tired."), question="At dawn?"))
    for number in range(9):
        text = f"The baker of the oven number {number}."
        library.admit(reading(f"Oven {number}", text), f"{number}.html", text.encode(), Run())
    question = "What does the baker of the oven do?"
    assert memory.recall(question) == []
    memory.pin(memory.find("t1"))
    assert [one.thought.id for one in memory.recall(question)] == ["t1"]


def test_another_embedder_makes_the_vectors_anew(tmp_path: Path) -> None:
    folder, question = tmp_path / "warehouse", "Where stood the foundry of the Lune crossing?"
    with Library(folder, SETTINGS, HashingEmbedder(256)) as made:
        made.admit(reading("Lune Bridge", BRIDGE), "bridge.html", BRIDGE.encode(), Run())
        Memory(made).keep(thought(made))
    with Library(folder, SETTINGS, HashingEmbedder(64)) as made:
        made.resume(Run())
        assert [one.thought.id for one in Memory(made).recall(question)] == ["t1"]
        assert "known already" in Memory(made).keep(thought(made, id="t2"))


def test_what_rests_on_documents_out_of_reach_is_not_looked_at(library: Library) -> None:
    Memory(library).keep(thought(library))
    bridge = Memory(library).all()[0].roots[0].place.document
    without = library.without(frozenset({bridge}))
    assert Memory(without).recall("Where stood the foundry of the Lune crossing, Skerton?") == []


def test_a_lost_root_makes_it_stale_until_it_is_confirmed(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library))
    bridge = memory.all()[0].roots[0].place.document
    library.remove(bridge)
    question = "Where stood the foundry of the Lune crossing, Skerton?"
    assert "Lune Bridge" in memory.stale(memory.all()[0])
    [left] = memory.recall(question)
    assert "Lune Bridge" in left.left_out
    library.trash.restore(bridge, Run())
    assert memory.stale(memory.all()[0]) == ""
    library.remove(bridge)
    with pytest.raises(BadInput, match="nothing to cite"):
        memory.confirm(memory.all()[0])


def test_what_rests_on_words_that_may_not_be_read_keeps_no_other_thought_away(
    library: Library,
) -> None:
    memory = Memory(library)
    question = "Where stood the foundry of the Lune crossing, Skerton?"
    ovens = next(one for one in library.catalog.documents() if one.title == "Ovens")
    words = OVEN.partition(".")[0] + "."
    clay = Root(Place(ovens.id, 0, 0, len(words)), words, "Ovens", "1", "")
    plain = thought(library)
    wide = structs.replace(plain, id="t2", question=question, roots=(*plain.roots, clay))
    memory.keep(plain)
    memory.keep(structs.replace(wide, text="Halton had a clay floor."))
    memory.edit(memory.find("t2"), KNOWN)
    assert [one.thought.id for one in memory.recall(question) if not one.left_out] == ["t2"]
    found = Memory(library.without(frozenset({ovens.id}))).recall(question)
    assert {one.thought.id: one.left_out for one in found} == {"t1": "", "t2": UNREADABLE}


def test_a_changed_root_is_used_again_once_it_is_confirmed(library: Library) -> None:
    memory = Memory(library)
    words, other = KNOWN, "An oven is hot."
    whole = thought(library)
    ovens = next(one for one in library.catalog.documents() if one.title == "Ovens")
    gone = Root(Place(ovens.id, 0, 0, len(other)), other, "Ovens", "1", "")
    memory.keep(structs.replace(whole, roots=(*whole.roots, gone)))
    question = "Where stood the foundry of the Lune crossing, Skerton?"
    assert [bool(one.left_out) for one in memory.recall(question)] == [True]
    confirmed = memory.confirm(memory.all()[0])
    assert memory.stale(confirmed) == "" and confirmed.text == words
    assert [one.left_out for one in memory.recall(question)] == [""]
    assert list(memory.usable(confirmed)) == list(whole.roots)


def test_what_becomes_of_a_root_after_it_was_confirmed_is_another_matter(library: Library) -> None:
    memory, source = Memory(library), "https://lune.example/bridge"
    ids = {one.title: one.id for one in library.catalog.documents()}
    bridge, ovens = ids["Lune Bridge"], ids["Ovens"]
    oven = Root(Place(ovens, 0, 0, 12), library.catalog.text(ovens)[:12], "Ovens", "1", "")
    made = thought(library)
    memory.keep(structs.replace(made, roots=(*made.roots, oven)))
    library.catalog.note_version(source, bridge)
    for number in (2, 3):
        text = f"{BRIDGE} It was painted in 190{number}."
        newer = library.admit(reading(f"Bridge {number}", text), "b.html", text.encode(), Run())
        library.catalog.note_version(source, newer.id)
        assert "Lune Bridge" in memory.stale(memory.find("t1"))
        memory.confirm(memory.find("t1"))
        assert memory.stale(memory.find("t1")) == ""
    library.remove(bridge)
    assert "Lune Bridge" in memory.stale(memory.find("t1")), "its words are gone by now"
    memory.confirm(memory.find("t1"))
    assert memory.stale(memory.find("t1")) == ""


def test_what_an_earlier_version_of_the_program_has_confirmed_is_for_newer_versions_alone(
    library: Library,
) -> None:
    memory, source = Memory(library), "https://lune.example/bridge"
    ids = {one.title: one.id for one in library.catalog.documents()}
    bridge, ovens = ids["Lune Bridge"], ids["Ovens"]
    oven = Root(Place(ovens, 0, 0, 12), library.catalog.text(ovens)[:12], "Ovens", "1", "")
    made = thought(library)
    memory.keep(structs.replace(made, roots=(*made.roots, oven), accepted=(bridge,)))
    library.catalog.note_version(source, bridge)
    text = f"{BRIDGE} It was painted in 1902."
    newer = library.admit(reading("Bridge 2", text), "b.html", text.encode(), Run())
    library.catalog.note_version(source, newer.id)
    assert memory.stale(memory.find("t1")) == ""
    library.remove(bridge)
    assert "Lune Bridge" in memory.stale(memory.find("t1"))
    confirmed = memory.confirm(memory.find("t1"))
    assert memory.stale(confirmed) == "" and bridge not in confirmed.accepted


def test_they_are_looked_through_by_words(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library))
    memory.keep(thought(library, "Zebras graze by night.", id="t2"))
    assert [one.id for one in memory.about("GRAZE zebras")] == ["t2"]
    assert [one.id for one in memory.about("lune halton")] == ["t1"]
    assert [one.id for one in memory.about("who cast")] == ["t1", "t2"]
    assert memory.about("nobody") == ()


def test_the_user_edits_pins_and_forgets(library: Library) -> None:
    memory = Memory(library)
    memory.keep(thought(library))
    memory.keep(thought(library, "Zebras graze by night.", id="t2"))
    memory.pin(memory.find("t1"))
    assert [one.id for one in memory.all()] == ["t1", "t2"]
    edited = memory.edit(memory.find("t1"), "  Skerton  cast it. ")
    assert (edited.text, edited.edited, edited.pinned) == ("Skerton cast it.", True, True)
    with pytest.raises(BadInput, match="characters"):
        memory.edit(edited, " ")
    with pytest.raises(BadInput, match="2 thoughts begin"):
        memory.find("t")
    with pytest.raises(BadInput, match="No thought begins"):
        memory.find("")
    memory.forget(edited)
    assert [one.id for one in memory.all()] == ["t2"]
