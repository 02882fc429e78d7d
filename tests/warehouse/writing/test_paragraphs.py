"""Paragraphs of a section: what is told of one subject stands in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bridge_article import SETTINGS
from bridge_sections import evidence, shelved
from msgspec import structs

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.run import Run
from warehouse.writing import paragraphs
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences import worth_telling
from warehouse.writing.sentences.plain import Filter

LONG = (
    "Seven foundries of the northern hills cast the iron arches.",
    "Masons from three countries cut the granite piers by hand.",
    "A clockmaker of the market square gave all of the lanterns.",
    "Sheep were driven over the wooden pavement to winter pastures.",
    "Tolls of one penny a wheel paid for the new railings.",
    "Ice broke two of the eastern vaults in a hard January.",
)
SAID = ("The bridge was opened in 1881.", "A foundry cast arches.", "The bridge was widened later.")
YES = (0.98, 0.02)
JUDGED = ("claim_check", "claim_known", "reports", "worth_telling")


@pytest.fixture
def library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def test_a_subject_of_two_paragraphs_is_told_in_the_first(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.catalog, "languages_of", lambda ids: dict.fromkeys(ids, "en"))
    monkeypatch.setattr(paragraphs.joining, "NEAR", 0.0)
    pieces = [structs.replace(evidence(n, said), text=said) for n, said in enumerate(SAID, start=1)]
    lines = [Line("retell", said, said, repeat=True) for said in SAID]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    engine = ScriptedEngine([*lines, Line("join", "", "No.", repeat=True)])
    context = Context.of(library, engine, SETTINGS, Run())
    asked = [Notes("Bridge", tuple(pieces[:2])), Notes("Later", tuple(pieces[2:]))]
    first, second = paragraphs.write(
        asked, "The bridge", Filter(context.library.retrieval.embed), context
    )
    assert "The bridge was opened in 1881, and widened later [1][3]." in first.text
    assert "A foundry cast arches" in first.text
    assert not second.text, "its note is told above, so it is not quoted once more"
    assert all(first.text[one.start : one.end] == one.text for one in first.claims)


def test_what_there_is_room_for_is_told_and_what_is_copied_stands_in_marks(
    library: Any,
) -> None:
    text = " ".join(LONG)
    pieces = [structs.replace(evidence(1, text), text=text)]
    lines = [Line("retell", one, f"{one[:-1]} long ago.", repeat=True) for one in LONG]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", tuple(pieces))], "The bridge", said, context)
    words = len(text.split()) / paragraphs.EVIDENCE_A_WORD
    assert words <= len(made.text.split()) < words + 14 + len(made.claims)
    assert all("“" in one.text and "” long ago" in one.text for one in made.claims)
    assert all(made.text[one.start : one.end] == one.text for one in made.claims)
    left = [one.what for one in made.losses if one.reason == paragraphs.LONG_ENOUGH]
    assert left
    assert not said.says_again([left[0].rpartition(" [")[0] + "."])[0], "it may be told elsewhere"


def test_what_there_is_no_room_for_is_not_quoted_instead(library: Any) -> None:
    tolls = (
        "Tolls of one penny a wheel paid for the new railings of the old stone bridge in the"
        " harbour town."
    )
    masons = (
        "Masons from three countries cut the granite piers by hand in seven winters before the"
        " great flood came down the valley and the work was stopped for good."
    )
    texts = (tolls, f"{masons} Iron arches were cast nearby.")
    pieces = [structs.replace(evidence(n, one), text=one) for n, one in enumerate(texts, start=1)]
    told = (
        "New railings of the old stone bridge in the harbour town were paid for with tolls of one"
        " penny a wheel.",
        "Before a flood stopped all work, masons of three countries spent seven winters cutting"
        " granite piers by hand for this valley crossing.",
    )
    lines = [Line("retell", one, said, repeat=True) for one, said in zip(texts, told, strict=True)]
    lines[1] = Line("retell", masons, told[1], repeat=True)
    lines += [Line("worth_telling", one, YES, repeat=True) for one in (tolls, masons)]
    lines += [Line("worth_telling", "", (0.1, 0.9), repeat=True)]
    lines += [Line("retell", "", "Nothing.", repeat=True), Line("join", "", "No.", repeat=True)]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", tuple(pieces))], "The bridge", said, context)
    dropped = [one.what for one in made.losses if one.reason == paragraphs.LONG_ENOUGH]
    assert len(made.claims) == len(dropped) == 1
    assert [claim.cites for claim in made.claims] == [(1,)]


def test_what_tells_little_by_itself_is_neither_told_nor_quoted(library: Any) -> None:
    """However much room there is: LEAST of a paragraph stand, and what was left out is told."""
    pieces = [structs.replace(evidence(n, one), text=one) for n, one in enumerate(LONG, start=1)]
    poor = LONG[2:5]
    lines = [Line("worth_telling", one, (0.3, 0.7), repeat=True) for one in poor]
    lines += [Line("retell", one, f"{one[:-1]} long ago.", repeat=True) for one in LONG]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", tuple(pieces))], "The bridge", said, context)
    assert "Seven foundries" in made.text
    assert not any(one[:-1] in made.text for one in poor)
    left = [one.what for one in made.losses if one.reason == worth_telling.TOO_LITTLE]
    assert left == list(poor)
    assert not [one for one in made.losses if one.reason == paragraphs.NOT_NEW]


def test_what_can_only_be_quoted_stands_beside_other_words(library: Any) -> None:
    """One quotation where nothing else stands; what tells most is quoted first."""
    pieces = [structs.replace(evidence(n, one), text=one) for n, one in enumerate(LONG, start=1)]
    lines = [Line("worth_telling", LONG[3], (0.99, 0.01), repeat=True)]
    lines += [Line("retell", "", "Nothing of it is known.", repeat=True)]
    lines += [Line(name, "", (0.02, 0.98), repeat=True) for name in JUDGED[:2]]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED[2:]]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", tuple(pieces))], "The bridge", said, context)
    assert [claim.text for claim in made.claims] == [f"“{LONG[3][:-1]}” [4]."]
    assert [one.reason for one in made.losses].count(paragraphs.QUOTES_ENOUGH) == 5


def test_a_paragraph_of_what_tells_little_has_its_best() -> None:
    weighed = {"a": 0.9, "b": 0.2, "c": 0.4, "d": 0.3}
    assert worth_telling.worth(["b", "c", "d"], weighed) == [False, True, True]
    assert worth_telling.worth(["a"], weighed) == [True]
    assert worth_telling.worth([], {}) == []


HANGING = (
    "(You may need to ask the keeper for the keys of the toll house.)",
    "in the keeper's ledger, and look at its last column (there may be more than one).",
    "• the arches of cast iron that were brought along the canal by barge.",
    "The tolls of the bridge for wagons and for carts are described in the keeper's ledger.",
    "If it is necessary, a keeper may open the side gate, as explained in detail below.",
)


def test_what_hangs_on_its_neighbours_is_told_only_where_nothing_else_is_there(
    library: Any,
) -> None:
    texts = [LONG[0], *HANGING]
    pieces = [structs.replace(evidence(n, said), text=said) for n, said in enumerate(texts, 1)]
    lines = [Line("retell", one, one, repeat=True) for one in texts]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]

    def written(notes: list[Any]) -> paragraphs.Paragraph:
        context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
        said = Filter(context.library.retrieval.embed)
        [made] = paragraphs.write([Notes("Bridge", tuple(notes))], "The bridge", said, context)
        return made

    made = written(pieces)
    assert "Seven foundries" in made.text and "keeper" not in made.text
    left = [loss.what for loss in made.losses if loss.reason == worth_telling.HANGS_ALONE]
    assert left == list(HANGING)
    assert "keys of the toll house" in written(pieces[1:2]).text


def test_what_is_no_sentence_is_not_told_as_left_out(library: Any) -> None:
    """Rows of a table, marks of a list and numbers of pages."""
    rows = "\n".join(f"{1800 + n}\tthe toll of a wagon was {n} pence." for n in range(40))
    marks = "•\n\n12\n\n| Year | Cost |\n|---|---|\n| 1871 | 30 |"
    text = f"{LONG[0]}\n\nYear\tCost\n{rows}\n\n{marks}\n\n{HANGING[0]}"
    piece = structs.replace(evidence(1, LONG[0]), text=text)
    lines = [Line("retell", LONG[0], LONG[0], repeat=True)]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    [made] = paragraphs.write([Notes("Bridge", (piece,))], "The bridge", said, context)
    assert [loss.what for loss in made.losses] == [HANGING[0]]


@pytest.mark.parametrize(("share", "told"), [(0.34, 2), (0.0, 6)])
def test_of_many_short_notes_as_much_is_told_as_there_is_room_for(
    library: Any, share: float, told: int
) -> None:
    pieces = [structs.replace(evidence(n, said), text=said) for n, said in enumerate(LONG, 1)]
    lines = [Line("retell", one, one, repeat=True) for one in LONG]
    lines += [Line(name, "", YES, repeat=True) for name in JUDGED]
    lines += [Line("join", "", "No.", repeat=True)]
    context = Context.of(library, ScriptedEngine(lines), SETTINGS, Run())
    said = Filter(context.library.retrieval.embed)
    notes = Notes("Bridge", tuple(pieces), share=share)
    [made] = paragraphs.write([notes], "The bridge", said, context)
    assert len(made.claims) == told
    left = [loss for loss in made.losses if loss.reason == paragraphs.LONG_ENOUGH]
    assert len(left) == len(LONG) - told
