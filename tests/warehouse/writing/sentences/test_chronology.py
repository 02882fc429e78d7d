"""Sentences of one time after the other stand in the order in which it happened."""

from warehouse.writing.sentences.chronology import in_time


def test_dated_sentences_stand_in_the_order_of_time() -> None:
    told = [
        "He was honoured in 1982.",
        "The prize was new.",
        "He was born in May 1892.",
        "In March he was baptised.",
        "He left school in 1906.",
    ]
    assert in_time(told) == [2, 3, 4, 0, 1]


def test_days_of_one_year_follow_each_other() -> None:
    told = ["On 20 October she resigned.", "On 23 September the plan was read.", "Markets fell."]
    assert in_time(told) == [1, 2, 0]


def test_what_has_few_dates_stays_as_its_author_told_it() -> None:
    told = ["The option -k keeps files.", "Since 2004 it is on.", "The option -q is silent."]
    assert in_time(told) == [0, 1, 2]
    assert in_time([]) == []
