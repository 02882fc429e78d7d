"""Two sentences with one subject as one, made by the program."""

import pytest

from warehouse.writing.sentences.conjoined import conjoined, named_whole


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            "Ada Holt opened a school in 1906.",
            "Ada Holt was honoured by the bishop in 1930.",
            "Ada Holt opened a school in 1906, and was honoured by the bishop in 1930.",
        ),
        (
            "The bridge was a toll bridge for a century.",
            "The bridge was widened in 1934.",
            "The bridge was a toll bridge for a century, and was widened in 1934.",
        ),
        (
            "Holt wrote a primer in 1902.",
            "Holt became a bishop.",
            "Holt wrote a primer in 1902, and became a bishop.",
        ),
        (
            "The library provides two modes.",
            "The library needs no memory of its own.",
            "The library provides two modes, and needs no memory of its own.",
        ),
    ],
)
def test_what_has_one_subject_is_said_of_it_once(one: str, other: str, both: str) -> None:
    assert conjoined(one, other) == both


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Holt opened a school.", "Ada Holt Press printed her books."),
        ("Arlen University Press was founded in 1902.", "Arlen University offered him a post."),
        ("Ada said that the school was poor.", "Ada left it."),
        ("Ada and Eva opened a school.", "Ada died in 1930."),
        ("Debian packages are built by hand.", "Debian provides a kernel."),
        ("The option -k keeps files.", "The option -q is silent."),
        ("Ada taught children, whom she loved.", "Ada was honoured."),
        ("John Holt was a minister.", "Holt was honoured."),
        ("The needs of the school grew.", "The plans of the bishop changed."),
    ],
)
def test_where_the_subject_is_not_plain_nothing_is_joined(one: str, other: str) -> None:
    assert conjoined(one, other) == ""


@pytest.mark.parametrize(
    ("about", "named"),
    [
        ("Ada Holt › Early years", "Ada Holt was honoured in 1930."),
        ("Schools of Arlen", "Holt was honoured in 1930."),
    ],
)
def test_who_is_named_in_short_is_named_whole_where_the_document_is_about_them(
    about: str, named: str
) -> None:
    short, whole = "Holt was honoured in 1930.", "Ada Holt opened a school."
    assert named_whole(short, whole, about) == named
    assert named_whole(whole, short, about) == whole
