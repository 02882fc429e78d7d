"""What can be evidence: sentences, rows and items; no heading, and no table of contents."""

from __future__ import annotations

import pytest

from warehouse.research.lines import is_contents, tells


@pytest.mark.parametrize(
    "text",
    [
        "5.2 Interface functions .C and .Fortran\t135 5.3 dyn.load and dyn.unload\t137",
        "5.4.1 Speed considerations.\t142",
        "5.8.1 Unix-alikes\t153 5.8.2 Windows\t154 5.9 Handling R objects in C.\t154",
        "1 Introduction\tvii 2 The storm of 1421\t12",
        "A.1 Sources of the tables\t301",
    ],
)
def test_contents_prove_nothing(text: str) -> None:
    assert is_contents(text)
    assert not tells(text, ())


@pytest.mark.parametrize(
    "text",
    [
        "Tree: Oak\tHeight: 30 m\tYears: 400",
        "3 Oak trees of the park\t24",
        "Oak\t30\t400",
        "Version 5.2 was released on 12 May 1998 with 3 new functions.",
        "See section 5.4.1 on page 142 for the speed of each call.",
        "5.4 Registering native routines\t139 By native routine we mean an entry point in"
        " compiled code, which is looked up when the package is loaded and then called by name.",
    ],
)
def test_rows_and_sentences_do(text: str) -> None:
    assert not is_contents(text)
