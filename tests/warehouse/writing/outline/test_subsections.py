"""Long sections of an outline get subsections; an article that has them is written and resumed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bridge_article import SETTINGS
from bridge_sections import evidence, shelved
from counting import CountingEngine, filling
from msgspec import structs
from shelf import reading

from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import AnyRequest, Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.methods.registry import METHODS
from warehouse.records import Place
from warehouse.results.records import Article, Research, Structure
from warehouse.run import Run
from warehouse.writing import composed
from warehouse.writing.outline import outlining, subsections
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline

TASK = "The coast of Arlen"
KINDS = (
    ("Lamps and keepers", "The keeper of the lamp poured oil and trimmed its wick at every hour"),
    ("Boats for rescue", "A rescue boat with ten oarsmen was rowed through surf to stranded ships"),
    ("Herring and nets", "Herring were landed in baskets while women mended nets on the shingle"),
    ("Storm and tide", "Gales drove the tide over sea walls and flooded cellars of the quarter"),
)
LONG = 40  # pieces of a kind: three of them are a section longer than the bound
ARTICLE = structs.replace(SETTINGS, article_words=3_000)


@pytest.fixture(name="library")
def a_library(tmp_path: Path) -> Any:
    yield from shelved(tmp_path / "warehouse")


def pieces(*counts: int) -> tuple[Any, ...]:
    """So many of each kind, numbered throughout."""
    texts = [
        f"{text} in the year {1700 + at}."
        for (_, text), count in zip(KINDS, counts, strict=True)
        for at in range(count)
    ]
    return tuple(evidence(number, text) for number, text in enumerate(texts, start=1))


def drafting(titles: tuple[str, ...]) -> ScriptedEngine:
    """A model that divides every section under these titles; groups are named at hazard."""

    def drafted(request: AnyRequest) -> dict[str, Any]:
        count = int(re.findall(r"and (\d+) sections", request.messages[0].content)[0])
        told = [{"title": title, "about": dict(KINDS).get(title, title)} for title in titles]
        return {"title": "The coast", "sections": told[:count]}

    named = {"title": "Of this and that", "about": "many things"}
    return ScriptedEngine(
        [
            Line("outline_draft", "", drafted, repeat=True),
            Line("section_heading", "", named, repeat=True),
        ]
    )


def titles(heading: Heading) -> list[str]:
    return [child.title for child in heading.children]


def parted(library: Any, engine: ScriptedEngine, *headings: Heading) -> Any:
    context = Context.of(library, engine, ARTICLE, Run())
    return subsections.parted(Outline("The coast", headings), TASK, context)


def test_a_long_section_is_parted_and_a_short_one_is_not(library: Any) -> None:
    engine = drafting(tuple(title for title, _ in KINDS))
    long, short = pieces(LONG, LONG, LONG, LONG), pieces(4, 4, 4, 4)
    first = Heading("Life on the shore", "work", (long[:80], long[80:]))
    second = Heading("The council", "who decided", (short,))
    made, losses = parted(library, engine, first, second)
    life, council = made.sections
    assert council == second and not losses
    told = [piece.number for _, one in life.walk() for group in one.paragraphs for piece in group]
    assert sorted(told) == [piece.number for piece in long], "each piece once"
    assert titles(life) and set(titles(life)) <= {title for title, _ in KINDS}
    asked = [one for one in engine.seen if one.prompt == "outline_draft"]
    assert all(f"Topic: {TASK}: Life on the shore." in one.messages[-1].content for one in asked)


def test_what_is_thin_or_says_another_heading_again_is_told_under_the_section(
    library: Any,
) -> None:
    long = pieces(LONG, LONG, LONG, 2)
    engine = drafting(("Lamps and keepers", "Boats for rescue", "The nets, and herring", "Storm"))
    life = Heading("Life on the shore", "work", (long,))
    short = Heading("Herring and nets", "fishing", (pieces(3, 0, 0, 0),))
    made, losses = parted(library, engine, life, short)
    assert titles(made.sections[0]) == ["Lamps and keepers", "Boats for rescue"]
    own = [piece for group in made.sections[0].paragraphs for piece in group]
    assert {piece.text.split()[0] for piece in own} == {"Herring", "Gales"}
    assert [(loss.what, loss.reason) for loss in losses] == [("Storm", outlining.TOO_LITTLE)]


def test_headings_that_all_say_the_same_part_nothing(library: Any) -> None:
    life = Heading("Life on the shore", "work", (pieces(LONG, LONG, LONG, LONG),))
    made, losses = parted(library, drafting(("The shore",) * 4), life)
    assert made.sections == (life,) and not losses


def test_long_sections_are_planned_side_by_side(library: Any, tmp_path: Path) -> None:
    engine = filling(tmp_path / "calls", "Arches")
    batches: list[list[str]] = []
    asked = engine.complete

    def complete(requests: Any, run: Run, *more: Any) -> Any:
        batches.append([request.prompt for request in requests])
        return asked(requests, run, *more)

    engine.complete = complete  # type: ignore[method-assign]
    settings = structs.replace(ARTICLE, article_purpose="to decide")
    context = Context.of(library, engine, settings, Run())
    long = pieces(LONG, LONG, LONG, LONG)
    sections = tuple(Heading(title, "", (long,)) for title in ("Work", "Days"))
    subsections.parted(Outline("The coast", sections), TASK, context)
    assert [set(batch) for batch in batches] == [{"outline_draft"}, {"section_heading"}]


def test_a_flat_outline_has_room_for_a_shorter_article(library: Any) -> None:
    words = outlining.MOST * outlining.WORDS_A_SECTION
    settings = structs.replace(ARTICLE, article_words=words)
    context = Context.of(library, ScriptedEngine(), settings, Run())
    outline = Outline("The coast", (Heading("Life", "", (pieces(LONG, LONG, LONG, LONG),)),))
    assert subsections.parted(outline, TASK, context) == (outline, [])


def test_an_article_with_subsections_goes_on_without_asking_again(
    library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the outline that was kept, and by the journal where it is made from its beginning."""
    monkeypatch.setattr(subsections, "WORDS_A_SECTION", 20)
    monkeypatch.setattr(subsections, "LONG", 40)
    chain = shelved_chain(library)
    engine, file = planning(tmp_path / "calls"), OutlineFile(tmp_path)

    def written(file: OutlineFile | None) -> Article:
        with Journal(tmp_path / "journal.db") as journal:
            context = Context.of(library, Journaled(engine, journal), SETTINGS, Run())
            return composed.write(TASK, context, METHODS["orag"], chain, file)

    made = written(file)
    kept, asked = file.read(), engine.started
    assert kept is not None and asked
    levels = [(composed.TOP + depth, heading.title) for depth, heading in kept.walk()]
    assert composed.TOP + 1 in dict(levels)
    blocks = [(block.level, block.title) for block in made.blocks]
    assert blocks[: len(levels)] == levels
    assert any(block.text for block in made.blocks if block.level > composed.TOP)
    for again in (written(file), written(None)):
        assert again.blocks == made.blocks
        assert engine.started == asked


def shelved_chain(library: Any) -> Research:
    """Of a document with fifteen sentences of each kind, which is in the library now."""
    told = pieces(15, 15, 15, 15)
    text = "\n\n".join(piece.text for piece in told)
    library.admit(reading("Arlen", text), "arlen.html", text.encode(), Run())
    [document] = [one.id for one in library.documents() if one.title == "Arlen"]
    starts = [text.index(piece.text) for piece in told]
    places = [
        Place(document, 0, start, start + len(piece.text))
        for start, piece in zip(starts, told, strict=True)
    ]
    return Research(
        TASK,
        Structure(),
        tuple(
            structs.replace(piece, place=place) for piece, place in zip(told, places, strict=True)
        ),
    )


def planning(log: Path) -> CountingEngine:
    """An article has two sections, and each of these the kinds below it."""
    others = filling(log, "Harbour and mill")

    def write(request: Request) -> str:
        if request.prompt != "outline_draft":
            return others.write(request)
        is_article = f"Topic: {TASK}. " in request.messages[-1].content
        halves = [("At sea", KINDS[1][1] + KINDS[2][1]), ("On land", KINDS[0][1] + KINDS[3][1])]
        count = int(re.findall(r"and (\d+) sections", request.messages[0].content)[0])
        named = [*(halves if is_article else KINDS), *[("Of this and that", "things")] * count]
        sections = [{"title": title, "about": about} for title, about in named[:count]]
        return json.dumps({"title": "The coast", "sections": sections})

    return CountingEngine(log, write, lambda _: -1.0, others.pick)
