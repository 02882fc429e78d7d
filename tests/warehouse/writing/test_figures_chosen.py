"""Which figures an article is given: like the section, near what it cites, few; never a fall."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pictured
import pytest
from figured import CAPTION, TABLE, save
from msgspec import structs
from shelf import SETTINGS

from warehouse.context import Context
from warehouse.documents.figures import find
from warehouse.engine.metered import Metered
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.results.records import Article, Block, Claim, Evidence, Figure, Research
from warehouse.run import Run
from warehouse.writing import figures, opening, review
from warehouse.writing.manuscript import Manuscript

ON_THE_DAM = "The dam of Brielle had sluices, and it was seen from the river [1]."
ON_SLUICES = "Each sluice of the dam was built in its year, a table of sluices says [2]."
ON_NOTHING = "Cheese was sold on Fridays [1]."


@pytest.fixture
def document(library: Library, tmp_path: Path) -> Document:
    [made] = library.add([save(tmp_path / "dam.pdf")], Run())
    return made


def context(library: Library) -> Context:
    return Context(library, ScriptedEngine([]), SETTINGS, Run())


def evidence(document: Document, number: int, page: int, text: str = "It was built.") -> Evidence:
    place = Place(document.id, page, 0, len(text))
    return Evidence(number, place, text, document.title, str(page + 1), "", "dam", 0.9)


def section(text: str, cites: int, title: str = "The dam") -> Block:
    return Block(2, title, text, (Claim(0, len(text), text, (cites,), "supported", ""),))


def chosen(library: Library, document: Document, *blocks: Block) -> list[list[str]]:
    known = (evidence(document, 1, 0), evidence(document, 2, 1))
    every = range(len(blocks))
    made, losses = figures.illustrated(blocks, every, known, context(library))
    assert losses == []
    return [[one.caption for one in block.figures] for block in made]


def test_a_section_has_the_figure_that_is_like_it(library: Library, document: Document) -> None:
    found = chosen(library, document, section(ON_THE_DAM, 1), section(ON_NOTHING, 1, "Cheese"))
    assert found == [[CAPTION], []]


def test_only_pages_that_are_cited_and_the_next_are_looked_at(
    library: Library, document: Document
) -> None:
    assert chosen(library, document, section(ON_THE_DAM, 2)) == [[TABLE]]
    assert chosen(library, document, section(ON_SLUICES, 1)) == [[TABLE]]


def test_each_stands_once_and_few_in_all(
    library: Library, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = (section(ON_THE_DAM, 1), section(ON_THE_DAM, 1, "Again"))
    assert chosen(library, document, *two).count([CAPTION]) == 1
    monkeypatch.setattr(figures, "MOST", 1)
    assert sum(map(len, chosen(library, document, *two, section(ON_SLUICES, 2)))) == 1


def test_a_figure_that_the_passage_names_comes_first(library: Library, document: Document) -> None:
    block = section("The dam of Brielle had sluices, each built in a year [1].", 1)
    for named, caption in (("see Fig. 1", CAPTION), ("see Table 1", TABLE)):
        known = [evidence(document, 1, 0, f"It was built, {named}.")]
        [made], _ = figures.illustrated([block], [0], known, context(library))
        assert [one.caption for one in made.figures] == [caption]


def test_only_sections_that_are_written_now_are_given_one(
    library: Library, document: Document
) -> None:
    block = section(ON_THE_DAM, 1)
    known = [evidence(document, 1, 0)]
    made, _ = figures.illustrated([block], [], known, context(library))
    assert made == [block]
    [with_one], _ = figures.illustrated([block], [0], known, context(library))
    again, _ = figures.illustrated([with_one, block], [1], known, context(library))
    assert again[0] == with_one
    assert CAPTION not in [one.caption for one in again[1].figures]


@pytest.mark.parametrize("fault", [BadInput("gone"), ZeroDivisionError("of ours")])
def test_what_goes_wrong_costs_the_figure_alone(
    library: Library, document: Document, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr(find.Figures, "figure", fails)
    block = section(ON_THE_DAM, 1)
    made, losses = figures.illustrated([block], [0], [evidence(document, 1, 0)], context(library))
    assert made == [block] and str(fault) in losses[0].reason


def test_an_article_is_finished_with_its_figures(
    library: Library, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Written(Manuscript):
        def write_sections(self) -> None:
            self.blocks = [section(ON_THE_DAM, 1)]

    monkeypatch.setattr(review, "reviewed", lambda blocks, *_: (blocks, ()))
    monkeypatch.setattr(opening, "write", lambda *_: ("", (), ()))
    made = (evidence(document, 1, 0),)
    seen: list[object] = []
    whole = Context(library, Metered(ScriptedEngine([])), SETTINGS, Run(seen.append))
    article = Written("aware", "The dam", Research("The dam", evidence=made), made, whole).finish()
    assert [one.caption for one in article.blocks[0].figures] == [CAPTION]
    assert seen[-1] == article and article.research.losses == ()


def test_it_can_be_stopped(library: Library, document: Document) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        figures.illustrated(
            [section(ON_THE_DAM, 1)],
            [0],
            [evidence(document, 1, 0)],
            Context(library, ScriptedEngine([]), SETTINGS, run),
        )


def test_an_article_from_before_there_were_figures_is_read() -> None:
    before = msgspec.json.decode(msgspec.json.encode(section(ON_THE_DAM, 1)))
    del before["figures"]
    assert msgspec.convert(before, Block).figures == ()
    assert "figures" in Block.__struct_fields__ and "figures" not in Article.__struct_fields__


@pytest.mark.parametrize("kind", ["docx", "epub", "html", "odt", "pptx"])
def test_a_picture_of_a_file_without_pages_is_taken(
    library: Library, tmp_path: Path, kind: str
) -> None:
    [town] = library.add([pictured.made(tmp_path, kind)], Run())
    at = library.catalog.text(town.id).index(pictured.BEFORE)
    page, _ = library.catalog.page_at(town.id, at)
    cited = structs.replace(
        evidence(town, 1, page), place=Place(town.id, page, at, at + len(pictured.BEFORE))
    )
    block = section(ON_THE_DAM, 1)
    [made], losses = figures.illustrated([block], [0], [cited], context(library))
    assert [one.caption for one in made.figures] == [pictured.CAPTION] and losses == []
    assert made.figures[0].part


def test_reading_a_file_anew_can_be_stopped(library: Library, tmp_path: Path) -> None:
    [town] = library.add([pictured.made(tmp_path, "docx")], Run())
    run = Run()
    stopped = Context(library, ScriptedEngine([]), SETTINGS, run)
    run.check = lambda: None  # type: ignore[method-assign]
    run.cancel()
    with pytest.raises(Cancelled):
        figures.illustrated([section(ON_THE_DAM, 1)], [0], [evidence(town, 1, 0)], stopped)


def test_a_figure_from_before_files_without_pages_had_some_is_read(
    library: Library, document: Document
) -> None:
    found = find.Figures(library, document.id)
    figure = found.figure(found.captions_on(0)[0])
    before = msgspec.json.decode(msgspec.json.encode(figure))
    del before["part"]
    assert msgspec.convert(before, Figure) == figure
