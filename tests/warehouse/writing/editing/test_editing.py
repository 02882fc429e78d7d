"""Paragraphs at their spots, differences by sentences and words, and words found again."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.errors import BadInput
from warehouse.results import claimed_text
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Research,
    Spend,
)
from warehouse.writing.editing import differences, quotes, spots
from warehouse.writing.editing.records import Part, Spot

LEAD = "The mill stands on the Lune [1]."
FIRST = "The mill burned in 1881 [1]. Nobody was hurt."
SECOND = "It was built again in brick [2]."


def part(*sentences: str, state: ClaimState = "supported", gap: str = " ") -> Part:
    claims: list[Claim] = []
    text = ""
    for one in sentences:
        text += gap if text else ""
        claims.append(Claim(len(text), len(text) + len(one), one, (1,), state, ""))
        text += one
    return Part(text, tuple(claims))


def block(title: str, *paragraphs: tuple[str, ...]) -> Block:
    parts = [part(*one) for one in paragraphs]
    text, claims = claimed_text.joined(((one.text, one.claims) for one in parts), "\n\n")
    return Block(2, title, text, claims)


def article(*blocks: Block) -> Article:
    cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    lead = structs.replace(block("", (LEAD,)), level=1)
    return Article("The mill", "The mill", "retell", lead, blocks, Research(""), cover, spend)


@pytest.fixture
def mill() -> Article:
    fire = block("The fire", ("The mill burned in 1881 [1].", "Nobody was hurt."), (SECOND,))
    return article(fire, Block(2, "Costs", "", (), failed="the model wrote nothing"))


def test_every_paragraph_has_a_spot_and_its_own_claims(mill: Article) -> None:
    found = spots.paragraphs(mill)
    assert [spots.named(one.spot) for one in found] == ["0.1", "1.1", "1.2"]
    assert [one.text for one in found] == [LEAD, FIRST, SECOND]
    for one in found:
        for claim in one.part.claims:
            assert one.text[claim.start : claim.end] == claim.text
    fire = mill.blocks[0]
    assert fire.text[found[2].start : found[2].end] == SECOND
    assert spots.of_claim(mill, 3) == found[2] and spots.of_claim(mill, 4) is None


def test_a_paragraph_is_replaced_parted_removed_and_added(mill: Article) -> None:
    spot = Spot(1, 0)
    two = Part("One.\n\nTwo.")
    parted = spots.replaced(mill, spot, two)
    assert [one.text for one in spots.paragraphs(parted)] == [LEAD, "One.", "Two.", SECOND]
    gone = spots.replaced(mill, spot, Part(""))
    assert gone.blocks[0].text == SECOND
    assert gone.blocks[0].claims[0].start == 0
    added = spots.replaced(mill, Spot(2, 0), part("It cost £300."))
    assert added.blocks[1].text == "It cost £300." and not added.blocks[1].failed
    for wrong in (Spot(3, 0), Spot(1, 2), Spot(2, 1)):
        with pytest.raises(BadInput):
            spots.replaced(mill, wrong, two)


@pytest.mark.parametrize("name", ["", "1", "1.0", "a.b", "1.1.1", "-1.1"])
def test_what_names_no_paragraph_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        spots.parsed(name)


def test_sentences_are_kept_changed_added_and_removed() -> None:
    before = part("The mill burned in 1881.", "Nobody was hurt.", "Swallows nest there.")
    after = part(
        "The old mill burned in 1881.", "Nobody was hurt.", "It cost three hundred pounds."
    )
    made = differences.changes(before, after)
    assert [one.kind for one in made] == ["changed", "kept", "removed", "added"]
    told = differences.words(before.claims[0].text, after.claims[0].text)
    assert [(one.text, one.where) for one in told] == [
        ("The", "both"),
        ("old", "after"),
        ("mill burned in 1881.", "both"),
    ]


def test_changes_are_taken_one_by_one() -> None:
    before = part("The mill burned in 1881.", "Nobody was hurt.", gap="\n- ")
    after = part(
        "The old mill burned in 1881.", "Nobody was hurt.", "It cost three hundred pounds."
    )
    assert differences.merged(before, after, range(3)).text == (
        "The old mill burned in 1881.\n- Nobody was hurt. It cost three hundred pounds."
    )
    assert differences.merged(before, after, ()).text == before.text
    one = differences.merged(before, after, {2})
    assert one.text.startswith("The mill burned") and one.text.endswith("pounds.")
    for claim in one.claims:
        assert one.text[claim.start : claim.end] == claim.text


def test_a_list_keeps_its_first_sign() -> None:
    before = listed("The mill burned in 1881.", "Nobody was hurt.")
    changed = listed("The old mill burned in 1881.", "Nobody was hurt.")
    longer = listed("It cost three hundred pounds.", "The mill burned in 1881.", "Nobody was hurt.")
    assert differences.merged(before, changed, {0}).text == changed.text
    assert differences.merged(before, longer, {0}).text == longer.text
    assert differences.merged(before, longer, ()).text == before.text
    last = differences.merged(before, part("Nobody was hurt."), {0})
    assert last.text == "- Nobody was hurt."
    for claim in last.claims:
        assert last.text[claim.start : claim.end] == claim.text


def listed(*sentences: str) -> Part:
    inner = part(*sentences, gap="\n- ")
    moved = [structs.replace(one, start=one.start + 2, end=one.end + 2) for one in inner.claims]
    return Part(f"- {inner.text}", tuple(moved))


def test_sections_that_read_otherwise(mill: Article) -> None:
    after = spots.replaced(mill, Spot(1, 1), part("It was built again in stone [2]."))
    after = structs.replace(after, blocks=after.blocks[:1])
    [fire, costs] = differences.sections(mill, after)
    assert fire.heading == "The fire"
    assert [one.kind for one in fire.changes] == ["kept", "kept", "changed"]
    assert (costs.heading, costs.changes) == ("Costs", ())
    assert differences.sections(mill, mill) == ()


def test_a_comment_finds_its_words_again(mill: Article) -> None:
    quote = quotes.of_words(mill, "burned in 1881")
    found = quotes.found(quote, mill)
    assert found is not None and found.exact and found.spot == Spot(1, 0)
    assert FIRST[found.start : found.end] == "burned in 1881"
    before = spots.replaced(mill, Spot(0, 0), part("A line before.", "burned in 1881, they say."))
    elsewhere = quotes.found(quote, before)
    assert elsewhere is not None and elsewhere.spot == Spot(1, 0), "what stands around decides"
    changed = spots.replaced(mill, Spot(1, 0), part("Twice it burned in May [1]."))
    part_of_it = quotes.found(quote, changed)
    assert part_of_it is not None and not part_of_it.exact
    text = spots.find(changed, Spot(1, 0)).text
    assert text[part_of_it.start : part_of_it.end] == "burned in"
    assert quotes.found(quote, spots.replaced(mill, Spot(1, 0), part("Gone."))) is None
