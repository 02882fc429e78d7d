"""What is copied and what words are shared, told without a model."""

from __future__ import annotations

import pytest
from lille_museum import SOURCE, TEXT

from warehouse.proof import checks


@pytest.mark.parametrize(
    "claim",
    ["The museum opened on 4 March 1902.", "the museum  opened on 4 march 1902"],
)
def test_a_copied_sentence_is_quoted(claim: str) -> None:
    assert checks.is_quoted(claim, [TEXT])


NOTED = (
    "The bridge was built in 1850 [12] by John Roebling.[3][4] Ann⁴ Holt saw it fall.³ Was it "
    "mended?⁵ “It lay there for years”,⁶ wrote Marie Kahn of its 30 m² of planks."
)


@pytest.mark.parametrize(
    "claim",
    [
        "The bridge was built in 1850 by John Roebling.",
        "Ann Holt saw it fall.",
        "Ann⁴ Holt saw it fall.³",
        "“It lay there for years”, wrote Marie Kahn of its 30 m² of planks.",
    ],
)
def test_the_marks_of_its_notes_are_no_words_of_a_page(claim: str) -> None:
    assert checks.is_quoted(claim, [NOTED]) and checks.holds(NOTED, claim)
    assert not checks.missing_facts(f"So {claim}", NOTED)
    assert all(checks.holds(NOTED, part) for part in checks.quotations(f"He said: “{claim}”"))


def test_a_question_with_a_note_is_one_and_a_power_no_note() -> None:
    assert not checks.is_quoted("It was mended.", ["It was mended?⁵"])
    assert checks.is_question("Was it mended?⁵")
    assert not checks.is_quoted("It has 30 m of planks.", ["It has 30 m² of planks."])
    assert not checks.is_quoted("It has 10 parts.", ["It has 10⁹ parts."])


@pytest.mark.parametrize("inside", ["[0, 5]", "[2019]", "[0 ]"])
def test_an_interval_or_a_year_is_no_note(inside: str) -> None:
    assert not checks.is_quoted("The value lies in.", [f"The value lies in {inside}."])
    assert checks.is_quoted("The value lies there.", ["The value lies there [12 ][3]."])


@pytest.mark.parametrize(
    "claim", ["It was built by the Germans in Britain.", "The museum opened", "", "..."]
)
def test_a_part_of_a_sentence_is_not(claim: str) -> None:
    assert not checks.is_quoted(claim, [TEXT])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("5 million people died.", "Some 3.5 million people died."),
        ("30 trains leave the station.", "At 10:30 trains leave the station."),
        ("The train leaves at 10.", "The train leaves at 10:30."),
        ("Smith killed the old man.", "It is not true that Dr. Smith killed the old man."),
        ("The mill burned down in 1953.", "The mill burned down in 1953? Nobody knows."),
        ("The mill burned down in 1953.", "He lied: the mill burned down in 1953."),
    ],
)
def test_nor_is_what_a_mark_inside_of_it_parts_or_what_is_asked(claim: str, source: str) -> None:
    assert not checks.is_quoted(claim, [source])


@pytest.mark.parametrize("first", ["12. Mai 1953", "2. Weltkrieg", "12. Man"])
def test_nor_is_what_begins_with_another_number(first: str) -> None:
    claim, source = f"{first} wurde sie eröffnet.", f"4{first[1:]} wurde sie eröffnet."
    assert checks.is_quoted(claim, [claim])
    assert not checks.is_quoted(claim, [source])


@pytest.mark.parametrize("mark", ["(1)", "1.", "-", "•"])
def test_the_mark_of_an_item_is_no_part_of_a_quotation(mark: str) -> None:
    assert checks.is_quoted(f"{mark} The door opens.", ["The door opens."])
    assert checks.is_quoted("The door opens.", [f"{mark} The door opens."])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It stands in ruins.", "The mill burned down; it stands in ruins. Nobody rebuilt it."),
        ("The mill burned down.", "2. The mill burned down; it stands in ruins."),
        ("It burned down. Nobody rebuilt it.", "A mill. It burned down. Nobody rebuilt it! So."),
        ("When did it burn down?", "When did it burn down? In 1953."),
        ("(It burned down.)", "“It burned down.” So he said."),
    ],
)
def test_whole_sentences_and_clauses_are(claim: str, source: str) -> None:
    assert checks.is_quoted(claim, [source])


def test_quotations() -> None:
    claim = 'She said it came "on the  first day alone" and was «so».'
    assert checks.quotations(claim) == ("on the first day alone",)
    assert checks.holds(SOURCE, "on the first day alone")
    assert not checks.holds(SOURCE, "on the second day alone")


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ('The "old" sign reads "it will fall in spring".', ("it will fall in spring",)),
        ('Ann said "no" when asked, and "I will not come".', ("i will not come",)),
        ('It fell in spring", said Ann, and "it is rusty now".', ("it is rusty now",)),
        ("Il tomba », dit Anne, et « il est vieux ».", ("il est vieux",)),
        ("Er fiel“, sagte Ann, und „sie ist alt“.", ("sie ist alt",)),
        ("Er fiel«, sagte Ann, und »sie ist alt«.", ("sie ist alt",)),
        ("”Hon är gammal”, sade Ann, och ”hon ska falla”.", ("hon är gammal", "hon ska falla")),
        ("Он сказал: «мост “старый” упадёт».", ('мост "старый" упадёт',)),
        ("She said ‘the dog won’t come back’.", ("the dog won't come back",)),
        ("他说：“这座桥明年春天一定会倒塌。”", ("这座桥明年春天一定会倒塌。",)),
        ("彼は「この橋は春に落ちる」と言った。", ("この橋は春に落ちる",)),
        ("这叫“国家公园”。", ()),
        ('The 5" pipe and the "long and wide canal".', ("long and wide canal",)),
    ],
)
def test_quotation_marks_pair_one_after_the_other(claim: str, parts: tuple[str, ...]) -> None:
    assert checks.quotations(claim) == parts
    assert not any(part in checks.outside_quotations(claim) for part in parts)


def test_a_quotation_holds_whatever_marks_and_stop_its_source_has() -> None:
    assert checks.holds("他说：「这座桥明年会倒塌，很快」。", "这座桥明年会倒塌。")
    assert checks.holds("He said ‹it is “so old” now›.", 'it is "so old" now')


def test_words_count_that_neighbouring_sentences_have() -> None:
    """With the first, which names the thing, and of each place that is cited."""
    mill = "Mill: It is old. The wheel was made of iron. It turned four pairs of stones."
    apart = "Mill: It is old. The wheel was made of iron. Carts came. It turned pairs of stones."
    claim = "The iron wheel of the mill turned stones."
    assert checks.nearest_overlap(claim, [mill]) == 1
    assert checks.nearest_overlap(claim, [apart.replace(". ", ".\n")]) == 0.6
    assert checks.nearest_overlap(claim, [apart, mill]) == 1
    halves = [f"{apart} It made flour.", f"{apart} It was sold."]
    assert checks.nearest_overlap("Flour was made and sold.", halves) == 1
    assert checks.nearest_overlap(claim, [""]) == checks.nearest_overlap("", [mill]) == 0


def test_a_quotation_may_end_with_a_number_and_inches_are_no_marks() -> None:
    assert checks.is_quoted("“It was built in 1996” [3].", ["It was built in 1996. So it is."])
    assert checks.is_quoted('The oven is 40"', ['The oven is 40".'])
    assert not checks.is_quoted("The oven is 40", ['The oven is 40".'])


def test_quotation_marks_inside_of_a_quotation_are_other_ones() -> None:
    told = (
        "“It drew 1,200 visitors ‘on the first day alone’, said Marie Kahn of the World Health "
        "Organization”"
    )
    assert checks.is_quoted(f"{told}.", [TEXT])
    assert all(checks.holds(SOURCE, part) for part in checks.quotations(told))
    assert not checks.is_quoted("“They’re gone.”", ["They were gone. Theyre gone."])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The board is 5' wide.", 'The board is 5" wide.'),
        ("The value of f'(x) is 2x.", "The value of f(x) is 2x."),
        ("Put '' into the field name.", "Put into the field name."),
        ("The dogs' home is old.", "The dogs home is old."),
        ("The oven is “safe” now.", "The oven is safe now."),
    ],
)
def test_marks_that_mean_something_count(claim: str, source: str) -> None:
    assert checks.is_quoted(source, [source])
    assert not checks.is_quoted(claim, [source])


def test_overlap() -> None:
    assert checks.overlap("The museum opened.", SOURCE) == 1.0
    assert checks.overlap("Zebras gallop.", SOURCE) == 0.0
    assert checks.overlap("of the", SOURCE) == 0.0
    assert checks.overlap("東京都", "東京都庁") == 1.0


def test_a_row_of_a_table_is_no_quotation_but_a_cell_is() -> None:
    source = (
        "Claims have states.\n\nState\tLine\tThe source\n"
        "State: quoted\tLine: solid\tThe source has these very words."
    )
    assert not checks.is_quoted("State Line The source", [source])
    assert not checks.is_quoted("State: quoted Line: solid", [source])
    assert checks.is_quoted("The source has these very words.", [source])
    assert checks.is_quoted("Claims have states.", [source])
