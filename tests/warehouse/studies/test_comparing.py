"""Two runs of a study: what stayed, what came and went, what is proven otherwise."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.records import Place
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    ClaimState,
    Coverage,
    Evidence,
    Research,
    Spend,
    Structure,
)
from warehouse.studies.comparing import compare, made_by, summary

BRIDGE = "The bridge over the Lune opened in 1881 [1]."
DECK = "In 1934 its deck was widened for trams [2]."
FLOOD = "A flood damaged two piers in 1967 [3]."


def evidence(number: int, start: int) -> Evidence:
    place = Place("d", 0, start, start + 10)
    return Evidence(number, place, "words", "Bridges", "1", "", "q", 0.9)


def answer(*told: tuple[str, ClaimState], read: tuple[str, ...] = ("a",), shift: int = 0) -> Answer:
    """Each sentence cites the evidence of its place; ``shift`` moves where that stands."""
    claims, text = [], ""
    for number, (sentence, state) in enumerate(told, start=1):
        start = len(text)
        text += sentence + " "
        claims.append(Claim(start, start + len(sentence), sentence, (number,), state, ""))
    found = tuple(evidence(number, 100 * number + shift) for number in range(1, len(told) + 1))
    chain = Research("q", Structure(), found, read=read)
    coverage = Coverage(1, 1, 0, 1, 0.0, 0.0)
    return Answer("q", "aware", text, False, tuple(claims), chain, coverage, Spend(0, 0, 0, 0, 0.0))


def kinds(before: Answer, after: Answer) -> list[str]:
    return [change.kind for change in compare(before, after).changes]


def test_the_same_twice_is_the_same() -> None:
    one = answer((BRIDGE, "supported"), (DECK, "quoted"))
    found = compare(one, one)
    assert not found.differs
    assert summary(found) == "Nothing changed: 2 sentences as before."


def test_a_number_that_moved_is_no_change() -> None:
    """Citations are numbered anew in each run; the words they stand for are what counts."""
    before = answer((BRIDGE, "supported"), (DECK, "quoted"))
    moved = (evidence(1, 200), evidence(2, 100))
    after = Answer(
        "q", "aware", f"{DECK} {BRIDGE}", False,
        (
            Claim(0, len(DECK), DECK.replace("[2]", "[1]"), (1,), "quoted", ""),
            Claim(len(DECK) + 1, 90, BRIDGE.replace("[1]", "[2]"), (2,), "supported", ""),
        ),
        Research("q", Structure(), moved, read=("a",)), before.coverage, before.spend,
    )  # fmt: skip
    assert kinds(before, after) == ["same", "same"]


def test_what_came_and_what_went() -> None:
    before = answer((BRIDGE, "supported"), (DECK, "quoted"))
    after = answer((BRIDGE, "supported"), (FLOOD, "supported"), read=("a", "b"))
    found = compare(before, after)
    assert [change.kind for change in found.changes] == ["same", "new", "gone"]
    assert found.changes[2].before is not None
    assert found.changes[2].before.text == DECK
    assert (found.added, found.left) == (("b",), ())
    assert summary(found) == "1 new, 1 gone; 1 as before."


def test_proven_otherwise_reworded_and_from_other_words() -> None:
    before = answer((BRIDGE, "partly"))
    assert kinds(before, answer((BRIDGE, "supported"))) == ["state"]
    said = "The bridge over the Lune was opened in 1881 [1]."
    assert kinds(answer((BRIDGE, "supported")), answer((said, "supported"))) == ["reworded"]


def test_a_sentence_said_twice_is_paired_twice() -> None:
    twice = answer((BRIDGE, "supported"), (BRIDGE, "supported"))
    once = answer((BRIDGE, "supported"))
    assert kinds(twice, once) == ["same", "gone"]


def test_what_the_program_counted_is_compared_too() -> None:
    """An answer from the catalog, and one that says that nothing answers, make no claim."""
    before = structs.replace(answer(), text="There are 2 documents (list 1).\n\n- Bridges\n- Ovens")
    after = structs.replace(
        answer(), text="There are 3 documents (list 1).\n\n- Bridges\n- Ferries\n- Ovens"
    )
    assert kinds(before, after) == ["facts", "same", "new", "same"]
    assert not compare(before, before).differs
    told = answer((BRIDGE, "supported"))
    absent = structs.replace(answer(), text="Your library does not answer this.", absent=True)
    assert kinds(absent, told) == ["new", "gone"]


def test_a_count_over_a_list_of_claims_is_compared_too() -> None:
    head = "2 were found for “bridges” (list 1).\n\n"
    listed = answer((BRIDGE, "quoted"))
    [claim] = listed.claims
    moved = structs.replace(claim, start=len(head), end=len(head) + len(BRIDGE))
    before = structs.replace(listed, text=head + BRIDGE, claims=(moved,))
    after = structs.replace(before, text=before.text.replace("2 were", "4 were"))
    assert kinds(before, after) == ["facts", "same"]


@pytest.mark.parametrize(
    "said",
    [
        "The bridge over the Lune opened in 1891 [1].",
        "The bridge over the Kent opened in 1881 [1].",
    ],
)
def test_other_facts_are_no_rewording(said: str) -> None:
    found = compare(answer((BRIDGE, "supported")), answer((said, "partly")))
    assert [change.kind for change in found.changes] == ["facts"]
    assert summary(found) == "1 with other facts; 0 as before."


def test_the_words_that_prove_it_in_one_run_only_are_told() -> None:
    before, after = answer((BRIDGE, "supported")), answer((BRIDGE, "supported"))
    [item] = after.research.evidence
    other = structs.replace(item, text="It was opened in 1881.", page_label="7")
    after = structs.replace(after, research=structs.replace(after.research, evidence=(other,)))
    [change] = compare(before, after).changes
    assert change.kind == "sources"
    assert change.only_before == ("“words” (Bridges, p. 1)",)
    assert change.only_after == ("“It was opened in 1881.” (Bridges, p. 7)",)


def test_words_of_a_document_that_was_read_again_are_the_same_words() -> None:
    assert kinds(answer((BRIDGE, "supported")), answer((BRIDGE, "supported"), shift=7)) == ["same"]


def test_a_section_that_failed_or_has_another_title_is_told() -> None:
    def article(*blocks: Block) -> Article:
        one = answer()
        return Article(
            "T", "q", "aware", Block(1, "", "", ()), blocks, one.research, one.coverage, one.spend
        )

    before = article(Block(2, "Tolls", "", ()), Block(2, "Use", "", (), "It did not fit."))
    after = article(Block(2, "Prices", "", ()), Block(2, "Use", "", ()))
    found = compare(before, after, ("a", "b"))
    assert [(change.kind, change.before and change.before.text) for change in found.shown] == [
        ("new", None),
        ("gone", "Tolls"),
        ("gone", "Not written: It did not fit."),
    ]
    assert made_by(found) == "Written by b, before by a."
    assert not made_by(compare(before, after, ("a", "a")))


def test_the_searches_of_an_absence_are_no_part_of_what_it_says() -> None:
    def absent(*searches: str) -> Answer:
        text = f"Your library does not answer this.\n\nSearches tried: {'; '.join(searches)}."
        return structs.replace(answer(), text=text, absent=True)

    assert kinds(absent("bridge"), absent("bridge", "piers")) == ["same"]
    assert kinds(absent("bridge"), answer((BRIDGE, "quoted"))) == ["new", "gone"]
