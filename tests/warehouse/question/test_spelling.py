"""Slips are caught by the library's own words."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve

from warehouse.question import spelling


def test_three_slips_of_a_question_are_corrected_and_told(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    asked = "In which town was the foundy that cast the archse of the brigde?"
    text, made = spelling.corrected(asked, library)
    assert [(one.typed, one.taken.casefold()) for one in made] == [
        ("foundy", "foundry"),
        ("archse", "arches"),
        ("brigde", "bridge"),
    ]
    assert "foundry that cast the arches" in text
    assert "“foundry” instead of “foundy”" in spelling.told(made)


def test_a_slip_in_the_search_box_is_told_where_it_found_nothing(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)

    def meant(text: str) -> str:
        return spelling.meant(text, library.finder.find(text, 5), library).casefold()

    assert meant("foundy kind:web") == "foundry kind:web"
    assert meant("foundry brigde") == "foundry bridge"
    assert meant("foundry bridge") == meant("foundry zanzibar") == meant("kind:pdf") == ""


def test_an_abbreviation_is_no_slip(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    assert spelling.corrected("Did the ARCHS stand beside the OVEM?", library)[1] == ()
    [made] = spelling.corrected("WHO CAST THE ARCHSE?", library)[1]
    assert made.typed == "ARCHSE"


def test_what_stands_there_or_is_far_from_all_stays(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    assert spelling.corrected("Was the foundry in Zanzibar?", library)[1] == ()
