"""What the sources disagree about, in the place of a sentence that tells one side."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_bad_input import BRIDGE, FACTS, Shelve, Whole, shelve, written

from warehouse.proof import disagreement
from warehouse.records import Place
from warehouse.results.records import Block, Claim, Disagreement, Evidence, Side
from warehouse.writing import disputed
from warehouse.writing.ways import WAYS

__all__ = ["shelve"]
FIRST = "The tower opened in 1881 with iron arches."
SECOND = "The tower opened in 1887 with iron arches."
MORE = "A flood damaged two of its piers."


def _place(document: str, text: str) -> Place:
    return Place(document, 0, 0, len(text))


EVIDENCE = (
    Evidence(1, _place("a", FIRST), FIRST, "Annual report", "1", "", "q", 1.0),
    Evidence(2, _place("b", SECOND), SECOND, "Survey", "1", "", "q", 1.0),
    Evidence(3, _place("a", MORE), MORE, "Annual report", "2", "", "q", 1.0),
)
SIDES = [Side(e.number, e.text, e.place, e.title, "1", "") for e in EVIDENCE]
DISPUTE = Disagreement("the date: 1881 and 1887", 0.9, SIDES[0], SIDES[1])


def block(title: str, *paragraphs: tuple[tuple[str, tuple[int, ...]], ...]) -> Block:
    text, claims = "", list[Claim]()
    for paragraph in paragraphs:
        text += "\n\n" if text else ""
        for at, (said, cites) in enumerate(paragraph):
            text += " " if at else ""
            marked = said[:-1] + "".join(f" [{number}]" for number in cites) + "."
            claims.append(Claim(len(text), len(text) + len(marked), marked, cites, "supported", ""))
            text += marked
    return Block(2, title, text, tuple(claims))


def is_whole(one: Block) -> None:
    for claim in one.claims:
        assert one.text[claim.start : claim.end] == claim.text


OPENED = "The tower was opened in 1881."
FLAT, FLOOD = (OPENED, (1,)), (MORE, (3,))
LEAD = block("")


def test_both_sides_stand_in_the_place_of_one() -> None:
    section = block("The tower", (FLAT, FLOOD), (("The tower opened in 1887.", (2,)),), (FLOOD,))
    (_, told), losses = disputed.told([LEAD, section], [DISPUTE], EVIDENCE)
    first, both, last = told.text.split("\n\n")
    assert first == last == "A flood damaged two of its piers [3]."
    assert both.startswith(disagreement.OPENING) and "1881" in both and "1887" in both
    assert [loss.reason for loss in losses] == [disputed.ONE_SIDE] * 2
    is_whole(told)


def test_it_is_told_once_and_one_side_of_it_nowhere() -> None:
    lead = block("", (FLAT, FLOOD))
    sections = [block("One", (FLAT, FLOOD)), block("Two", (FLOOD, FLAT)), block("Three", (FLAT,))]
    (opening, one, two, three), _ = disputed.told([lead, *sections], [DISPUTE], EVIDENCE)
    assert "1881" not in opening.text and "1881" not in two.text and opening.text and two.text
    assert one.text.count(disagreement.OPENING) == 1
    assert three == sections[2], "nothing would be left of it"
    for block_ in (opening, one, two, three):
        is_whole(block_)


def test_what_rests_on_more_or_tells_no_side_stays() -> None:
    joined = ("The tower was opened in 1881, and a flood damaged two of its piers.", (1, 3))
    neither = ("The tower has iron arches.", (1,))
    section = block("The tower", (joined, neither))
    (_, told), losses = disputed.told([LEAD, section], [DISPUTE], EVIDENCE)
    assert told.text.startswith(f"{section.text}\n\n{disagreement.OPENING}")
    assert not losses
    is_whole(told)


def test_a_section_that_is_kept_is_left_alone() -> None:
    kept, fresh = block("Kept", (FLAT, FLOOD)), block("Fresh", (FLAT, FLOOD))
    (_, one, two), _ = disputed.told([LEAD, kept, fresh], [DISPUTE], EVIDENCE, kept={0, 1})
    assert one == kept
    assert disagreement.OPENING in two.text


@pytest.mark.parametrize("way", WAYS)
def test_sources_that_contradict(way: str, shelve: Shelve, tmp_path: Path) -> None:
    """Whatever the method: what is known to be disputed is told of both, and of none alone."""
    other = [fact.replace("1934", "1936").replace("1881", "1887") for fact in FACTS]
    documents = [(BRIDGE, " ".join(FACTS)), ("Bridges of Lancaster", " ".join(other))]
    library = shelve(*((title, text, "en") for title, text in documents))
    article = written(library, Whole(tmp_path / "calls"), way)
    texts = [article.lead.text, *(block.text for block in article.blocks)]
    both = [text for text in texts if "1934" in text and "1936" in text]
    assert bool(both) == bool(article.research.disagreements) == (way != "retell")
    if both:
        assert sum(text.count(disagreement.OPENING) for text in texts) == len(both) == 1
        assert both[0].count("1934") == both[0].count("1936") == 1
        assert not any(("1934" in text) != ("1936" in text) for text in texts)


def test_another_fact_of_a_side_and_what_leads_on_stay() -> None:
    said = "The tower opened in 1881, is 200 m long and was designed by Edward Paley."
    place = _place("a", said)
    side = Side(1, said, place, "Annual report", "1", "")
    dispute = Disagreement("the date: 1881 and 1887", 0.9, side, SIDES[1])
    evidence = (Evidence(1, place, said, "Annual report", "1", "", "q", 1.0), *EVIDENCE[1:])
    first = block("The tower", (("The tower opened in 1881.", (1,)), FLOOD))
    facts = (("The tower is 200 m long.", (1,)), ("It was designed by Edward Paley.", (1,)))
    design = block("Its design", facts)
    closed = block("Today", (("The tower opened in 1881 and is closed to visitors.", (1,)), FLOOD))
    leads = block("Later", (("The tower opened in 1881.", (1,)), ("It was cheap.", (3,))))
    sections = [LEAD, first, design, closed, leads]
    (_, told, *others), _ = disputed.told(sections, [dispute], evidence)
    assert disagreement.OPENING in told.text and "opened in 1881 [1]" not in told.text
    assert others == [design, closed, leads]
