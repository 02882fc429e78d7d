"""Sentences of sources said anew one by one, and two that belong together made one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bridge_article import FACTS, SETTINGS
from bridge_sections import evidence, shelved, weighs
from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.results.records import Claim
from warehouse.run import Run
from warehouse.writing.sentences import joining, retelling
from warehouse.writing.sentences.retelling import Asked, Told

OPENED, CAST = "In 1881 the bridge opened with iron arches.", "A foundry cast the iron arches."
BOTH = "The iron arches with which the bridge opened in 1881 were cast by a foundry."
PIECES = tuple(evidence(n, fact) for n, fact in enumerate(FACTS[:3], start=1))


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def told(number: int, bare: str) -> Told:
    text = f"{bare[:-1]} [{number}]."
    claim = Claim(0, len(text), text, (number,), "supported", "")
    return Told((Asked(PIECES[number - 1], FACTS[number - 1]),), text, claim)


def joined(library: Any, reply: str, no: str = "") -> Told | None:
    engine = ScriptedEngine([Line("join", "", reply, repeat=True), *weighs(no)])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], losses = joining.joined([(told(1, OPENED), told(2, CAST))], context)
    assert made is not None or not no or losses, "what is left out is told"
    return made


def test_two_sentences_become_one_that_rests_on_both(library: Any) -> None:
    made = joined(library, BOTH)
    assert made is not None and made.text == f"{BOTH[:-1]} [1][2]."
    assert made.claim.cites == (1, 2) and made.claim.state == "supported"
    assert [one.piece.number for one in made.asked] == [1, 2]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (BOTH.replace(" in 1881", ""), "a number is lost"),
        (BOTH.replace("1881", "1882"), "a number is another"),
        (BOTH.replace("iron arches", "arches"), "a word of both is lost"),
        (BOTH.replace("foundry", "famous foundry"), "a word is added"),
        (f"{OPENED} {CAST}", "they are two still"),
    ],
)
def test_what_does_not_hold_both_is_not_taken(library: Any, reply: str, why: str) -> None:
    assert joined(library, reply) is None, why


def test_a_name_is_kept_as_it_is_spelled(library: Any) -> None:
    pair = told(1, "Cyrenaica was settled in 1881."), told(2, "The Cyrenaics were a school.")
    one = "The Cyrenaics were a school that was settled in 1881."
    engine = ScriptedEngine([Line("join", "", one, repeat=True)])
    [made], _ = joining.joined([pair], Context.of(library, engine, SETTINGS, Run()))
    assert made is None and not [each for each in engine.seen if each.prompt != "join"]


def test_it_has_to_follow_from_the_sources_and_both_from_it(library: Any) -> None:
    engine = ScriptedEngine([Line("join", "", BOTH, repeat=True), *weighs()])
    joining.joined([(told(1, OPENED), told(2, CAST))], Context.of(library, engine, SETTINGS, Run()))
    asked = [one.messages[-1].content for one in engine.seen if one.prompt == "claim_check"]
    back = [one for one in asked if BOTH in one and (OPENED in one or CAST in one)]
    assert len(back) == 2 and any(FACTS[0] in one and BOTH in one for one in asked)
    assert joined(library, BOTH, no=OPENED) is None
    assert joined(library, BOTH, no=FACTS[0]) is None


def test_one_place_is_not_joined_with_itself_and_nothing_twice() -> None:
    near = np.ones((3, 3), np.float32)
    one, same, other = told(1, OPENED), told(1, "Arches of iron bore it."), told(2, CAST)
    assert joining.pairs([one, same], near) == []
    assert len(joining.pairs([one, same, other], near)) == 1
    tried = {frozenset((one.text, other.text)), frozenset((same.text, other.text))}
    assert joining.pairs([one, same, other], near, tried) == []
    whole = Told((*one.asked, *other.asked), one.text, one.claim)
    assert joining.pairs([whole, told(3, "In 1934 it was widened.")], near) == []
    assert joining.pairs([one, other], np.zeros((2, 2), np.float32)) == [], "of other matters"


def test_of_two_paragraphs_only_what_has_one_subject_is_joined() -> None:
    near = np.ones((2, 2), np.float32)
    apart = (1, 2)
    assert joining.pairs([told(1, OPENED), told(2, CAST)], near, (), apart) == []
    widened = told(2, "The bridge was widened in 1934.")
    opened = told(1, "The bridge was opened in 1881.")
    assert joining.pairs([opened, widened], near, (), apart) == [(0, 1)]


def test_what_leans_on_what_stands_before_it_is_not_joined() -> None:
    near = np.ones((2, 2), np.float32)
    first, second = told(1, "The bridge was opened in 1881."), told(2, "The bridge was widened.")
    assert joining.pairs([first, second], near, leaning={second.asked[0].sentence: 0.1}) == [(0, 1)]
    assert joining.pairs([first, second], near, leaning={second.asked[0].sentence: 0.9}) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The bridge was opened in 1881.", "The bridge was opened in 1884."),
        ("The fire destroyed 40 houses.", "The fire destroyed 75 houses."),
        ("The deck was widened in 1934.", "The deck was never widened."),
    ],
)
def test_what_two_documents_say_against_each_other_is_not_joined(one: str, other: str) -> None:
    near = np.ones((2, 2), np.float32)
    first, second = told(1, one), told(2, other)
    assert joining.pairs([first, second], near) == [(0, 1)], "of one document they are two events"
    assert joining.pairs([first, elsewhere(second)], near) == []
    assert joining.pairs([first, elsewhere(told(2, CAST))], near) == [(0, 1)]


def elsewhere(one: Told) -> Told:
    piece = one.asked[0].piece
    piece = structs.replace(piece, place=structs.replace(piece.place, document="other"))
    return structs.replace(one, asked=(structs.replace(one.asked[0], piece=piece),))


def test_what_all_have_in_common_brings_none_together_and_one_place_does() -> None:
    common = np.array([[1, 0.2, 0], [1, -0.2, 0], [1, 0, 0.3]], np.float32)
    rows = common / np.linalg.norm(common, axis=1, keepdims=True)
    own = [told(1, OPENED), told(2, CAST)]
    assert float(rows[0] @ rows[1]) > 0.9
    near = joining.nearness(own, rows[:2], rows)
    assert near[0, 1] < joining.NEAR
    far = [told(1, OPENED), moved(told(2, CAST), joining.CLOSE + 1)]
    assert near[0, 1] - joining.nearness(far, rows[:2], rows)[0, 1] == pytest.approx(0.15)


def moved(one: Told, characters: int) -> Told:
    piece = one.asked[0].piece
    start = PIECES[0].place.start + characters
    place = structs.replace(piece.place, start=start, end=start + 9)
    asked = structs.replace(one.asked[0], piece=structs.replace(piece, place=place))
    return structs.replace(one, asked=(asked,))


def test_the_next_wording_is_weighed_where_the_first_is_not_proven(library: Any) -> None:
    replies = iter(["A giant opened the bridge in 1881.", OPENED, OPENED, OPENED])
    engine = ScriptedEngine(
        [Line("retell", "", lambda _: next(replies), repeat=True), *weighs(no="giant")]
    )
    asked = [Asked(PIECES[0], FACTS[0])]
    [made], losses = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    assert made is not None and made.bare == OPENED
    assert all("giant" in one.what for one in losses)


def test_a_wording_is_weighed_beside_its_sentence_and_cites_the_passage(library: Any) -> None:
    piece = structs.replace(PIECES[1], text=f"{FACTS[0]} A flood took the piers.")
    engine = ScriptedEngine([Line("retell", "", OPENED, repeat=True), *weighs()])
    asked = [Asked(piece, FACTS[0])]
    [made], _ = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    shown = [one.messages[-1].content for one in engine.seen if one.prompt == "claim_check"]
    assert shown and not any("flood" in one for one in shown)
    assert made is not None and made.text == f"{OPENED[:-1]} [2]."
    assert made.claim.cites == (2,) and made.claim.text == made.text


def test_a_wording_of_its_own_goes_before_a_copy(library: Any) -> None:
    replies = iter([FACTS[0], OPENED, FACTS[0], FACTS[0]])
    engine = ScriptedEngine([Line("retell", "", lambda _: next(replies), repeat=True), *weighs()])
    asked = [Asked(PIECES[0], FACTS[0])]
    [made], _ = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    assert made is not None and made.bare == OPENED


def test_a_wording_that_turns_the_words_round_goes_behind_the_sentence_itself(library: Any) -> None:
    source = "The 1994 medallist Ann Holt gave the medal to the winner, Marie Kahn."
    turned = "The winner, Marie Kahn, gave the 1994 medallist Ann Holt the medal."
    replies = iter([turned, source, turned])
    engine = ScriptedEngine([Line("retell", "", lambda _: next(replies), repeat=True), *weighs()])
    asked = [Asked(structs.replace(PIECES[0], text=source), source)]
    [made], _ = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    assert made is not None and made.bare == source


def test_what_is_taken_over_stands_between_marks(library: Any) -> None:
    engine = ScriptedEngine([Line("retell", "", FACTS[0], repeat=True), *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], _ = retelling.retold([Asked(PIECES[0], FACTS[0])], context)
    assert made is not None and made.spoken.text == f"“{FACTS[0][:-1]}” [1]."
    assert (made.spoken.start, made.spoken.end) == (0, len(made.spoken.text))


def test_a_wording_that_names_what_it_is_of_is_not_given_up_for_the_source() -> None:
    source = "In 1881 it opened with iron arches that a foundry had cast for the town."
    text = (
        "In 1881 the Lune Bridge opened with iron arches that a foundry had cast for the town [1]."
    )
    piece = structs.replace(PIECES[0], text=source)
    claim = Claim(0, len(text), text, (1,), "supported", "")
    spoken = Told((Asked(piece, source),), text, claim).spoken
    assert "Lune Bridge “opened with iron arches" in spoken.text and spoken.state == "supported"
    two = f"{source} It is widened."
    both = Told((Asked(structs.replace(piece, text=two), two),), text, claim).spoken
    assert both.state == "supported" and "It is widened" not in both.text


@pytest.mark.parametrize(
    ("limit", "lost"), [("may be", "are"), ("are almost all", "are all"), ("are only", "are")]
)
def test_a_wording_that_is_as_bounded_as_its_source_goes_first(
    library: Any, limit: str, lost: str
) -> None:
    source = f"The arches {limit} from a foundry, as the council's books of that year say."
    sure, unsure = (
        f"The arches {lost} from a foundry of that year.",
        f"The arches {limit} from a foundry.",
    )
    replies = iter([sure, unsure, sure, sure])
    engine = ScriptedEngine([Line("retell", "", lambda _: next(replies), repeat=True), *weighs()])
    asked = [Asked(structs.replace(PIECES[0], text=source), source)]
    [made], _ = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    assert made is not None and made.bare == unsure


@pytest.mark.parametrize(
    ("text", "source", "surer"),
    [
        ("The arches {}.", "Records of the town indicate that the arches {}.", True),
        ("Records say the arches {}.", "Records of the town say that the arches {}.", False),
        ("Records of the town show arches {}.", "Records indicate that the arches {}.", False),
        ("The arches {}.", "The arches that the town has {}.", False),
        ("729 arches {}.", "A further 729 arches {}.", True),
        ("729 arches {}.", "By noon, 729 arches {}.", False),
        ("The arches {}.", "The arches {}.", False),
        ("", "The arches {}.", False),
        ("Die Bögen stehen noch.", "Alte Akten bezeugen, die Bögen stehen noch.", False),
        ("Die Bögen stehen noch.", "Alte Akten bezeugen: so hoch die Bögen stehen noch.", True),
        ("水車は川のほとりにある。", "記録によると水車は川のほとりにある。", True),
    ],
)  # fmt: skip
def test_a_wording_that_leaves_out_on_whose_word_it_is_is_surer_than_its_source(
    text: str, source: str, surer: bool
) -> None:
    said = "were cast in a foundry"
    assert retelling._is_surer(text.format(said), source.format(said)) is surer


def test_of_a_sentence_the_model_knows_the_document(library: Any) -> None:
    engine = ScriptedEngine([Line("retell", "", OPENED, repeat=True), *weighs()])
    piece = structs.replace(PIECES[0], title="The Lune Bridge", path="Building")
    asked = [Asked(piece, FACTS[0])]
    retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    told = next(one for one in engine.seen if one.prompt == "retell").messages[-1].content
    assert "The Lune Bridge › Building" in told and FACTS[0] in told


def test_what_is_said_of_one_subject_is_joined_by_the_program(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.catalog, "languages_of", lambda ids: dict.fromkeys(ids, "en"))
    said = ("The bridge was widened in 1934.", "The bridge was opened in 1881.")
    pair = []
    for number, bare in enumerate(said, start=1):
        piece = structs.replace(PIECES[number - 1], text=bare)
        asked = (Asked(piece, bare),)
        pair.append(structs.replace(told(number, bare), asked=asked))
    engine = ScriptedEngine([Line("join", "", "A giant built it.", repeat=True), *weighs()])
    context = Context.of(library, engine, SETTINGS, Run())
    [made], _ = joining.joined([(pair[0], pair[1])], context)
    assert made is not None
    assert made.bare == "The bridge was opened in 1881, and widened in 1934."


def test_what_somebody_believes_is_not_told_as_so(library: Any) -> None:
    source = "The bishop believed that the bridge would fall in a flood."
    own, as_so = "The bishop thought a flood would take it.", "The bridge will fall in a flood."
    reports = {source: (0.1, 0.9), own: (0.1, 0.9), as_so: (0.6, 0.4)}
    lines = [Line("reports", text, choice, repeat=True) for text, choice in reports.items()]
    asked = [Asked(structs.replace(PIECES[0], text=source), source)]

    def told(replies: list[str]) -> tuple[list[Told | None], list[Loss]]:
        said = iter(replies)
        engine = ScriptedEngine(
            [*lines, Line("retell", "", lambda _: next(said), repeat=True), *weighs()]
        )
        return retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))

    [made], losses = told([as_so, own, as_so, as_so])
    assert made is not None and made.bare == own and not losses
    [made], [loss] = told([as_so] * 4)
    assert made is None and loss.reason == f"left out: {retelling.AS_SO}"


def test_a_wording_that_leans_on_another_sentence_is_none(library: Any) -> None:
    replies = iter(["It opened in 1881 with iron arches.", OPENED] * 2)
    engine = ScriptedEngine([Line("retell", "", lambda _: next(replies), repeat=True), *weighs()])
    asked = [Asked(PIECES[0], FACTS[0])]
    [made], _ = retelling.retold(asked, Context.of(library, engine, SETTINGS, Run()))
    assert made is not None and made.bare == OPENED
